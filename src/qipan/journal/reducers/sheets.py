"""Adding events of scoresheets."""

from dataclasses import replace

from qipan.journal.folding import Folding, Reducers
from qipan.journal.sheets import DealScored, SheetCorrected, TimeCalled
from qipan.journal.state import Scoresheet


def scored(folding: Folding, event: DealScored) -> None:
    """Write a deal on the sheet."""
    sheets = folding.section(event.section).sheets
    key = (event.round, event.board)
    old = sheets.get(key, Scoresheet())
    sheets[key] = replace(old, deals=(*old.deals, event.sheet))


def corrected(folding: Folding, event: SheetCorrected) -> None:
    """Replace deals, and remember that it was done."""
    sheets = folding.section(event.section).sheets
    key = (event.round, event.board)
    old = sheets[key]
    at, count = event.deal - 1, len(event.sheets)
    deals = (*old.deals[:at], *event.sheets, *old.deals[at + count :])
    note = (event.deal, old.deals[at : at + count], event.reason)
    sheets[key] = replace(old, deals=deals, corrected=(*old.corrected, note))


def timed(folding: Folding, event: TimeCalled) -> None:
    """Note that no deal follows."""
    sheets = folding.section(event.section).sheets
    key = (event.round, event.board)
    sheets[key] = replace(sheets.get(key, Scoresheet()), time_up=True)


REDUCERS: Reducers = {DealScored: scored, SheetCorrected: corrected, TimeCalled: timed}
