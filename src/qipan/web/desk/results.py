"""Results: a line for a board, or a whole round pasted; every board with what it still needs."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from qipan.desk.command import Command
from qipan.desk.play_offs.games import next_play_off, play_off_first, waits_for
from qipan.desk.results.commands import (
    ClearResult,
    CorrectResult,
    MoveResult,
    RecordResult,
    SignResult,
)
from qipan.desk.results.signatures import open_disputes
from qipan.desk.schedule.commands import EndRound
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.office.typed_results import Correction, TypedLine, result_command, typed_lines
from qipan.sections.lookup import BOARD_OPEN
from qipan.sections.matches import match_of
from qipan.views.consequences import foreseen
from qipan.views.play_offs import clocks_of
from qipan.views.section import BoardView, RoundView, shown_result
from qipan.web.desk.conduct import penalty_words
from qipan.web.desk.page import STAY, DeskPage, DeskVisit
from qipan.web.desk.repair.board_conduct import ACTIONS, board_asked
from qipan.web.desk.repair.heat_cards import heat_cards
from qipan.web.desk.repair.match_sheets import match_sheets
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
    disputed = open_disputes(place.found)
    return {
        "rounds": view.rounds,
        "shown": round_,
        "typing": open_ and any(each.needs for each in boards),
        "tappable": _tappable(boards, play_offs) if open_ else frozenset(),
        "correcting": next((each for each in boards if each.board == correcting), None),
        "play_offs": play_offs,
        "disputed": disputed,
        "disputed_boards": {
            board for number, board, _, _ in disputed if round_ and number == round_.number
        },
        "sheets": match_sheets(place, round_) if round_ else {},
        "heats": heat_cards(place, round_) if round_ else {},
        "units": {who: each.unit or "" for who, each in place.found.entrants.items()},
        "open_now": open_,
        "follows": place.told.get("follows"),
        "trying": place.told.get("trying", ""),
        "in_words": penalty_words(place),
        "at_board": board_asked(place, round_),
        "aside": _aside(place),
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

    tapped = place.form.get("tap") == "yes"
    slip = Correction(place.visitor.say("desk.tapped-again")) if tapped else None

    def commands(line: TypedLine, state: Competition) -> list[Command]:
        board, found = line.commands_on(state, slip)
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
    if tapped and boards:  # back to where the finger is
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
    first = words(form, "first", "")
    match, before = match_of(place.state, place.found, shown, board), place.state.version
    await place.carry_out(
        result_command(
            match,
            text,
            adjudged=form.get("adjudged") == "yes",
            correction=Correction(words(form, "reason", "")) if corrects else None,
            game=optional_number(form, "game"),
            first=EntrantId(first) if first else None,
        )
    )
    return f"changes?since={before}" if corrects else f"results?round={shown}"


async def try_correct(place: DeskVisit) -> str:
    """Say what a correction would change; nothing is written."""
    place.require(CorrectResult)
    form = place.form = {**place.form, "correct": "yes"}
    at, first = place.board, words(form, "first", "")
    command = result_command(
        match_of(place.state, place.found, at["round"], at["board"]),
        words(form, "result"),
        adjudged=form.get("adjudged") == "yes",
        correction=Correction(words(form, "reason", "")),
        game=optional_number(form, "game"),
        first=EntrantId(first) if first else None,
    )
    place.told["follows"] = await asyncio.to_thread(foreseen, place.state, place.section, [command])
    return STAY


async def correct(place: DeskVisit) -> str:
    """Replace a recorded result, and show what that changed."""
    place.form = {**place.form, "correct": "yes"}
    return await result(place)


async def clear(place: DeskVisit) -> str:
    """Take a result away, so that the board has none."""
    reason = words(place.form, "reason", "")
    game = optional_number(place.form, "game")
    await place.carry_out(ClearResult(**place.board, reason=reason, game=game))
    return f"results?round={number(place.form, 'round')}"


async def move(place: DeskVisit) -> str:
    """Move a result to the board it belongs to."""
    to, reason = BoardNo(number(place.form, "to")), words(place.form, "reason", "")
    await place.carry_out(MoveResult(**place.board, to=to, reason=reason))
    return f"results?round={number(place.form, 'round')}"


async def confirm(place: DeskVisit) -> str:
    """Confirm what a player reported."""
    place.require(RecordResult)
    at = place.board
    known = match_of(place.state, place.found, at["round"], at["board"]).round
    result = known.results.get(at["board"])
    if result is None:
        raise Refused("result.nothing-to-clear", BOARD_OPEN, **at)
    await place.carry_out(RecordResult(**at, score=result.score, how=result.how))
    return f"results?round={at['round']}"


def _aside(place: DeskVisit) -> list[tuple[int, list[tuple[int, list[str], str]]]]:
    """Give the results of rounds that were taken back, as they were."""
    return [
        (
            int(number_),
            [
                (
                    int(table.board),
                    [place.names[who].name for who in table.seats if who in place.names],
                    shown_result(place.state, place.found, found, found.results[table.board]),
                )
                for table in found.tables
                if table.board in found.results
            ],
        )
        for number_, found in place.found.set_aside.items()
    ]


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
        "try-correct": try_correct,
        "end-round": end_round,
        "signed": signed,
        "clear": clear,
        "move": move,
        "confirm": confirm,
        **ACTIONS,
    },
)
