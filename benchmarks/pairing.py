"""How long the Dutch system takes: by size, on given reports, and the worst of many random events.

    python benchmarks/pairing.py                        # sizes 100 … 10,000 and the growth
    python benchmarks/pairing.py --files FOLDER/*.trf   # the next round of reports
    python benchmarks/pairing.py --events 2000          # the worst round of random events
    python benchmarks/pairing.py --events 30 --edition dutch-2017
    python benchmarks/pairing.py --engine 'bbpPairings.exe --dutch {input} -p {output}'

All times are CPU seconds of pairing alone: reading a report and starting up are left out. The time
of another engine is that of its whole process, so it is shown beside ours with reading included.
"""

import argparse
import resource
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from math import log
from pathlib import Path
from random import Random
from time import process_time

from qipan.formats.trf.check import pairs_of
from qipan.formats.trf.generate import Recipe, generate
from qipan.formats.trf.read import decode, read_trf
from qipan.formats.trf.walk import field_before
from qipan.formats.trf.write import Dialect, write_trf
from qipan.pairing.swiss.dutch import Edition, pair

SIZES = (100, 200, 500, 1000, 2000, 5000, 10000)


def main() -> None:
    options = parse()
    if options.files:
        by_file(options.files, options.engine)
    elif options.events:
        by_event(options)
    else:
        by_size(options)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory at most {used:.0f} MB")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure the Dutch system.")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--rounds", type=int, default=5, help="rounds to pair at each size")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=Path, nargs="+", help="pair the next round of these")
    parser.add_argument("--events", type=int, help="so many random events")
    parser.add_argument("--players", type=int, nargs=2, default=(100, 300))
    parser.add_argument("--edition", type=Edition, default=Edition.DUTCH_2026)
    parser.add_argument("--engine", help="another engine: a command with {input} and {output}")
    return parser.parse_args()


def timed(field):
    began = process_time()
    found = pair(field)
    return process_time() - began, found


def by_size(options) -> None:
    """Pair random events round by round; compare the last round and fit the growth."""
    print(f"{'players':>8} {'rounds, CPU s':40} {'last':>8}  brackets by path")
    points = []
    for size in options.sizes:
        times, last = [], []

        def engine(field, times=times, last=last):
            seconds, found = timed(field)
            times.append(seconds)
            last[:] = [field, found]
            return found

        recipe = Recipe(players=size, rounds=9, seed=options.seed)
        file = generate(recipe, stop_after(engine, options.rounds))
        paths = Counter(bracket.path.value for bracket in last[1].brackets)
        shown = " ".join(f"{seconds:.3f}" for seconds in times)
        print(f"{size:8} {shown:40} {times[-1]:8.4f}  {dict(paths)}")
        points.append((size, times[-1]))
        if options.engine and size < 10000:
            compare(options.engine, file, last[1])
    print(f"growth: CPU seconds ~ players^{exponent(points):.2f}")


def stop_after(engine, rounds):
    """Let a generator stop: a round that is not to be paired counts as impossible."""
    from qipan.kernel.errors import Impossible
    from qipan.pairing.swiss.dutch.criteria import COMPLETION

    def run(field):
        if field.round > rounds:
            raise Impossible("benchmark.enough", COMPLETION)
        return engine(field)

    return run


def exponent(points) -> float:
    """Fit a power law by least squares of the logarithms."""
    spots = [(log(size), log(max(seconds, 1e-6))) for size, seconds in points]
    if len(spots) < 2:
        return 0.0
    middle = [sum(axis) / len(spots) for axis in zip(*spots, strict=True)]
    above = sum((x - middle[0]) * (y - middle[1]) for x, y in spots)
    return above / sum((x - middle[0]) ** 2 for x, _ in spots)


def by_file(files, engine) -> None:
    for path in files:
        file = read_trf(decode(path.read_bytes()), path.name)
        field = field_before(file, file.played + 1)
        seconds, found = timed(field)
        print(f"{path.name:24} {len(field.players):6} players {seconds:8.4f} CPU s")
        if engine:
            compare(engine, file, found)


def compare(command, file, ours) -> None:
    """Give the same report, without its last round if it has it, to another engine."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.trf"), Path(folder, "out.txt")
        cut = type(file)(
            file.name,
            tuple(
                type(player)(
                    number=player.number,
                    name=player.name,
                    rating=player.rating,
                    points=sum(
                        (file.setup.points.of(cell) for cell in player.cells[: ours.round - 1]),
                        start=0,
                    ),
                    rank=player.rank,
                    cells=tuple(
                        cell
                        for number, cell in enumerate(player.cells[: ours.round], 1)
                        if number < ours.round or cell.result in ("H", "F", "Z")
                    ),
                )
                for player in file.players
            ),
            file.setup,
        )
        source.write_text(write_trf(cut, Dialect.TRF16), "utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = [w.format(input=source, output=target) for w in shlex.split(command)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        text = target.read_text() if target.exists() else done.stdout
        lines = [line.split() for line in text.splitlines()[1:] if line.strip()]
        same = frozenset((int(a), int(b)) for a, b in lines) == pairs_of(ours)
        print(f"{'':9}other engine: {seconds:.3f} CPU s, {'same' if same else 'ANOTHER'} pairing")


def by_event(options) -> None:
    """Pair every round of many random events; show the middle, the tail and the worst."""
    dice = Random(options.seed)
    times = []
    for seed in range(options.events):
        recipe = Recipe(
            players=dice.randint(*options.players),
            rounds=dice.randint(5, 11),
            seed=seed,
            draws=dice.choice([0, 0.1, 0.3, 0.6, 0.95, 1]),
            forfeits=dice.choice([0, 0.02, 0.1]),
            byes=dice.choice([0, 0.02, 0.1]),
            withdrawals=dice.choice([0, 0.01, 0.05]),
            late=dice.choice([0, 0.05]),
            groups=dice.choice([0, 1, 3]),
            edition=options.edition,
        )

        def engine(field, seed=seed):
            seconds, found = timed(field)
            times.append((seconds, seed, int(field.round), len(field.players)))
            return found

        generate(recipe, engine)
        if sys.stderr.isatty():
            print(f"\r{seed + 1}/{options.events}", end="", file=sys.stderr)
    times.sort()
    middle, tail = times[len(times) // 2][0], times[int(len(times) * 0.99)][0]
    print(
        f"{options.events} events, {len(times)} rounds: median {middle:.4f}, p99 {tail:.4f} CPU s"
    )
    for seconds, seed, number, players in times[:-6:-1]:
        print(f"  {seconds:.3f} CPU s: seed {seed}, round {number}, {players} players")


if __name__ == "__main__":
    main()
