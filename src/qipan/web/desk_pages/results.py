"""Results: a line for a board, or a whole round pasted; every board with what it still needs."""

import asyncio
from collections.abc import Mapping
from typing import Any

from qipan.desk import commands as asked
from qipan.desk.decide import require
from qipan.desk.matches import match_of
from qipan.desk.schedule.commands import EndRound
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.web.desk_pages.base import DeskPage, Place
from qipan.web.forms import number, optional_number, words
from qipan.web.recording import Correction, read_lines, result_command
from qipan.web.views import section_view

_ANY = asked.RecordResult(
    section="",  # type: ignore[arg-type]
    round=RoundNo(1),
    board=BoardNo(1),
    score=Score((Points(0), Points(0))),
)


def show(place: Place) -> Mapping[str, Any]:
    """Show a round: the one asked for, else the latest."""
    view = section_view(place.state, place.found, place.names, staff=True)
    wanted = optional_number(place.query, "round") or optional_number(place.form, "round")
    last = len(view.rounds)
    round_ = view.rounds[min(wanted or last, last) - 1] if last else None
    correcting = optional_number(place.query, "correct")
    if correcting is None and place.form.get("correct") == "yes":
        correcting = optional_number(place.form, "board")
    boards = round_.boards if round_ else ()
    return {
        "rounds": view.rounds,
        "shown": round_,
        "latest": round_ is not None and round_.number == last,
        "correcting": next((each for each in boards if each.board == correcting), None),
        "recorded": optional_number(place.query, "recorded"),
        "typed": place.form.get("lines", ""),
    }


async def enter_lines(place: Place) -> str:
    """Record a line or many, all or none. Raises BadInput and names the lines that are wrong."""
    require(place.visitor.role_in(place.home), _ANY)
    shown = RoundNo(number(place.form, "round"))
    text = place.text("lines")
    found = await asyncio.to_thread(read_lines, place.state, place.found, shown, text)
    if len(found.wrong) == 1 and len(text.strip().splitlines()) == 1:
        raise found.wrong[0].error
    if found.wrong:
        place.wrong = found.wrong
        raise BadInput(f"{len(found.wrong)}", where="lines", code="desk.lines-wrong")
    if found.commands:
        await place.carry_out_all(found.commands)
    return f"results?round={shown}&recorded={len(found.boards)}"


async def correct(place: Place) -> str:
    """Replace a recorded result, and show what that changed."""
    shown, board = RoundNo(number(place.form, "round")), BoardNo(number(place.form, "board"))
    before = place.state.version
    require(place.visitor.role_in(place.home), _ANY)
    match = match_of(place.state, place.found, shown, board)
    command = result_command(
        match,
        words(place.form, "result"),
        adjudged=place.form.get("adjudged") == "yes",
        correction=Correction(words(place.form, "reason", "")),
    )
    await place.carry_out(command)
    return f"changes?since={before}"


async def end_round(place: Place) -> str:
    """Say that the round is over now; the time for appeals runs from here."""
    shown = RoundNo(number(place.form, "round"))
    at = place.now.isoformat(timespec="minutes")
    await place.carry_out(EndRound(section=place.section, round=shown, at=at))
    return f"results?round={shown}"


PAGE = DeskPage(
    "results", 1, show, {"lines": enter_lines, "correct": correct, "end-round": end_round}
)
