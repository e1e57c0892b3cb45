"""Tokens for programs: of one account, for one competition, with one scope, until a day."""

from typing import Any

import msgspec
from sqlalchemy import Engine, delete, insert, select, update

from qipan.store.database import reading
from qipan.store.schema import api_token
from qipan.store.tokens import digest, shown_id


class ApiToken(msgspec.Struct, frozen=True):
    """A token as its owner sees it."""

    id: str
    account: str
    competition: str
    scope: str
    label: str
    made: int
    expires: int
    used: int = 0


class SqlApiTokens:
    """Tokens in a table; only their hashes."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def make(self, token: str, found: ApiToken) -> None:
        """Keep a token."""
        values = msgspec.structs.asdict(found)
        del values["id"]
        with self._engine.begin() as connection:
            connection.execute(insert(api_token).values(token=digest(token), **values))

    def find(self, token: str, now: int) -> ApiToken | None:
        """Find a token that has not expired; its last use is kept by the minute."""
        query = select(api_token).where(
            api_token.c.token == digest(token), api_token.c.expires > now
        )
        with reading(self._engine) as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        if now - row.used >= 60:
            with self._engine.begin() as connection:
                connection.execute(
                    update(api_token).where(api_token.c.token == row.token).values(used=now)
                )
        return _token(row)

    def of(self, account: str, now: int) -> list[ApiToken]:
        """List the tokens of an account, oldest first."""
        query = select(api_token).where(api_token.c.account == account, api_token.c.expires > now)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(api_token.c.made)).all()
        return [_token(row) for row in rows]

    def revoke(self, account: str, name: str = "") -> int:
        """Revoke a token of an account by its id, or all of them; give how many."""
        with self._engine.begin() as connection:
            tokens = connection.execute(
                select(api_token.c.token).where(api_token.c.account == account)
            ).scalars()
            gone = [each for each in tokens.all() if not name or shown_id(each) == name]
            if not gone:
                return 0
            found = connection.execute(delete(api_token).where(api_token.c.token.in_(gone)))
        return found.rowcount  # of several who revoke it at once, one did


def _token(row: Any) -> ApiToken:
    token, account, competition, scope, label, made, expires, used = row
    return ApiToken(shown_id(token), account, competition, scope, label, made, expires, used)
