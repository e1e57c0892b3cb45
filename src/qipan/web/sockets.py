"""The socket of a table: let in by the application, then straight on its connection (``wire``).

``/play/socket/<table>?token=…&since=…``. Without a token one is a spectator; with the session of
an arbiter, an arbiter. Pages of other sites cannot open it: the origin must be ours.
"""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import structlog
from litestar import asgi
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from qipan.desk.access import ARBITERS
from qipan.desk.accounts import EVERYWHERE
from qipan.journal.table import Table
from qipan.kernel.errors import BadInput, QipanError, Unavailable
from qipan.play.messages import refusal_message
from qipan.play.reception import Guest, arrive, leave, seat_for
from qipan.play.room import Viewer
from qipan.web.context import Context
from qipan.web.visitor import SESSION, visitor_of
from qipan.web.wire import EXTENSION, Wire

log = structlog.get_logger("qipan.web")

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
        wire = scope["extensions"].get(EXTENSION)  # type: ignore[union-attr]
        try:
            found = _enter(context, scope)
            if not isinstance(wire, Wire):
                raise Unavailable("sockets", "not served by this program's own server")
        except QipanError as error:
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            text = refusal_message(error).decode()
            await send({"type": "websocket.send", "text": text, "bytes": None})
            await send({"type": "websocket.close", "code": NO_SUCH, "reason": ""})
            return
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        Line(context, wire, found).open()

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

    __slots__ = ("_context", "_guest", "_wire")

    def __init__(self, context: Context, wire: Wire, entry: Entry) -> None:
        """Take an accepted connection. Raises Refused if its token was replaced meanwhile."""
        self._context, self._wire = context, wire
        owner = context.tables.owner
        room = owner.room(entry.table)
        seat = seat_for(context.tables.key, room, entry.token)
        viewer = Viewer(room, seat, entry.arbiter, self._write)
        self._guest: Guest | None = None
        self._guest = arrive(owner, viewer, entry.since)

    def open(self) -> None:
        """Listen from now on, and say what has been waiting."""
        self._wire.take_over(self._take, self._write, self._lost)
        self._write()

    def _take(self, message: bytes) -> None:
        if self._guest is None:
            return
        try:
            self._guest.receive(message)
        except Exception as error:
            # Our mistake, not the sender's: it is told, and the line and all others stay.
            log.exception("table", table=self._guest.viewer.room.table.id)
            self._guest.viewer.send(refusal_message(QipanError(str(error))))

    def _write(self) -> None:
        if self._guest is None:  # the first words are said before the guest is known
            return
        viewer, wire = self._guest.viewer, self._wire
        while viewer.outbox and not wire.paused:
            wire.write(viewer.outbox.popleft())
        if viewer.dropped == "slow":
            wire.cut()
        elif viewer.dropped and not viewer.outbox:
            wire.end(CLOSED.get(viewer.dropped, GONE))

    def _lost(self) -> None:
        guest, self._guest = self._guest, None
        if guest is not None and self._context.tables.running:
            leave(self._context.tables.owner, guest.viewer)
