"""What a contest of many players needs, worked out from measured costs.

    python benchmarks/sizing.py [--worker-ms 0.4] [--edge-ms 0.13] [--database-ms 0.08] …
    python benchmarks/sizing.py --measured [--scale 1]

Put in the costs that ``live.py`` and ``cluster.py`` print on your machine; with ``--measured`` the
costs of a move in one process, of a reader of a published round, of an open table, of a socket and
of pairing are measured first, at two small sizes, and each is held against a larger one. A round
of an online contest begins at one moment: everybody sits down within a minute and half of them are
to move. Cores are counted so that nobody works more than ``--busy`` of the time; the queue of one
worker at that load is then simulated move by move (random arrivals, group commits of a measured
length): no single machine can show a million players.
"""

import argparse
import math
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

SIZES = (1_000, 100_000, 1_000_000)
HERE = Path(__file__).parent
UP_TO_DATE = 10
"""Seconds within which everybody has a round that was published."""


def need(players: int, options: argparse.Namespace) -> dict[str, float]:
    """Give moves a second, cores by role, and memory for a contest in which everybody plays."""
    games = players // 2
    moves = games / options.think
    watching = players * options.watchers
    sockets = players + watching
    told = moves * options.watchers * 2  # who watches that game
    return {
        "games": games,
        "moves": moves,
        "sockets": sockets,
        "workers": cores(moves * options.worker_ms, options.busy),
        "edges": cores(moves * options.edge_ms + told * options.send_ms, options.busy),
        "database": cores(moves * options.database_ms, options.busy),
        "memory": (sockets * options.socket_kib + games * options.table_kib) / 2**20,
        "disk": moves * options.event_bytes * 3600 / 2**30,
        "pairing": players * options.pairing_us / 1e6,
        "readers": cores(sockets * options.reader_ms / UP_TO_DATE, options.busy),
    }


def cores(milliseconds_a_second: float, busy: float) -> int:
    """Count cores so that each works at most a share of the time."""
    return max(1, math.ceil(milliseconds_a_second / 1000 / busy))


def queue(rate: float, options: argparse.Namespace, dice: Random) -> tuple[float, float]:
    """Simulate one worker: moves arrive at random, are worked on in turn, and wait for a commit.

    Gives the median and the 99th percentile in milliseconds from arrival to acknowledgement.
    """
    service, flush = options.worker_ms / 1000, options.commit_ms / 1000
    now = free = 0.0
    done: list[tuple[float, float]] = []
    while now < options.seconds:
        now += dice.expovariate(rate)
        free = max(free, now) + service
        done.append((now, free))
    waits, commit_ends, index = [], 0.0, 0
    while index < len(done):
        begins = max(commit_ends, done[index][1])
        commit_ends = begins + flush
        while index < len(done) and done[index][1] <= begins:
            waits.append(commit_ends - done[index][0])
            index += 1
    waits.sort()
    return waits[len(waits) // 2] * 1000, waits[len(waits) * 99 // 100] * 1000


def figure(pattern: str, program: str, *words: object) -> float:
    """Run a measurement and read one figure of what it prints."""
    command = [sys.executable, str(HERE / program), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=True)
    found = re.search(pattern, done.stdout)
    if found is None:
        raise ValueError(f"{program} printed no such figure: {pattern}")
    return float(found[1])


def move_cost(rate: int) -> float:
    """Measure CPU milliseconds of one process for a move, at so many moves a second."""
    words = ("--tables", max(10, rate // 5), "--rate", rate, "--seconds", 5)
    return figure(r"server CPU ([0-9.]+) ms a move", "live.py", *words)


def reader_cost(readers: int) -> float:
    """Measure CPU milliseconds for a reader who is told of a round and fetches it."""
    words = ("--entrants", 100, "--readers", readers, "--requests", 100)
    return figure(r"tell one and answer it\s+[0-9,]+\s+([0-9.]+)", "readers.py", *words)


def table_cost(tables: int) -> float:
    """Measure KiB of the server for an open table of sixty moves."""
    return figure(r"([0-9.]+) KiB a table", "live.py", "--idle", tables)


def spectator_cost(spectators: int) -> float:
    """Measure KiB of the server for a socket that only listens."""
    return figure(r"spectators: ([0-9.]+) KiB each", "live.py", "--spectators", spectators)


def pairing_cost(players: int) -> float:
    """Measure microseconds of CPU for a player whom score pairing pairs."""
    seconds = figure(r"round \d+:\s+([0-9.]+) CPU s", "by_score.py", players)
    return seconds * 1e6 / players


class Cost(NamedTuple):
    """A cost that is measured at two sizes, and checked at a third."""

    what: str
    measured: Callable[[int], float]
    sizes: tuple[int, int, int]
    option: str
    unit: str
    whole: float
    """So many units of one make one of the whole."""
    whole_unit: str


COSTS = (
    Cost("moves a second", move_cost, (100, 250, 500), "worker_ms", "ms", 1000, "s"),
    Cost("readers of a round", reader_cost, (2000, 5000, 9000), "reader_ms", "ms", 1000, "s"),
    Cost("open tables", table_cost, (500, 1000, 2000), "table_kib", "KiB", 1024, "MiB"),
    Cost("listeners", spectator_cost, (1000, 2000, 5000), "socket_kib", "KiB", 1024, "MiB"),
    Cost("players paired", pairing_cost, (20_000, 50_000, 100_000), "pairing_us", "µs", 1e6, "s"),
)


def measure(options: argparse.Namespace) -> None:
    """Measure at two small sizes, and say what a straight line through them makes of a larger one.

    Part of the work does not grow with the crowd: timers, and writing a round once for everybody.
    """
    print("A straight line through two small sizes, held against a larger one that is measured:")
    for cost in COSTS:
        small, middle, large = (
            max(20 * place, round(size * options.scale)) for place, size in enumerate(cost.sizes, 1)
        )
        used = {size: cost.measured(size) * size for size in (small, middle, large)}
        each = max(0.0, (used[middle] - used[small]) / (middle - small))
        once = used[small] - each * small
        said, found = (once + each * large) / cost.whole, used[large] / cost.whole
        print(f"  {cost.what}: {once:.0f} {cost.unit} and {each:.3f} {cost.unit} each;", end=" ")
        print(f"{large:,}: {said:.2f} {cost.whole_unit} said,", end=" ")
        print(f"{found:.2f} measured ({found / said if said else 0:.2f})", flush=True)
        # The larger size is the better measure of what one more costs.
        slope = (used[large] - used[small]) / (large - small)
        if slope > 0:
            setattr(options, cost.option, slope)
    print("Assumed, not measured in this run: edges and the database (cluster.py prints them).")


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--worker-ms", type=float, default=0.4, help="CPU of a worker for a move")
    add("--edge-ms", type=float, default=0.13, help="CPU of an edge for a move and its players")
    add("--send-ms", type=float, default=0.01, help="CPU of an edge to tell a spectator")
    add("--database-ms", type=float, default=0.08, help="CPU of the database for a move")
    add("--commit-ms", type=float, default=3.0, help="length of a group commit")
    add("--socket-kib", type=float, default=15, help="memory of a socket")
    add("--table-kib", type=float, default=20, help="memory of a table")
    add("--event-bytes", type=float, default=360, help="a move on disk with its indexes")
    add("--pairing-us", type=float, default=5.5, help="CPU of score pairing for a player")
    add("--think", type=float, default=8.0, help="seconds a move takes a player")
    add("--watchers", type=float, default=0.2, help="spectators for each player")
    add("--busy", type=float, default=0.6)
    add("--seconds", type=float, default=60)
    add("--reader-ms", type=float, default=0.3, help="CPU to tell a reader of a round")
    add("--measured", action="store_true", help="measure what can be measured here")
    add("--scale", type=float, default=1.0, help="of the sizes that are measured")
    options = parser.parse_args()
    if options.measured:
        measure(options)
    print(f"{'players':>10}{'games':>9}{'moves/s':>9}{'sockets':>10}", end="")
    print(f"{'workers':>9}{'edges':>7}{'db cores':>10}{'GiB':>7}{'GiB/h':>7}", end="")
    print(f"{'pairing':>9}{'readers':>9}")
    for players in SIZES:
        found = need(players, options)
        print(
            f"{players:>10,}{found['games']:>9,.0f}{found['moves']:>9,.0f}{found['sockets']:>10,.0f}"
            f"{found['workers']:>9}{found['edges']:>7}{found['database']:>10}"
            f"{found['memory']:>7.1f}{found['disk']:>7.1f}{found['pairing']:>7.2f} s"
            f"{found['readers']:>9}"
        )
    print(f"workers, edges, database, readers: cores; readers: all told within {UP_TO_DATE} s")
    rate = options.busy * 1000 / options.worker_ms
    for share in (0.5, 1.0, 1.5):
        median, worst = queue(rate * share, options, Random("sizing"))
        busy = options.busy * share
        print(f"one worker, {rate * share:,.0f} moves/s ({busy:.0%} busy):", end=" ")
        print(f"acknowledged after {median:.1f} ms, p99 {worst:.1f} ms")


if __name__ == "__main__":
    main()
