"""``make fuzz``: damaged files for every reader, seeded, bounded, with figures.

    python tests/fuzz/run.py [--inputs N | --seconds S] [--seed S] [--only NAME]... [--keep FOLDER]

Each reader works in a process of its own with limits of memory and CPU. Whatever it raises that is
no sentence for people is a fault: the input is kept, its number said, and the exit code is 1.
Readers that a server runs in a child (spreadsheets) may be stopped by these limits: counted.
"""

import argparse
import mmap
import os
import resource
import signal
import struct
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.targets import Target, shown, targets
from qipan.kernel.errors import QipanError

MEMORY = 1_500_000_000
"""Bytes of addresses that a worker may have."""
MOST_CPU = 5.0
"""Seconds for one input: more is a fault."""
ALONE_CPU = 1.5
COUNTS = struct.Struct("qqqqqqq")
"""Next input, taken, refused, broke, longest CPU in µs and its number, most kilobytes."""


class Notes:
    """What a worker has done so far, seen by whoever started it, also after its end."""

    def __init__(self):
        self.memory = mmap.mmap(-1, COUNTS.size)

    def read(self):
        return list(COUNTS.unpack_from(self.memory))

    def write(self, counts):
        COUNTS.pack_into(self.memory, 0, *counts)


def work(target: Target, seed: int, first: int, stop: tuple[int, float], notes: Notes, keep: Path):
    """Read input after input, in a process of its own."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most, until = stop
    if target.alone:  # the parser writes down where it broke, which nobody asked for
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    patience = ALONE_CPU if target.alone else MOST_CPU
    counts = notes.read()
    for number, content in enumerate(target.inputs(seed)):
        if number < first:
            continue
        if number >= most or (not number % 64 and time.monotonic() > until):
            break
        counts[0] = number + 1
        notes.write(counts)
        signal.setitimer(signal.ITIMER_PROF, patience)
        begun = time.process_time_ns()
        try:
            target.read(content)
            counts[1] += 1
        except QipanError:
            counts[2] += 1
        except BaseException as error:  # noqa: BLE001  (whatever it is, it is noted)
            if not target.alone:
                signal.setitimer(signal.ITIMER_PROF, 0)
                report(target, number, content, error, keep)
            counts[3] += 1
        spent = (time.process_time_ns() - begun) // 1000
        signal.setitimer(signal.ITIMER_PROF, 0)
        if spent > counts[4]:
            counts[4:6] = spent, number
        if not number % 16:
            counts[6] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        notes.write(counts)


def report(target, number, content, error, keep):
    keep.mkdir(parents=True, exist_ok=True)
    path = keep / f"{target.name.replace(' ', '-')}-{number}"
    path.write_bytes(content)
    said = "".join(traceback.format_exception_only(error)).strip()[:200]
    where = traceback.extract_tb(error.__traceback__)[-1]
    print(f"FAULT {target.name} input {number}: {said} at {where.name}:{where.lineno}", flush=True)
    print(f"      {shown(content)}\n      kept as {path}", flush=True)


def run(target: Target, seed: int, inputs: int, seconds: float, keep: Path):
    """Run one reader to its end; gives its figures, and how often it was stopped."""
    notes, stopped = Notes(), 0
    until = time.monotonic() + seconds
    while True:
        first = notes.read()[0]
        if first >= inputs or time.monotonic() > until:
            break
        sys.stdout.flush()
        child = os.fork()
        if not child:
            try:
                work(target, seed, first, (inputs, until), notes, keep)
            except BaseException:  # noqa: BLE001
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status == 0:
            break
        stopped += 1
        counts = notes.read()
        counts[3] += 1
        notes.write(counts)
        if not target.alone:
            print(f"FAULT {target.name} input {counts[0] - 1}: ended the process ({status})")
    return notes.read(), stopped


def main():
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--inputs", type=int, default=20_000, help="for each reader")
    reader.add_argument("--seconds", type=float, default=1e9, help="for each reader, at most")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--only", action="append", default=[])
    reader.add_argument("--keep", type=Path, default=Path("fuzz-faults"))
    asked = reader.parse_args()
    print(
        f"{'reader':<20}{'inputs':>10}{'read':>10}{'refused':>10}{'broke':>8}{'CPU ms':>9}{'MB':>6}"
    )
    total = faulty = 0
    slowest, largest = 0, 0
    for name, target in targets().items():
        if asked.only and name not in asked.only:
            continue
        counts, stopped = run(target, asked.seed, asked.inputs, asked.seconds, asked.keep)
        number, read, refused, broke, longest, _, memory = counts
        told = f"  in a child: {stopped} stopped" if target.alone else ""
        figures = f"{number:>10}{read:>10}{refused:>10}{broke:>8}{longest / 1000:>9.1f}"
        print(f"{name:<20}{figures}{memory // 1024:>6}{told}", flush=True)
        total += number
        if not target.alone:
            faulty += broke
            slowest, largest = max(slowest, longest), max(largest, memory)
    print(
        f"all: {total} inputs, {faulty} faults; "
        f"longest {slowest / 1000:.1f} ms CPU, {largest // 1024} MB"
    )
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
