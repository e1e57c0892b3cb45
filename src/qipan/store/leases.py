"""Leases and fences in PostgreSQL: one statement each, by the clock of the database.

A takeover is one statement for one shard: it locks the lease, gives it to the new owner and raises
the epoch. Raising waits until every append under the old epoch has ended, so whoever has taken a
shard and then reads it sees everything that was ever acknowledged. Nobody ever holds two shards'
rows at once here, so nobody waits in a circle with an append that touches several.

Whoever renews holds a lock of its session under its name. A process that is killed loses its
session at once, and the lock with it: then nobody waits until its leases run out. A session that
only broke is opened again within ``GONE``; and while a server has just started nobody is given up.
"""

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from qipan.kernel.errors import Unavailable
from qipan.play.shards import GONE, LEASE, SHARDS, Lease, LeaseSituation, TakenShard
from qipan.store.address import Address
from qipan.store.database import reason_of
from qipan.store.postgres_connection import DatabaseLine, int_array

SECONDS = 1.5
"""For connecting, and for every question: less than a lease lasts."""
STARTED_SECONDS = 5
"""A server that started less long ago has forgotten every session: their absence says nothing."""
_LOCKS = 0x71697077
"""The class of the locks under which workers are alive."""
_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_OLD_SERVER = f"""
pg_postmaster_start_time() < clock_timestamp() - interval '{STARTED_SECONDS} seconds'"""


def _dead(name: str, until: str) -> str:
    """Say in SQL that a worker's session is gone and nothing was renewed for a while."""
    return f"""({_OLD_SERVER} AND {until} - {LEASE} <= {_NOW} - {GONE} AND NOT EXISTS (
      SELECT 1 FROM pg_locks held WHERE held.locktype = 'advisory' AND held.granted
        AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND held.classid = {_LOCKS} AND held.objid = hashtext({name})::oid
        AND held.objsubid = 2))"""


_TAKE = f"""
WITH clock AS MATERIALIZED (SELECT {_NOW} AS ms),
free AS (
  SELECT lease.shard, lease.owner, lease.until, lease.seen FROM shard_lease lease, clock
  WHERE lease.shard = $1 AND (lease.owner IN ('', $2) OR lease.until < clock.ms
      OR ($1 < {SHARDS} AND {_dead("lease.owner", "lease.until")}))
    AND ($1 >= 256 OR NOT EXISTS (
      SELECT 1 FROM shard_lease alone WHERE alone.shard = 257 AND alone.until >= clock.ms))
    AND ($1 <> 257 OR NOT EXISTS (
      SELECT 1 FROM shard_lease other WHERE other.shard < 256 AND other.until >= clock.ms))
  FOR UPDATE OF lease SKIP LOCKED
),
taken AS (
  UPDATE shard_lease SET owner = $2, until = clock.ms + $3 FROM free, clock
  WHERE shard_lease.shard = free.shard RETURNING shard_lease.shard
),
fenced AS (
  UPDATE shard_fence SET epoch = epoch + 1 FROM free
  WHERE shard_fence.shard = free.shard RETURNING epoch
)
SELECT free.shard, free.owner, free.until, free.seen, fenced.epoch, clock.ms
FROM free, fenced, clock
"""
_RENEW = f"""
WITH clock AS MATERIALIZED (SELECT {_NOW} AS ms),
alive AS (
  INSERT INTO shard_worker (name, until) SELECT $2, clock.ms + $3 FROM clock WHERE $4
  ON CONFLICT (name) DO UPDATE SET until = excluded.until
),
renewed AS (
  UPDATE shard_lease SET until = clock.ms + $3,
    seen = CASE WHEN shard = ANY($5::int[]) THEN seen ELSE clock.ms END FROM clock
  WHERE shard = ANY($1::int[]) AND owner = $2 AND until >= clock.ms RETURNING shard
)
SELECT clock.ms, ARRAY(SELECT shard FROM renewed),
  CASE WHEN $4 THEN pg_try_advisory_lock({_LOCKS}, hashtext($2)) END FROM clock
"""
_RELEASE = f"""
UPDATE shard_lease SET owner = '', until = {_NOW}, seen = {_NOW}
WHERE shard = ANY($1::int[]) AND owner = $2
"""
_GONE = "DELETE FROM shard_worker WHERE name = $1"
_SWEEP = f"DELETE FROM shard_worker WHERE until < {_NOW} - 60000"
_LOOK = f"""
SELECT {_NOW},
  ARRAY(SELECT shard FROM shard_lease ORDER BY shard),
  ARRAY(SELECT owner FROM shard_lease ORDER BY shard),
  ARRAY(SELECT until FROM shard_lease ORDER BY shard),
  ARRAY(SELECT seen FROM shard_lease ORDER BY shard),
  ARRAY(SELECT name FROM shard_worker WHERE until >= {_NOW} ORDER BY name),
  ARRAY(SELECT name FROM shard_worker
    WHERE until >= {_NOW} AND {_dead("name", "until")} ORDER BY name)
"""


class PostgresLeases:
    """Leases in the database that also holds the journal."""

    def __init__(self, address: Address, *, member: bool = True) -> None:
        """Use a line of its own; a ``member`` counts when shards are shared out."""
        # A lease that a crash of the database forgets was none: no event was stored under it.
        self._line = DatabaseLine(address, SECONDS, synchronous_commit="off")
        self._shown, self._member = address.shown, member
        # One question after the other, on a thread that may wait; the loop goes on meanwhile.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="leases")

    async def take(self, shard: int, owner: str) -> TakenShard | None:
        """Take a shard that is free or one's own. Raises Unavailable."""
        found = await self._ask(_TAKE, shard, owner, LEASE)
        if not found:
            return None
        number, before, until, seen, epoch, now = found[0]
        return TakenShard(number, epoch, Lease(number, before, until, seen), now)

    async def renew(
        self, shards: Iterable[int], owner: str, unsettled: Iterable[int] = ()
    ) -> tuple[frozenset[int], int]:
        """Renew what has not run out. Raises Unavailable."""
        values = (int_array(shards), owner, LEASE, self._member, int_array(unsettled))
        found = await self._ask(_RENEW, *values)
        return frozenset(found[0][1]), int(found[0][0])

    async def release(self, shards: Iterable[int], owner: str) -> None:
        """Hand shards over. Raises Unavailable."""
        await self._ask(_RELEASE, int_array(shards), owner)

    async def resign(self, owner: str) -> None:
        """Be no worker any more. Raises Unavailable."""
        await self._ask(_GONE, owner)
        await self._ask(_SWEEP)

    async def situation(self) -> LeaseSituation:
        """Look at everything. Raises Unavailable."""
        now, *columns, workers, dead = (await self._ask(_LOOK))[0]
        leases = (Lease(*each) for each in zip(*columns, strict=True))
        alive = tuple(name for name in workers if name not in dead)
        return LeaseSituation(tuple(leases), alive, now, frozenset(dead))

    async def close(self) -> None:
        """Hang up."""
        self._thread.submit(self._line.drop)
        self._thread.shutdown(wait=False)

    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask once. Raises Unavailable if there is no answer in time."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, self._line.ask, query, *values)
        except Exception as error:
            # A driver whose line breaks inside it says so in many ways.
            raise Unavailable(self._shown, reason_of(error)) from error
