"""Forms are taken only from our own pages; programs with a token need no form.

A request to the API with a token carries its own proof: no browser adds that header by itself, and
its cookies are not looked at (see ``visitor``). Every other request that changes something needs
the CSRF token of its session. Over TLS its cookie is for TLS alone, and for this host alone.
"""

from dataclasses import replace

from litestar.config.csrf import CSRFConfig
from litestar.types import ASGIApp, Receive, Scope, Send

from qipan.web.shared.csrf_tokens import HOST_ONLY, BoundTokens
from qipan.web.shared.visitor import bearer_of


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
