"""Who is asking: account, role and language of a request."""

from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from qipan.desk.access import Role
from qipan.desk.accounts import Account
from qipan.i18n import pick_language, say
from qipan.web.context import Context

SESSION = "qipan_session"
LANGUAGE = "language"
SESSION_SECONDS = 14 * 24 * 3600

Connection = ASGIConnection[Any, Any, Any, Any]


class Visitor:
    """Somebody who asks for a page."""

    def __init__(self, account: Account | None, language: str) -> None:
        """Keep who it is and what they read."""
        self.account, self.language = account, language

    @property
    def actor(self) -> str:
        """Name the visitor in the journal."""
        return f"account:{self.account.name}" if self.account else "nobody"

    def role_in(self, competition: str) -> Role:
        """Give the visitor's role in a competition."""
        return self.account.role_in(competition) if self.account else Role.SPECTATOR

    def say(self, code: str, **facts: object) -> str:
        """Make a sentence in the visitor's language."""
        return say(self.language, code, facts)


def visitor_of(connection: Connection, context: Context) -> Visitor:
    """Find out who is asking. A forged or expired session is nobody."""
    token = connection.cookies.get(SESSION, "")
    account = None
    if token and len(token) < 200:
        account = context.house.accounts.session(token, context.seconds())
    return Visitor(account, language_of(connection))


def language_of(connection: Connection) -> str:
    """Find out which language somebody reads."""
    asked = connection.query_params.get("lang") or connection.cookies.get(LANGUAGE)
    return pick_language(asked, connection.headers.get("accept-language"))


def session_cookie(token: str, secure: bool) -> Cookie:
    """Make the cookie of a session: not readable by scripts, not sent along by other sites."""
    return Cookie(
        key=SESSION,
        value=token,
        httponly=True,
        samesite="lax",
        secure=secure,
        max_age=SESSION_SECONDS,
        path="/",
    )
