"""The socket of a table, straight on ASGI: one task to read, and one to write only while needed.

``/play/socket/<table>?token=…&since=…``. Without a token one is a spectator; with the session of
an arbiter, an arbiter. Pages of other sites cannot open it: the origin must be ours.
"""

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

from litestar import asgi
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from qipan.desk.access import ARBITERS
from qipan.desk.accounts import EVERYWHERE
from qipan.journal.table import Table
from qipan.kernel.errors import BadInput, QipanError
from qipan.play.messages import refusal_message
from qipan.play.reception import Guest, arrive, leave, seat_for
from qipan.play.room import Viewer
from qipan.web.context import Context
from qipan.web.visitor import SESSION, visitor_of

PATH = "/play/socket"
NO_SUCH, NOT_YOURS, SLOW, GONE = 4404, 4403, 4408, 1012
MOST_VIEWERS = 20_000
MOST_AT_A_TABLE = 6_000
CLOSED = {"slow": SLOW, "limit": 1008, "replaced": 4409}


def socket_route(context: Context) -> Any:
    """Make the route on its surroundings."""

    @asgi(PATH, is_mount=True, copy_scope=True)
    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.WEBSOCKET:
            await send({"type": "http.response.start", "status": 426, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        await receive()
        try:
            found = _enter(context, scope)
        except QipanError as error:
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            text = refusal_message(error).decode()
            await send({"type": "websocket.send", "text": text, "bytes": None})
            await send({"type": "websocket.close", "code": NO_SUCH, "reason": ""})
            return
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await Line(context, send, found).run(receive)

    return socket


class Entry:
    """Who wants in: which table, which seat, and from where on."""

    def __init__(self, table: str, token: str, since: int, arbiter: str) -> None:
        """Keep what was asked."""
        self.table, self.token, self.since, self.arbiter = table, token, since, arbiter


def _enter(context: Context, scope: Any) -> Entry:
    """Read what a connection asks for. Raises BadInput, Refused or Unknown."""
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    if origin is not None and urlsplit(origin).netloc != headers.get(b"host"):
        raise BadInput("this page is not of this site", where="origin", code="play.origin")
    query = parse_qs(scope["query_string"].decode("latin-1")[:500])
    since = query.get("since", ["0"])[0]
    name = scope["path"].strip("/").rpartition("/")[2]
    room = context.tables.owner.room(name[:80])
    if len(room.viewers) >= MOST_AT_A_TABLE:
        raise BadInput("this table has too many spectators", code="play.full")
    token = query.get("token", [""])[0]
    seat_for(context.tables.key, room, token)
    arbiter = ""
    if not token and SESSION.encode() in headers.get(b"cookie", "").encode("latin-1"):
        arbiter = _arbiter(context, scope, room.table)
    after = int(since) if since.isascii() and since.isdigit() and len(since) < 9 else 0
    return Entry(name[:80], token, after, arbiter)


def _arbiter(context: Context, scope: Any, table: Table) -> str:
    visitor = visitor_of(ASGIConnection(scope), context)
    competition = table.opened.origin.get("competition", EVERYWHERE)
    if visitor.account is None or visitor.role_in(competition) not in ARBITERS:
        return ""
    return visitor.account.name


class Line:
    """One open connection."""

    __slots__ = ("_context", "_entry", "_guest", "_reader", "_send", "_writer")

    def __init__(self, context: Context, send: Send, entry: Entry) -> None:
        """Take an accepted connection."""
        self._context, self._send, self._entry = context, send, entry
        self._writer: asyncio.Task[None] | None = None
        self._reader = asyncio.current_task()
        self._guest: Guest | None = None

    async def run(self, receive: Receive) -> None:
        """Read until the other side goes, or is dropped."""
        owner = self._context.tables.owner
        room = owner.room(self._entry.table)
        seat = seat_for(self._context.tables.key, room, self._entry.token)
        viewer = Viewer(room, seat, self._entry.arbiter, self._wake)
        self._guest = guest = arrive(owner, viewer, self._entry.since)
        try:
            while True:
                message: Any = await receive()
                if message["type"] != "websocket.receive":
                    return
                guest.receive(message.get("text") or message.get("bytes") or "")
        except asyncio.CancelledError:
            if not viewer.dropped:
                raise
        finally:
            leave(owner, viewer)
            if self._writer is not None and viewer.dropped == "slow":
                self._writer.cancel()

    def _wake(self) -> None:
        if self._guest is not None and self._guest.viewer.dropped == "slow":
            if self._reader is not None:
                self._reader.cancel()
        elif self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._guest is None:  # the first words are said before the guest is known
                await asyncio.sleep(0)
            viewer = self._guest.viewer
            while viewer.outbox:
                text = viewer.outbox.popleft().decode()
                await self._send({"type": "websocket.send", "text": text, "bytes": None})
            if viewer.dropped:
                code = CLOSED.get(viewer.dropped, GONE)
                await self._send({"type": "websocket.close", "code": code, "reason": ""})
        except (OSError, RuntimeError):
            return  # the other side is gone; the reader notices
        finally:
            self._writer = None
