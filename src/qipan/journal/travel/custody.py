"""Custody: which data holds a competition, where several have a copy of it.

A competition that never left its data has no holder: it is held where it is. As soon as a copy
goes out its holder is named in the journal, and from then on every other copy is for reading. An
*epoch* grows whenever custody changes, so that of two who believe they hold it one is the later.
A *place* is the opaque id of some data; ``name`` is what people call it.
"""

from qipan.journal.event import Event, PrivateReasons, PublicFields
from qipan.journal.state.draft import Draft, Reducers
from qipan.journal.state.values import Custody


class HolderNamed(Event, frozen=True, tag="holder-named/1"):
    """A copy is about to go out; the data that it is made from holds the competition."""

    place: str
    name: str
    since: str


class EventHandedOver(Event, frozen=True, tag="event-handed-over/1"):
    """Whoever held it let go of it: nobody holds it until somebody takes it over."""

    to: str
    """Where it goes, in words."""
    epoch: int
    since: str


class EventTakenOver(Event, frozen=True, tag="event-taken-over/1"):
    """Somebody holds it from now on; whoever held it before is fenced off."""

    place: str
    name: str
    epoch: int
    since: str
    because: str = ""


class HoldingLost(Event, frozen=True, tag="holding-lost/1"):
    """This copy learnt that another one was taken over, and that its own last acts are not in it.

    They stay here, listed, and are merged with nothing.
    """

    place: str
    name: str
    epoch: int
    since: str
    shared: tuple[tuple[str, int], ...]
    """By stream, the last version that both have."""


Events = HolderNamed | EventHandedOver | EventTakenOver | HoldingLost


def add_holder_named(draft: Draft, event: HolderNamed) -> None:
    """Keep who holds it."""
    draft.state.custody = Custody(event.place, event.name, 1, event.since)


def add_event_handed_over(draft: Draft, event: EventHandedOver) -> None:
    """Nobody holds it; keep where it went."""
    draft.state.custody = Custody("", event.to, event.epoch, event.since)


def add_event_taken_over(draft: Draft, event: EventTakenOver) -> None:
    """Keep who holds it now."""
    draft.state.custody = Custody(event.place, event.name, event.epoch, event.since)


def add_holding_lost(draft: Draft, event: HoldingLost) -> None:
    """Keep who holds it, and up to where both copies are the same."""
    draft.state.custody = Custody(
        event.place, event.name, event.epoch, event.since, dict(event.shared)
    )


REDUCERS: Reducers = {
    HolderNamed: add_holder_named,
    EventHandedOver: add_event_handed_over,
    EventTakenOver: add_event_taken_over,
    HoldingLost: add_holding_lost,
}

PUBLIC: PublicFields = {
    EventHandedOver: ("to", "since"),
    EventTakenOver: ("name", "since"),
}
PRIVATE: PrivateReasons = {
    HolderNamed: "changes nothing for a reader",
    HoldingLost: "of a copy that does not count any more",
}
