"""For those who run the server: is it alive, is it ready, and its figures."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency

from qipan.host.hub import Hub
from qipan.host.metrics import Operations
from qipan.host.request_log import App, Message, Receive, Scope, Send
from qipan.journal.log import Log
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import StreamId
from qipan.settings import is_loopback

HEALTH = "/health"
_WHOLE = 2
"""Messages of a whole answer: its head and its body."""
_OWN = frozenset({b"set-cookie"})


@dataclass(frozen=True)
class Status:
    """What those who run the server ask about."""

    log: Log
    operations: Operations
    hub: Hub
    unreadable: Callable[[], Iterable[str]] = tuple
    """Names the competitions whose journal cannot be read; the others are served all the same."""


class AliveInFront:
    """Answers ``/health`` before all layers, with the headers that the application gives it.

    Whoever asks every second, from many places, learns only whether this program answers at all.
    """

    def __init__(self, app: App) -> None:
        """Stand before ``app``."""
        self._app = app
        self._answer: list[Message] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or scope["path"] != HEALTH or scope["method"] != "GET":
            await self._app(scope, receive, send)
        elif any(name == b"authorization" for name, _ in scope["headers"]):
            await self._app(scope, receive, send)  # a token is looked at wherever it is shown
        elif len(self._answer) == _WHOLE:
            scope["path_template"] = HEALTH
            for message in self._answer:
                await send(message)
        else:
            await self._learn(scope, receive, send)

    async def _learn(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer once; a cookie is nobody else's."""
        seen: list[Message] = []

        async def noting(message: Message) -> None:
            if "headers" in message:
                kept = [each for each in message["headers"] if each[0].lower() not in _OWN]
                message = {**message, "headers": kept}
            seen.append(message)
            await send(message)

        plain = [each for each in scope["headers"] if each[0] != b"accept-encoding"]
        await self._app({**scope, "headers": plain}, receive, noting)
        scope["path_template"] = HEALTH
        if len(seen) == _WHOLE and seen[0]["status"] == 200:
            self._answer = seen


Asked = NamedDependency[Status]
"""How a route asks for it."""
AnyRequest = Request[Any, Any, Any]
STORAGE_SECONDS = 3.0
NOT_KEPT = {"cache-control": "no-store"}
FIGURES = "text/plain; version=0.0.4; charset=utf-8"


@get(HEALTH, name="health", include_in_schema=False, sync_to_thread=False)
def health() -> Response[dict[str, bool]]:
    """Say that the server is alive; nothing else is looked at."""
    return Response({"alive": True}, headers=NOT_KEPT)


@get("/ready", name="ready", include_in_schema=False)
async def ready(status: Asked) -> Response[dict[str, Any]]:
    """Say whether requests should be sent here: the journal answers, and nobody is leaving."""
    why = status.operations.doubt() or await _storage(status)
    unreadable = [] if why else sorted(await asyncio.to_thread(status.unreadable))
    told: dict[str, Any] = {"ready": not why, "why": why}
    if unreadable:
        told["unreadable"] = unreadable
    return Response(told, status_code=503 if why else 200, headers=NOT_KEPT)


async def _storage(status: Status) -> str:
    asked = asyncio.to_thread(status.log.version, StreamId("ready"))
    try:
        async with asyncio.timeout(STORAGE_SECONDS):
            await asked
    except (QipanError, TimeoutError):
        return "storage"
    return ""


@get("/metrics", name="metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: AnyRequest, status: Asked) -> Response[bytes]:
    """Give the figures to the loopback, or to whoever has the token where one is set."""
    if not _may_see(request, status.operations.token):
        return Response(b"", status_code=404, media_type=MediaType.TEXT)
    status.operations.listeners.set(status.hub.count)
    return Response(status.operations.written(), media_type=FIGURES, headers=NOT_KEPT)


def _may_see(request: AnyRequest, token: str) -> bool:
    if token:
        given = request.headers.get("authorization", "").encode()
        return compare_digest(given, f"Bearer {token}".encode())
    return request.client is not None and is_loopback(request.client.host)


ROUTES = [health, ready, metrics]
