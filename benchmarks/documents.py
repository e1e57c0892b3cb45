"""Documents of a large section: CPU and memory of the whole command, start included.

    python benchmarks/documents.py [--entrants 2000] [--rounds 2]

A section is played and its papers are written as PDF, each by ``qipan document`` in a process of
its own. Beside them the same paper as a page that the browser prints.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pages

PAPERS = ("entries", "pairings", "pairings-by-name", "standings", "cross-table", "report")
FORMS = ("pdf", "html")


def written(journal: Path, paper: str, form: str) -> tuple[float, int, int]:
    """Write a paper; give CPU seconds, the most memory in MB, and its bytes."""
    out = journal.with_name(f"{paper}.{form}")
    words = ["document", pages.HOME, paper, "--data", str(journal), "--out", str(out)]
    child = subprocess.Popen([sys.executable, "-m", "qipan", *words], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"{paper}.{form} was not written")
    return used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, out.stat().st_size


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entrants", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "j.sqlite"
        pages.play(journal, options.entrants, options.rounds)
        print(f"{options.entrants} entrants, {options.rounds} rounds")
        print(f"{'paper':22} {'CPU s':>6} {'MB':>5} {'bytes':>10}")
        for paper in PAPERS:
            for form in FORMS:
                seconds, most, size = written(journal, paper, form)
                print(f"{paper + '.' + form:22} {seconds:6.2f} {most:5} {size:10,}", flush=True)


if __name__ == "__main__":
    main()
