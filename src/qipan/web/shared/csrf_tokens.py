"""CSRF tokens, bound to the session and masked anew in every page.

Who can see how long compressed pages are, and make a browser ask for pages with words of their
choice in them, could guess a token that is always written the same (BREACH). Masked, it never is.
The cookie is signed for one session: who plants one from another site of the same domain, which
this server gave to nobody in particular, has one that does not count for who is signed in. When a
session begins the cookie is signed anew, so that pages that are open go on. Over TLS its name says
that only this very host may set it (``__Host-``).
"""

import hashlib
import hmac
from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest, token_bytes
from typing import Any

from litestar.enums import RequestEncodingType, ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware.csrf import (
    CSRF_SECRET_BYTES,
    CSRF_SECRET_LENGTH,
    CSRFMiddleware,
    generate_csrf_hash,
)
from litestar.types import Message, Receive, Scope, Send
from litestar.utils.scope.state import ScopeState

from qipan.web.shared.visitor import SESSION

FIELD = "_csrf_token"
HOST_ONLY = "__Host-"
_FORMS = {RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART}
_TOKEN_BYTES = 64
"""A token is a secret and its signature, both written in hexadecimal."""


def masked(token: str) -> str:
    """Write a token so that it looks different every time; what is no token stays as it is."""
    plain = _bytes(token)
    if len(plain) != _TOKEN_BYTES:
        return token
    mask = token_bytes(_TOKEN_BYTES)
    return mask.hex() + _xor(plain, mask).hex()


def unmasked(token: str) -> str:
    """Read a token, masked or not."""
    found = _bytes(token)
    if len(found) != 2 * _TOKEN_BYTES:
        return token
    return _xor(found[:_TOKEN_BYTES], found[_TOKEN_BYTES:]).hex()


def _bytes(token: str) -> bytes:
    try:
        return bytes.fromhex(token)
    except ValueError:
        return b""


def _xor(one: bytes, two: bytes) -> bytes:
    return (int.from_bytes(one) ^ int.from_bytes(two)).to_bytes(len(one))


def bound_secret(secret: str, session: str) -> str:
    """Give the secret that signs the tokens of a session; without one, those of nobody."""
    return hmac.new(secret.encode(), session.encode(), hashlib.sha256).hexdigest()


class BoundTokens(CSRFMiddleware):
    """Litestar's protection with tokens that belong to a session."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with a token for its page, or refuse it."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        request: Any = scope["litestar_app"].request_class(scope=scope, receive=receive)
        session = request.cookies.get(SESSION, "")
        held = request.cookies.get(self.config.cookie_name, "")
        known = self._drawn(held, session)
        state = ScopeState.from_scope(scope)
        if request.method in self.config.safe_methods:
            token = held if known else self._signed(token_bytes(CSRF_SECRET_BYTES).hex(), session)
            state.csrf_token = token
            await self.app(scope, receive, self._telling(send, token, is_new=not known))
            return
        sent = request.headers.get(self.config.header_name)
        if not sent and request.content_type[0] in _FORMS:
            sent = (await request.form()).get(FIELD)
        plain = unmasked(str(sent or ""))
        shown = self._drawn(plain, session) or self._drawn(plain, "")
        if not known or not compare_digest(known, shown):
            raise PermissionDeniedException("CSRF token verification failed")
        state.csrf_token = held
        await self.app(scope, receive, self._telling(send, held, is_new=False))

    def _signed(self, drawn: str, session: str) -> str:
        """Sign what was drawn for a session."""
        return drawn + generate_csrf_hash(drawn, bound_secret(self.config.secret, session))

    def _drawn(self, token: str, session: str) -> str:
        """Give what was drawn for a token; nothing if it was not signed for that session."""
        drawn = token[:CSRF_SECRET_LENGTH]
        good = token.isascii() and compare_digest(token, self._signed(drawn, session))
        return drawn if good else ""

    def _telling(self, send: Send, token: str, *, is_new: bool) -> Send:
        """Set the cookie of a token with an answer, signed anew where a session begins or ends."""

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                session = _session_after(message)
                fresh = token if is_new else ""
                if session is not None:
                    fresh = self._signed(token[:CSRF_SECRET_LENGTH], session)
                if fresh:
                    message.setdefault("headers", [])
                    self._set_cookie_if_needed(message=message, token=fresh)
            await send(message)

        return tell


def _session_after(message: Any) -> str | None:
    """Give the session that an answer begins, empty if it ends one; None if it does neither."""
    for name, value in message.get("headers", ()):
        if name.lower() == b"set-cookie" and value.startswith(f"{SESSION}=".encode()):
            try:
                found = SimpleCookie(value.decode("latin-1")).get(SESSION)
            except CookieError:
                return None
            return found.value if found else None
    return None
