"""What an open page fetches after something happened, in bytes as they go over the wire.

    python benchmarks/change_sizes.py [--entrants 500]

One event is played until a round is paired. Then the round is published, results come in, one is
corrected and a notice is put up; after each, every page of the list asks for what
changed since it was written. Answers are compressed as the server does it.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from litestar.testing import TestClient

from pages import EVENT, HERE, HOME
from qipan.desk.command import Command
from qipan.desk.notices import PostNotice
from qipan.desk.results.commands import CorrectResult, RecordResult
from qipan.desk.rounds.commands import PublishRound
from qipan.kernel.ids import BoardNo
from qipan.kernel.results import Score
from qipan.sections.lookup import event_of
from qipan.simulation.event import Plan, step
from qipan.web.serving import make_context
from qipan.wiring import House, open_house
from web.standing import application

ROUNDS = 5
PAGES = {
    "section": HERE,
    "names": f"{HERE}/names",
    "hall": f"{HERE}/projector",
    "event": f"/c/{HOME}",
    "player": f"{HERE}/player/e1",
}


def play(path: Path, entrants: int) -> House:
    """Play until a round is paired and not yet public."""
    house = open_house(str(path))
    plan = Plan("my-2018", EVENT, entrants, 1)
    while step(house.office, plan):
        section = house.office.state(HOME).sections.get(plan.section)
        if section and len(section.rounds) == ROUNDS and not section.current.published:
            break
    return house


def happening(house: House) -> Iterator[tuple[str, Command]]:
    """Name what happens, one after the other."""
    state = house.office.state(HOME)
    section = state.sections[EVENT]
    scoring = event_of(state, section).scoring.scoring()
    won, lost = (Score(pair) for pair in ((scoring.win, scoring.loss), (scoring.loss, scoring.win)))
    boards = len(section.current.tables)
    place = {"section": section.id, "round": ROUNDS}
    yield "a round published", PublishRound(**place)
    for name, board in (("first board", 1), ("middle", boards // 2), ("last", boards - 1)):
        yield f"a result, {name}", RecordResult(**place, board=BoardNo(board), score=won)
    middle = BoardNo(boards // 2)
    yield "a correction", CorrectResult(**place, board=middle, score=lost, reason="wrong sheet")
    yield "a notice", PostNotice(text="The bus leaves at six.", at="2026-05-01T18:00")


class OpenPage:
    """A page that somebody has open."""

    def __init__(self, client: TestClient, path: str) -> None:
        self.client, self.path = client, path
        found = re.search(r'data-held="(\w+)"', client.get(path).text)
        self.held = found[1] if found else ""

    def ask(self) -> int:
        """Ask for what changed; give the bytes of the answer."""
        with self.client.stream("GET", self.path, params={"held": self.held}) as answer:
            size = len(b"".join(answer.iter_raw()))
        self.held = OpenPage(self.client, self.path).held
        return size


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entrants", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = play(Path(folder) / "j.sqlite", options.entrants)
        with application(make_context(house)) as (app, _), TestClient(app) as client:
            client.headers.update({"accept-language": "en", "accept-encoding": "gzip"})
            pages = {name: OpenPage(client, path) for name, path in PAGES.items()}
            print(f"{options.entrants} entrants, bytes{'':16}" + "".join(f"{n:>9}" for n in pages))
            single = 0
            for what, command in happening(house):
                house.office.carry_out(HOME, "bench", command)
                sizes = [each.ask() for each in pages.values()]
                print(f"{what:32}" + "".join(f"{size:9,}" for size in sizes), flush=True)
                single = max(single, *sizes) if what.startswith("a result") else single
            print(f"one result, the most of any page: {single:,} bytes")
        house.close()


if __name__ == "__main__":
    main()
