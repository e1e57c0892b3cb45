"""Events of other data, stored as they are: names, versions and hashes unchanged, all or nothing.

One transaction holds the events, the people with their notes in the register, pictures and secrets.
Whether what comes is true is judged before (``office.travel``); here only what fits is stored.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from qipan.journal.envelope import Envelope
from qipan.journal.record.register import (
    STREAM as REGISTER,
)
from qipan.journal.record.register import (
    PersonForgotten,
    PersonNoted,
    RegisterEvent,
    SecretNoted,
    content_digest,
)
from qipan.journal.travel.parcel import Picture
from qipan.kernel.errors import Conflict
from qipan.store.database import reading
from qipan.store.people import AT_ONCE
from qipan.store.record.register import note
from qipan.store.schema import attachment, event, person, secret

ROWS = 400
"""Events that go in with one statement."""


class Adoption(msgspec.Struct, frozen=True):
    """What is to be stored, together."""

    events: Sequence[Envelope]
    """In an order in which they could have been stored here."""
    people: Mapping[str, str] = {}
    """Stored content by id."""
    replaced: frozenset[str] = frozenset()
    """Of whom what is known here gives way; of all others it stays."""
    forgotten: frozenset[str] = frozenset()
    """Who was erased elsewhere, and is known to nobody else here."""
    pictures: Mapping[str, Picture] = {}
    secrets: Mapping[str, bytes] = {}
    """As they are stored: sealed with the key of this data."""


class Adopted(msgspec.Struct, frozen=True):
    """What was stored."""

    events: int
    people: int
    kept: tuple[str, ...]
    """Who is known here under other words; these stay."""
    erased: tuple[str, ...]
    """Who was erased here before; they stay erased."""


def adopt(engine: Engine, what: Adoption, require_free: Callable[[], None]) -> Adopted:
    """Store all of it, or nothing. Raises Conflict where a stream here is not its beginning.

    ``require_free`` refuses while another process serves the data.
    """
    require_free()
    try:
        with engine.begin() as connection:
            fresh = _fresh_events(connection, what.events)
            for start in range(0, len(fresh), ROWS):
                rows = [msgspec.to_builtins(each) for each in fresh[start : start + ROWS]]
                connection.execute(insert(event), rows)
            people = _adopt_people(connection, what)
            _adopt_pictures(connection, what.pictures)
            _adopt_secrets(connection, what.secrets)
            return msgspec.structs.replace(people, events=len(fresh))
    except IntegrityError as error:  # another process was faster
        first = what.events[0] if what.events else None
        stream, version = (first.stream, first.version) if first else ("person", 0)
        raise Conflict(stream, version, version) from error


def _fresh_events(connection: Connection, events: Sequence[Envelope]) -> list[Envelope]:
    """Give what is not here yet, after comparing what is. Raises Conflict."""
    heads: dict[str, tuple[int, dict[int, str]]] = {}
    for stream in dict.fromkeys(each.stream for each in events):
        rows = connection.execute(
            select(event.c.version, event.c.hash).where(event.c.stream == stream)
        ).all()
        known = {row.version: row.hash for row in rows}
        heads[stream] = (len(known), known)
    fresh = []
    last = {stream: count for stream, (count, _) in heads.items()}
    for each in events:
        count, known = heads[each.stream]
        if each.version <= count:
            if known[each.version] != each.hash:
                raise Conflict(each.stream, each.version, count)
            continue
        if each.version != last[each.stream] + 1:
            raise Conflict(each.stream, each.version, last[each.stream])
        if each.version == count + 1 and count and known[count] != each.previous:
            raise Conflict(each.stream, each.version, count)
        last[each.stream] = each.version
        fresh.append(each)
    return fresh


def _adopt_people(connection: Connection, what: Adoption) -> Adopted:
    known = _contents(connection, what.people)
    erased = forgotten_people(connection, set(what.people) - set(known))
    noted: list[RegisterEvent] = []
    kept = []
    for who, content in what.people.items():
        if who in erased or known.get(who) == content:
            continue
        if who in known and who not in what.replaced:
            kept.append(who)
            continue
        if who in known:
            connection.execute(update(person).where(person.c.id == who).values(content=content))
        else:
            connection.execute(insert(person).values(id=who, content=content))
        noted.append(PersonNoted(person=who, digest=content_digest(content)))
    for who in sorted(what.forgotten):
        if connection.execute(delete(person).where(person.c.id == who)).rowcount:
            noted.append(PersonForgotten(person=who))
    note(connection, noted)
    return Adopted(0, len(noted), tuple(kept), tuple(sorted(erased)))


def _contents(connection: Connection, who: Iterable[str]) -> dict[str, str]:
    ids, found = list(who), dict[str, str]()
    for start in range(0, len(ids), AT_ONCE):
        asked = select(person.c.id, person.c.content).where(
            person.c.id.in_(ids[start : start + AT_ONCE])
        )
        found.update((row.id, row.content) for row in connection.execute(asked))
    return found


def forgotten_people(connection: Connection, who: set[str]) -> set[str]:
    """Name those who were known here once and erased."""
    if not who:
        return set()
    asked = select(event.c.payload).where(
        event.c.stream == REGISTER, event.c.name == "person-forgotten/1"
    )
    gone = connection.execute(asked).scalars()
    return {msgspec.json.decode(each, type=PersonForgotten).person for each in gone} & who


def _adopt_pictures(connection: Connection, pictures: Mapping[str, Picture]) -> None:
    for name, picture in pictures.items():
        there = select(attachment.c.hash).where(attachment.c.hash == name)
        if connection.execute(there).first() is None:
            row = {"hash": name, "media": picture.media, "content": picture.content}
            connection.execute(insert(attachment).values(**row))


def _adopt_secrets(connection: Connection, secrets: Mapping[str, bytes]) -> None:
    for name, content in secrets.items():
        if connection.execute(select(secret.c.name).where(secret.c.name == name)).first() is None:
            connection.execute(insert(secret).values(name=name, content=content))
            note(connection, [SecretNoted(name=name, digest=content_digest(content))])


class StoredPeople:
    """What is stored of people, salt included, for whoever makes a copy."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def contents(self, who: Iterable[str]) -> dict[str, str]:
        """Give the stored content of those who are known, by id."""
        with reading(self._engine) as connection:
            return _contents(connection, who)
