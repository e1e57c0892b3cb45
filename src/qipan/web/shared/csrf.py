"""Forms are taken only from our own pages; programs with a token need no form.

A request to the API with a token carries its own proof: no browser adds that header by itself, and
its cookies are not looked at (see ``visitor``). Every other request that changes something needs
the CSRF token of its session. Over TLS its cookie is for TLS alone, and for this host alone.
"""

import re
from dataclasses import replace
from secrets import token_bytes
from typing import Any

from litestar.config.csrf import CSRFConfig
from litestar.middleware.csrf import CSRF_SECRET_BYTES
from litestar.types import ASGIApp, Receive, Scope, Send

from qipan.web.shared.csrf_tokens import HOST_ONLY, BoundTokens
from qipan.web.shared.visitor import bearer_of


def forms_of(secret: str) -> CSRFConfig:
    """Say how forms are guarded on a server with a secret."""
    return CSRFConfig(secret=secret, cookie_samesite="lax")


class FormGuard(BoundTokens):
    """The guard of forms, with a door for tokens."""

    def __init__(self, app: ASGIApp, config: CSRFConfig) -> None:
        """Guard an application."""
        super().__init__(app, config)
        name = HOST_ONLY + config.cookie_name
        self._over_tls = BoundTokens(app, replace(config, cookie_secure=True, cookie_name=name))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if bearer_of(scope):
            await self.app(scope, receive, send)
        elif scope["scheme"] == "https":
            await self._over_tls(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def cookie_for_nobody(self, scheme: str, cookies: bytes) -> list[tuple[bytes, bytes]]:
        """Give the header that sets a token for who is not signed in, unless they hold one.

        For answers that are given before anything is guarded (``known_pages``).
        """
        guard: BoundTokens = self._over_tls if scheme == "https" else self
        name = re.escape(guard.config.cookie_name.encode())
        held = re.search(rb"(?:^|;) *" + name + rb"=([^;]*)", cookies)
        if held and guard._drawn(held[1].decode("latin-1"), ""):
            return []
        message: Any = {"type": "http.response.start", "status": 200, "headers": []}
        token = guard._signed(token_bytes(CSRF_SECRET_BYTES).hex(), "")
        guard._set_cookie_if_needed(message, token)
        return list(message["headers"])
