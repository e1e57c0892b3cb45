"""Scoresheets: what a table of a card game writes down after each deal."""

from dataclasses import replace

from qipan.journal.event import Event, PrivateReasons
from qipan.journal.state import DealSheet, Scoresheet
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import BoardNo, RoundNo, SectionId


class DealScored(Event, frozen=True, tag="deal-scored/1"):
    """A deal was entered on the scoresheet of a table."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    deal: int
    sheet: DealSheet
    levels: tuple[int, int]
    """After it."""


class SheetCorrected(Event, frozen=True, tag="sheet-corrected/1"):
    """Deals on a scoresheet were replaced from one on; the old ones stay in the journal."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    deal: int
    sheets: tuple[DealSheet, ...]
    levels: tuple[int, int]
    reason: str = ""


class TimeCalled(Event, frozen=True, tag="table-time-called/1"):
    """The time of a table was up."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    levels: tuple[int, int]
    banker: int | None = None
    """The seat that holds the bank."""


Events = DealScored | SheetCorrected | TimeCalled


def add_deal_scored(draft: Draft, event: DealScored) -> None:
    """Write a deal on the sheet."""
    sheets = draft.section(event.section).sheets
    key = (event.round, event.board)
    old = sheets.get(key, Scoresheet())
    sheets[key] = replace(old, deals=(*old.deals, event.sheet))


def add_sheet_corrected(draft: Draft, event: SheetCorrected) -> None:
    """Replace deals, and remember that it was done."""
    sheets = draft.section(event.section).sheets
    key = (event.round, event.board)
    old = sheets[key]
    at, count = event.deal - 1, len(event.sheets)
    deals = (*old.deals[:at], *event.sheets, *old.deals[at + count :])
    note = (event.deal, old.deals[at : at + count], event.reason)
    sheets[key] = replace(old, deals=deals, corrected=(*old.corrected, note))


def add_time_called(draft: Draft, event: TimeCalled) -> None:
    """Note that no deal follows."""
    sheets = draft.section(event.section).sheets
    key = (event.round, event.board)
    sheets[key] = replace(sheets.get(key, Scoresheet()), time_up=True)


REDUCERS: Reducers = {
    DealScored: add_deal_scored,
    SheetCorrected: add_sheet_corrected,
    TimeCalled: add_time_called,
}

PRIVATE: PrivateReasons = {
    DealScored: "the result that follows is told",
    SheetCorrected: "the result that follows is told",
    TimeCalled: "the result that follows is told",
}
