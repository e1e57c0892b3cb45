"""Who asked to be told where somebody plays: the way, the consent, and how it went.

A row is a consent: there is none without somebody who asked for it, and ending it removes the row
with its address. An address of mail that nobody has proved yet is sent nothing but the proof.
"""

from typing import Any

import msgspec
from sqlalchemy import Engine, delete, insert, select, update

from qipan.store.database import reading
from qipan.store.schema import reach

ON, UNPROVED, STOPPED = "on", "unproved", "stopped"


class Reach(msgspec.Struct, frozen=True):
    """One way to tell one person of one entrant, or of a whole section (``entrant`` empty)."""

    id: str
    competition: str
    section: str
    entrant: str
    owner: str
    """Whose wish it is: ``account:…``, ``guest:…``, ``phone:…`` or ``staff`` for an organiser's."""
    way: str
    language: str
    content: str
    """Where to, as JSON; secret."""
    state: str = ON
    said: str = ""
    """The last call that was told."""
    made: int = 0
    failures: int = 0
    due: int = 0
    busy: int = 0
    at: int = 0
    status: int = 0
    outcome: str = ""
    """How the last attempt went."""


class SqlReaches:
    """The ways of reaching people, in a table."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def add(self, found: Reach) -> None:
        """Keep a wish."""
        with self._engine.begin() as connection:
            connection.execute(insert(reach).values(**msgspec.structs.asdict(found)))

    def find(self, name: str) -> Reach | None:
        """Find a wish."""
        found = self._read(reach.c.id == name)
        return found[0] if found else None

    def of_owner(self, owners: list[str]) -> list[Reach]:
        """List what somebody asked for, by each name they go by."""
        return self._read(reach.c.owner.in_([each for each in owners if each]))

    def of_section(self, competition: str, section: str) -> list[Reach]:
        """List the wishes of a section that are in force."""
        return self._read(
            reach.c.competition == competition,
            reach.c.section == section,
            reach.c.state == ON,
        )

    def of_competition(self, competition: str) -> list[Reach]:
        """List all wishes of a competition."""
        return self._read(reach.c.competition == competition)

    def places(self) -> list[tuple[str, str]]:
        """Name the sections of which somebody wants to hear."""
        query = select(reach.c.competition, reach.c.section).where(reach.c.state == ON).distinct()
        with reading(self._engine) as connection:
            return sorted((row[0], row[1]) for row in connection.execute(query))

    def claim(self, found: Reach, now: int, until: int) -> bool:
        """Take a wish for sending; of several processes, one gets it."""
        mine = reach.c.id == found.id, reach.c.said == found.said, reach.c.busy <= now
        with self._engine.begin() as connection:
            taken = connection.execute(update(reach).where(*mine).values(busy=until))
        return bool(taken.rowcount)

    def keep_attempt(self, found: Reach, **outcome: Any) -> None:
        """Keep how an attempt went, and let go of the wish."""
        with self._engine.begin() as connection:
            connection.execute(
                update(reach).where(reach.c.id == found.id).values(busy=0, **outcome)
            )

    def prove(self, name: str) -> Reach | None:
        """Take an address as proved; None if the wish is gone."""
        with self._engine.begin() as connection:
            connection.execute(
                update(reach).where(reach.c.id == name, reach.c.state == UNPROVED).values(state=ON)
            )
        return self.find(name)

    def again(self, name: str) -> None:
        """Try a way again at once, also one that was given up."""
        with self._engine.begin() as connection:
            connection.execute(
                update(reach)
                .where(reach.c.id == name, reach.c.state != UNPROVED)
                .values(state=ON, failures=0, due=0)
            )

    def remove(self, name: str) -> bool:
        """End a wish: nothing of it is kept."""
        with self._engine.begin() as connection:
            return bool(connection.execute(delete(reach).where(reach.c.id == name)).rowcount)

    def forget(self, owner: str) -> None:
        """End all wishes of somebody."""
        with self._engine.begin() as connection:
            connection.execute(delete(reach).where(reach.c.owner == owner))

    def hand_over(self, before: str, after: str) -> None:
        """Give the wishes of a guest to the account they made."""
        with self._engine.begin() as connection:
            connection.execute(update(reach).where(reach.c.owner == before).values(owner=after))

    def _read(self, *conditions: Any) -> list[Reach]:
        query = select(reach).where(*conditions).order_by(reach.c.made, reach.c.id)
        with reading(self._engine) as connection:
            return [Reach(**dict(row._mapping)) for row in connection.execute(query)]
