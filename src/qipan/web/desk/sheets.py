"""Scoresheets of card tables: every deal of the latest round, and the form for the next."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.sheets.commands import CallTime, CorrectSheet, ScoreDeal
from qipan.desk.sheets.scoring import GAME, OFFENCES, read_penalty, sheet_of
from qipan.games.shengji.scoresheet import PASSED
from qipan.journal.state import DealSheet
from qipan.rulebooks import EventRules
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import Form, number, words


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the sheets of the latest round; none where another game is played."""
    section, current = place.found, place.found.current
    sheets = []
    if _fits(place.rules) and current is not None and current.published:
        for table in current.tables:
            _, ledger = sheet_of(place.state, section, current.number, table.board)
            kept = section.sheets.get((current.number, table.board))
            sheets.append((table, ledger, kept, current.results.get(table.board)))
    return {
        "clause": place.cite(PASSED),
        "sheets": sheets,
        "round": len(section.rounds),
        "offences": list(OFFENCES),
    }


def _fits(rules: EventRules) -> bool:
    return rules.game == GAME


def _deal(form: Form) -> DealSheet:
    """Read a deal of a scoresheet; penalties like ``0:failed-throw:2``, parted by spaces."""
    return DealSheet(
        banker=number(form, "banker"),
        trick_points=number(form, "points"),
        bottom_points=number(form, "bottom", 0),
        last_length=number(form, "last-pairs", 0),
        defenders_buried=form.get("defenders-buried") == "yes",
        defenders_won_last=form.get("defenders-won-last") == "yes",
        penalties=tuple(map(read_penalty, words(form, "penalties", "").split())),
    )


async def score_deal(place: DeskVisit) -> None:
    """Write the next deal down."""
    await place.carry_out(ScoreDeal(**place.board, sheet=_deal(place.form)))


async def correct_deal(place: DeskVisit) -> None:
    """Replace a deal that was written down wrongly."""
    await place.carry_out(
        CorrectSheet(
            **place.board,
            deal=number(place.form, "deal"),
            sheets=(_deal(place.form),),
            reason=words(place.form, "reason", ""),
        )
    )


async def call_time(place: DeskVisit) -> None:
    """End a match by the clock."""
    place.require(CallTime)
    at = place.board["round"], place.board["board"]
    await place.through_office(place.office.call_time, at, place.version)


PAGE = DeskPage(
    "sheets",
    1,
    show,
    {"score-deal": score_deal, "correct-deal": correct_deal, "call-time": call_time},
    fits=_fits,
)
