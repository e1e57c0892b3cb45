"""Personal data and secrets in the same database as the journal, in tables of their own."""

from collections.abc import Callable, Iterable, Mapping

import msgspec
from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import IntegrityError

from qipan.journal.people import Person, tidied
from qipan.journal.record.register import PersonForgotten, PersonNoted, SecretNoted, content_digest
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import PersonId
from qipan.store.database import keep_row, reading
from qipan.store.memory import TAKEN
from qipan.store.record.register import note, salted
from qipan.store.record.secret_seal import SecretSeal, opened_secret
from qipan.store.schema import person, secret

AT_ONCE = 500


class SqlPeople:
    """Personal data in a table."""

    def __init__(self, engine: Engine, require_free: Callable[[], None] = lambda: None) -> None:
        """Use an open database; ``require_free`` refuses while another process serves it."""
        self._engine, self._require_free = engine, require_free

    def save(self, who: PersonId, person_: Person) -> None:
        """Keep or replace, durably."""
        self.save_all({who: person_})

    def save_all(self, people: Mapping[PersonId, Person]) -> None:
        """Keep or replace many, all or none."""
        self._require_free()
        noted = []
        with self._engine.begin() as connection:
            for who, each in people.items():
                content = salted(msgspec.to_builtins(tidied(each)))
                keep_row(connection, person, {"id": who}, {"content": content})
                noted.append(PersonNoted(person=who, digest=content_digest(content)))
            note(connection, noted)

    def find(self, who: Iterable[PersonId]) -> Mapping[PersonId, Person]:
        """Give what is known, asking for at most ``AT_ONCE`` in one query."""
        ids = list(who)
        known = {}
        with reading(self._engine) as connection:
            for start in range(0, len(ids), AT_ONCE):
                asked = person.c.id.in_(ids[start : start + AT_ONCE])
                query = select(person.c.id, person.c.content).where(asked)
                for id_, content in connection.execute(query).all():
                    known[PersonId(id_)] = msgspec.json.decode(content, type=Person)
        return known

    def erase(self, who: PersonId) -> bool:
        """Forget somebody."""
        self._require_free()
        with self._engine.begin() as connection:
            known = bool(connection.execute(delete(person).where(person.c.id == who)).rowcount)
            if known:
                note(connection, [PersonForgotten(person=who)])
        if self._engine.dialect.name == "sqlite":
            self._empty_log()
        return known

    def _empty_log(self) -> None:
        """Move the write-ahead log into the file, so that it keeps nothing; readers delay it."""
        raw = self._engine.raw_connection()
        try:
            raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            raw.close()


class SqlSecrets:
    """Secrets in a table, sealed with a key that lies elsewhere."""

    def __init__(
        self,
        engine: Engine,
        require_free: Callable[[], None] = lambda: None,
        seal: Callable[[], SecretSeal | None] = lambda: None,
    ) -> None:
        """Use an open database; ``require_free`` refuses while another process serves it.

        ``seal`` gives the seal when it is needed; without one secrets are stored as they are.
        """
        self._engine, self._require_free, self._seal = engine, require_free, seal

    def keep(self, name: str, content: bytes) -> None:
        """Keep a secret once. Raises Refused if the name is taken by another secret."""
        self._require_free()
        seal = self._seal()
        kept = content if seal is None else seal.close(name, content)
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(secret).values(name=name, content=kept))
                note(connection, [SecretNoted(name=name, digest=content_digest(kept))])
        except IntegrityError:
            if self.reveal(name) != content:
                raise Refused("secret.taken", TAKEN, name=name) from None

    def reveal(self, name: str) -> bytes:
        """Give a secret. Raises Unknown, or Unavailable if it was sealed with another key."""
        with reading(self._engine) as connection:
            found = connection.execute(
                select(secret.c.content).where(secret.c.name == name)
            ).scalar()
        if found is None:
            raise Unknown("secret", name)
        return opened_secret(name, bytes(found), self._seal)
