"""Lots and numbers: committed to, drawn, numbers assigned."""

from qipan.journal.event import Cause, Event, PublicFields
from qipan.journal.state.draft import Draft, Reducers
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


def add_lot_committed(draft: Draft, event: LotCommitted) -> None:
    """Keep the commitment."""
    draft.section(event.section).commitments[event.lot] = event.commitment


def add_lot_drawn(draft: Draft, event: LotDrawn) -> None:
    """Keep the draw."""
    draft.section(event.section).lots[event.lot] = event.draw


def add_numbers_assigned(draft: Draft, event: NumbersAssigned) -> None:
    """Keep the order of numbers."""
    section = draft.section(event.section)
    section.order, section.numbered = event.order, event.cause


REDUCERS: Reducers = {
    LotCommitted: add_lot_committed,
    LotDrawn: add_lot_drawn,
    NumbersAssigned: add_numbers_assigned,
}

PUBLIC: PublicFields = {
    LotCommitted: ("section", "lot", "commitment"),
    LotDrawn: ("section", "lot"),
    NumbersAssigned: ("section", "order"),
}
