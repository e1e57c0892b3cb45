"""Scoresheets of card tables: every deal of the latest round, and the form for the next."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.sheets.scoring import GAME, OFFENCES, sheet_of
from qipan.games.shengji.scoresheet import PASSED
from qipan.rulebooks import EventRules
from qipan.web.desk.page import DeskPage, DeskVisit


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


PAGE = DeskPage("sheets", 1, show, fits=_fits)
