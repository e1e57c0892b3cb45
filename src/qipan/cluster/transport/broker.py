"""NATS core as a carrier: reconnects for ever, keeps nothing while it is away.

A client may be connected and yet mute or deaf, after a line broke at a bad moment: so it calls to
itself every second through the broker, and connects anew when it has not heard itself for a while.
"""

import asyncio
from collections import deque

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from qipan.cluster.transport.carrier import Take
from qipan.kernel.errors import Unavailable
from qipan.play.error_containment import ErrorContainment, log_mistake

AGAIN_SECONDS = 0.1
"""Between two attempts to connect; the client itself would try as fast as it can."""
ECHO_SECONDS = 1.0
MOST_MISSED = 4
"""Calls to oneself without an echo, after which a line is of no use."""
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
        self._tasks: list[asyncio.Task[None]] = []
        self._echo = ""
        self._missed = 0

    @classmethod
    async def open(cls, servers: str, name: str) -> "NatsCarrier":
        """Connect to the first of the servers that answers. Raises Unavailable."""
        made = cls()
        try:
            await made._client.connect(
                servers=[each.strip() for each in servers.split(",")],
                name=name,
                connect_timeout=CONNECT_SECONDS,
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
        made._client.options["reconnect_time_wait"] = AGAIN_SECONDS
        made._echo = f"qipan.echo.{name}"
        await made.listen(made._echo, made._hear_oneself)
        loop = asyncio.get_running_loop()
        made._tasks = [loop.create_task(made._send_all()), loop.create_task(made._call_oneself())]
        return made

    @property
    def up(self) -> bool:
        """Say whether the broker can be reached, there and back."""
        return self._client.is_connected and self._missed < MOST_MISSED

    def send(self, subject: str, parcel: bytes) -> None:
        """Hand a parcel over; while the broker is away it is lost."""
        if self._client.is_connected:
            self._unsent.append((subject, parcel))
            self._wanted.set()

    async def listen(self, subject: str, take: Take) -> None:
        """Have ``take`` called with every parcel for a subject."""

        async def arrived(message: Msg) -> None:
            with ErrorContainment(log_mistake, subject):
                take(message.data)

        await self._client.subscribe(subject, cb=arrived)

    async def close(self) -> None:
        """Send what is left, as far as that goes, and hang up."""
        for task in self._tasks:
            task.cancel()
        try:
            while self._unsent and self._client.is_connected:
                await self._client.publish(*self._unsent.popleft())
            async with asyncio.timeout(2):
                await self._client.flush(1)
            async with asyncio.timeout(2):
                await self._client.close()
        except (NatsError, OSError, TimeoutError):
            return

    async def _send_all(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            while self._unsent:
                subject, parcel = self._unsent.popleft()
                with ErrorContainment(
                    log_mistake, subject
                ):  # whatever it is: the next parcel goes on
                    await self._publish(subject, parcel)

    async def _publish(self, subject: str, parcel: bytes) -> None:
        try:
            await self._client.publish(subject, parcel)
        except (NatsError, OSError) as error:
            log.warning("broker", said=type(error).__name__)

    # -- is the line of use? -------------------------------------------------------------------

    def _hear_oneself(self, parcel: bytes) -> None:
        del parcel
        self._missed = 0

    async def _call_oneself(self) -> None:
        while True:
            self.send(self._echo, b"")
            await asyncio.sleep(ECHO_SECONDS)
            with ErrorContainment(log_mistake, self._echo):
                await self._renew_if_mute()

    async def _renew_if_mute(self) -> None:
        if not self._client.is_connected:
            self._missed = 0
            return
        self._missed += 1
        if self._missed > MOST_MISSED:
            log.error("broker", said="no echo")
            self._missed = 0
            await self._client.force_reconnect()

    async def _said(self, error: Exception) -> None:
        log.info("broker", said=type(error).__name__)

    async def _lost(self) -> None:
        log.warning("broker", said="lost")

    async def _back(self) -> None:
        self._missed = 0
        log.warning("broker", said="back")
