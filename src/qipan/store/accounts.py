"""Accounts, sessions and sign-in links in the database. Passwords as argon2, tokens as SHA-256."""

from functools import cached_property
from typing import TYPE_CHECKING

from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from qipan.desk.accounts import Account, OpenSession
from qipan.desk.roles import Role
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.rules import rule
from qipan.store.database import keep_row, reading
from qipan.store.record.register import note_role
from qipan.store.schema import account, grant, session, sign_in_link
from qipan.store.tokens import digest, shown_id

if TYPE_CHECKING:
    from argon2 import PasswordHasher

NAME_ONCE = rule("access.name-once", "An account name belongs to one person.")
_UNUSABLE = "!"
"""Stands in place of a password where there is none: such an account signs in by link only."""


class SqlAccounts:
    """Accounts in tables."""

    def __init__(self, engine: Engine, hasher: "PasswordHasher | None" = None) -> None:
        """Use an open database; tests may pass a cheaper hasher."""
        self._engine = engine
        self._given = hasher

    @cached_property
    def _hasher(self) -> "PasswordHasher":
        """What hashes passwords; made when somebody signs in with one."""
        from argon2 import PasswordHasher

        return self._given or PasswordHasher()

    @cached_property
    def _decoy(self) -> str:
        """A hash to check against when there is no account; made when first needed."""
        return self._hasher.hash("decoy")

    def create(self, name: str, display: str, password: str | None) -> None:
        """Create an account. Raises Refused if the name is taken."""
        secret = _UNUSABLE if password is None else self._hasher.hash(password)
        try:
            with self._engine.begin() as connection:
                connection.execute(
                    insert(account).values(name=name, display=display, password=secret)
                )
        except IntegrityError:
            raise Refused("account.taken", NAME_ONCE, name=name) from None

    def grant(self, name: str, competition: str, role: Role) -> None:
        """Give somebody a role, in place of the one they had. Raises Unknown."""
        with self._engine.begin() as connection:
            known = connection.execute(select(account.c.name).where(account.c.name == name)).first()
            if known is None:
                raise Unknown("account", name)
            place = {"account": name, "competition": competition}
            keep_row(connection, grant, place, {"role": role.value})
            note_role(connection, name, competition, role.value)

    def rename(self, name: str, display: str) -> None:
        """Change the name that others see."""
        with self._engine.begin() as connection:
            connection.execute(
                update(account).where(account.c.name == name).values(display=display)
            )

    def remove(self, name: str) -> bool:
        """Remove an account with its sessions, keys and tokens; say whether there was one."""
        with self._engine.begin() as connection:
            held = select(grant.c.competition).where(grant.c.account == name)
            for competition in connection.execute(held).scalars().all():
                note_role(connection, name, competition, "")
            gone = connection.execute(delete(account).where(account.c.name == name))
        return bool(gone.rowcount)

    def find(self, name: str) -> Account | None:
        """Find an account."""
        with reading(self._engine) as connection:
            row = connection.execute(select(account).where(account.c.name == name)).first()
            if row is None:
                return None
            granted = connection.execute(select(grant).where(grant.c.account == name)).all()
        roles = {each.competition: Role(each.role) for each in granted}
        return Account(row.name, row.display, roles)

    def check_password(self, name: str, password: str) -> bool:
        """Say whether this is the password; an unknown name costs the same time."""
        with reading(self._engine) as connection:
            known = connection.execute(
                select(account.c.password).where(account.c.name == name)
            ).scalar()
        usable = known is not None and known != _UNUSABLE
        from argon2.exceptions import InvalidHashError, VerifyMismatchError

        try:
            self._hasher.verify(known if usable and known else self._decoy, password)
        except (VerifyMismatchError, InvalidHashError):
            return False
        return usable

    def set_password(self, name: str, password: str) -> None:
        """Replace the password; whoever is signed in stays so until told otherwise."""
        secret = self._hasher.hash(password)
        with self._engine.begin() as connection:
            connection.execute(
                update(account).where(account.c.name == name).values(password=secret)
            )

    def has_password(self, name: str) -> bool:
        """Say whether an account has a password at all."""
        with reading(self._engine) as connection:
            known = connection.execute(
                select(account.c.password).where(account.c.name == name)
            ).scalar()
        return known not in (None, _UNUSABLE)

    def ungrant(self, name: str, competition: str) -> bool:
        """Take a role away; say whether there was one."""
        with self._engine.begin() as connection:
            found = connection.execute(
                delete(grant).where(grant.c.account == name, grant.c.competition == competition)
            )
            if found.rowcount:
                note_role(connection, name, competition, "")
        return bool(found.rowcount)

    def members(self, competition: str) -> list[Account]:
        """List who has a role in a competition, by name; a role everywhere is not meant."""
        with reading(self._engine) as connection:
            names = connection.execute(
                select(grant.c.account)
                .where(grant.c.competition == competition)
                .order_by(grant.c.account)
            ).scalars()
            found = [self.find(name) for name in names.all()]
        return [each for each in found if each is not None]

    def open_session(
        self,
        name: str,
        token: str,
        expires: int,
        *,
        opened: int = 0,
        way: str = "",
        agent: str = "",
    ) -> None:
        """Begin a session; ``way`` and ``agent`` help its owner to know it again."""
        with self._engine.begin() as connection:
            connection.execute(
                insert(session).values(
                    token=digest(token),
                    account=name,
                    expires=expires,
                    opened=opened,
                    way=way[:20],
                    agent=agent[:200],
                )
            )

    def sessions(self, name: str, now: int) -> list[OpenSession]:
        """List the sessions of an account that are open, newest first."""
        query = select(session).where(session.c.account == name, session.c.expires > now)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(session.c.opened.desc())).all()
        return [
            OpenSession(shown_id(row.token), row.opened, row.expires, row.way, row.agent)
            for row in rows
        ]

    def end_sessions(self, name: str, *, only: str = "", but: str = "") -> int:
        """End sessions of an account: one by its id, or all but the one of a token."""
        with self._engine.begin() as connection:
            tokens = connection.execute(
                select(session.c.token).where(session.c.account == name)
            ).scalars()
            ended = [
                each
                for each in tokens.all()
                if (not only or shown_id(each) == only) and (not but or each != digest(but))
            ]
            if ended:
                connection.execute(delete(session).where(session.c.token.in_(ended)))
        return len(ended)

    def session(self, token: str, now: int) -> Account | None:
        """Find who a session belongs to."""
        query = select(session.c.account).where(
            session.c.token == digest(token), session.c.expires > now
        )
        with reading(self._engine) as connection:
            name = connection.execute(query).scalar()
        return None if name is None else self.find(name)

    def end_session(self, token: str) -> None:
        """End a session."""
        with self._engine.begin() as connection:
            connection.execute(delete(session).where(session.c.token == digest(token)))

    def make_link(self, name: str, token: str, expires: int) -> None:
        """Make a one-time link."""
        with self._engine.begin() as connection:
            connection.execute(
                insert(sign_in_link).values(token=digest(token), account=name, expires=expires)
            )

    def link_of(self, token: str, now: int) -> Account | None:
        """Look whose link it is without using it."""
        query = select(sign_in_link.c.account).where(
            sign_in_link.c.token == digest(token), sign_in_link.c.expires > now
        )
        with reading(self._engine) as connection:
            name = connection.execute(query).scalar()
        return None if name is None else self.find(name)

    def use_link(self, token: str, now: int) -> Account | None:
        """Use a link up: of two at the same time, on any store, one takes the row away."""
        here = sign_in_link.c.token == digest(token)
        with self._engine.begin() as connection:
            row = connection.execute(select(sign_in_link).where(here)).first()
            gone = connection.execute(delete(sign_in_link).where(here)).rowcount
        if row is None or not gone or row.expires <= now:
            return None
        return self.find(row.account)
