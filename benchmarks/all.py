"""Run every measurement and write ``docs/benchmarks.md``.

    python benchmarks/all.py [--quick] [--only WORD …] [--anew] [--vectors FOLDER] [--runs 3]

Each part is a program of its own in this folder; what it prints is kept, with its command, the day
and the load of the machine. With several ``--runs`` of a part every number is the middle one (parts
of more than three minutes are run once, and say so). The page begins with a table of goals, before
and now (``figures/goals.py``), from all parts that were measured in full. With ``--only`` the other
parts stay as the page has them; ``--anew`` leaves them out. The page is written after every part,
so that a run that is broken off has done something. A part that fails is written down as failed,
and the exit code says so. ``--quick`` takes smaller sizes. Parts that need the reference data are
left out, and named, without ``--vectors``; so is the comparison with an earlier version without
``--before``.
"""

import argparse
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

from figures import goals, page, three_runs

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "benchmarks.md"
LONGEST = 1800
LONG = 180
"""Seconds of wall time from which on a part is run once only."""
HEAD = """# Figures

Written by `make bench`; do not edit. Times are CPU seconds unless they say otherwise. Machines are
shared and noisy: compare the lines of one part, which ran in one process within a minute, rather
than parts with each other. Peers are measured in the same run wherever they can be installed
(`pip install qipan[bench]`).

"""
SHOWN = "`python benchmarks/{}`"
# title, words of the full run, words of the quick run; {vectors} needs the reference data
PARTS = (
    ("Start of commands", "start_up.py", "start_up.py --runs 2"),
    ("Journal and the physical bound", "journal.py", "journal.py --seconds 0.5"),
    ("Journal in PostgreSQL", "journal.py --postgres", "journal.py --postgres --seconds 0.5"),
    ("Dutch pairing by size", "pairing.py", "pairing.py --sizes 100 500"),
    ("Dutch pairing, worst of random events", "pairing.py --events 300", "pairing.py --events 20"),
    ("Score pairing of big fields", "by_score.py 1000 10000 100000", "by_score.py 1000"),
    ("McMahon rounds", "mcmahon.py 80 300", "mcmahon.py 80 --events 2"),
    ("Look-up on a rating list", "rating_lists.py 50000 500000", "rating_lists.py 5000"),
    ("Open matching", "open_matching.py", "open_matching.py --arrivals 1000"),
    ("Ranking", "ranking.py 1000 10000 100000", "ranking.py 1000"),
    (
        "A whole event of thousands",
        "simulate.py 20000 100000",
        "simulate.py 1000 3000",
    ),
    ("Xiangqi, beside pyffish and cchess", "xiangqi.py", "xiangqi.py"),
    ("Xiangqi records, beside cchess", "xiangqi_records.py", "xiangqi_records.py"),
    ("Go, beside sgfmill", "go.py {vectors}/go", "go.py {vectors}/go --every 20"),
    ("Shengji", "shengji.py 20 20", "shengji.py 2 2"),
    ("Chinese checkers", "chinese_checkers.py 10 4", "chinese_checkers.py 1 3"),
    (
        "Live play, one process",
        "live.py --tables 200 --rate 1000 --seconds 10",
        "live.py --tables 20 --rate 100 --seconds 3",
    ),
    (
        "Live play, one process, as much as goes",
        "live.py --tables 800 --rate 3100 --seconds 8",
        "live.py --tables 40 --rate 200 --seconds 3",
    ),
    (
        "Live play, one process, beside 50 practice games",
        "live.py --tables 50 --rate 200 --seconds 20 --practice 50",
        "live.py --tables 20 --rate 100 --seconds 3 --practice 10",
    ),
    ("Computer players: a move by level", "opponents cost", "opponents cost --highest 5"),
    (
        "Live play, one process, beside an earlier version",
        "live.py --tables 100 --rate 300 --seconds 5 --rounds 5 --before {before}",
        "live.py --tables 20 --rate 100 --seconds 3 --rounds 1 --before {before}",
    ),
    (
        "Live play through edge, NATS, worker and PostgreSQL",
        "cluster.py --tables 1000 --rate 4100 --seconds 8",
        "cluster.py --tables 20 --rate 100 --seconds 3",
    ),
    (
        "The same at three quarters of that, for its latency",
        "cluster.py --tables 800 --rate 3000 --seconds 8",
        "cluster.py --tables 20 --rate 75 --seconds 3",
    ),
    (
        "Players whose owner was killed",
        "failover.py --kills 20",
        "failover.py --kills 1 --tables 4",
    ),
    (
        "Thousands of tables whose owner was killed",
        "takeover.py --open 10000 --played 2000",
        "takeover.py --open 200 --played 40",
    ),
    (
        "Workers replaced one after the other under load",
        "takeover.py --open 1000 --played 400 --rolling",
        "takeover.py --open 60 --played 20 --rolling --rate 50 --seconds 30",
    ),
    ("Pages of a large section", "pages.py 500 50", "pages.py 60 5"),
    ("Pages of a field of thousands", "pages.py 10000 10 2", "pages.py 2500 3 1"),
    ("Papers of a large section", "documents.py", "documents.py --entrants 200"),
    (
        "Thousands who read one event",
        "readers.py",
        "readers.py --entrants 60 --readers 200 --requests 200",
    ),
    ("What an open page fetches", "change_sizes.py", "change_sizes.py --entrants 40"),
    (
        "Memory of the demo while it is played",
        "memory.py --minutes 28",
        "memory.py --minutes 0.2 --every 3",
    ),
    (
        "What is kept of games that are over",
        "kept_positions.py 600 6000 60000 120000",
        "kept_positions.py 300 1000",
    ),
    ("A contest page and its start", "contest.py 5000", "contest.py 60 --lines 20"),
    ("A lobby over all workers", "lobby.py 1250 2500 5000 10000", "lobby.py 60"),
    ("A round begins", "round_start.py 1000 3000 10000", "round_start.py 60 200"),
    (
        "What a contest needs",
        "sizing.py --measured",
        "sizing.py --seconds 5 --measured --scale 0.1",
    ),
    ("Spectators of one board", "live.py --spectators 19500", "live.py --spectators 200"),
    ("Memory of an open table", "live.py --idle 2000", "live.py --idle 200"),
)


def measured(words: str) -> tuple[bool, str]:
    """Run one part; say whether it ended well, and what it printed."""
    name, *more = words.split()
    try:
        done = subprocess.run(
            [sys.executable, str(HERE / name), *more],
            capture_output=True,
            text=True,
            timeout=LONGEST,
            env={**os.environ, "COLUMNS": "100"},
            cwd=HERE.parent,
        )
    except subprocess.TimeoutExpired:
        return False, f"not finished after {LONGEST} s"
    said = done.stdout.strip()
    if done.returncode:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        return False, f"{said}\nfailed: {last}".strip()
    return True, said


def measured_often(words: str, runs: int) -> tuple[bool, str]:
    """Run one part several times; say whether all ended well, and give the middle figures."""
    texts: list[str] = []
    began = time.monotonic()
    while len(texts) < runs and (not texts or time.monotonic() - began < LONG):
        well, said = measured(words)
        if not well:
            return False, said
        texts.append(said)
    text, spread = three_runs.middle(texts)
    if runs > 1:
        told = f"middle of {len(texts)} runs, at most {spread:.0%} apart"
        text += f"\n({told})" if len(texts) > 1 else "\n(one run)"
    return True, text


def machine() -> str:
    """Describe where this runs, without naming it."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}"
    )


def part_now(title: str, command: str, shown: str, runs: int) -> tuple[bool, page.Part]:
    """Measure one part; say whether it ended well, and give what the page says of it."""
    load = os.getloadavg()[0]
    well, said = measured_often(command, runs)
    when = f"{time.strftime('%Y-%m-%d')}, load {load:.1f} before."
    return well, page.Part(title, f"{SHOWN.format(shown)}\n\n{when}\n\n```text\n{said}\n```")


def main() -> None:
    """Measure, write the page, and exit with 1 if a part failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", nargs="*", default=[], help="parts whose command has this word")
    parser.add_argument("--anew", action="store_true", help="a page of what is measured now alone")
    parser.add_argument("--vectors", default=os.environ.get("QIPAN_VECTORS", ""))
    parser.add_argument("--before", default="", help="a checkout of an earlier version")
    parser.add_argument("--runs", type=int, default=1, help="of every part that is not long")
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args()
    now: list[page.Part] = []
    failed: list[str] = []
    there = options.page.exists() and not options.anew
    before = page.parts_of(options.page.read_text("utf-8")) if there else []
    for title, full, quick in PARTS:
        words = quick if options.quick else full
        if options.only and not any(word in words for word in options.only):
            continue
        lacks = _what_lacks(words, options)
        if lacks:
            if title not in {part.title for part in before}:
                now.append(page.Part(title, f"Left out: needs {lacks}."))
            continue
        print(f"{title} …", flush=True)
        command = words.format(vectors=options.vectors, before=options.before)
        well, part = part_now(title, command, _shown(words), options.runs)
        now.append(part)
        if not well:
            failed.append(title)
            print(part.printed, file=sys.stderr)
        _write(options.page, page.joined([each for each, *_ in PARTS], before, now))
    print(f"written: {options.page.name}; failed: {', '.join(failed) or 'none'}")
    sys.exit(bool(failed))


def _shown(words: str) -> str:
    return words.format(vectors="VECTORS", before="EARLIER")


def _what_lacks(words: str, options: argparse.Namespace) -> str:
    """Name what a part needs and was not given."""
    if "{vectors}" in words and not options.vectors:
        return "the reference data (`--vectors`)"
    if "{before}" in words and not options.before:
        return "an earlier checkout (`--before`)"
    return ""


def _write(path: Path, parts: list[page.Part]) -> None:
    """Write the page with its table of goals: these are set for the full sizes."""
    full = {title: SHOWN.format(_shown(words)) for title, words, _ in PARTS}
    table = goals.table(
        {part.title: part.printed for part in parts if full[part.title] in part.text}
    )
    path.write_text(page.written(f"{HEAD}Machine: {machine()}.\n", table, parts), "utf-8")


if __name__ == "__main__":
    main()
