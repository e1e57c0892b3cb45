"""NATS core as a carrier: reconnects for ever, keeps nothing while it is away."""

import asyncio
from collections import deque

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from qipan.cluster.carrier import Take
from qipan.kernel.errors import Unavailable

AGAIN_SECONDS: int = 0  # the client sleeps between two rounds by itself
CONNECT_SECONDS = 2
PING_SECONDS = 1
MOST_UNSENT = 10_000
log = structlog.get_logger("qipan.cluster")


class NatsCarrier:
    """A line to a NATS server."""

    def __init__(self) -> None:
        """Not connected yet; see ``open``."""
        self._client = Client()
        self._unsent: deque[tuple[str, bytes]] = deque(maxlen=MOST_UNSENT)
        self._wanted = asyncio.Event()
        self._sender: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, servers: str, name: str) -> "NatsCarrier":
        """Connect to the first of the servers that answers. Raises Unavailable."""
        made = cls()
        try:
            await made._client.connect(
                servers=[each.strip() for each in servers.split(",")],
                name=name,
                connect_timeout=CONNECT_SECONDS,
                reconnect_time_wait=AGAIN_SECONDS,
                max_reconnect_attempts=-1,
                ping_interval=PING_SECONDS,
                max_outstanding_pings=2,
                allow_reconnect=True,
                error_cb=made._said,
                disconnected_cb=made._lost,
                reconnected_cb=made._back,
            )
        except (NatsError, OSError, TimeoutError, ValueError) as error:
            raise Unavailable("broker", type(error).__name__) from error
        made._sender = asyncio.get_running_loop().create_task(made._send_all())
        return made

    @property
    def up(self) -> bool:
        """Say whether the broker can be reached."""
        return self._client.is_connected

    def send(self, subject: str, parcel: bytes) -> None:
        """Hand a parcel over; while the broker is away it is lost."""
        if self._client.is_connected:
            self._unsent.append((subject, parcel))
            self._wanted.set()

    async def listen(self, subject: str, take: Take) -> None:
        """Have ``take`` called with every parcel for a subject."""

        async def arrived(message: Msg) -> None:
            take(message.data)

        await self._client.subscribe(subject, cb=arrived)

    async def close(self) -> None:
        """Send what is left, as far as that goes, and hang up."""
        if self._sender is not None:
            self._sender.cancel()
        try:
            while self._unsent and self._client.is_connected:
                await self._client.publish(*self._unsent.popleft())
            await asyncio.wait_for(self._client.flush(1), 2)
            await asyncio.wait_for(self._client.close(), 2)
        except (NatsError, OSError, TimeoutError):
            return

    async def _send_all(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            while self._unsent:
                subject, parcel = self._unsent.popleft()
                try:
                    await self._client.publish(subject, parcel)
                except (NatsError, OSError) as error:
                    log.warning("broker", said=type(error).__name__)

    async def _said(self, error: Exception) -> None:
        log.info("broker", said=type(error).__name__)

    async def _lost(self) -> None:
        log.warning("broker", said="lost")

    async def _back(self) -> None:
        log.warning("broker", said="back")
