"""What can be asked for about scoresheets."""

from qipan.desk.command import Command
from qipan.journal.state import DealSheet
from qipan.kernel.ids import BoardNo, RoundNo, SectionId


class ScoreDeal(Command, frozen=True, tag=True):
    """Enter a deal on the scoresheet of a table."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    sheet: DealSheet


class CorrectSheet(Command, frozen=True, tag=True):
    """Replace deals from one on; those after them stay."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    deal: int
    """The first deal to be replaced, from 1."""
    sheets: tuple[DealSheet, ...]
    reason: str


class CallTime(Command, frozen=True, tag=True):
    """Say that the time of a table is up: the sheet decides the match."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    secret: bytes = b""
    """Of the table's lot, where nobody holds the bank at equal levels."""
    entropy: tuple[str, ...] = ()
