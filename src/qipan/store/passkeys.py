"""Passkeys of accounts, and the challenges under way: each is used once, soon, or never."""

import hashlib
from typing import Any

import msgspec
from sqlalchemy import Engine, delete, insert, select, update

from qipan.store.database import reading
from qipan.store.schema import challenge, passkey
from qipan.store.tokens import digest


class Passkey(msgspec.Struct, frozen=True):
    """A public key of somebody; the private one never leaves their device."""

    id: str
    credential: bytes
    account: str
    public_key: bytes
    sign_count: int
    label: str
    made: int
    used: int


def passkey_id(credential: bytes) -> str:
    """Name a passkey by the hash of its credential id."""
    return hashlib.sha256(credential).hexdigest()


class SqlPasskeys:
    """Passkeys in tables."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def add(self, found: Passkey) -> None:
        """Keep a passkey."""
        with self._engine.begin() as connection:
            connection.execute(insert(passkey).values(**msgspec.structs.asdict(found)))

    def find(self, credential: bytes) -> Passkey | None:
        """Find a passkey by the id the browser gives."""
        with reading(self._engine) as connection:
            row = connection.execute(
                select(passkey).where(passkey.c.id == passkey_id(credential))
            ).first()
        return None if row is None else _passkey(row)

    def of(self, account: str) -> list[Passkey]:
        """List the passkeys of an account, oldest first."""
        query = select(passkey).where(passkey.c.account == account).order_by(passkey.c.made)
        with reading(self._engine) as connection:
            return [_passkey(row) for row in connection.execute(query).all()]

    def advance(self, found: Passkey, sign_count: int, now: int) -> bool:
        """Keep a newer count of signatures; False if somebody else moved it in between."""
        with self._engine.begin() as connection:
            moved = connection.execute(
                update(passkey)
                .where(passkey.c.id == found.id, passkey.c.sign_count == found.sign_count)
                .values(sign_count=sign_count, used=now)
            )
        return bool(moved.rowcount)

    def remove(self, account: str, name: str) -> bool:
        """Remove a passkey of an account; say whether there was one."""
        with self._engine.begin() as connection:
            gone = connection.execute(
                delete(passkey).where(passkey.c.account == account, passkey.c.id == name)
            )
        return bool(gone.rowcount)

    def begin(self, token: str, purpose: str, content: bytes, expires: int) -> None:
        """Keep a challenge for whoever holds a token; an older one of theirs is worthless."""
        with self._engine.begin() as connection:
            connection.execute(delete(challenge).where(challenge.c.token == digest(token)))
            connection.execute(
                insert(challenge).values(
                    token=digest(token), purpose=purpose, content=content, expires=expires
                )
            )

    def end(self, token: str, purpose: str, now: int) -> bytes | None:
        """Use a challenge up; it is gone whether what follows succeeds or not."""
        with self._engine.begin() as connection:
            row = connection.execute(
                select(challenge).where(challenge.c.token == digest(token))
            ).first()
            gone = connection.execute(delete(challenge).where(challenge.c.token == digest(token)))
            connection.execute(delete(challenge).where(challenge.c.expires <= now))
        if row is None or not gone.rowcount or row.purpose != purpose or row.expires <= now:
            return None
        return bytes(row.content)


def _passkey(row: Any) -> Passkey:
    name, credential, account, key, count, label, made, used = row
    return Passkey(name, bytes(credential), account, bytes(key), count, label, made, used)
