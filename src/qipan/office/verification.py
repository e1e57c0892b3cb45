"""Is a journal whole? Every hash recomputed, every competition and every table told again."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

import msgspec

from qipan.journal.books.drafts import PREFIX as OWN_BOOKS
from qipan.journal.books.drafts import OwnBook
from qipan.journal.books.drafts import follow as follow_book
from qipan.journal.envelope import Envelope, verified
from qipan.journal.events import opened
from qipan.journal.folding import Folding
from qipan.journal.live.checks import check
from qipan.journal.live.table import PREFIX as TABLES
from qipan.journal.live.table import Table, first_of, follow, read_event
from qipan.journal.log import Log
from qipan.journal.record.checkpoints import STREAM as CHECKPOINTS
from qipan.journal.record.register import STREAM as REGISTER
from qipan.journal.record.register import read_register
from qipan.journal.state import Competition
from qipan.journal.travel.carried import PREFIX as CARRIED
from qipan.kernel.errors import BadInput, Corrupt
from qipan.kernel.ids import StreamId
from qipan.kernel.lots import faults
from qipan.office.editions import PREFIX as EDITIONS
from qipan.office.editions import read_edition
from qipan.office.office import PREFIX
from qipan.office.record.fingerprint import Fingerprint, StoredRecord, read_record
from qipan.office.record.proof import Brought, check_carried
from qipan.office.record.register_check import Beside, Registered, check_register
from qipan.rulebooks import all_books, editions

TRIES = 4
"""How often what lies beside is looked at while others change it."""


class Verified(msgspec.Struct, frozen=True):
    """What was looked at."""

    streams: int
    events: int
    editions: tuple["EditionInForce", ...] = ()
    fingerprint: str = ""
    """Over every event in the order of storing."""
    short: str = ""
    """The same, as it is printed on paper."""
    since: int | None = None
    """Events stored since the fingerprint it was compared with."""
    brought: Brought | None = None
    """The fingerprint is of the record that a competition here came from; what it says of that."""
    registered: Registered | None = None
    """What was compared with the register; None where it is not kept, or was not asked for."""


class EditionInForce(msgspec.Struct, frozen=True):
    """The edition of the book that a competition is read under."""

    competition: str
    book: str
    edition: str
    current: bool
    """It is today's."""
    known: bool = True
    """Its text is here; else today's is used in its place."""
    section: str = ""
    """A section that was moved to an edition of its own; empty: the competition."""


def verify_record(log: Log, beside: Beside, against: Fingerprint | None = None) -> Verified:
    """Verify the events, the storage, and people, roles and secrets beside them.

    Raises Corrupt at the first thing that is not as the program left it.
    """
    found = verify_log(log, against)
    return msgspec.structs.replace(found, registered=_check_register(log, beside))


def _check_register(log: Log, beside: Beside) -> Registered | None:
    """Check what lies beside; again if it changed meanwhile, as a server may be at work."""
    for _ in range(TRIES - 1):
        before = log.version(REGISTER)
        try:
            return check_register(log, beside)
        except Corrupt:
            if log.version(REGISTER) == before:
                raise
    return check_register(log, beside)


def verify_log(log: Log, against: Fingerprint | None = None) -> Verified:
    """Hash and fold everything again. Raises Corrupt at the first broken event.

    Everything is read twice: by stream, as the program reads it, and in the order of storing,
    without an index. Both must give the same.
    """
    counted, heads = _verify_streams(log)
    for fault in log.faults():
        raise Corrupt("storage", 0, fault)
    brought = check_carried(log, against)
    record = _read(log, against, brought)
    for stream in sorted(heads.keys() | record.heads.keys()):
        seen, stored = heads.get(StreamId(stream)), record.heads.get(stream)
        if seen != stored:
            seen = _grown(log, StreamId(stream), seen, stored)
        if seen != stored:
            here, there = (seen or (0,))[0], (stored or (0,))[0]
            why = f"its index shows {here} events of the {there} that are stored"
            raise Corrupt(stream, min(here, there) + 1, why)
    fingerprint = record.fingerprint
    return msgspec.structs.replace(
        counted,
        fingerprint=str(fingerprint),
        short=fingerprint.short,
        since=record.since,
        brought=None if record.since is not None else brought,
    )


def _grown(
    log: Log, stream: StreamId, seen: tuple[int, str] | None, stored: tuple[int, str] | None
) -> tuple[int, str] | None:
    """Read on by stream: a server may have written between the two readings."""
    count, last = seen or (0, "")
    for envelope in log.read(stream, count):
        if envelope.version > (stored or (0,))[0]:
            break
        if last and envelope.previous != last:
            return seen
        count, last = envelope.version, envelope.hash
    return (count, last) if count else None


def _read(log: Log, against: Fingerprint | None, brought: Brought | None) -> StoredRecord:
    """Read in the order of storing; an old code may be of a record that something came from."""
    try:
        return read_record(log, against)
    except Corrupt:
        if brought is None:
            raise
        return read_record(log)


def _verify_streams(log: Log) -> tuple[Verified, dict[StreamId, tuple[int, str]]]:
    """Verify stream by stream; gives also the number of events and last hash of each."""
    streams = events = 0
    heads: dict[StreamId, tuple[int, str]] = {}
    states: list[Competition] = []
    own: dict[str, OwnBook] = {}
    for stream, found in groupby(log.scan(), key=lambda each: each.stream):
        envelopes = _watched(found, heads)
        if stream == CHECKPOINTS:  # marks of the record, no acts
            sum(1 for _ in verified(envelopes))
            continue
        if stream == REGISTER:  # notes about what lies beside, no acts
            read_register(verified(envelopes))
            continue
        if stream.startswith(CARRIED):  # proofs that competitions brought along, checked apart
            sum(1 for _ in verified(envelopes))
            continue
        if stream.startswith(EDITIONS):  # texts that competitions stand on, no acts
            for envelope in verified(envelopes):
                read_edition(envelope)
            continue
        streams += 1
        if stream.startswith(OWN_BOOKS):
            events += _verify_own_book(stream, envelopes, own)
        else:
            events += _verify_stream(stream, envelopes, states)
    return Verified(streams, events, tuple(_in_force(states, own))), heads


def _watched(
    envelopes: Iterable[Envelope], heads: dict[StreamId, tuple[int, str]]
) -> Iterator[Envelope]:
    for envelope in envelopes:
        heads[envelope.stream] = (heads.get(envelope.stream, (0, ""))[0] + 1, envelope.hash)
        yield envelope


def _verify_own_book(stream: str, envelopes: Iterable[Envelope], own: dict[str, OwnBook]) -> int:
    """Read a book of one's own again: its drafts and editions."""
    state = OwnBook(stream.removeprefix(OWN_BOOKS))
    for envelope in verified(envelopes):
        state = follow_book(state, envelope)
        newest = state.editions[-1] if state.editions else ""
        if newest and newest != editions.edition_name(state.published):
            raise Corrupt(envelope.stream, envelope.version, "the edition is not that of the draft")
    own[state.id] = state
    return state.version


def _in_force(
    states: Iterable[Competition], own: Mapping[str, OwnBook]
) -> Iterator[EditionInForce]:
    """Name the editions, after all that are stored were read."""
    for state in states:
        moved = [each for each in state.sections.values() if each.edition]
        for section, edition in (("", state.edition), *((each.id, each.edition) for each in moved)):
            current = edition == _newest(state.book, own)
            known = editions.is_known(edition)
            yield EditionInForce(state.id, state.book, edition, current, known, section)


def _newest(book: str, own: Mapping[str, OwnBook]) -> str:
    if book in all_books():
        return editions.edition_of(book)
    return own[book].editions[-1] if book in own and own[book].editions else ""


def _verify_stream(stream: str, whole: Iterable[Envelope], states: list[Competition]) -> int:
    if stream.startswith(PREFIX):
        return _verify_competition(whole, states)
    if stream.startswith(TABLES):
        return _verify_table(whole)
    return sum(1 for _ in verified(whole))


def _verify_table(envelopes: Iterable[Envelope]) -> int:
    """Play a game again, move by move."""
    table: Table | None = None
    count = 0
    for envelope in verified(envelopes):
        count += 1
        if table is None:
            table = first_of(envelope.stream.removeprefix(TABLES), envelope)
        else:
            try:
                check(table, read_event(envelope))
            except BadInput as error:
                raise Corrupt(envelope.stream, envelope.version, error.what) from error
            follow(table, envelope)
    return count


def _verify_competition(envelopes: Iterable[Envelope], states: list[Competition]) -> int:
    folding = Folding(Competition())
    count = 0
    for envelope in verified(envelopes):
        count += 1
        event = opened(envelope)
        try:
            folding.add(event)
        except (KeyError, IndexError) as error:
            why = f"does not follow from what came before: {error}"
            raise Corrupt(envelope.stream, envelope.version, why) from error
        wrong = faults(draw) if (draw := getattr(event, "draw", None)) is not None else ()
        if wrong:
            raise Corrupt(envelope.stream, envelope.version, f"lot: {'; '.join(wrong)}")
    states.append(folding.state)
    return count
