"""Requests that come in halves: whoever does not finish one in time is let go.

Uvicorn waits for the rest of a request for ever, so that a few thousand half-sent ones would use up
every connection. Here a head must be whole after ``HEAD_SECONDS`` and a body after
``BODY_SECONDS``, however slowly their bytes drip in. A request that comes whole, as nearly all do,
never has a timer: one is begun only for what is still missing when the bytes at hand are read.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 15.0
BODY_SECONDS = 60.0


class TimedHttp(HttpToolsProtocol):
    """Uvicorn's protocol with a time limit for what the other side sends."""

    _limit: asyncio.TimerHandle | None = None
    _awaits: float | None = None
    """Seconds for what is missing, as the bytes read last say; None: nothing is."""
    _turned = False
    """Whether these bytes began or ended something that is waited for."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first head."""
        super().connection_made(transport)
        self._wait(HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Read, then wait for what is missing."""
        super().data_received(data)
        if self._turned:
            self._turned = False
            if self._awaits is None:
                self._stop_waiting()
            else:
                self._wait(self._awaits)

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a head."""
        super().on_message_begin()
        self._awaits, self._turned = HEAD_SECONDS, True

    def on_headers_complete(self) -> None:
        """Begin to wait for the rest of a body."""
        self._awaits, self._turned = BODY_SECONDS, True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait for nothing: the request is whole."""
        self._awaits, self._turned = None, True
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Wait for nothing: a socket has limits of its own."""
        self._awaits, self._turned = None, False
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing: nobody is there."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._limit = self.loop.call_later(seconds, self._let_go)

    def _stop_waiting(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _let_go(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
