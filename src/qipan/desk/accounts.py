"""The port for accounts: who can sign in, and what they are in which competition.

Passwords are kept only as argon2 hashes, tokens only as SHA-256: whoever reads the database can
sign in as nobody. Expiry is compared with a time passed in.
"""

from typing import Protocol

import msgspec

from qipan.desk.roles import Role

EVERYWHERE = "*"
"""A grant for every competition."""


class Account(msgspec.Struct, frozen=True):
    """Somebody who can sign in."""

    name: str
    display: str
    grants: dict[str, Role] = {}

    def role_in(self, competition: str) -> Role:
        """Give the role in a competition; without a grant, a spectator."""
        return self.grants.get(competition) or self.grants.get(EVERYWHERE) or Role.SPECTATOR


class OpenSession(msgspec.Struct, frozen=True):
    """A session as its owner sees it."""

    id: str
    opened: int
    expires: int
    way: str
    """``password``, ``passkey``, ``link`` or ``invitation``."""
    agent: str
    """What the browser called itself."""


class Accounts(Protocol):
    """Accounts, sessions and sign-in links."""

    def create(self, name: str, display: str, password: str | None) -> None:
        """Create an account, with or without a password. Raises Refused if the name is taken."""

    def grant(self, name: str, competition: str, role: Role) -> None:
        """Give somebody a role. Raises Unknown."""

    def rename(self, name: str, display: str) -> None:
        """Change the name that others see."""

    def remove(self, name: str) -> bool:
        """Remove an account with all that belongs to it; say whether there was one."""

    def find(self, name: str) -> Account | None:
        """Find an account."""

    def check_password(self, name: str, password: str) -> bool:
        """Say whether this is the password; takes as long for a name that does not exist."""

    def set_password(self, name: str, password: str) -> None:
        """Replace the password; whoever is signed in stays so until told otherwise."""

    def has_password(self, name: str) -> bool:
        """Say whether an account has a password at all; without one it signs in by link only."""

    def ungrant(self, name: str, competition: str) -> bool:
        """Take a role away; say whether there was one."""

    def members(self, competition: str) -> list[Account]:
        """List who has a role in a competition."""

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
        """Begin a session under a random token."""

    def sessions(self, name: str, now: int) -> list[OpenSession]:
        """List the open sessions of an account."""

    def end_sessions(self, name: str, *, only: str = "", but: str = "") -> int:
        """End sessions of an account: one by its id, or all but the one of a token."""

    def session(self, token: str, now: int) -> Account | None:
        """Find who a session belongs to, unless it has expired or was ended."""

    def end_session(self, token: str) -> None:
        """End a session."""

    def make_link(self, name: str, token: str, expires: int) -> None:
        """Make a link with which somebody signs in once."""

    def link_of(self, token: str, now: int) -> Account | None:
        """Look whose link it is without using it; None if it is unknown, used or expired."""

    def use_link(self, token: str, now: int) -> Account | None:
        """Use a link up; None if it is unknown, used or expired."""
