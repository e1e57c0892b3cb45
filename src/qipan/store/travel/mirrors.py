"""Mirrors: where copies of a competition are kept, and how it went the last time."""

import msgspec
from sqlalchemy import Engine, delete, insert, select, update

from qipan.store.database import reading
from qipan.store.schema import mirror


class Mirror(msgspec.Struct, frozen=True):
    """An address that has a copy of a competition."""

    id: str
    competition: str
    url: str
    kind: str
    """``public``: to be read by everybody; ``standby``: may take over, so it gets secrets too."""
    token: bytes
    """Sealed with the key of this data, where it has one."""
    made: int
    state: str = "new"
    """How it stands; also of its words, ``travel.mirror.<state>``."""
    facts: str = "{}"
    """What the words say, as JSON."""
    at: int = 0
    """When that was noted."""


class SqlMirrors:
    """Mirrors in a table."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def add(self, found: Mirror) -> None:
        """Keep a new one."""
        with self._engine.begin() as connection:
            connection.execute(insert(mirror).values(**msgspec.structs.asdict(found)))

    def of(self, competition: str = "") -> list[Mirror]:
        """List those of a competition, or all; oldest first."""
        query = select(mirror).order_by(mirror.c.made, mirror.c.id)
        if competition:
            query = query.where(mirror.c.competition == competition)
        with reading(self._engine) as connection:
            return [Mirror(*row) for row in connection.execute(query)]

    def remove(self, competition: str, name: str) -> bool:
        """Forget one; say whether there was one."""
        gone = delete(mirror).where(mirror.c.competition == competition, mirror.c.id == name)
        with self._engine.begin() as connection:
            return bool(connection.execute(gone).rowcount)

    def note(self, name: str, state: str, facts: str, at: int) -> None:
        """Note how one stands."""
        told = update(mirror).where(mirror.c.id == name).values(state=state, facts=facts, at=at)
        with self._engine.begin() as connection:
            connection.execute(told)
