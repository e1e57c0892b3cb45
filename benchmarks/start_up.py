"""How long commands take to start, beside importing the command-line library alone.

    python benchmarks/start_up.py [--runs 7] [--before FOLDER] [--every-verb]

CPU of the whole process, the least of several runs, and as a multiple of ``import typer, rich`` in
the same run; of a server, until it says that it is ready. Compile first (``python -m compileall``).
``--every-verb``: the help of each verb, twice, and the dearest five of them. ``--before``: the
``src`` of an earlier version, measured in turn with this one.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from urllib.error import URLError
from urllib.request import urlopen

SOURCE = Path(__file__).parents[1] / "src"
BOUND = "import typer, rich"
MAIN = "from qipan.cli import main; main()"
LIGHT = (
    "--version",
    "--help",
    "book list",
    "book --help",
    "game list",
    "trf --help",
    "trf pair {trf}",
    "rank {trf} --order PTS,BH",
    "rate {trf}",
    "pairing round-robin --players 8",
)
STORED = ("standings cup", "result --help", "verify {data}")
SERVED = (
    ("serve, until it is ready", "j.sqlite", ()),
    ("serve --demo, played before", "demo.sqlite", ("--demo",)),
)
PORT = 18643


def cpu_of(words: list[str], source: Path, folder: Path) -> float:
    """Run a program; give the CPU seconds it took."""
    environment = {**os.environ, "PYTHONPATH": str(source), "QIPAN_DATA": str(folder / "none")}
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *words], env=environment, cwd=folder, capture_output=True, check=False
    )
    after = getrusage(RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def until_ready(source: Path, folder: Path, data: str, *more: str) -> tuple[float, float]:
    """Start a server; give its CPU seconds, and all seconds, until it says that it is ready."""
    words = ["-c", MAIN, "serve", "--port", str(PORT), "--data", str(folder / data), *more]
    began = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(source)},
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(3000):
            try:
                with urlopen(f"http://127.0.0.1:{PORT}/ready", timeout=5):
                    return cpu_so_far(server.pid), time.perf_counter() - began
            except (URLError, OSError):
                time.sleep(0.01)
    finally:
        server.terminate()
        server.wait()
    raise SystemExit("the server did not start")


def cpu_so_far(pid: int) -> float:
    """Give the CPU seconds of a process that runs (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def prepared(folder: Path) -> dict[str, str]:
    """Make what the commands work on: a report of 100 players, a small competition."""
    run = [sys.executable, "-c", MAIN]
    more = {"env": {**os.environ, "PYTHONPATH": str(SOURCE)}, "cwd": folder, "check": True}
    report = folder / "hundred.trf"
    words = ["trf", "generate", "--players", "100", "--rounds", "5", "-o", str(report)]
    subprocess.run([*run, *words], **more, capture_output=True)
    text = report.read_text("utf-8").splitlines()
    longer = [f"{line[:4]}9" if line.startswith(("XXR", "142")) else line for line in text]
    report.write_text("\n".join(longer) + "\n", "utf-8")
    data = folder / "j.sqlite"
    for words in (["new", "wx-14", "men", "--id", "cup"], ["enter", "cup", *"abcdef"]):
        subprocess.run([*run, *words, "--data", str(data)], **more, capture_output=True)
    return {"trf": str(report), "data": str(data)}


def print_help_of_every_verb(folder: Path, bound: float) -> None:
    """Measure the help of every verb; print the dearest."""
    table = json.loads((SOURCE / "qipan/cli/verbs.json").read_text("utf-8"))
    spent = {
        verb: min(cpu_of(["-c", MAIN, verb, "--help"], SOURCE, folder) for _ in range(2))
        for verb in table["verbs"]
    }
    print(f"help of {len(spent)} verbs, the dearest:")
    for verb in sorted(spent, key=lambda each: -spent[each])[:5]:
        print(f"{verb + ' --help':34}{spent[verb]:>10.3f} s {spent[verb] / bound:>6.1f}")


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--before", type=Path, help="src of an earlier version")
    parser.add_argument("--every-verb", action="store_true", help="the help of each verb")
    asked = parser.parse_args()
    sources = {"now": SOURCE} | ({"before": asked.before.resolve()} if asked.before else {})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        there = prepared(folder)
        lines = [each.format(**there).split() for each in LIGHT]
        lines += [
            [*each.format(**there).split(), *(["--data", there["data"]] * ("cup" in each))]
            for each in STORED
        ]
        titles = [*LIGHT, *STORED]
        bound = min(cpu_of(["-c", BOUND], SOURCE, folder) for _ in range(asked.runs))
        print(f"{'':34}" + "".join(f"{each:>18}" for each in sources))
        print(f"{BOUND:34}{bound:>10.3f} s    1.0")
        for title, words in zip(titles, lines, strict=True):
            least = dict.fromkeys(sources, 9e9)
            for _ in range(asked.runs):
                for each, source in sources.items():
                    spent = cpu_of(["-c", MAIN, *words], source, folder)
                    least[each] = min(least[each], spent)
            figures = "".join(f"{each:>10.3f} s {each / bound:>6.1f}" for each in least.values())
            print(f"{title:34}{figures}")
        if asked.every_verb:
            print_help_of_every_verb(folder, bound)
        for title, data, more in SERVED:
            ready = {
                each: min(until_ready(source, folder, data, *more) for _ in range(asked.runs))
                for each, source in sources.items()
            }
            for kind, at in (("", 0), (" (wall)", 1)):
                figures = "".join(f"{s[at]:>10.3f} s {s[at] / bound:>6.1f}" for s in ready.values())
                print(f"{title + kind:34}{figures}")


if __name__ == "__main__":
    main()
