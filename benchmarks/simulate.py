"""A whole event from the first entry to the prizes, with thousands of entrants.

    python benchmarks/simulate.py 20000 100000 [--book gm-2025] [--event entry]

Each size is a process of its own: ``qipan simulate``, its CPU seconds and its most memory.
"""

import argparse
import os
import subprocess
import sys
from math import log


def simulated(book: str, event: str, entrants: int) -> tuple[float, int]:
    """Play an event of so many entrants; give CPU seconds and the most memory in MB."""
    words = ["simulate", book, event, "--entries", str(entrants)]
    child = subprocess.Popen([sys.executable, "-m", "qipan", *words], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"{entrants} entrants were not simulated")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 // 1_000_000


def main() -> None:
    """Measure, print, and say how the seconds grow."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", type=int, nargs="+")
    parser.add_argument("--book", default="gm-2025")
    parser.add_argument("--event", default="entry")
    options = parser.parse_args()
    seconds = {}
    for size in options.sizes:
        seconds[size], most = simulated(options.book, options.event, size)
        print(f"{size:,} entrants: {seconds[size]:.1f} s CPU, at most {most} MB", flush=True)
    if len(seconds) > 1:
        (small, quick), *_, (large, long) = seconds.items()
        print(f"growth: CPU seconds ~ entrants^{log(long / quick) / log(large / small):.2f}")


if __name__ == "__main__":
    main()
