"""The socket of a table: let in by the application, then straight on its wire.

``/play/socket/<table>?token=…&since=…``. Without a token the browser's cookie says the seat (see
``seat_cookie``); without that one is a spectator; with the session of an arbiter, an arbiter. Pages
of other sites cannot open it: the origin must be ours, and the cookie stays with our own pages.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
from litestar import asgi
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send, WebSocketAcceptEvent

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.roles import ARBITERS
from qipan.host.socket_wire import SocketWire
from qipan.host.wire_choice import wire_of
from qipan.kernel.errors import BadInput, QipanError, Refused, Unavailable
from qipan.kernel.game import UNKNOWN_SEAT
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.messages import refusal_message
from qipan.play.port import Connection, LiveTables, TableVisit
from qipan.play.room import Outbox
from qipan.web.live.seat_cookie import DEVICE, WATCH, read_seats, valid_seats
from qipan.web.live.socket_sentences import phrased
from qipan.web.live.spectators import WATCHING
from qipan.web.shared.context import Context
from qipan.web.shared.limits import address_of
from qipan.web.shared.visitor import LONGEST_TOKEN, SESSION, language_of, visitor_of

PATH = "/play/socket"
NO_SUCH, SLOW, GONE = 4404, 4408, 1012
LATER = 1013
CROWDED = ("play.full", "play.crowd")
CLOSED = {"slow": SLOW, "limit": 1008, "replaced": 4409, "denied": NO_SUCH}
ACCEPTED: WebSocketAcceptEvent = {"type": "websocket.accept", "subprotocol": None, "headers": []}


def socket_route(context: Context) -> Any:
    """Make the route on its surroundings."""

    @asgi(PATH, is_mount=True, copy_scope=True)
    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.WEBSOCKET:
            await send({"type": "http.response.start", "status": 426, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        await receive()
        language = language_of(ASGIConnection(scope))
        address = (scope["client"] or ("unknown", 0))[0]
        try:
            visit = await _admitted(context, scope)
            leave = WATCHING.enter(address, visit.table) if visit.watches else _nothing
        except QipanError as error:
            await send(ACCEPTED)
            await _refuse(send, error, language)
            return
        try:
            await send(ACCEPTED)
            wire = wire_of(scope, receive, send)
            SocketSession(context.tables, wire, visit, language, leave).open()
        except QipanError as error:  # the seat was given away while the handshake was on its way
            leave()
            await _refuse(send, error, language)
            return
        except BaseException:
            leave()
            raise
        await wire.serve()

    return socket


def _nothing() -> None:
    """Count nobody out who was not counted in."""


async def _refuse(send: Send, error: QipanError, language: str) -> None:
    text = phrased(refusal_message(error), language).decode()
    await send({"type": "websocket.send", "text": text, "bytes": None})
    await send({"type": "websocket.close", "code": closing(error), "reason": ""})


def closing(error: QipanError) -> int:
    """Say how a line ends that was not let in: a page comes back later, or never again."""
    if getattr(error, "code", "") in CROWDED:
        return LATER
    return GONE if isinstance(error, Unavailable) else NO_SUCH


async def _admitted(context: Context, scope: Any) -> TableVisit:
    """Read what a connection asks for. Raises BadInput, Refused or Unknown."""
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    if origin is not None and urlsplit(origin).netloc != headers.get(b"host"):
        raise BadInput("this page is not of this site", where="origin", code="play.origin")
    query = parse_qs(scope["query_string"].decode("latin-1")[:500])
    since = query.get("since", ["0"])[0]
    name = scope["path"].strip("/").rpartition("/")[2]
    token = query.get("token", [""])[0] or await _held(context, scope, query, name[:80])
    signed_in = SESSION.encode() in headers.get(b"cookie", "").encode("latin-1")
    after = int(since) if since.isascii() and since.isdigit() and len(since) < 9 else 0
    visit = TableVisit(name[:80], token, after, signed_in)
    if token:
        connection = ASGIConnection[Any, Any, Any, Any](scope)
        device = connection.cookies.get(DEVICE, "")[:LONGEST_TOKEN]
        visit = msgspec.structs.replace(visit, line=address_of(connection), device=device)

    def arbiter_in(competition: str) -> str:
        return _arbiter(context, scope, competition) if signed_in and not token else ""

    return await context.tables.admit(visit, arbiter_in)


async def _held(context: Context, scope: Any, query: dict[str, list[str]], name: str) -> str:
    """Give the token of the seat that the browser holds. Raises Refused if it lost the one asked.

    A page says which seat it shows; without a word it is the seat that was held first.
    """
    held = read_seats(ASGIConnection[Any, Any, Any, Any](scope).cookies)
    asked = query.get("seat", [""])[0]
    if asked:
        if not asked.isascii() or not asked.isdigit() or int(asked[:3]) not in held:
            raise Refused("play.wrong-token", UNKNOWN_SEAT)
        return held[int(asked[:3])]
    if not held or query.get("as", [""])[0] == WATCH:
        return ""
    table = await context.tables.look(name)
    if _arbiter(context, scope, table.opened.origin.get("competition", EVERYWHERE)):
        return ""
    valid = valid_seats(context.tables.key, table, held)
    return next(iter(valid.values()), "")


def _arbiter(context: Context, scope: Any, competition: str) -> str:
    visitor = visitor_of(ASGIConnection(scope), context)
    if visitor.account is None or visitor.role_in(competition) not in ARBITERS:
        return ""
    return visitor.account.name


class SocketSession:
    """One page at a table: what it says is handed on, what it is told is written."""

    __slots__ = ("_connection", "_is_open", "_language", "_leave", "_outbox", "_table", "_wire")

    def __init__(
        self,
        tables: LiveTables,
        wire: SocketWire,
        visit: TableVisit,
        language: str = "en",
        leave: Callable[[], None] = _nothing,
    ) -> None:
        """Take an accepted connection; ``leave`` is called when it is lost.

        Raises Refused if its token was replaced meanwhile.
        """
        self._leave = leave
        self._wire, self._table, self._language = wire, visit.table, language
        self._is_open = False
        self._outbox = Outbox(self._write)
        self._connection: Connection | None = tables.arrive(visit, self._outbox)

    def open(self) -> None:
        """Listen from now on, and say what has been waiting."""
        self._wire.take_over(self._take, self._write, self._lost)
        self._is_open = True
        self._write()

    def _take(self, message: bytes) -> None:
        if self._connection is None:
            return
        with ErrorContainment(log_mistake, self._table) as kept:
            self._connection.receive(message)
        if kept.error is not None:  # ours, not the sender's: it is told, and its line stays
            self._outbox.send(refusal_message(QipanError(str(kept.error))))

    def _write(self) -> None:
        if not self._is_open:  # the first words are said before somebody listens
            return
        outbox, wire = self._outbox, self._wire
        while outbox.unread and not wire.paused:
            wire.write(phrased(outbox.unread.pop(0), self._language))
        if outbox.dropped == "slow":
            wire.cut()
        elif outbox.dropped and not outbox.unread:
            wire.end(CLOSED.get(outbox.dropped, GONE))

    def _lost(self) -> None:
        connection, self._connection = self._connection, None
        self._is_open = False
        if connection is not None:
            connection.leave()
        self._leave()
