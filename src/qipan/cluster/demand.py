"""Which shards somebody waits for: edges say it every second, and workers take those first.

Only a hint: a worker that has not heard it takes the same shards in another order.
"""

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from qipan.cluster.transport.carrier import Carrier
from qipan.cluster.transport.frames import read_as, write
from qipan.kernel.errors import BadInput
from qipan.play.error_containment import ErrorContainment, log_mistake

WANTED = "qipan.wanted"
TELL_SECONDS = 1.0
HEARD = 10_000
"""Milliseconds for which a notice counts; a lease lasts less."""
log = structlog.get_logger("qipan.cluster")


class DemandNotice(msgspec.Struct, array_like=True, frozen=True):
    """The shards of which an edge has players or spectators."""

    edge: str
    shards: list[int]


async def announce_demand(carrier: Carrier, edge: str, shards: Callable[[], list[int]]) -> None:
    """Say every second what an edge wants, for ever."""
    while True:
        with ErrorContainment(log_mistake, "demand"):
            if found := shards():
                carrier.send(WANTED, write(DemandNotice(edge, found)))
        await asyncio.sleep(TELL_SECONDS)


class ShardDemand:
    """What edges want, as a worker heard it lately."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Know of nobody."""
        self._clock = clock
        self._heard: dict[str, tuple[int, frozenset[int]]] = {}

    def hear(self, text: bytes) -> None:
        """Take a notice from the carrier."""
        try:
            notice = read_as(DemandNotice, text)
        except BadInput as error:
            log.warning("demand", why=str(error))
            return
        self._heard[notice.edge] = (self._clock(), frozenset(notice.shards))

    def shards(self) -> frozenset[int]:
        """Give all that is wanted; edges that are silent are forgotten."""
        oldest = self._clock() - HEARD
        self._heard = {edge: each for edge, each in self._heard.items() if each[0] >= oldest}
        return frozenset().union(*(shards for _, shards in self._heard.values()))
