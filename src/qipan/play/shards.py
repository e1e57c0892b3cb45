"""Which shard a table belongs to, and the leases that say who owns a shard.

A lease says who *should* write; the fence, an epoch that only ever grows, says who *can*. Every
append names its epoch, and an older one stores nothing. So a lease may be wrong (a clock, a pause,
a cut line) and no history ever forks. Times are milliseconds of the database's clock: no worker's
own clock counts.
"""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Protocol

import msgspec

from qipan.kernel.ids import StreamId

SHARDS = 256
SCHEDULER = 256
"""The lease of whoever keeps the timetables: exactly one."""
ALL_IN_ONE = 257
"""The lease of a server that owns every table alone; workers and it exclude each other."""
RESERVED = 2
LEASE = 4000
"""Milliseconds that a lease lasts."""
RENEW = 1000
"""Milliseconds between two renewals."""
GONE = 1500
"""Milliseconds without a renewal after which an owner is dead whose session has ended."""
_FOLDERS = ("table/", "watch/", "lobby/", "play/tables/")


@lru_cache(maxsize=65_536)
def shard_of(name: str) -> int:
    """Give the shard of a table or lobby; the same on every machine, for ever."""
    return blake2b(name.encode(), digest_size=1).digest()[0]


def shard_of_stream(stream: StreamId) -> int | None:
    """Give the shard that owns a stream; None if no shard does."""
    for folder in _FOLDERS:
        if stream.startswith(folder):
            name = stream.removeprefix(folder)
            return int(name) if folder == "play/tables/" and name.isdigit() else shard_of(name)
    return None


class Lease(msgspec.Struct, frozen=True):
    """Who owns a shard, and until when."""

    shard: int
    owner: str
    """Empty: handed over, nobody's."""
    until: int
    seen: int
    """When an owner last gave a sign of life that had all its tables in order."""


class TakenShard(msgspec.Struct, frozen=True):
    """A shard that was taken: the epoch to write under, and what was there before."""

    shard: int
    epoch: int
    before: Lease
    now: int


class LeaseSituation(msgspec.Struct, frozen=True):
    """All leases, the workers that are alive, and the time."""

    leases: tuple[Lease, ...]
    workers: tuple[str, ...]
    now: int
    dead: frozenset[str] = frozenset()
    """Owners whose process has ended, though their leases have not."""

    def free(self, shards: Iterable[int] = range(SHARDS)) -> list[int]:
        """Name the shards that nobody owns now."""
        wanted = set(shards)
        return [
            each.shard for each in self.leases if each.shard in wanted and not self._is_held(each)
        ]

    def _is_held(self, lease: Lease) -> bool:
        return bool(lease.owner) and lease.until >= self.now and lease.owner not in self.dead

    def next_end(self, owner: str) -> int | None:
        """Say when something of somebody else may be free first, unless renewed; None if nothing.

        A lease runs out; or, before that, its owner has given no sign for as long as ``GONE``.
        """
        ends = {
            each.until
            for each in self.leases
            if each.owner not in ("", owner) and each.shard < SHARDS and each.until >= self.now
        }
        gone = (end - LEASE + GONE for end in ends)
        return min((*ends, *(each for each in gone if each >= self.now)), default=None)

    def owners(self) -> dict[int, str]:
        """Say who owns which shard now."""
        return {each.shard: each.owner for each in self.leases if self._is_held(each)}


class Leases(Protocol):
    """Where leases are kept."""

    async def take(self, shard: int, owner: str) -> TakenShard | None:
        """Take a shard that is free or one's own, with the next epoch; None if it is not free."""

    async def renew(
        self, shards: Iterable[int], owner: str, unsettled: Iterable[int] = ()
    ) -> tuple[frozenset[int], int]:
        """Renew what has not run out; gives what is still one's own, and the time.

        ``unsettled`` shards are renewed but give no sign of life: the clocks of their tables still
        run in the journal as the owner before left them.
        """

    async def release(self, shards: Iterable[int], owner: str) -> None:
        """Hand shards over: whoever asks next has them."""

    async def resign(self, owner: str) -> None:
        """Be no worker any more."""

    async def situation(self) -> LeaseSituation:
        """Look at everything."""

    async def close(self) -> None:
        """Hang up."""


def fair_share(workers: int, shards: int = SHARDS) -> int:
    """Say how many shards one of so many workers should own at most."""
    return -(-shards // max(1, workers))
