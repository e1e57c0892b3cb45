"""Forms are taken only from our own pages; programs with a token need no form.

A request to the API with a token carries its own proof: no browser adds that header by itself, and
its cookies are not looked at (see ``visitor``). Every other request that changes something needs
the CSRF token of its visitor. Over TLS its cookie is for TLS alone.
"""

from dataclasses import replace

from litestar.config.csrf import CSRFConfig
from litestar.types import ASGIApp, Receive, Scope, Send

from qipan.web.shared.csrf_tokens import MaskedTokens
from qipan.web.shared.visitor import bearer_of


class FormGuard(MaskedTokens):
    """The guard of forms, with a door for tokens."""

    def __init__(self, app: ASGIApp, config: CSRFConfig) -> None:
        """Guard an application."""
        super().__init__(app, config)
        self._over_tls = MaskedTokens(app, replace(config, cookie_secure=True))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if bearer_of(scope):
            await self.app(scope, receive, send)
        elif scope["scheme"] == "https":
            await self._over_tls(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
