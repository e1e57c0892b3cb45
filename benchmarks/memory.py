"""Memory of the demo's server while people look around and play: how much, and whether it grows.

    python benchmarks/memory.py [--minutes 30] [--every 20] [--pause 1]      (Linux: reads /proc)

``qipan serve --demo`` in a process of its own. Every second (``--pause``) a visitor opens a page,
in turn in four languages; every tenth begins a game with the computer and leaves it; a few listen
to changes and go away. The scenes of the demo are played meanwhile. The server finds the libraries
of a plain install and no others, whatever the environment has. Prints resident memory of the
server and of its children (computers think in a process of their own), then the growth over the
second half, by a straight line through the samples: what fills up once is no leak.
"""

import argparse
import re
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from pages import cpu
from server import Server

PAGES = (
    "/",
    "/watch",
    "/c/demo",
    "/c/demo/women",
    "/c/demo/women/names",
    "/c/demo/women/player/e1",
    "/c/demo/women/why?a=e1",
    "/c/demo-world/men",
    "/c/demo-world/men/pictures",
    "/search?q=chen",
    "/help",
    "/api/competitions/demo/women",
)
LANGUAGES = ("en", "zh", "th", "ms")
BESIDE = ("attr", "attrs", "pydantic", "pydantic_core")
"""What a plain install does not have: the framework loads it wherever tests brought it."""
PLAIN = f"import sys\nsys.modules.update(dict.fromkeys({BESIDE}))\n"


def resident(pid: int) -> int:
    """Resident memory of a process in kB; nothing once it is gone."""
    try:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except FileNotFoundError:
        return 0
    return int(found[1]) if found else 0


def children(pid: int) -> list[int]:
    """Name the processes below a process."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *children(child)]
    return found


def visit(base: str, number: int, page: str, language: str) -> None:
    """Open a page as somebody new; every tenth begins a game and leaves."""
    with httpx.Client(base_url=base, headers={"accept-language": language}, timeout=60) as client:
        client.get(page, follow_redirects=True)
        if number % 10 == 0:
            form = {"game": "gomoku", "level": "1", "_csrf_token": _token(client)}
            client.post("/play/computer", data=form, follow_redirects=True)
        if number % 7 == 0:
            with client.stream("GET", "/c/demo/live") as lines:
                next(lines.iter_lines())


def _token(client: httpx.Client) -> str:
    found = re.search(r'name="_csrf_token" value="([^"]+)"', client.get("/play").text)
    return found[1] if found else ""


def growth(samples: list[tuple[float, int]]) -> float:
    """Give kB an hour, by the straight line through the second half of the samples."""
    half = samples[len(samples) // 2 :]
    middle = sum(at for at, _ in half) / len(half)
    level = sum(kb for _, kb in half) / len(half)
    spread = sum((at - middle) ** 2 for at, _ in half)
    slope = sum((at - middle) * (kb - level) for at, kb in half) / spread if spread else 0.0
    return slope * 3600


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--every", type=float, default=20, help="seconds between two samples")
    parser.add_argument("--pause", type=float, default=1, help="seconds between two visitors")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "demo.sqlite", "--demo", alone=True, before=PLAIN)
        pid, begun = server.process.pid, time.monotonic()
        samples: list[tuple[float, int]] = []
        print(f"ready: {resident(pid) / 1024:.0f} MB", flush=True)
        pages, due = cycle(zip(cycle(PAGES), cycle(LANGUAGES), strict=False)), 0.0
        for number in range(10**9):
            at = time.monotonic() - begun
            if at > options.minutes * 60:
                break
            page, language = next(pages)
            if number % len(PAGES) == 0:
                page, language = next(pages)  # so that every page comes in every language
            visit(server.base, number, page, language)
            if at >= due:
                due += options.every
                below = sum(map(resident, children(pid)))
                samples.append((at, resident(pid)))
                told = f"{at / 60:5.1f} min: {samples[-1][1] / 1024:6.1f} MB"
                print(f"{told}, children {below / 1024:.0f} MB", flush=True)
            time.sleep(max(0.0, options.pause - (time.monotonic() - begun - at)))
        used = cpu(pid) / (time.monotonic() - begun)
        server.stop()
    print(f"highest {max(kb for _, kb in samples) / 1024:.0f} MB, ", end="")
    print(f"growth over the second half {growth(samples) / 1024:+.1f} MB an hour, ", end="")
    print(f"{used:.1%} of a core")


if __name__ == "__main__":
    main()
