"""Notes in the register, written in the very transaction that changes what they are about."""

import secrets
from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, insert, select, text, update

from qipan.journal.envelope import GENESIS, Batch, chain
from qipan.journal.event import fresh
from qipan.journal.record.register import (
    KEY,
    STREAM,
    PersonNoted,
    RegisterBegun,
    RegisterEvent,
    RoleNoted,
    SecretNoted,
    content_digest,
    keyed_name,
)
from qipan.store.schema import event, grant, person, secret

ACTOR = "register"
SALT = "salt"
"""The field of a person's stored content that no reader sees: it makes the digest unguessable."""
ONE_AT_A_TIME = 0x71697062
"""Advisory lock of PostgreSQL under which notes are added."""


def note(connection: Connection, noted: Iterable[RegisterEvent]) -> None:
    """Add notes to the register inside the transaction of a connection."""
    _one_at_a_time(connection)
    head = connection.execute(
        select(event.c.version, event.c.hash)
        .where(event.c.stream == STREAM)
        .order_by(event.c.version.desc())
        .limit(1)
    ).first()
    version, previous = (head.version, head.hash) if head else (0, GENESIS)
    batch = Batch(STREAM, version, ACTOR, "", tuple(fresh(each) for each in noted))
    rows = [msgspec.to_builtins(each) for each in chain(version, previous, batch)]
    if rows:
        connection.execute(insert(event), rows)


def _one_at_a_time(connection: Connection) -> None:
    """Wait for whoever else is at the register; a file has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))


def salted(content: dict[str, object]) -> str:
    """Write the content of a person for the table, with a salt of its own."""
    return msgspec.json.encode({**content, SALT: secrets.token_hex(16)}).decode()


def note_role(connection: Connection, account: str, competition: str, role: str) -> None:
    """Note that an account has a role, or none (empty) any more."""
    named = keyed_name(_key(connection), account)
    note(connection, [RoleNoted(account=named, competition=competition, role=role)])


def _key(connection: Connection) -> bytes:
    _one_at_a_time(connection)  # of several who need the key first, one makes it
    found = connection.execute(select(secret.c.content).where(secret.c.name == KEY)).scalar()
    if found is not None:
        return bytes(found)
    made = secrets.token_bytes(32)
    connection.execute(insert(secret).values(name=KEY, content=made))
    note(connection, [SecretNoted(name=KEY, digest=content_digest(made))])
    return made


def begin_register(connection: Connection) -> None:
    """Note everything that lies beside the journal already; once, when a storage is upgraded.

    A storage that is new has nothing, and begins its register with the first note.
    """
    noted: list[RegisterEvent] = []
    for who, content in connection.execute(select(person.c.id, person.c.content)).all():
        kept = salted(msgspec.json.decode(content, type=dict[str, object]))
        connection.execute(update(person).where(person.c.id == who).values(content=kept))
        noted.append(PersonNoted(person=who, digest=content_digest(kept)))
    for name, hidden in connection.execute(select(secret.c.name, secret.c.content)).all():
        noted.append(SecretNoted(name=name, digest=content_digest(bytes(hidden))))
    if noted:
        note(connection, [RegisterBegun(), *noted])
    roles = connection.execute(select(grant.c.account, grant.c.competition, grant.c.role)).all()
    for account, competition, role in roles:
        note_role(connection, account, competition, role)
