"""Who is asking: account or phone or token, role and language of a request.

A phone that took a player's card is that player and nobody else: it has no role of the desk, and
what it may do is decided where players' pages are (``players``). A token of the API has the role of
its account in one competition, within its scope, and only under ``/api``.
"""

from collections.abc import Mapping
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from qipan.desk.accounts import EVERYWHERE, Account
from qipan.desk.decide import may
from qipan.desk.records.commands import AttachRecord
from qipan.desk.results.commands import CorrectResult, RecordGame, RecordResult
from qipan.desk.roles import MAY, Role
from qipan.desk.take_over import TakeOverSection
from qipan.i18n import pick_language, say
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId
from qipan.kernel.rules import rule
from qipan.store.phones import TakenCard
from qipan.web.shared.context import Context
from qipan.web.shared.limits import require_rate

SESSION = "qipan_session"
PHONE = "qipan_phone"
LANGUAGE = "language"
SESSION_SECONDS = 14 * 24 * 3600
PHONE_SECONDS = 60 * 24 * 3600
LONGEST_TOKEN = 200
BEARER = "Bearer "
TOKEN = rule("access.token", "An API token must be known, current and not revoked.")

DESK, MIRROR = "desk", "mirror"
SCOPES: Mapping[str, tuple[type, ...]] = {
    "read": (),
    "results": (RecordResult, CorrectResult, RecordGame, AttachRecord),
    DESK: (),
    MIRROR: (),
}
"""What a token may ask for beyond reading; with ``desk``, all that its account may."""

Connection = ASGIConnection[Any, Any, Any, Any]


class Visitor:
    """Somebody who asks for a page."""

    def __init__(
        self,
        account: Account | None,
        language: str,
        *,
        phone: tuple[TakenCard, ...] = (),
        token: str = "",
        scope: str = DESK,
        granted: Mapping[str, Role] | None = None,
        demo: bool = False,
    ) -> None:
        """Keep who it is and what they read; ``demo``: whether they may be everybody here."""
        self.demo = demo
        self.account, self.language, self.phone = account, language, phone
        self.token, self.scope, self._granted = token, scope, granted or {}

    @property
    def actor(self) -> str:
        """Name the visitor in the journal."""
        if self.account is None:
            return "nobody"
        if self.token:
            return f"token:{self.account.name}/{self.token}"
        return f"account:{self.account.name}"

    def role_in(self, competition: str) -> Role:
        """Give the visitor's role in a competition."""
        return self.account.role_in(competition) if self.account else Role.SPECTATOR

    def reads_as(self, competition: str) -> Role:
        """Give the role that says what the visitor may see; any scope of a token may see."""
        return self._granted.get(competition) or self.role_in(competition)

    def role_for(self, competition: str, command: type) -> Role:
        """Give the role that says whether the visitor may ask for something."""
        if command in SCOPES[self.scope]:
            return self._granted.get(competition) or self.role_in(competition)
        return self.role_in(competition)

    def say(self, code: str, **facts: object) -> str:
        """Make a sentence in the visitor's language."""
        return say(self.language, code, facts)


def visitor_of(connection: Connection, context: Context) -> Visitor:
    """Find out who is asking. A forged or expired session is nobody.

    Raises Refused for a token of the API that is not known.
    """
    language = language_of(connection)
    bearer = bearer_of(connection.scope)
    if bearer:
        return _token_visitor(context, bearer, language)
    account: Account | None = None
    phone: tuple[TakenCard, ...] = ()
    token = connection.cookies.get(SESSION, "")
    if token and len(token) < LONGEST_TOKEN:
        account = context.house.accounts.session(token, context.seconds())
    held = connection.cookies.get(PHONE, "")
    if held and len(held) < LONGEST_TOKEN:
        phone = tuple(context.house.side_tables.phones.held(held, context.seconds()))
    demo = context.demo is not None and context.demo.open_to(connection)
    return Visitor(account, language, phone=phone, demo=demo)


def language_of(connection: Connection) -> str:
    """Pick the language of a visitor: asked for, chosen before, or as the browser says."""
    asked = connection.query_params.get("lang") or connection.cookies.get(LANGUAGE)
    return pick_language(asked, connection.headers.get("accept-language"))


def bearer_of(scope: Any) -> str:
    """Give the token of a request to the API; a browser never sends one by itself."""
    if not scope["path"].startswith("/api/"):
        return ""
    for name, value in scope["headers"]:
        if name == b"authorization":
            text = value.decode("latin-1")
            return text[len(BEARER) :].strip() if text.startswith(BEARER) else ""
    return ""


def require_token(context: Context, bearer: str) -> None:
    """Raise Refused for a token of the API that is not known."""
    found = None
    if len(bearer) < LONGEST_TOKEN:
        found = context.house.side_tables.tokens.find(bearer, context.seconds())
    if found is None:
        raise Refused("access.token", TOKEN)


def _token_visitor(context: Context, bearer: str, language: str) -> Visitor:
    found = None
    if len(bearer) < LONGEST_TOKEN:
        found = context.house.side_tables.tokens.find(bearer, context.seconds())
    account = context.house.accounts.find(found.account) if found else None
    if found is None or account is None:
        raise Refused("access.token", TOKEN)
    require_rate("token", found.id)
    granted = {found.competition: account.role_in(found.competition)}
    if found.scope == MIRROR:  # for the copy alone, whatever the account may
        granted = {}
    reduced = Account(account.name, account.display, granted if found.scope == DESK else {})
    return Visitor(reduced, language, token=found.id, scope=found.scope, granted=granted)


def session_cookie(token: str, secure: bool) -> Cookie:
    """Make the cookie of a session: not readable by scripts, not sent along by other sites."""
    return _cookie(SESSION, token, secure, SESSION_SECONDS)


def phone_cookie(token: str, secure: bool) -> Cookie:
    """Make the cookie of a player's phone, alike."""
    return _cookie(PHONE, token, secure, PHONE_SECONDS)


def _cookie(key: str, token: str, secure: bool, seconds: int) -> Cookie:
    return Cookie(
        key=key,
        value=token,
        httponly=True,
        samesite="lax",
        secure=secure,
        max_age=seconds,
        path="/",
    )


def role_anywhere(visitor: Visitor) -> Role:
    """Give the role that a visitor has in every competition, also one that is not there yet."""
    found = visitor.account.grants.get(EVERYWHERE) if visitor.account else None
    return found or Role.SPECTATOR


def require_take_over(visitor: Visitor, context: Context, competition: str = "") -> None:
    """Raise Refused unless somebody may take an event over, as a new competition or into one."""
    role = role_anywhere(visitor)
    home = CompetitionId(competition)
    if competition and home in context.house.office.competitions():
        role = visitor.role_in(home)
    if not may(role, TakeOverSection):
        raise Refused("access.denied", MAY, role=role, command="take-over")
