"""A server that leaves politely: says so, lets requests end, closes the journal, exits with 0.

On the first SIGTERM or SIGINT ``/ready`` says no, open pages are let go, and after the notice
connections are refused; requests under way have the grace to end. A second SIGINT ends at once.
What a server consists of is stopped part by part: one that hangs or fails is named in the log, and
keeps no other part from stopping.
"""

import asyncio
import signal
import socket
from collections.abc import Awaitable, Callable, Sequence
from types import FrameType

import structlog
import uvicorn

from qipan.host.gc_policy import search_rarely
from qipan.host.hub import Hub
from qipan.host.metrics import Operations

Farewell = Callable[[], Awaitable[None]]
PART_SECONDS = 12.0
"""For one part to stop; it is left behind after that."""
log = structlog.get_logger("qipan.web")


async def stop_parts(parts: Sequence[tuple[str, Farewell]]) -> None:
    """Stop one part after the other, each within ``PART_SECONDS``."""
    for name, stop in parts:
        stopping = asyncio.ensure_future(stop())
        await asyncio.wait([stopping], timeout=PART_SECONDS)
        if not stopping.done():
            log.error("stop", part=name, why="hangs", at=_place_of(stopping))
            stopping.cancel()
        elif not stopping.cancelled() and (error := stopping.exception()) is not None:
            log.error("stop", part=name, why="failed", exc_info=error)


def _place_of(future: "asyncio.Future[None]") -> str:
    """Say where something waits."""
    frames = future.get_stack() if isinstance(future, asyncio.Task) else []
    return ", ".join(f"{each.f_code.co_qualname}:{each.f_lineno}" for each in frames)


class DrainingServer(uvicorn.Server):
    """uvicorn with a notice before it leaves, and farewells to whoever holds a connection."""

    def __init__(
        self,
        config: uvicorn.Config,
        operations: Operations,
        hub: Hub,
        notice_seconds: float = 0,
        farewells: Sequence[Farewell] = (),
    ) -> None:
        """Serve ``config``; ``farewells`` are awaited before connections are closed."""
        super().__init__(config)
        self._operations, self._hub = operations, hub
        self._notice, self._farewells = notice_seconds, farewells

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to leave; the signal is not passed on, so that whoever started us can tidy up."""
        del frame
        if self._operations.draining:
            self.should_exit = True
            self.force_exit = self.force_exit or sig == signal.SIGINT
            return
        self._operations.drain()
        log.warning("draining", notice_seconds=self._notice)
        asyncio.get_running_loop().call_later(self._notice, self._leave)

    def _leave(self) -> None:
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and from then on look for garbage only now and then."""
        await super().startup(sockets)
        search_rarely()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say farewell, then let requests end."""
        self._operations.drain()
        await stop_parts([("farewell", each) for each in self._farewells])
        self._hub.end()
        await super().shutdown(sockets)
        log.warning("left")
