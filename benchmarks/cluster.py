"""Live play through edge + NATS + worker + PostgreSQL, all real, on the loopback.

    python benchmarks/cluster.py --tables 500 --rate 1000 --seconds 20
    python benchmarks/cluster.py --tables 1000 --rate 4100 --seconds 8   # a little over the goal
    python benchmarks/cluster.py --workers 2 --edges 2 --rate 2000
    python benchmarks/cluster.py --watchers 4         # what telling one more socket costs an edge
    python benchmarks/cluster.py --profile            # where a worker's and an edge's time goes

Moves are sent on a fixed schedule as in ``live.py``; latency is from the time a move was due to
the opponent's receipt. CPU is measured for each program apart, so that the bound can be told on a
machine that does other things: two cores are full at 2 / (CPU of all programs a move).
"""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "benchmarks")]

import uvloop  # noqa: E402

from live import percentile  # noqa: E402
from postgres import Postgres  # noqa: E402
from processes import Cluster, Role  # noqa: E402
from qipan.games import game_named  # noqa: E402
from tables.clients import Player, Tally, drive  # noqa: E402
from tables.games import prepare, scripts  # noqa: E402
from tables.servers import TICKS, Stolen  # noqa: E402

GOAL, QUICK, GOAL_MS = 4000, 3000, 50
"""Durable moves a second that are to be reached; and, at three quarters of that, p99 in ms."""
PROFILED = """
import cProfile, os, time
from qipan.cli import main
from qipan.web import serving
profile = cProfile.Profile(time.thread_time)
try:
    profile.runcall(main)
finally:
    profile.dump_stats(os.environ["QIPAN_PROFILE"])
"""
"""CPU of the main thread only: on a busy machine the time on the wall says nothing."""


def family(pid):
    """Give a process and all its children."""
    found = [pid]
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += family(int(child))
    return found


def cpu(pids):
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICKS


def family_cpu(pid):
    """Give the CPU seconds of a process and all its children, of those that ended too."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return cpu(family(pid)) + (int(fields[13]) + int(fields[14])) / TICKS


def memory(role):
    """Give the memory of a program in MiB."""
    lines = Path(f"/proc/{role.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


class Stored:
    """What a move leaves behind in the database, and how long a group commit takes."""

    def __init__(self, cluster):
        self.cluster, self.begun = cluster, None
        self.begun = self.now()

    def now(self):
        name = self.cluster.data.rpartition("/")[2]
        asked = (
            "SELECT pg_total_relation_size('event'),"
            " pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
        )
        (sizes,) = self.cluster.postgres.execute(asked, name)
        commits = [
            sum(
                each.figure(f"qipan_commit_seconds_{what}") or 0
                for each in self.cluster.of("worker")
            )
            for what in ("sum", "count")
        ]
        return [*map(float, sizes), *commits]

    def tell(self, done):
        disk, log, seconds, count = (
            now - then for now, then in zip(self.now(), self.begun, strict=True)
        )
        return (
            f"on disk {disk / done:.0f} bytes a move, {log / done:.0f} of write-ahead log;"
            f" {done / max(1, count):.1f} moves a commit of {seconds / max(1, count) * 1000:.1f} ms"
        )


class Measured:
    """The CPU of each kind of program of a cluster."""

    def __init__(self, cluster):
        self.parts = {
            "edges": [each.process.pid for each in cluster.of("edge")],
            "broker": [cluster.broker.process.pid],
            "workers": [each.process.pid for each in cluster.of("worker")],
            "postgres": family(cluster.postgres.process.pid),
        }
        self.begun = self.now()

    def now(self):
        return {name: cpu(pids) for name, pids in self.parts.items()}

    def spent(self):
        now = self.now()
        return {name: now[name] - self.begun[name] for name in now}


def start(options, postgres, data, folder):
    if not options.profile:
        return Cluster(postgres, workers=options.workers, edges=options.edges, data=data)
    import processes

    processes.MAIN = PROFILED

    class Profiled(Role):
        def __init__(self, *words, **more):
            super().__init__(*words, **more)
            self.environment["QIPAN_PROFILE"] = str(folder / f"{self.name}.prof")

    processes.Role = Profiled
    return Cluster(postgres, workers=options.workers, edges=options.edges, data=data)


async def load(options):
    seats = game_named(options.game).seats(game_named(options.game).rules_type())[0]
    played = scripts(options.game, seats, 20, 300)
    postgres = Postgres()
    cluster = None
    with tempfile.TemporaryDirectory() as folder:
        try:
            data = postgres.fresh()
            prepare(data, options.game, seats, options.tables, played)
            cluster = start(options, postgres, data, Path(folder))
            await measure(options, cluster, seats, played)
        finally:
            if cluster is not None:
                for role in cluster.roles:
                    role.signal(signal.SIGTERM)
                cluster.close()
            postgres.remove()
        if options.profile:
            show(Path(folder))


async def measure(options, cluster, seats, played):
    tally = Tally()
    edges = cluster.of("edge")
    players = [
        Player(f"b{number}", seats, played[number % len(played)][1], tally)
        for number in range(options.tables)
    ]
    for number, player in enumerate(players):
        await player.join(edges[number % len(edges)].port, options.watchers)
    await asyncio.sleep(3)  # clocks run again once both are there
    kept = Stored(cluster)
    measured, stolen, mine = Measured(cluster), Stolen(), time.process_time()
    count, took = await drive(players, options.rate, options.seconds)
    stolen = str(stolen)
    await asyncio.sleep(1)
    spent, mine = measured.spent(), time.process_time() - mine
    done = max(1, len(tally.latencies))
    print(
        f"{options.game}: {options.tables} tables, {options.edges} edge(s), "
        f"{options.workers} worker(s), {count / took:.0f} moves/s asked"
    )
    print(f"  {done} of {count} moves received, {done / took:.0f} durable moves/s")
    p50, p99, most = (percentile(tally.latencies, share) for share in (0.5, 0.99, 1))
    print(f"  latency ms: p50 {p50:.1f}  p99 {p99:.1f}  most {most:.1f}")
    if options.rate > GOAL:
        met = "met" if done / took >= GOAL else "not met"
        print(f"  goal: {GOAL} durable moves/s: {met}")
    elif options.rate >= QUICK:
        met = "met" if p99 <= GOAL_MS else "not met"
        print(f"  goal: p99 at most {GOAL_MS} ms: {met}")
    each = {name: seconds / done * 1000 for name, seconds in spent.items()}
    parts = ", ".join(f"{name} {ms:.3f}" for name, ms in each.items())
    total = sum(each.values())
    print(f"  CPU ms a move: {parts}; all {total:.3f} (clients {mine / done * 1000:.3f})")
    print(f"  two cores are full at {2000 / total:.0f} moves/s, clients elsewhere")
    print(f"  {kept.tell(done)}")
    sizes = ", ".join(f"{each.name} {memory(each):.0f} MiB" for each in cluster.roles)
    print(f"  memory: {sizes}")
    print(f"  machine load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, ", end="")
    print(f"errors {tally.errors or 'none'}; {stolen}")


def show(folder):
    import pstats

    for path in sorted(folder.glob("*.prof")):
        print(f"== {path.stem}")
        with contextlib.suppress(EOFError):  # ended before it could write
            pstats.Stats(str(path)).sort_stats("tottime").print_stats(45)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="xiangqi")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--edges", type=int, default=1)
    parser.add_argument("--watchers", type=int, default=0, help="spectators of every table")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    uvloop.run(load(options))


if __name__ == "__main__":
    main()
