"""Events of scoresheets: what a table of a card game writes down after each deal."""

import msgspec

from qipan.journal.event import Event
from qipan.kernel.ids import BoardNo, RoundNo, SectionId
from qipan.kernel.rules import RuleKey


class DealPenalty(msgspec.Struct, frozen=True):
    """What one side lost for an offence in a deal."""

    side: int
    offence: RuleKey
    points: int = 0
    levels: int = 0


class DealSheet(msgspec.Struct, frozen=True):
    """One deal as it is written down; side 0 is the entrant named first at the table."""

    banker: int
    """Seat 0–3; seats 0 and 2 are side 0."""
    trick_points: int
    """Points in the tricks that the defenders won, without the bottom."""
    bottom_points: int = 0
    last_length: int = 0
    """Pairs in the part of the last trick that counts; 0 is a single card."""
    defenders_buried: bool = False
    defenders_won_last: bool = False
    penalties: tuple[DealPenalty, ...] = ()


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
