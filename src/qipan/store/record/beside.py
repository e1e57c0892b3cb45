"""What lies beside the journal, read row by row for whoever checks it."""

from collections.abc import Iterable

from sqlalchemy import Engine, select

from qipan.store.database import reading
from qipan.store.schema import grant, person, secret


class SqlBeside:
    """People, roles and secrets as they are stored."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def people(self) -> Iterable[tuple[str, str]]:
        """Give every person's id and stored content."""
        with reading(self._engine) as connection:
            rows = connection.execute(select(person.c.id, person.c.content)).all()
        return [(who, content) for who, content in rows]

    def roles(self) -> Iterable[tuple[str, str, str]]:
        """Give account, competition and role of every role given."""
        asked = select(grant.c.account, grant.c.competition, grant.c.role)
        with reading(self._engine) as connection:
            rows = connection.execute(asked).all()
        return [(account, competition, role) for account, competition, role in rows]

    def secrets(self) -> Iterable[tuple[str, bytes]]:
        """Give name and content of every secret."""
        with reading(self._engine) as connection:
            rows = connection.execute(select(secret.c.name, secret.c.content)).all()
        return [(name, bytes(content)) for name, content in rows]
