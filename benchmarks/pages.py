"""What a page of a large section costs the server: CPU of its process for each request.

usage: python benchmarks/pages.py [ENTRANTS] [REQUESTS] [ROUNDS]      (Linux: reads /proc)

A section is played to its fourth round (``ROUNDS``), served by ``qipan serve`` in a process of its
own, and asked for its pages: the first request of each, then many. Prints CPU milliseconds of the
server, the ratio of first to later, bytes as sent, and what an unchanged page costs (304).
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from qipan.simulation.event import HOME, Plan, step
from qipan.wiring import open_house
from server import Server, use_link

BOOK, EVENT, ROUNDS = "my-2018", "individual", 4
HERE = f"/c/{HOME}/{EVENT}"
PAGES = ("", "/names", "/names?q=mei", "/projector", "/pictures", "/player/e1")
WHO = {"": "anybody", "guest": "signed in, spectator", "chief": "signed in, chief arbiter"}
HEAD = f"{'page':16} {'first':>8} {'later':>8} {'ratio':>7} {'304':>6} {'sent':>9} plain"
TICKS = os.sysconf("SC_CLK_TCK")


def cpu(pid: int) -> float:
    """CPU seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def play(path: Path, entrants: int, rounds: int = ROUNDS) -> None:
    """Play the event until its last round is out and half of it has results."""
    house = open_house(str(path))
    plan = Plan(BOOK, EVENT, entrants, 1)
    while step(house.office, plan):
        section = house.office.state(HOME).sections.get(plan.section)
        if section and len(section.rounds) == rounds and section.current.published:
            break
    house.close()


def measure(server: Server, client: httpx.Client, page: str, times: int) -> dict[str, Any]:
    """Ask for a page once, then many times, then many times unchanged."""
    pid = server.process.pid
    begun = cpu(pid)
    first = client.get(page)
    first.raise_for_status()
    after = cpu(pid)
    for _ in range(times):
        client.get(page).raise_for_status()
    later = cpu(pid)
    mark = first.headers.get("etag")
    same = None
    if mark:
        for _ in range(times):
            assert client.get(page, headers={"if-none-match": mark}).status_code == 304
        same = (cpu(pid) - later) / times * 1000
    return {
        "first": (after - begun) * 1000,
        "later": (later - after) / times * 1000,
        "unchanged": same,
        "sent": int(first.headers.get("content-length", first.num_bytes_downloaded)),
        "plain": len(first.content),
    }


def signed_in(server: Server, journal: Path, who: str) -> httpx.Client:
    """Give a client that is signed in, or not."""
    client = httpx.Client(base_url=server.base, headers={"accept-language": "en"}, timeout=120)
    if who == "guest":
        house = open_house(str(journal))
        house.accounts.create("guest", "Guest", None)
        house.accounts.make_link("guest", "g" * 40, 2**40)
        house.close()
        use_link(client, f"/sign-in/{'g' * 40}")
    elif who:
        use_link(client, server.link)
    client.get("/sign-in")  # the process is warm
    return client


def main(entrants: int, times: int, rounds: int) -> None:
    """Measure every page as anybody, as a spectator with an account, as the chief arbiter."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "j.sqlite"
        play(journal, entrants, rounds)
        server = Server(journal)
        try:
            print(f"{entrants} entrants, {rounds} rounds; CPU of the server in ms a request")
            print(HEAD)
            for who, words in WHO.items():
                print(words)
                client = signed_in(server, journal, who)
                for page in PAGES:
                    report(page, measure(server, client, HERE + page, times))
                client.close()
        finally:
            server.stop()


def report(page: str, found: dict[str, Any]) -> None:
    """Print a line."""
    ratio = found["first"] / max(found["later"], 0.01)
    same = "" if found["unchanged"] is None else f"{found['unchanged']:.2f}"
    print(
        f"{page or '/':16} {found['first']:8.0f} {found['later']:8.2f} "
        f"{ratio:6.0f}x {same:>6} {found['sent']:9,} {found['plain']:,}"
    )


if __name__ == "__main__":
    asked, usual = sys.argv[1:], (500, 50, ROUNDS)
    main(*(int(asked[at]) if at < len(asked) else usual[at] for at in range(len(usual))))
