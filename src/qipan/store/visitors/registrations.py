"""Registrations by people themselves, until they are entered: personal, and erasable."""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Engine, delete, insert, or_, select, update

from qipan.store.database import keep_row, reading
from qipan.store.schema import registration
from qipan.store.tokens import digest

TERMS = "terms"
"""The state of the row that says how people register for a section."""


class Registration(msgspec.Struct, frozen=True):
    """Somebody's registration for a section.

    ``holder`` is the hash of the browser's token for who has no account; ``content`` is what was
    filled in, as JSON; ``entrant`` is who they became.
    """

    id: str
    competition: str
    section: str
    account: str
    holder: str
    state: str
    content: str
    entrant: str = ""
    made: int = 0
    changed: int = 0


class SqlRegistrations:
    """Registrations in a table."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def add(self, found: Registration) -> None:
        """Keep a new registration."""
        values = msgspec.structs.asdict(found)
        values["account"] = found.account or None
        with self._engine.begin() as connection:
            connection.execute(insert(registration).values(**values))

    def find(self, name: str) -> Registration | None:
        """Find a registration."""
        with reading(self._engine) as connection:
            row = connection.execute(select(registration).where(registration.c.id == name)).first()
        return None if row is None else _read(row)

    def terms(self, competition: str, section: str) -> str:
        """Give the terms under which people register for a section; empty: they do not."""
        found = self.find(_terms_id(competition, section))
        return found.content if found else ""

    def set_terms(self, competition: str, section: str, content: str, now: int) -> None:
        """Keep the terms of a section, in place of those before; empty: registration is closed."""
        name = _terms_id(competition, section)
        if not content:
            self.erase(name)
            return
        terms = Registration(name, competition, section, "", "", TERMS, content, "", now, now)
        fresh = msgspec.structs.asdict(terms) | {"account": None}
        changed = {each: fresh.pop(each) for each in ("content", "changed")}
        with self._engine.begin() as connection:
            keep_row(connection, registration, {"id": fresh.pop("id")}, changed, fresh)

    def rewrite(self, found: Registration, content: str, now: int) -> None:
        """Change what is noted of a registration, such as that it was paid."""
        with self._engine.begin() as connection:
            connection.execute(
                update(registration)
                .where(registration.c.id == found.id)
                .values(content=content, changed=now)
            )

    def of_section(self, competition: str, section: str) -> list[Registration]:
        """List the registrations for a section, first come first."""
        query = select(registration).where(
            registration.c.competition == competition,
            registration.c.section == section,
            registration.c.state != TERMS,
        )
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(registration.c.made, registration.c.id))
            return [_read(row) for row in rows]

    def of_holder(self, account: str, holders: Iterable[str]) -> list[Registration]:
        """List what an account or a browser has registered."""
        by_browser = registration.c.holder.in_([each for each in holders if each])
        mine = or_(by_browser, registration.c.account == account) if account else by_browser
        query = select(registration).where(mine).order_by(registration.c.made.desc())
        with reading(self._engine) as connection:
            return [_read(row) for row in connection.execute(query)]

    def move(self, found: Registration, state: str, now: int, entrant: str = "") -> bool:
        """Change the state, if nobody changed it in between."""
        with self._engine.begin() as connection:
            moved = connection.execute(
                update(registration)
                .where(registration.c.id == found.id, registration.c.state == found.state)
                .values(state=state, changed=now, entrant=entrant or found.entrant)
            )
        return bool(moved.rowcount)

    def hand_over(self, holder: str, account: str) -> None:
        """Give what a browser registered to the account its owner made."""
        with self._engine.begin() as connection:
            connection.execute(
                update(registration)
                .where(registration.c.holder == holder, registration.c.account.is_(None))
                .values(account=account)
            )

    def erase_entry(self, competition: str, section: str, entrant: str) -> int:
        """Forget what was filled in for an entry; say how many forms there were."""
        return self._forget(
            registration.c.competition == competition,
            registration.c.section == section,
            registration.c.entrant == entrant,
        )

    def forget(self, account: str = "", holder: str = "") -> int:
        """Forget what an account filled in, or a browser that is of nobody's account."""
        if account:
            return self._forget(registration.c.account == account)
        return self._forget(registration.c.holder == holder, registration.c.account.is_(None))

    def _forget(self, *which: ColumnElement[bool]) -> int:
        with self._engine.begin() as connection:
            kept = registration.c.state != TERMS
            return connection.execute(delete(registration).where(kept, *which)).rowcount

    def erase(self, name: str) -> bool:
        """Forget a registration."""
        with self._engine.begin() as connection:
            gone = connection.execute(delete(registration).where(registration.c.id == name))
        return bool(gone.rowcount)


def _terms_id(competition: str, section: str) -> str:
    return f"t{digest(f'{competition}/{section}')[:30]}"


def _read(row: Any) -> Registration:
    values = dict(row._mapping)
    values["account"] = values["account"] or ""
    return Registration(**values)
