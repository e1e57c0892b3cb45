"""What works once: links sent by mail, and puzzles that were solved."""

import msgspec
from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import IntegrityError

from qipan.store.database import reading
from qipan.store.schema import one_time
from qipan.store.tokens import digest

SPENT = "spent"


class OneTime(msgspec.Struct, frozen=True):
    """A link that was not used yet: what for, whose, and what it carries."""

    purpose: str
    account: str
    content: str


class SqlOneTime:
    """What works once, in a table; the row is what is used up."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def make(self, token: str, found: OneTime, expires: int) -> None:
        """Keep a link under a random token."""
        with self._engine.begin() as connection:
            connection.execute(
                insert(one_time).values(
                    token=digest(token),
                    purpose=found.purpose,
                    account=found.account or None,
                    content=found.content,
                    expires=expires,
                )
            )

    def look(self, token: str, purpose: str, now: int) -> OneTime | None:
        """Look at a link without using it."""
        query = select(one_time).where(
            one_time.c.token == digest(token),
            one_time.c.purpose == purpose,
            one_time.c.expires > now,
        )
        with reading(self._engine) as connection:
            row = connection.execute(query).first()
        return None if row is None else OneTime(row.purpose, row.account or "", row.content)

    def use(self, token: str, purpose: str, now: int) -> OneTime | None:
        """Use a link up: whoever takes the row away has it, of several at once exactly one."""
        found = self.look(token, purpose, now)
        if found is None:
            return None
        with self._engine.begin() as connection:
            gone = connection.execute(
                delete(one_time).where(
                    one_time.c.token == digest(token), one_time.c.purpose == purpose
                )
            ).rowcount
        return found if gone else None

    def spend(self, word: str, expires: int, now: int) -> bool:
        """Note that something was used; False if it was before. What has expired is let go."""
        try:
            with self._engine.begin() as connection:
                connection.execute(
                    delete(one_time).where(one_time.c.purpose == SPENT, one_time.c.expires <= now)
                )
                connection.execute(
                    insert(one_time).values(
                        token=digest(word), purpose=SPENT, account=None, content="", expires=expires
                    )
                )
        except IntegrityError:
            return False
        return True
