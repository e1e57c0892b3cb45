"""A parcel at the door: what taking it would do here, and doing it, whole or not at all."""

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from qipan.desk.custody import ONE_HOLDER
from qipan.desk.people import everybody
from qipan.journal.envelope import GENESIS, Batch, Envelope, chain
from qipan.journal.event import fresh
from qipan.journal.live.table import PREFIX as TABLES
from qipan.journal.state import Competition
from qipan.journal.travel.carried import RecordCarried, carried_stream
from qipan.journal.travel.parcel import Parcel
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import CompetitionId
from qipan.office.clerk import Clerk, stream_of
from qipan.office.travel.collection import is_proved, open_lots
from qipan.office.travel.rehearsal import Rehearsed
from qipan.store.travel.adoption import Adopted, Adoption

NEW, FURTHER, SAME = "new", "further", "same"


class SectionThere(msgspec.Struct, frozen=True):
    """A section that arrives."""

    section: str
    title: str
    entrants: int
    rounds: int
    approved: bool


class ArrivalPreview(msgspec.Struct, frozen=True):
    """What taking a parcel would do here."""

    competition: str
    title: str
    sections: tuple[SectionThere, ...]
    events: int
    fresh: int
    """Of these, events that are not here yet."""
    people: int
    erased: int
    """Whom the competition knows, and of whom nothing is known any more."""
    pictures: int
    tables: int
    lots_waiting: int
    """Lots that are committed to and not drawn; without their secrets they cannot be drawn."""
    secrets: int
    checkpoints: int
    key: str
    """The public key that signed the file; empty: nobody did."""
    holder: str
    """Who holds it, or where it was to go."""
    since: str
    on_its_way: bool
    """Nobody holds it: taking it is taking it over."""
    does: str
    """``new``: it is not here yet; ``further``: it goes on from what is here; ``same``: it is."""


class Taken(msgspec.Struct, frozen=True):
    """What was taken."""

    preview: ArrivalPreview
    people: int
    kept: tuple[str, ...]
    """People who are known here under other words; these stay."""
    held: bool
    """Whether the competition is held here now; else it is a copy to read."""
    version: int


class Sealed(Protocol):
    """Seals a secret with the key of this data."""

    def __call__(self, name: str, content: bytes) -> bytes:
        """Seal it."""


Adopt = Callable[[Adoption], Adopted]


def look(office: Clerk, found: Rehearsed, key: str = "") -> ArrivalPreview:
    """Say what taking a parcel would do here. Raises Refused where it cannot be taken."""
    parcel, state = found.parcel, found.state
    here = _here(office, state.id)
    does = _judged(office, parcel, state, here)
    known = len(here.past) if here is not None else 0
    custody = state.custody
    people = set(everybody(state))
    return ArrivalPreview(
        competition=state.id,
        title=state.title,
        sections=tuple(
            SectionThere(
                each.id,
                each.title,
                len(each.active),
                len(each.rounds),
                each.approved is not None,
            )
            for each in state.sections.values()
        ),
        events=len(parcel.events),
        fresh=len(parcel.events) if not known else sum(1 for _ in _unknown(office, parcel)),
        people=len(parcel.people),
        erased=len(people - set(parcel.people)),
        pictures=len(parcel.pictures),
        tables=sum(each.version == 1 for each in parcel.events if each.stream.startswith(TABLES)),
        lots_waiting=sum(1 for _ in open_lots(state)),
        secrets=len(parcel.secrets),
        checkpoints=len(parcel.checkpoints),
        key=key,
        holder=custody.name if custody else "",
        since=custody.since if custody else "",
        on_its_way=custody is not None and not custody.place,
        does=does,
    )


def _here(office: Clerk, competition: CompetitionId) -> Competition | None:
    try:
        return office.state(competition)
    except Unknown:
        return None


def _judged(office: Clerk, parcel: Parcel, state: Competition, here: Competition | None) -> str:
    """Say how a parcel stands to what is here. Raises Refused."""
    if state.custody is None:
        raise Refused("travel.no-holder", ONE_HOLDER, competition=state.id)
    if here is None:
        return NEW
    stream = stream_of(state.id)
    own = office.around.log.read(stream)
    theirs = [each for each in parcel.events if each.stream == stream]
    common = _common(own, theirs)
    if not common:
        raise Refused("travel.other-event", ONE_HOLDER, competition=state.id, title=here.title)
    if common < min(len(own), len(theirs)):
        raise Refused("travel.forked", ONE_HOLDER, competition=state.id, event=common)
    if len(theirs) < len(own):
        more = len(own) - len(theirs)
        raise Refused("travel.older", ONE_HOLDER, competition=state.id, more=more)
    if len(theirs) == len(own):
        return SAME
    if office.holds(here) and here.custody and state.custody.epoch <= here.custody.epoch:
        raise Refused("travel.held-here", ONE_HOLDER, competition=state.id)
    if here.custody is None:
        raise Refused("travel.held-here", ONE_HOLDER, competition=state.id)
    return FURTHER


def _common(one: Iterable[Envelope], other: Iterable[Envelope]) -> int:
    """Count the first events that two streams share."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left.hash != right.hash:
            break
        count += 1
    return count


def _unknown(office: Clerk, parcel: Parcel) -> Iterable[Envelope]:
    versions = {
        stream: office.around.log.version(stream)
        for stream in {each.stream for each in parcel.events}
    }
    return (each for each in parcel.events if each.version > versions[each.stream])


def take(office: Clerk, found: Rehearsed, adopt: Adopt, sealed: Sealed, key: str = "") -> Taken:
    """Take a parcel. Raises Refused, Conflict or Unavailable; then nothing was stored."""
    preview = look(office, found, key)
    parcel, state = found.parcel, found.state
    shared = known_elsewhere(office, state.id)
    events = [each for each in parcel.events if not _own_here(office, each)]
    done = adopt(
        Adoption(
            events=[*events, *(_proof(office, parcel, key) if preview.does != SAME else ())],
            people=parcel.people,
            replaced=frozenset(parcel.people) - shared,
            forgotten=frozenset(map(str, state.erased)) - shared,
            pictures=parcel.pictures,
            secrets={name: sealed(name, content) for name, content in parcel.secrets.items()},
        )
    )
    now = office.state(state.id)
    return Taken(preview, done.people, done.kept, office.holds(now), now.version)


def _own_here(office: Clerk, envelope: Envelope) -> bool:
    """Say whether a regulation or notes of conduct are here already: these stay as they are."""
    return not is_proved(envelope.stream) and bool(office.around.log.version(envelope.stream))


def known_elsewhere(office: Clerk, competition: CompetitionId) -> frozenset[str]:
    """Name everybody whom another competition here knows."""
    return frozenset(
        str(who)
        for state in office.readable()
        if state.id != competition
        for who in everybody(state)
    )


def _proof(office: Clerk, parcel: Parcel, key: str) -> tuple[Envelope, ...]:
    """Write down the record it comes from, after what it brought along itself."""
    if not parcel.tree or parcel.place == office.place():
        return ()
    stream = carried_stream(parcel.competition, office.place())
    known = office.around.log.read(stream)
    told = RecordCarried(
        place=parcel.place, key=key, tree=parcel.tree, checkpoints=parcel.checkpoints
    )
    at = office.around.now().isoformat(timespec="milliseconds")
    version, previous = (known[-1].version, known[-1].hash) if known else (0, GENESIS)
    return chain(version, previous, Batch(stream, version, "travel", at, (fresh(told),)))
