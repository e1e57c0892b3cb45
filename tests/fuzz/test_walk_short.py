"""Random acts through events of every kind: nothing half done, all roads agree, undo undoes.

``make test`` walks a little way through a few; ``make fuzz`` through every event of every book.
"""

import os

import pytest

from fuzz.desk_walk import Walk
from qipan.rulebooks import all_books
from views.roads import played

LONG = bool(os.environ.get("QIPAN_FUZZ"))
SIZES = {"elite": 12, "league": 5, "shengji": 9, "xiangqi": 9, "checkers": 13, "team": 6}
SOME = [("my-2018", "women"), ("my-2018", "team"), ("wx-14", "men"), ("un-games", "xiangqi")]
EVENTS = [(book.id, event) for book in all_books().values() for event in book.event]
WALKS = [(*event, seed) for event in (EVENTS if LONG else SOME) for seed in range(6 if LONG else 1)]
STEPS = 150 if LONG else 24
A_STRETCH = 8
"""So many acts between two looks at all roads."""


@pytest.mark.parametrize(("book", "event", "seed"), WALKS)
def test_a_walk_of_random_acts(tmp_path, run, book, event, seed):
    with played(tmp_path, run, book, event, SIZES.get(event, 8), seed) as (roads, play_on):
        assert play_on(lambda section: bool(section.order))
        walk = Walk(roads, tmp_path / "j.sqlite", f"{book} {event} {seed}")
        for _ in range(STEPS // A_STRETCH):
            walk.go(A_STRETCH)
            walk.compare()
        assert {code for code, *_ in walk.done} >= {0, 3}
        assert run("verify", tmp_path / "j.sqlite")[0] == 0
