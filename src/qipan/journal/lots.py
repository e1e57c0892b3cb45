"""Events of lots and numbers."""

from qipan.journal.event import Cause, Event
from qipan.kernel.ids import EntrantId, SectionId
from qipan.kernel.lots import Draw


class LotCommitted(Event, frozen=True, tag="lot-committed/1"):
    """The commitment to a lot's secret was published."""

    section: SectionId
    lot: str
    commitment: str


class LotDrawn(Event, frozen=True, tag="lot-drawn/1"):
    """A lot was drawn and its secret revealed."""

    section: SectionId
    lot: str
    draw: Draw


class NumbersAssigned(Event, frozen=True, tag="numbers-assigned/1"):
    """The entrants got their numbers: the first has number 1."""

    section: SectionId
    order: tuple[EntrantId, ...]
    cause: Cause


Events = LotCommitted | LotDrawn | NumbersAssigned
