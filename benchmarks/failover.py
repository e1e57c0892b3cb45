"""How long players wait when the owner of their games dies: real processes, killed one by one.

    python benchmarks/failover.py --kills 20 --tables 12

Two workers, two edges, PostgreSQL and NATS on the loopback, as ``tests/faults/scenario.py`` starts
them: one worker's date is an hour wrong, and one edge's broker loses, repeats and mixes what it
carries. A worker that owns games is killed (SIGKILL) and another one started; measured is how long
it takes until a move was acknowledged at every table. A process that has ended is given up when it
has renewed nothing for a second and a half, and it renews every second: that is the bound. (One
that only hangs is given up when its lease is over, after three to four seconds.)
Afterwards everything that any client was told is compared with the journal.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from faults.scenario import LIMIT, Scenario  # noqa: E402
from qipan.play.shards import GONE, RENEW  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    scenario = Scenario(options.seed, options.tables)
    try:
        for _ in range(options.kills):
            scenario.run("kill_owner")
            for role in scenario.cluster.roles:
                role.wait()
            scenario.cluster.settle(90)
            scenario.play.renew_tables()
        scenario.verdict()
    finally:
        scenario.close()
    waits = sorted(scenario.waits["kill_owner"])
    middle, most = waits[len(waits) // 2], waits[-1]
    print(f"{len(waits)} owners killed: all games went on after {middle:.1f} s (half of the times)")
    print(f"  at most {most:.1f} s; goal {LIMIT:.0f} s: {'met' if most <= LIMIT else 'not met'}")
    print(f"  bound: {(GONE - RENEW) / 1000:.1f} to {GONE / 1000:.1f} s until it is given up")


if __name__ == "__main__":
    main()
