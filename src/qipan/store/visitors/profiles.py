"""What somebody wants to be seen of themselves: nothing, until they say so."""

from typing import Any

import msgspec
from sqlalchemy import Engine, Select, bindparam, delete, select

from qipan.store.database import keep_row, reading
from qipan.store.schema import profile

_VALUE = bindparam("value", type_=profile.c.id.type)
_OF_ACCOUNT = select(profile).where(profile.c.account == _VALUE)
_BY_NAME = select(profile).where(profile.c.id == _VALUE)
_OF_PERSON = select(profile).where(profile.c.person == _VALUE)
"""Written once: every page of a player asks for a profile."""


class ProfileChoice(msgspec.Struct, frozen=True):
    """Somebody's choice; ``shown`` empty: the profile is closed."""

    id: str
    """Names the page; says nothing of the account or the person."""
    account: str
    person: str
    shown: tuple[str, ...] = ()
    guardian: str = ""
    """Who consented, for a minor."""
    changed: int = 0


class SqlProfiles:
    """Choices in a table."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def of_account(self, account: str) -> ProfileChoice | None:
        """Give somebody's choice, if they ever made one."""
        return self._find(_OF_ACCOUNT, account)

    def open_page(self, name: str) -> ProfileChoice | None:
        """Find a profile by the name of its page; None while it is closed."""
        found = self._find(_BY_NAME, name)
        return found if found is not None and found.shown else None

    def open_of(self, person: str) -> ProfileChoice | None:
        """Find the profile of a person; None while it is closed, or there is none."""
        found = self._find(_OF_PERSON, person)
        return found if found is not None and found.shown else None

    def _find(self, wanted: Select[Any], value: str) -> ProfileChoice | None:
        with reading(self._engine) as connection:
            row = connection.execute(wanted, {"value": value}).first()
        if row is None:
            return None
        shown = tuple(part for part in row.shown.split(" ") if part)
        return ProfileChoice(row.id, row.account, row.person, shown, row.guardian, row.changed)

    def save(self, choice: ProfileChoice) -> None:
        """Keep a choice; the page of who had one before keeps its name."""
        values = {
            "person": choice.person,
            "shown": " ".join(choice.shown),
            "guardian": choice.guardian,
            "changed": choice.changed,
        }
        with self._engine.begin() as connection:
            keep_row(connection, profile, {"account": choice.account}, values, {"id": choice.id})

    def forget(self, account: str) -> None:
        """Forget a choice; removing its account does so too."""
        with self._engine.begin() as connection:
            connection.execute(delete(profile).where(profile.c.account == account))
