"""Other sites may read the public part of the API from a browser, and nothing else.

Only what a stranger gets is opened: a request that comes with a cookie or a token of its own is
answered without the header, so that no page of another site reads what somebody's account sees.
"""

import re

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

OPEN = re.compile(
    r"/api/(books|competitions(/[^/]+){0,2}(/(why|records|changes|events))?|tables/[^/]+)/?"
    r"|/schema/openapi\.json"
)
READING = frozenset({"GET", "HEAD"})
PREFLIGHT = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"GET, HEAD"),
    (b"access-control-allow-headers", b"accept, accept-language, if-none-match, last-event-id"),
    (b"access-control-max-age", b"86400"),
    (b"content-length", b"0"),
]


class OpenApiGuard:
    """Adds the header that lets other sites read; answers what browsers ask before."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != ScopeType.HTTP or not OPEN.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
            return
        names = {name for name, _ in scope["headers"]}
        if scope["method"] == "OPTIONS" and b"access-control-request-method" in names:
            await send({"type": "http.response.start", "status": 204, "headers": PREFLIGHT})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        stranger = not names & {b"cookie", b"authorization"}

        async def opened(message: Message) -> None:
            if message["type"] == "http.response.start" and stranger:
                headers = MutableScopeHeaders.from_message(message)
                headers["access-control-allow-origin"] = "*"
                headers["access-control-expose-headers"] = "ETag"
            await send(message)

        await self.app(scope, receive, opened if scope["method"] in READING else send)
