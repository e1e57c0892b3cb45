"""A websocket that answers on the spot: no task and no queue for each message.

uvicorn reads and writes websockets by way of an ASGI task for each connection. Here the handshake
still goes that way, through the application and all it checks; then whoever serves the socket
takes the connection over. From then on a message is handed on in the call that read it, an answer
is written in the call that made it, and an idle spectator holds no task.

It overrides what uvicorn does not promise to keep, so only ``socket_wire`` imports it, and only
under the versions it was tested with.
"""

import asyncio
import struct
from collections.abc import Callable
from typing import Any

import structlog
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from qipan.host.socket_wire import EXTENSION

log = structlog.get_logger("qipan.web")
_TEXT = 0x81
_SHORT, _LONG = 126, 65_536
_MASKED, _HEAD = 0x80, 6
"""A client masks what it sends: two bytes of head, four of the mask."""
_PINGS = (0x89, 0x8A)


class _Unread(asyncio.Queue[Any]):
    """Takes uvicorn's words to an application that has handed its connection on."""

    def put_nowait(self, item: Any) -> None:
        """Forget it."""


_UNREAD, _UNWATCHED = _Unread(), asyncio.Event()
"""For all taken over: of its own each connection would keep four kilobytes of empty queues."""


class DirectWire(WebSocketsSansIOProtocol):
    """uvicorn's websocket, which can be taken over after the handshake."""

    def __init__(self, *args: Any, **more: Any) -> None:
        """Begin as any other."""
        super().__init__(*args, **more)
        self.paused = False
        """The other side does not read: whatever is written now only piles up."""
        self._on_message: Callable[[bytes], None] | None = None
        self._on_writable: Callable[[], None] | None = None
        self._on_lost: Callable[[], None] | None = None
        self._between = False
        """The library stands between two messages: a whole one can pass it by."""

    def take_over(
        self,
        on_message: Callable[[bytes], None],
        on_writable: Callable[[], None],
        on_lost: Callable[[], None],
    ) -> None:
        """Hand on messages from now on; ``on_lost`` is told once, when it is over.

        Called in the very step in which the handshake is answered: nothing can have come before.
        """
        self._on_message, self._on_writable, self._on_lost = on_message, on_writable, on_lost
        self._between = True
        self.queue, self.writable = _UNREAD, _UNWATCHED

    def write(self, text: bytes) -> None:
        """Send a message; nothing is kept of it here."""
        if self.close_sent or self.transport.is_closing():
            return
        size = len(text)
        if size < _SHORT:
            head = bytes((_TEXT, size))
        elif size < _LONG:
            head = struct.pack("!BBH", _TEXT, _SHORT, size)
        else:
            head = struct.pack("!BBQ", _TEXT, 127, size)
        self.transport.write(head + text)

    def end(self, code: int) -> None:
        """Close politely, and for good a little later."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    def cut(self) -> None:
        """Close without a word: the other side does not read anyway."""
        self.transport.abort()

    async def serve(self) -> None:
        """Return at once: uvicorn's protocol stays by itself."""

    # -- what uvicorn calls --------------------------------------------------------------------

    async def run_asgi(self) -> None:
        """Run the application; if it took the connection over, its end closes nothing."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[EXTENSION] = self
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            log.exception("socket")
            self.send_500_response()
        if self._on_message is None:
            if self.close_timer is None:
                self.transport.close()
        else:
            del self.scope, self.request, self.response  # nobody asks again how it began

    def data_received(self, data: bytes) -> None:
        """Read a short message that came whole at once; the library reads whatever else comes.

        Once anything came in pieces, it reads all the rest: only it knows where it stands.
        """
        if self._between:
            if data[0] == _TEXT and _ends(data, 0) == len(data) and not self.close_sent:
                assert self._on_message is not None
                self._on_message(unmasked(data))
                return
            self._between = is_whole(data)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on at once, if somebody took the connection over."""
        if self._on_message is None:
            super().send_receive_event_to_app()
            return
        message = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self._on_message(bytes(message))

    def pause_writing(self) -> None:
        """Note that the other side is slow."""
        self.paused = True
        super().pause_writing()

    def resume_writing(self) -> None:
        """Note that it has caught up."""
        self.paused = False
        super().resume_writing()
        if self._on_writable is not None:
            self._on_writable()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        super().connection_lost(exc)
        self._lost()

    def _lost(self) -> None:
        on_lost, self._on_lost, self._on_message = self._on_lost, None, None
        self._on_writable, self._between = None, False
        if on_lost is not None:
            on_lost()


def _ends(data: bytes, begin: int) -> int:
    """Say where the short masked frame ends that begins here; −1 if it is another kind."""
    if len(data) < begin + _HEAD or not data[begin + 1] & _MASKED:
        return -1
    size = data[begin + 1] & 0x7F
    return begin + _HEAD + size if size < _SHORT else -1


def is_whole(data: bytes) -> bool:
    """Say whether these are short texts, pings and pongs, and nothing is missing of the last."""
    begin = 0
    while begin < len(data):
        end = _ends(data, begin)
        if end < 0 or (data[begin] != _TEXT and data[begin] not in _PINGS):
            return False
        begin = end
    return begin == len(data)


def unmasked(data: bytes) -> bytes:
    """Give the text of a short masked frame."""
    size = len(data) - _HEAD
    mask = (data[2:_HEAD] * (size // 4 + 1))[:size]
    text = int.from_bytes(data[_HEAD:], "big") ^ int.from_bytes(mask, "big")
    return text.to_bytes(size, "big")
