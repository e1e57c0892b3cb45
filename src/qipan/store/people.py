"""Personal data and secrets in the same database as the journal, in tables of their own."""

from collections.abc import Iterable, Mapping

import msgspec
from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from qipan.journal.people import Person
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import PersonId
from qipan.store.database import reading
from qipan.store.memory import TAKEN
from qipan.store.schema import person, secret

AT_ONCE = 500


class SqlPeople:
    """Personal data in a table."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def save(self, who: PersonId, person_: Person) -> None:
        """Keep or replace, durably."""
        content = msgspec.json.encode(person_).decode()
        with self._engine.begin() as connection:
            found = connection.execute(
                update(person).where(person.c.id == who).values(content=content)
            )
            if not found.rowcount:
                connection.execute(insert(person).values(id=who, content=content))

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
        with self._engine.begin() as connection:
            known = bool(connection.execute(delete(person).where(person.c.id == who)).rowcount)
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
    """Secrets in a table."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def keep(self, name: str, content: bytes) -> None:
        """Keep a secret once. Raises Refused if the name is taken by another secret."""
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(secret).values(name=name, content=content))
        except IntegrityError:
            if self.reveal(name) != content:
                raise Refused("secret.taken", TAKEN, name=name) from None

    def reveal(self, name: str) -> bytes:
        """Give a secret. Raises Unknown."""
        with reading(self._engine) as connection:
            found = connection.execute(
                select(secret.c.content).where(secret.c.name == name)
            ).scalar()
        if found is None:
            raise Unknown("secret", name)
        return bytes(found)
