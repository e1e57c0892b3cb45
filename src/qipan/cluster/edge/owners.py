"""Who owns which shard, as an edge knows it: from the news, and from the leases every second."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog

from qipan.cluster.database_time import DatabaseTime
from qipan.cluster.transport.frames import read_news
from qipan.kernel.errors import BadInput, Unavailable
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.shards import SHARDS, Leases, shard_of

LOOK_SECONDS = 1.0
SOON_SECONDS = 0.25
"""After an owner said that it is none (any more), and while a shard has none."""
log = structlog.get_logger("qipan.cluster")


class ShardOwners(dict[int, str]):
    """The owner of each shard; one that is missing has none now."""

    def __init__(
        self,
        leases: Leases,
        moved: Callable[[int], None],
        away: Callable[[int], None],
        clock: Callable[[], int],
    ) -> None:
        """Know no owner yet; tell ``moved`` of a new owner of a shard, ``away`` of none."""
        super().__init__()
        self._leases, self._moved, self._away = leases, moved, away
        self._clock, self.time = clock, DatabaseTime(clock)
        self._soon = asyncio.Event()

    def owns(self, worker: str, table: str) -> bool:
        """Say whether a worker's word counts: an owner of before may wake and tell what was."""
        return self.get(shard_of(table)) == worker

    async def look_always(self) -> None:
        """Look at the leases every second, or sooner if somebody asks for it; for ever."""
        while True:
            with ErrorContainment(log_mistake, "owners"):
                await self._look()
            if len(self) == SHARDS:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS - SOON_SECONDS):
                        await self._soon.wait()
            await asyncio.sleep(SOON_SECONDS)
            self._soon.clear()

    async def _look(self) -> None:
        try:
            begun = self._clock()
            situation = await self._leases.situation()
            self.time.look(situation.now, begun)
            found = situation.owners()
        except Unavailable as error:
            log.warning("leases", why=error.why)
            return
        for shard in [each for each in self if each not in found]:
            self._lose(shard)
        for shard, worker in found.items():
            if shard < SHARDS:
                self._give(shard, worker)

    def hear(self, text: bytes) -> None:
        """Take news from the carrier."""
        try:
            news = read_news(text)
        except BadInput as error:
            log.warning("news", why=str(error))
            return
        for shard in news.shards:
            if news.worker:
                self._give(shard, news.worker)
            else:
                self._lose(shard)

    def lost_by(self, worker: str, shard: int) -> None:
        """Note that a worker says it does not own a shard (any more)."""
        if self.get(shard) == worker:
            self._lose(shard)
        self._soon.set()

    def _give(self, shard: int, worker: str) -> None:
        if self.get(shard) != worker:
            self[shard] = worker
            self._moved(shard)

    def _lose(self, shard: int) -> None:
        if self.pop(shard, None) is not None:
            self._away(shard)
