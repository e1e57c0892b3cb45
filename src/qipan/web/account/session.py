"""Beginning a session, and what a password must be."""

from typing import Any

from litestar import Request
from litestar.datastructures import Cookie

from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.rules import rule
from qipan.settings import known_to_everybody
from qipan.web.shared.context import Context
from qipan.web.shared.visitor import SESSION, SESSION_SECONDS, Visitor, session_cookie, visitor_of

AnyRequest = Request[Any, Any, Any]
SHORTEST, LONGEST = 8, 200
SIGNED_IN = rule("access.signed-in", "Some things require signing in.")


def begin_session(request: AnyRequest, context: Context, name: str, way: str) -> Cookie:
    """Open a session under a new token, end the one before, and give its cookie.

    Always a new token: one that was planted before signing in is worthless.
    """
    accounts, now = context.house.accounts, context.seconds()
    before = request.cookies.get(SESSION, "")
    if before and len(before) < LONGEST:
        accounts.end_session(before)
    token = context.token()
    accounts.open_session(
        name, token, now + SESSION_SECONDS, opened=now, way=way, agent=agent_of(request)
    )
    return session_cookie(token, request.url.scheme == "https")


def agent_of(request: AnyRequest) -> str:
    """Give what a browser calls itself, as far as it can be printed."""
    text = request.headers.get("user-agent", "")[:200]
    return "".join(letter for letter in text if letter.isprintable())


BROWSERS = {
    "MicroMessenger": "WeChat",
    "Edg/": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "HarmonyOS": "HarmonyOS",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}
"""What browsers call themselves, and the names people know; the first that fits counts."""


def device_words(agent: str) -> str:
    """Name a browser and its device as people do; what nobody knows as it says itself."""
    found = [
        next((name for sign, name in names.items() if sign in agent), "")
        for names in (BROWSERS, SYSTEMS)
    ]
    return " · ".join(filter(None, found)) or agent


def new_password(text: str, owner: str) -> str:
    """Check a password to be. Raises BadInput if everybody would guess it."""
    if not SHORTEST <= len(text) <= LONGEST:
        raise BadInput(f"{SHORTEST} to {LONGEST} characters", where="password", code="form.secret")
    if known_to_everybody(text, owner) or owner.casefold() in text.casefold():
        raise BadInput("everybody knows it", where="password", code="form.secret")
    return text


def signed_in(request: AnyRequest, context: Context) -> Visitor:
    """Give the visitor, who has an account. Raises Refused."""
    visitor = visitor_of(request, context)
    if visitor.account is None:
        raise Refused("access.signed-in", SIGNED_IN)
    return visitor
