"""Thousands wait in one lobby: how long until all of them sit at tables, and on which workers.

    python benchmarks/lobby.py 1250 2500 5000 [--workers 2]

Real workers, PostgreSQL and NATS on the loopback; those who wait are said over one line, as an edge
says it. A lobby matches every two seconds, and its tables are opened on all workers by their names.
Counted from the first who waits until the last table is in the journal. CPU is that of workers and
database.
"""

import argparse
import asyncio
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "benchmarks")]

import msgspec  # noqa: E402
import uvloop  # noqa: E402

from cluster import cpu, family  # noqa: E402
from postgres import Postgres  # noqa: E402
from processes import Cluster  # noqa: E402
from qipan.cluster.metrics import ClusterMetrics  # noqa: E402
from qipan.games import game_named  # noqa: E402
from qipan.journal.live.lobby import LobbyOpened  # noqa: E402
from qipan.kernel.clock import Increment  # noqa: E402
from qipan.play.shards import SHARDS, shard_of  # noqa: E402
from qipan.settings import read_settings  # noqa: E402
from qipan.wiring import make_edge  # noqa: E402

TERMS = LobbyOpened(
    game="xiangqi", engine=game_named("xiangqi").engine, controls=(Increment(600_000),) * 2
)
AT_ONCE = 200
"""People who are said to wait at the same time."""
GOAL, LONGEST = 10.0, 300.0


class Opened:
    """The tables that the journal has."""

    def __init__(self, cluster):
        self.cluster, self.database = cluster, cluster.data.rpartition("/")[2]

    def count(self):
        asked = "SELECT count(*) FROM event WHERE name = 'table-opened/1'"
        return self.cluster.postgres.execute(asked, self.database)[0][0]

    def by_worker(self):
        """Count the tables of each worker, by who owns their shards."""
        asked = "SELECT stream FROM event WHERE name = 'table-opened/1'"
        tables = [row[0] for row in self.cluster.postgres.execute(asked, self.database)]
        asked = f"SELECT shard, owner FROM shard_lease WHERE shard < {SHARDS}"
        owners = dict(self.cluster.postgres.execute(asked, self.database))
        found = dict.fromkeys(owners.values(), 0)
        for table in tables:
            found[owners[shard_of(table.removeprefix("table/"))]] += 1
        return sorted(found.values())


async def match(edge, cluster, people):
    """Let everybody wait; give seconds and CPU until all sit, and the tables of each worker."""
    name, opened = f"evening{people}", Opened(cluster)
    before = opened.count()
    await edge.call(name, "lobby-open", msgspec.json.encode(TERMS))
    pids = [each.process.pid for each in cluster.of("worker")]
    pids += family(cluster.postgres.process.pid)
    begun, used = time.perf_counter(), cpu(pids)
    for first in range(0, people, AT_ONCE):
        some = range(first, min(people, first + AT_ONCE))
        await asyncio.gather(*(edge.call(name, "lobby-wait", f"p{who}".encode()) for who in some))
    waited = time.perf_counter() - begun
    while opened.count() - before < people // 2:
        if time.perf_counter() > begun + LONGEST:
            raise SystemExit(f"only {opened.count() - before} of {people // 2} tables are open")
        await asyncio.sleep(0.1)
    return waited, time.perf_counter() - begun, cpu(pids) - used, opened.by_worker()


async def run(options):
    postgres = Postgres()
    cluster = None
    try:
        cluster = Cluster(postgres, workers=options.workers, edges=0)
        chosen = {"QIPAN_DATA": cluster.data, "QIPAN_BROKER": cluster.broker.url}
        edge = await make_edge(read_settings("", {}, chosen), ClusterMetrics(), "bench")
        await edge.start()
        while len(edge.owners) < SHARDS:
            await asyncio.sleep(0.05)
        for people in options.people:
            waited, took, used, tables = await match(edge, cluster, people)
            print(f"{people:7,} people, {people // 2:,} tables: said in {waited:.1f} s,", end=" ")
            met = "met" if took - waited <= GOAL else "not met"
            print(f"all sit {took - waited:.1f} s later (goal {GOAL:.0f} s: {met});", end=" ")
            print(f"{used / people * 2000:.2f} ms CPU a table")
            print(f"        tables of each worker so far: {', '.join(map(str, tables))}")
        await edge.stop()
        await edge.dependencies.carrier.close()
        await edge.dependencies.leases.close()
    finally:
        if cluster is not None:
            cluster.close()
        postgres.remove()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("people", type=int, nargs="*", default=[1250, 2500, 5000])
    parser.add_argument("--workers", type=int, default=2)
    uvloop.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
