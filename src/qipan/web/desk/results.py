"""Results: a line for a board, or a whole round pasted; every board with what it still needs."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from qipan.desk.command import Command
from qipan.desk.play_offs.games import next_play_off, play_off_first, waits_for
from qipan.desk.results.commands import RecordResult, SignResult
from qipan.desk.results.signatures import open_disputes
from qipan.desk.schedule.commands import EndRound
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.office.typed_results import Correction, TypedLine, result_command, typed_lines
from qipan.sections.matches import match_of
from qipan.views.play_offs import clocks_of
from qipan.views.section import BoardView, RoundView
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import number, optional_number, words

ONE_RESULT = ("result", "game", "play-off")


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show a round: the one asked for, else the latest."""
    view = place.view
    wanted = optional_number(place.query, "round") or optional_number(place.form, "round")
    last = len(view.rounds)
    round_ = view.rounds[min(wanted or last, last) - 1] if last else None
    correcting = optional_number(place.query, "correct")
    if correcting is None and place.form.get("correct") == "yes":
        correcting = optional_number(place.form, "board")
    boards = round_.boards if round_ else ()
    play_offs = _play_offs(place, round_)
    open_ = round_ is not None and round_.published and round_.number == last
    open_ = open_ and place.may(RecordResult)
    return {
        "rounds": view.rounds,
        "shown": round_,
        "typing": open_ and any(each.needs for each in boards),
        "tappable": _tappable(boards, play_offs) if open_ else frozenset(),
        "correcting": next((each for each in boards if each.board == correcting), None),
        "play_offs": play_offs,
        "disputed": open_disputes(place.found),
        "recorded": optional_number(place.query, "recorded"),
        "tapped": place.query.get("tap", "") == "1",
        "typed": place.form.get("lines", ""),
    }


class PlayOff(msgspec.Struct, frozen=True):
    """The next game of a play-off."""

    waits: str = ""
    """What it waits for: a nomination, a lot, a choice; empty if it can begin."""
    first: str = ""
    clock: str = ""


def _play_offs(place: DeskVisit, shown: RoundView | None) -> dict[int, PlayOff]:
    """Say of every board that is played off who moves first, or what it waits for."""
    waiting = [each.board for each in shown.boards if each.needs == "play-off"] if shown else []
    return {board: _play_off(place, shown, board) for board in waiting if shown}


def _play_off(place: DeskVisit, shown: RoundView, board: int) -> PlayOff:
    match = match_of(place.state, place.found, RoundNo(shown.number), BoardNo(board))
    try:
        game, terms = next_play_off(match)
    except Refused:  # the book has none; recording says so
        return PlayOff()
    first, waits = play_off_first(match, game, terms), waits_for(match)
    name = place.names[first].name if first else ""
    return PlayOff(waits.value if waits else "", name, " / ".join(clocks_of(terms)))


def _tappable(boards: Iterable[BoardView], play_offs: Mapping[int, PlayOff]) -> frozenset[int]:
    """Say which boards take a result at a tap: no order of many, and nothing that it waits for."""
    return frozenset(
        each.board
        for each in boards
        if each.needs in ONE_RESULT
        and not (each.board in play_offs and play_offs[each.board].waits)
    )


async def enter_lines(place: DeskVisit) -> str:
    """Record a line or many, all or none. Raises BadInput and names the lines that are wrong."""
    place.require(RecordResult)
    shown = RoundNo(number(place.form, "round"))
    lines = typed_lines(place.section, shown, place.text("lines"))
    boards: dict[int, int] = {}

    def commands(line: TypedLine, state: Competition) -> list[Command]:
        board, found = line.commands_on(state)
        if found:
            boards[line.line] = board
        return found

    try:
        await place.carry_out_all([partial(commands, line) for line in lines])
    except (Refused, BadInput) as error:
        if len(lines) == 1 or error.index is None:
            raise
        wrong = (error, *error.others)
        place.wrong = [lines[each.index].wrong(each) for each in wrong if each.index is not None]
        raise BadInput(f"{len(wrong)}", where="lines", code="desk.lines-wrong") from error
    if place.form.get("tap") == "yes" and boards:  # back to where the finger is
        return f"results?round={shown}&tap=1#b{next(iter(boards.values()))}"
    return f"results?round={shown}&recorded={len(boards)}"


async def result(place: DeskVisit) -> str:
    """Record the result of one board, typed or tapped, or replace it."""
    place.require(RecordResult)
    form = {**place.form}
    if "tap" in form:  # one button says both
        form["board"], _, form["result"] = words(form, "tap").partition(" ")
    text = words(form, "result")
    shown, board = RoundNo(number(form, "round")), BoardNo(number(form, "board"))
    corrects = form.get("correct") == "yes"
    match, before = match_of(place.state, place.found, shown, board), place.state.version
    await place.carry_out(
        result_command(
            match,
            text,
            adjudged=form.get("adjudged") == "yes",
            correction=Correction(words(form, "reason", "")) if corrects else None,
            game=optional_number(form, "game"),
        )
    )
    return f"changes?since={before}" if corrects else f"results?round={shown}"


async def correct(place: DeskVisit) -> str:
    """Replace a recorded result, and show what that changed."""
    place.form = {**place.form, "correct": "yes"}
    return await result(place)


async def end_round(place: DeskVisit) -> str:
    """Say that the round is over now; the time for appeals runs from here."""
    shown = RoundNo(number(place.form, "round"))
    at = place.now.isoformat(timespec="minutes")
    await place.carry_out(EndRound(section=place.section, round=shown, at=at))
    return f"results?round={shown}"


async def signed(place: DeskVisit) -> str:
    """Note that somebody who disputed a result signed it after all."""
    await place.carry_out(SignResult(**place.board, entrant=place.entrant()))
    return f"results?round={number(place.form, 'round')}"


PAGE = DeskPage(
    "results",
    1,
    show,
    {
        "lines": enter_lines,
        "result": result,
        "correct": correct,
        "end-round": end_round,
        "signed": signed,
    },
)
