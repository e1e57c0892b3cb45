"""One answer for every place: all roads tell the same, in every event of every book.

An event is stopped again and again while it is played. ``make test`` asks the roads that cost
little at every stop, and all of them at a few; ``make oracles`` asks everything, of more fields.
"""

import os
from fractions import Fraction
from itertools import pairwise

import pytest

from qipan.rulebooks import all_books
from qipan.sections.places import places
from views.roads import flat, played, sentence_on

EVERYTHING = bool(os.environ.get("QIPAN_ORACLES"))
EVENTS = [(book.id, event) for book in all_books().values() for event in book.event]
SIZES = {"elite": 12, "league": 6, "shengji": 9, "xiangqi": 13, "checkers": 20, "men": 11}
LARGER = {"league": 8, "shengji": 18, "xiangqi": 16, "checkers": 31, "men": 24}
FIELDS = [
    (book, event, size, seed)
    for book, event in EVENTS
    for size, seed in (
        [(SIZES.get(event, 8), 3)]
        if not EVERYTHING
        else [
            *((SIZES.get(event, 8), seed) for seed in range(1, 6)),
            (12 if event == "elite" else LARGER.get(event, 21), 6),
        ]
    )
]


def stop(section):
    """Tell stops apart: a round was published, has all its results, or the end was approved."""
    published = [found for found in section.rounds if found.published]
    full = bool(published) and not published[-1].missing and not published[-1].decided
    return len(published), full, len(section.disqualified), section.approved is not None


@pytest.mark.parametrize(("book", "event", "entries", "seed"), FIELDS)
def test_all_roads_tell_the_same_places(tmp_path, run, book, event, entries, seed):
    seen, asked = set(), 0
    with played(tmp_path, run, book, event, entries, seed) as (roads, play_on):
        while play_on(lambda section: stop(section) not in seen):
            seen.add(stop(roads.section))
            told = places(roads.state, roads.section)
            truth = {row.entrant: row.place for row in told.rows}
            assert set(truth) == set(roads.section.order)
            assert {"report": roads.report(), "prizes": roads.prizes()} == {
                "report": truth,
                "prizes": truth,
            }
            late = len(roads.section.rounds) in (1, len(seen) // 2)
            if EVERYTHING or roads.section.approved or (late and asked < 2):
                asked += 1
                compare(roads, truth)
        assert roads.section.approved is not None
    assert asked > 1


def compare(roads, truth):
    """Ask every road, and about single entrants the first, the last and some between."""
    found = roads.everybody()
    assert found == dict.fromkeys(found, truth)
    assert len(found) >= 6
    order = list(truth)
    chosen = order if EVERYTHING else {order[0], order[len(order) // 2], order[-1]}
    lines = roads.lines()
    for who in chosen:
        steps = roads.why_api(who)
        page, command = roads.why_page(who), roads.why_command(who)
        (sentence,) = {step["sentence"] for step in (*steps, *command)}
        assert flat(sentence_on(page)) == " ".join(sentence.split())
        rule = lines[who]["rule"]
        assert rule is None or rule in {step["rule"] for step in steps}
        told = {
            "why page": roads.why_heading(who),
            "player page": roads.player_page(who),
            "why API": {step["place"] for step in steps},
            "why command": {step["place"] for step in command},
        }
        place = truth[who]
        assert told == {
            "why page": place,
            "player page": place,
            "why API": {place},
            "why command": {place},
        }
    for ahead, behind in pairwise(row for row in order if truth[row] is not None):
        if not EVERYTHING and ahead not in chosen:
            continue
        last = roads.why_api(ahead, behind)[-1]
        values = dict(last["values"])
        if last["key"] == "points" and truth[ahead] != truth[behind]:
            assert Fraction(values[ahead]) > Fraction(values[behind])
