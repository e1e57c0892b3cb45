"""A copy that grows with its holder: how far it is, and taking what comes next.

What comes is foreign, as a file is. Every event is chained to what is here and told again before
anything is stored, and only whoever holds the competition by its own journal may send.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from qipan.desk.custody import ONE_HOLDER
from qipan.journal.envelope import GENESIS, Envelope, digest
from qipan.journal.live.checks import check
from qipan.journal.live.table import PREFIX as TABLES
from qipan.journal.live.table import first_of, follow, read_event
from qipan.journal.log import Log
from qipan.journal.record.register import content_digest
from qipan.journal.state import Competition
from qipan.journal.travel.carried import carried_for
from qipan.journal.travel.parcel import Parcel
from qipan.journal.travel.push import Fence, Heads, Push
from qipan.kernel.errors import BadInput, Corrupt, QipanError, Refused, Unknown
from qipan.kernel.ids import CompetitionId, StreamId
from qipan.kernel.lots import faults
from qipan.office.clerk import Clerk, stream_of
from qipan.office.editions import PREFIX as EDITIONS
from qipan.office.editions import read_edition
from qipan.office.record.package import persons_of, pictures_of
from qipan.office.travel.arrival import Adopt, Sealed, known_elsewhere
from qipan.office.travel.collection import KeptPictures, editions_of, open_lots, origin_of
from qipan.office.travel.custody import live_table_names
from qipan.office.travel.rehearsal import check_people, check_pictures, check_secrets
from qipan.store.travel.adoption import Adoption

MOST_EVENTS = 50_000


class FencedOff(QipanError):
    """Somebody else holds the competition, or the copy has another history."""

    def __init__(self, fence: Fence) -> None:
        """Carry what the sender is told."""
        self.fence = fence
        super().__init__(f"held by {fence.custody.name} since {fence.custody.since}")


def heads(
    office: Clerk,
    home: CompetitionId,
    stored: Mapping[str, str],
    pictures: KeptPictures,
    tables: Iterable[str],
) -> Heads:
    """Say how far the copy of a competition is here. ``stored``: content of people by id."""
    log = office.around.log
    try:
        state = office.state(home)
    except Unknown:
        return Heads({})
    streams = [stream_of(home), *(StreamId(TABLES + each) for each in tables)]
    streams += [StreamId(f"{EDITIONS}{each}") for each in editions_of(state)]
    streams += [each for each in log.streams("carried/") if carried_for(each) == home]
    found = {str(stream): _head(office, stream) for stream in streams}
    kept = tuple(name for name in pictures_of(state) if _kept(pictures, name))
    digests = {who: content_digest(stored[who]) for who in persons_of(state) if who in stored}
    secrets = tuple(name for name, _ in open_lots(state) if _known_secret(office, name))
    return Heads(found, digests, kept, secrets)


def _head(office: Clerk, stream: StreamId) -> tuple[int, str]:
    version = office.around.log.version(stream)
    last = office.around.log.read(stream, version - 1) if version else ()
    return (last[-1].version, last[-1].hash) if last else (0, GENESIS)


def _kept(pictures: KeptPictures, name: str) -> bool:
    try:
        pictures.find(name)
    except Unknown:
        return False
    return True


def _known_secret(office: Clerk, name: str) -> bool:
    try:
        office.around.secrets.reveal(name)
    except Unknown:
        return False
    return True


def fence_of(office: Clerk, state: Competition) -> Fence:
    """Say who holds a competition, with the whole line of its events and of its live games."""
    assert state.custody is not None
    log = office.around.log
    streams = [StreamId(f"{TABLES}{name}") for name in live_table_names(log, state.id)]
    return Fence(
        state.custody,
        _line(log, stream_of(state.id)),
        tables={str(stream): _line(log, stream) for stream in streams},
    )


def _line(log: Log, stream: StreamId) -> tuple[tuple[int, str], ...]:
    return tuple((each.version, each.hash) for each in log.read(stream))


def receive(
    office: Clerk, home: CompetitionId, push: Push, adopt: Adopt, sealed: Sealed
) -> Competition:
    """Take what a holder sends; gives the state after it.

    Raises FencedOff where somebody else holds it or the history is another, BadInput or Corrupt
    where it is not whole; then nothing was stored.
    """
    if len(push.events) > MOST_EVENTS:
        raise _wrong("too much at once")
    here = _here(office, home)
    parts = _parts(push.events)
    fresh = {stream: _fresh(office, here, stream, part) for stream, part in parts.items()}
    state = _state_after(office, home, here, fresh)
    custody = state.custody
    if custody is None or custody.place != push.place:
        raise _wrong("whoever sends it does not hold it")
    for stream, events in fresh.items():
        _check_stream(office, home, stream, events)
    parcel = Parcel("", home, push.place, (), push.people, push.pictures, push.secrets)
    list(check_people(parcel, state))
    check_pictures(parcel, state)
    check_secrets(parcel, state)
    shared = known_elsewhere(office, home) if push.people or push.forgotten else frozenset()
    own = set(persons_of(state))
    adopt(
        Adoption(
            events=[each for events in fresh.values() for each in events],
            people=push.people,
            replaced=frozenset(push.people) - shared,
            forgotten=(frozenset(push.forgotten) & own) - shared,
            pictures=push.pictures,
            secrets={name: sealed(name, content) for name, content in push.secrets.items()},
        )
    )
    return office.state(home)


def _here(office: Clerk, home: CompetitionId) -> Competition | None:
    """Give what is here of it; it must be a copy. Raises FencedOff or Refused."""
    try:
        here = office.state(home)
    except Unknown:
        return None
    if here.custody is None:
        raise Refused("travel.other-event", ONE_HOLDER, competition=home, title=here.title)
    if office.holds(here):
        raise FencedOff(fence_of(office, here))
    return here


def _parts(events: Iterable[Envelope]) -> dict[StreamId, list[Envelope]]:
    found: dict[StreamId, list[Envelope]] = defaultdict(list)
    for each in events:
        found[each.stream].append(each)
    order = (EDITIONS, "carried/", "competition/")
    return dict(sorted(found.items(), key=lambda item: not item[0].startswith(order)))


def _fresh(
    office: Clerk, here: Competition | None, stream: StreamId, part: list[Envelope]
) -> list[Envelope]:
    """Give what is not here yet, chained to what is. Raises FencedOff or Corrupt."""
    known = office.around.log.read(stream, part[0].version - 2) if part[0].version > 1 else ()
    if part[0].version == 1:
        known = office.around.log.read(stream)
    if stream.startswith(EDITIONS) and known:
        return []
    by_version = {each.version: each for each in known}
    last = max(by_version, default=0 if part[0].version == 1 else -1)
    previous, fresh = GENESIS, list[Envelope]()
    if part[0].version > 1:
        if part[0].version - 1 not in by_version:
            raise Corrupt(stream, part[0].version, "what comes before it is not here")
        previous = by_version[part[0].version - 1].hash
    for place, each in enumerate(part):
        if each.version != part[0].version + place or digest(each) != each.hash:
            raise Corrupt(stream, each.version, "its content does not match its hash")
        if each.previous != previous or (
            each.version <= last and by_version[each.version].hash != each.hash
        ):
            if here is not None and stream == stream_of(here.id):
                raise FencedOff(fence_of(office, here))
            raise Corrupt(stream, each.version, "another history is here")
        previous = each.hash
        if each.version > last:
            fresh.append(each)
    return fresh


def _state_after(
    office: Clerk,
    home: CompetitionId,
    here: Competition | None,
    fresh: Mapping[StreamId, list[Envelope]],
) -> Competition:
    """Tell the competition on. Raises Corrupt."""
    for stream, events in fresh.items():
        if stream.startswith(EDITIONS):
            for envelope in events:
                read_edition(envelope)
    more = fresh.get(stream_of(home), [])
    state = office.advance(here or Competition(), more)
    if state.id != home:
        raise _wrong("its journal is that of another competition")
    for event in state.past[state.version - len(more) :]:
        draw = getattr(event, "draw", None)
        if draw is not None and faults(draw):
            raise _wrong(f"lot: {'; '.join(faults(draw))}")
    return state


def _check_stream(office: Clerk, home: CompetitionId, stream: str, events: list[Envelope]) -> None:
    """Require that a stream belongs to the competition, and tell a live game on."""
    if stream == stream_of(home) or carried_for(stream) == home or stream.startswith(EDITIONS):
        return
    if not stream.startswith(TABLES):
        raise _wrong(f"{stream[:80]!r} does not belong to {home}")
    before = office.around.log.read(StreamId(stream))
    whole = [*before, *events]
    if not whole or origin_of(whole[0]) != home:
        raise _wrong(f"{stream[:80]!r} does not belong to {home}")
    table = first_of(stream.removeprefix(TABLES), whole[0])
    for place, envelope in enumerate(whole[1:], 1):
        if place >= len(before):
            try:
                check(table, read_event(envelope))
            except BadInput as error:
                raise Corrupt(envelope.stream, envelope.version, error.what) from error
        follow(table, envelope)


def _wrong(why: str) -> BadInput:
    return BadInput(why, where="mirror", code="travel.unreadable", facts={"why": why})
