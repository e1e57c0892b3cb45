"""Events of rounds paired by hand, and of rounds taken back."""

from qipan.journal.event import Cause, Event
from qipan.journal.rounds import Resting, Table
from qipan.kernel.ids import RoundNo, SectionId


class PairedByHand(Event, frozen=True, tag="paired-by-hand/1"):
    """A round was paired or changed by hand before it was public."""

    section: SectionId
    round: RoundNo
    tables: tuple[Table, ...]
    resting: tuple[Resting, ...] = ()
    causes: tuple[Cause, ...] = ()
    stage: str = ""
    by: str = ""
    reason: str = ""
    clause: str = ""
    """The clause it was done under, if one was named."""
    steps: tuple[Cause, ...] = ()
    broken: tuple[Cause, ...] = ()
    """The rules it breaks, each acknowledged by name."""


class RoundWithdrawn(Event, frozen=True, tag="round-withdrawn/1"):
    """A paired round that nobody had begun was taken back."""

    section: SectionId
    round: RoundNo
    reason: str
    published: bool = False
    """It had been public."""


Events = PairedByHand | RoundWithdrawn
