"""A foreign parcel, told again in memory before anything of it is written.

Everything that ``qipan verify`` would look at is looked at, with the same code: every hash, every
decision that follows from the ones before, every move of every live game, every lot. Then every
section is reported on. What fails here is refused whole, with the first thing that is wrong.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby

import msgspec

from qipan.desk.competition import require_name
from qipan.desk.particulars import picture_of
from qipan.formats.photos import read_photo
from qipan.journal.envelope import Batch, Envelope, Fresh
from qipan.journal.live.table import PREFIX as TABLES
from qipan.journal.people import Person
from qipan.journal.state import Competition
from qipan.journal.travel.carried import carried_for
from qipan.journal.travel.parcel import FORMAT, Parcel
from qipan.kernel.errors import BadInput, Conflict, Corrupt, Impossible, Refused, Unknown
from qipan.kernel.ids import CompetitionId, PersonId
from qipan.kernel.lots import commit
from qipan.office.clerk import NOT_FOLLOWING, Clerk, Surroundings, stream_of
from qipan.office.editions import PREFIX as EDITIONS
from qipan.office.record.package import persons_of, pictures_of
from qipan.office.record.proof import check_proof
from qipan.office.reports import make_report
from qipan.office.travel.collection import is_proved, open_lots, origin_of
from qipan.office.verification import verify_log
from qipan.play.conduct_log import PREFIX as CONDUCT
from qipan.store.memory import MemoryLog, MemoryPeople, MemorySecrets
from qipan.store.schema import storable

MOST_EVENTS, MOST_EDITIONS, MOST_PEOPLE = 400_000, 50, 100_000
LONGEST_PERSON = 4_000
_NO_CLOCK = datetime(2000, 1, 1, tzinfo=UTC)


class Rehearsed(msgspec.Struct, frozen=True):
    """A parcel that was told again, and what it adds up to."""

    parcel: Parcel
    state: Competition
    roots: dict[int, str]
    """What the record it comes from had as roots; nothing where it brings no proof."""


def rehearse(parcel: Parcel) -> Rehearsed:
    """Tell a parcel again. Raises BadInput or Corrupt at the first thing that is wrong."""
    try:
        return _rehearse(parcel)
    except RecursionError as error:
        raise _wrong("it is nested too deeply") from error


def _rehearse(parcel: Parcel) -> Rehearsed:
    _check_frame(parcel)
    log = MemoryLog()
    for part in _batches(parcel.events):
        _append(log, part)
    try:
        verify_log(log)
    except NOT_FOLLOWING as error:
        raise _wrong(f"it cannot be told again: {error!r}"[:200]) from error
    office = _office(log)
    state = office.state(CompetitionId(parcel.competition))
    if state.id != parcel.competition:
        raise _wrong(f"its journal is that of {state.id[:60]!r}")
    for person, content in check_people(parcel, state):
        office.around.people.save(person, content)
    check_pictures(parcel, state)
    check_secrets(parcel, state)
    _check_reports(office, state)
    return Rehearsed(parcel, state, _check_tree(parcel))


def _check_frame(parcel: Parcel) -> None:
    """Look at what can be seen without telling anything again."""
    name = parcel.competition
    if parcel.format != FORMAT:
        raise _wrong(f"of a kind that this version does not know: {parcel.format[:40]!r}")
    try:
        require_name(name)
    except Refused as error:
        raise _wrong("a competition has a short id of small letters, digits and hyphens") from error
    if len(parcel.events) > MOST_EVENTS or len(parcel.people) > MOST_PEOPLE:
        raise _wrong("too large")
    firsts = {each.stream: each for each in reversed(parcel.events)}
    if stream_of(CompetitionId(name)) not in firsts:
        raise _wrong("the journal of the competition is not in it")
    if sum(stream.startswith(EDITIONS) for stream in firsts) > MOST_EDITIONS:
        raise _wrong("too many regulations")
    tables = {
        stream.removeprefix(TABLES)
        for stream, first in firsts.items()
        if stream.startswith(TABLES) and origin_of(first) == name
    }
    for stream in firsts:
        kind, _, rest = stream.partition("/")
        belongs = stream == stream_of(CompetitionId(name)) or carried_for(stream) == name
        belongs = belongs or stream.startswith(EDITIONS)
        if not belongs and not (f"{kind}/" in (TABLES, CONDUCT) and rest in tables):
            raise _wrong(f"{stream[:80]!r} does not belong to {name}")


def _batches(events: Iterable[Envelope]) -> Iterator[list[Envelope]]:
    for _, same in groupby(events, key=lambda each: (each.stream, each.actor, each.at)):
        yield list(same)


def _append(log: MemoryLog, part: list[Envelope]) -> None:
    """Store events as they would be stored; every hash must come out as it is said to be."""
    first = part[0]
    fresh = tuple(Fresh(each.name, each.payload) for each in part)
    batch = Batch(first.stream, first.version - 1, first.actor, first.at, fresh)
    try:
        stored = log.append(batch)
    except Conflict as error:
        raise Corrupt(first.stream, first.version, "out of its order") from error
    for expected, found in zip(part, stored, strict=True):
        if expected != found:
            raise Corrupt(expected.stream, expected.version, "its content does not match its hash")


def _office(log: MemoryLog) -> Clerk:
    around = Surroundings(log, MemoryPeople(), MemorySecrets(), lambda: _NO_CLOCK, bytes)
    return Clerk(around)


def check_people(parcel: Parcel, state: Competition) -> Iterator[tuple[PersonId, Person]]:
    """Read what is said of people; each must be of the competition. Raises BadInput."""
    known = set(persons_of(state))
    for who, content in parcel.people.items():
        if who not in known or who in state.erased:
            raise _wrong(f"{who[:80]!r} is nobody of this competition")
        if len(content) > LONGEST_PERSON or not storable(content):
            raise _wrong(f"what it says of {who[:80]!r} cannot be kept")
        try:
            yield PersonId(who), msgspec.json.decode(content, type=Person)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise _wrong(f"what it says of {who[:80]!r} cannot be read") from error


def check_pictures(parcel: Parcel, state: Competition) -> None:
    """Require pictures that the journal knows, as this program keeps them. Raises BadInput."""
    wanted = pictures_of(state)
    for name, picture in parcel.pictures.items():
        if wanted.get(name) != picture.media:
            raise _wrong(f"the journal knows no picture {name[:16]!r}")
        if hashlib.sha256(picture.content).hexdigest() != name:
            raise _wrong(f"picture {name[:16]} is not what its hash says")
        read = read_photo(picture.content)
        if (read.media, read.content) != (picture.media, picture.content):
            raise _wrong(f"picture {name[:16]} is not as this program keeps pictures")
    logo = state.particulars.logo if state.particulars else ""
    if logo and picture_of(logo) is None:
        raise _wrong("its logo is no picture")


def check_secrets(parcel: Parcel, state: Competition) -> None:
    """Require secrets of lots that wait. Raises BadInput."""
    wanted = dict(open_lots(state))
    for name, secret in parcel.secrets.items():
        if name not in wanted or commit(secret) != name.rpartition("/")[2]:
            raise _wrong(f"{name[:80]!r} is the secret of no lot that waits")


def _check_tree(parcel: Parcel) -> dict[int, str]:
    """Find every event in the record it comes from, and nothing of the competition missing."""
    if not parcel.tree:
        if parcel.checkpoints:
            raise _wrong("it has checkpoints, but not the tree they were made of")
        return {}
    hashes = {(str(each.stream), each.version): each.hash for each in parcel.events}
    named = [item for item in parcel.tree if isinstance(item[0], str)]
    if len(named) != sum(is_proved(stream) for stream, _ in hashes):
        raise _wrong("its events are not those of the record it comes from")
    for each in parcel.checkpoints:
        if each.competition != parcel.competition:
            raise _wrong("it has checkpoints of another competition")
    return check_proof(parcel.tree, parcel.checkpoints, hashes)


def _check_reports(office: Clerk, state: Competition) -> None:
    """Report on every section: what cannot be shown is not taken."""
    for section, found in state.sections.items():
        if [each.number for each in found.rounds] != [*range(1, len(found.rounds) + 1)]:
            raise _wrong(f"the rounds of section {section[:60]!r} are not counted from 1")
        try:
            make_report(office, state.id, section)
        except (Refused, Impossible):  # nothing is paired yet
            continue
        except (Unknown, *NOT_FOLLOWING) as error:
            raise _wrong(f"section {section[:60]!r} cannot be shown: {error!r}"[:200]) from error


def _wrong(why: str) -> BadInput:
    return BadInput(why, where="event", code="travel.unreadable", facts={"why": why})
