"""A websocket by the ordinary ASGI messages: for any server, and any version of uvicorn.

Two things run for each connection: ``serve`` reads in the task of the application, and a writer
sends what waits, a few messages at most. While it is full ``paused`` says so, and more waits in
the bounded outbox of whoever writes here.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from qipan.host.socket_wire import LONGEST_FRAME, TOO_LONG, Receive, Send

MOST_UNSENT = 16
"""Messages handed over that the server has not taken yet."""
CLOSE_SECONDS = 10.0
"""For the other side to take the last words."""


class PlainWire:
    """An accepted connection, read and written by ASGI messages."""

    def __init__(self, receive: Receive, send: Send) -> None:
        """Take the two ends of an accepted connection."""
        self._receive, self._send = receive, send
        self._unsent: deque[bytes] = deque()
        self._code: int | None = None
        """With which the line is to be closed, after what waits."""
        self._over = False
        self._wanted, self._cut = asyncio.Event(), asyncio.Event()
        self._on_message: Callable[[bytes], None]
        self._on_writable: Callable[[], None]
        self._on_lost: Callable[[], None]

    @property
    def paused(self) -> bool:
        """Say whether the server has not taken what it was given."""
        return len(self._unsent) >= MOST_UNSENT

    def take_over(
        self,
        on_message: Callable[[bytes], None],
        on_writable: Callable[[], None],
        on_lost: Callable[[], None],
    ) -> None:
        """Hand on messages as soon as ``serve`` reads them."""
        self._on_message, self._on_writable, self._on_lost = on_message, on_writable, on_lost

    def write(self, text: bytes) -> None:
        """Send a message soon; none after the end."""
        if self._code is None and not self._over:
            self._unsent.append(text)
            self._wanted.set()

    def end(self, code: int) -> None:
        """Close once what waits is sent."""
        if self._code is None:
            self._code = code
            self._wanted.set()

    def cut(self) -> None:
        """Leave the connection to the server, which closes it."""
        self._over = True
        self._cut.set()

    async def serve(self) -> None:
        """Read and write until either side ends it."""
        reading, writing = asyncio.create_task(self._read()), asyncio.create_task(self._write())
        cutting = asyncio.create_task(self._cut.wait())
        try:
            await asyncio.wait((reading, writing, cutting), return_when=asyncio.FIRST_COMPLETED)
            if self._code is not None and writing.done():  # said goodbye: the other side may too
                await asyncio.wait((reading, cutting), timeout=CLOSE_SECONDS)
        finally:
            self._over = True
            for task in (reading, writing, cutting):
                task.cancel()
            self._on_lost()
        for task in (reading, writing):
            if task.done():
                with suppress(OSError):  # the connection was lost while something was sent
                    task.result()

    async def _read(self) -> None:
        while (message := await self._receive())["type"] != "websocket.disconnect":
            text = message.get("text")
            said = (message.get("bytes") or b"") if text is None else text.encode()
            if len(said) > LONGEST_FRAME:
                self.end(TOO_LONG)
            elif self._code is None:
                self._on_message(said)

    async def _write(self) -> None:
        while True:
            while self._unsent:
                text = self._unsent[0].decode()
                await self._send({"type": "websocket.send", "text": text, "bytes": None})
                full = self.paused
                self._unsent.popleft()
                if full:
                    self._on_writable()
            if self._code is not None:
                await self._send({"type": "websocket.close", "code": self._code, "reason": ""})
                return
            self._wanted.clear()
            await self._wanted.wait()
