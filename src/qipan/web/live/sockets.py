"""The socket of a table: let in by the application, then straight on its connection (``wire``).

``/play/socket/<table>?token=…&since=…``. Without a token one is a spectator; with the session of
an arbiter, an arbiter. Pages of other sites cannot open it: the origin must be ours.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from litestar import asgi
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from qipan.desk.roles import ARBITERS
from qipan.host.live_tables import Caller, Entry, report
from qipan.host.socket_wire import EXTENSION, Wire
from qipan.kernel.errors import BadInput, QipanError, Unavailable
from qipan.play.error_containment import Contained
from qipan.play.messages import refusal_message
from qipan.web.live.socket_sentences import phrased
from qipan.web.shared.context import Context
from qipan.web.shared.visitor import SESSION, language_of, visitor_of

PATH = "/play/socket"
NO_SUCH, NOT_YOURS, SLOW, GONE = 4404, 4403, 4408, 1012
MOST_VIEWERS = 20_000
CLOSED = {"slow": SLOW, "limit": 1008, "replaced": 4409, "denied": NO_SUCH}


def socket_route(context: Context) -> Any:
    """Make the route on its surroundings."""

    @asgi(PATH, is_mount=True, copy_scope=True)
    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.WEBSOCKET:
            await send({"type": "http.response.start", "status": 426, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        await receive()
        offered: Mapping[str, object] = scope["extensions"] or {}
        wire = offered.get(EXTENSION)
        try:
            found = await _enter(context, scope)
            if not isinstance(wire, Wire):
                raise Unavailable("sockets", "not served by this program's own server")
        except QipanError as error:
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            language = language_of(ASGIConnection(scope))
            text = phrased(refusal_message(error), language).decode()
            await send({"type": "websocket.send", "text": text, "bytes": None})
            await send({"type": "websocket.close", "code": closing(error), "reason": ""})
            return
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        Line(context, wire, found, language_of(ASGIConnection(scope))).open()

    return socket


def closing(error: QipanError) -> int:
    """Say how a line ends that was not let in: a page comes back later, or never again."""
    return GONE if isinstance(error, Unavailable) else NO_SUCH


async def _enter(context: Context, scope: Any) -> Entry:
    """Read what a connection asks for. Raises BadInput, Refused or Unknown."""
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    if origin is not None and urlsplit(origin).netloc != headers.get(b"host"):
        raise BadInput("this page is not of this site", where="origin", code="play.origin")
    query = parse_qs(scope["query_string"].decode("latin-1")[:500])
    since = query.get("since", ["0"])[0]
    name = scope["path"].strip("/").rpartition("/")[2]
    token = query.get("token", [""])[0]
    signed_in = SESSION.encode() in headers.get(b"cookie", "").encode("latin-1")
    after = int(since) if since.isascii() and since.isdigit() and len(since) < 9 else 0
    entry = Entry(name[:80], token, after, signed_in=signed_in)

    def arbiter_in(competition: str) -> str:
        return _arbiter(context, scope, competition) if signed_in and not token else ""

    await context.tables.admit(entry, arbiter_in)
    return entry


def _arbiter(context: Context, scope: Any, competition: str) -> str:
    visitor = visitor_of(ASGIConnection(scope), context)
    if visitor.account is None or visitor.role_in(competition) not in ARBITERS:
        return ""
    return visitor.account.name


class Line:
    """One open connection."""

    __slots__ = ("_context", "_guest", "_language", "_table", "_wire")

    def __init__(self, context: Context, wire: Wire, entry: Entry, language: str = "en") -> None:
        """Take an accepted connection. Raises Refused if its token was replaced meanwhile."""
        self._context, self._wire, self._table = context, wire, entry.table
        self._language = language
        self._guest: Caller | None = None
        self._guest = context.tables.arrive(entry, self._write)

    def open(self) -> None:
        """Listen from now on, and say what has been waiting."""
        self._wire.take_over(self._take, self._write, self._lost)
        self._write()

    def _take(self, message: bytes) -> None:
        if self._guest is None:
            return
        viewer = self._guest.viewer
        with Contained(report, self._table) as kept:
            self._guest.receive(message)
        if kept.error is not None:  # ours, not the sender's: it is told, and its line stays
            viewer.send(refusal_message(QipanError(str(kept.error))))

    def _write(self) -> None:
        if self._guest is None:  # the first words are said before the guest is known
            return
        viewer, wire = self._guest.viewer, self._wire
        while viewer.outbox and not wire.paused:
            wire.write(phrased(viewer.outbox.popleft(), self._language))
        if viewer.dropped == "slow":
            wire.cut()
        elif viewer.dropped and not viewer.outbox:
            wire.end(CLOSED.get(viewer.dropped, GONE))

    def _lost(self) -> None:
        guest, self._guest = self._guest, None
        if guest is not None:
            self._context.tables.leave(guest)
