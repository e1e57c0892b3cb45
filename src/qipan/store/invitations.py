"""Invitations: a link that gives one person one role in one competition, once and in time."""

from typing import Any

import msgspec
from sqlalchemy import Engine, delete, insert, select

from qipan.desk.roles import Role
from qipan.store.database import reading
from qipan.store.schema import invitation
from qipan.store.tokens import digest, shown_id


class Invitation(msgspec.Struct, frozen=True):
    """An invitation that was neither used nor taken back."""

    id: str
    competition: str
    role: Role
    by: str
    made: int
    expires: int


class SqlInvitations:
    """Invitations in a table."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def make(self, token: str, found: Invitation) -> str:
        """Keep an invitation under a random token; give its id."""
        with self._engine.begin() as connection:
            connection.execute(
                insert(invitation).values(
                    token=digest(token),
                    competition=found.competition,
                    role=found.role.value,
                    account=found.by,
                    made=found.made,
                    expires=found.expires,
                )
            )
        return shown_id(digest(token))

    def find(self, token: str, now: int) -> Invitation | None:
        """Look at an invitation without using it."""
        query = select(invitation).where(
            invitation.c.token == digest(token), invitation.c.expires > now
        )
        with reading(self._engine) as connection:
            row = connection.execute(query).first()
        return None if row is None else _invitation(row)

    def use(self, token: str, now: int) -> Invitation | None:
        """Use an invitation up: of two at the same time, one gets it."""
        found = self.find(token, now)
        with self._engine.begin() as connection:
            gone = connection.execute(
                delete(invitation).where(invitation.c.token == digest(token))
            ).rowcount
        return found if gone else None

    def open(self, competition: str, now: int) -> list[Invitation]:
        """List the invitations of a competition that can still be used."""
        query = select(invitation).where(
            invitation.c.competition == competition, invitation.c.expires > now
        )
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(invitation.c.made)).all()
        return [_invitation(row) for row in rows]

    def take_back(self, competition: str, name: str) -> bool:
        """Take an invitation back by its id; say whether there was one."""
        with self._engine.begin() as connection:
            tokens = connection.execute(
                select(invitation.c.token).where(invitation.c.competition == competition)
            ).scalars()
            gone = [each for each in tokens.all() if shown_id(each) == name]
            if gone:
                connection.execute(delete(invitation).where(invitation.c.token.in_(gone)))
        return bool(gone)


def _invitation(row: Any) -> Invitation:
    token, competition, role, by, made, expires = row
    return Invitation(shown_id(token), competition, Role(role), by, made, expires)
