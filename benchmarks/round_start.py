"""A round of an online contest begins: CPU and time until every table stands open, by size.

    python benchmarks/round_start.py 1000 3000 10000

One process on a file, as ``qipan serve`` runs it but without pages: everybody is entered, the start
of the round passes, and the contest's scheduler draws, pairs, publishes and opens a table for each
pair. Counted from the first look after the start until the last table is stored. The growth is
fitted through all sizes, and says what 100,000 players would take on this machine.
"""

import argparse
import asyncio
import math
import resource
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import uvloop

from contest import plan, prepare
from qipan.contest import OwnerHall, Scheduler, run_step
from qipan.host.local_tables import LocalTables
from qipan.wiring import open_house, utc_now

GOAL, MANY = 10.0, 100_000


async def begin(house, people):
    """Let the round begin; give seconds on the wall, of CPU, and of the longest pause of the loop.

    A pause is what players at other tables would have to wait.
    """
    tables = LocalTables(house)
    await tables.start()
    scheduler, hall = Scheduler(house.office), OwnerHall(tables.owner)
    house.listeners.append(scheduler.announce)
    plan(house, timedelta(seconds=1), reason="measured")
    await run_step(scheduler, hall, utc_now())
    await asyncio.sleep(1.5)
    pauses = asyncio.ensure_future(longest_pause())
    begun, cpu = time.perf_counter(), time.process_time()
    while len(tables.owner.rooms) < people // 2 and time.perf_counter() < begun + 300:
        await run_step(scheduler, hall, utc_now())
        await asyncio.sleep(0.02)
    took, used = time.perf_counter() - begun, time.process_time() - cpu
    there = len(tables.owner.rooms)
    pauses.cancel()
    longest = await pauses
    await tables.stop()
    if there < people // 2:
        raise SystemExit(f"only {there} of {people // 2} tables were opened")
    return took, used, longest


async def longest_pause():
    """Look how late the loop wakes whoever sleeps, until cancelled."""
    longest = 0.0
    try:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            longest = max(longest, time.perf_counter() - before - 0.005)
    except asyncio.CancelledError:
        return longest


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("people", type=int, nargs="*", default=[1000, 3000, 10_000])
    options = parser.parse_args()
    found = []
    for people in options.people:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "contest.sqlite"
            prepare(path, people)
            house = open_house(str(path))
            took, used, pause = uvloop.run(begin(house, people))
            house.close()
        found.append((people, used))
        print(f"{people:>7} players: {people // 2} tables open after {took:.2f} s,", end=" ")
        print(f"{used:.2f} s CPU ({used / people * 2000:.2f} ms a table); loop stood {pause:.2f} s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory at most {peak:.0f} MB")
    if len(found) > 1:
        (small, first), (large, last) = found[0], found[-1]
        power = math.log(last / first) / math.log(large / small)
        there = last * (MANY / large) ** power
        print(f"growth: CPU seconds ~ players^{power:.2f}; {MANY:,} players: {there:.0f} s CPU,")
        print(f"so {math.ceil(there / GOAL)} cores for {GOAL:.0f} s if the tables are shared out")


if __name__ == "__main__":
    main()
