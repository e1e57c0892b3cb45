"""How long commands take to start, beside importing the command-line library alone.

    python benchmarks/start_up.py [--runs 7] [--before FOLDER]

CPU of the whole process, the least of several runs, and as a multiple of ``import typer, rich`` in
the same run. ``--before``: the ``src`` of an earlier version, measured in turn with this one.
"""

import argparse
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


def seconds_until_ready(source: Path, folder: Path) -> float:
    """Start a server on a file that is there; give the seconds until it says that it is ready."""
    words = ["-c", MAIN, "serve", "--port", str(PORT), "--data", str(folder / "j.sqlite")]
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
                    return time.perf_counter() - began
            except (URLError, OSError):
                time.sleep(0.01)
    finally:
        server.terminate()
        server.wait()
    raise SystemExit("the server did not start")


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


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--before", type=Path, help="src of an earlier version")
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
        ready = {
            each: min(seconds_until_ready(source, folder) for _ in range(max(2, asked.runs // 2)))
            for each, source in sources.items()
        }
        figures = "".join(f"{each:>10.3f} s {each / bound:>6.1f}" for each in ready.values())
        print(f"{'serve, until it is ready (wall)':34}{figures}")


if __name__ == "__main__":
    main()
