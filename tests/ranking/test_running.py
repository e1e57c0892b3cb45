"""A ranking that remembers gives what a fresh one gives."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dice import SEED
from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.errors import BadInput
from qipan.kernel.results import Bye, How
from qipan.ranking import Running, rank
from ranking.tables import table
from ranking.test_invariants import DERIVED, ranking, tables

ORDERS = [
    ["points", "head-to-head", "conduct-foul", "BH", "MBH", "WIN", "points-as-second", "lot"],
    ["points", "BH", "DE", "drawn(SB,WIN)", "PS"],
    ["points", "opponents-score:plain", "direct-win", "opponents-score-1:plain", "game-time"],
    ["points", "opponents-score:bye-lowest", "DE", "wins", "previous-round"],
    ["GP", "SB/C1", "AOB", "FB", "KS", "STD", "APRO", "SSSC", "TBR", "EDE"],
    ["points", *DERIVED[: len(DERIVED) // 2]],
    ["points", *DERIVED[len(DERIVED) // 2 :]],
]


def changed(table, draw_):
    """Play one result again: a pair of cells, or a bye, gets other points."""
    who = draw_(st.sampled_from([entry.id for entry in table.entries]))
    row = list(table.cells[who])
    cells = dict(table.cells)
    n = draw_(st.integers(0, len(row) - 1))
    points = draw_(st.sampled_from((table.scoring.win, table.scoring.draw, table.scoring.loss)))
    old = row[n]
    if old.opponent is not None:
        theirs = list(cells[old.opponent])
        theirs[n] = msgspec.structs.replace(theirs[n], points=points, how=How.PLAYED)
        cells[old.opponent] = tuple(theirs)
        row[n] = msgspec.structs.replace(old, points=table.scoring.draw, how=How.PLAYED)
    else:
        row[n] = Cell(points=points, how=How.BYE, bye=Bye.REQUESTED)
    cells[who] = tuple(row)
    return msgspec.structs.replace(table, cells=cells)


@given(st.data(), tables(), st.sampled_from(ORDERS))
def test_every_update_equals_a_fresh_ranking(data, first, order):
    running = Running(first, order)
    assert ranking(running.standings) == ranking(rank(first, order))
    if not first.entries or not first.rounds:
        return
    now = first
    for _ in range(6):
        now = changed(now, data.draw)
        fresh = rank(now, order)
        assert ranking(running.update(now)) == ranking(fresh)
        assert running.standings.rows == fresh.rows
        assert running.standings.pending_lots == fresh.pending_lots


def play(dice, entrants, rounds):
    """Play a few rounds in which anybody meets anybody."""
    ids = [f"p{number}" for number in range(entrants)]
    cells = {who: [] for who in ids}
    for _ in range(rounds):
        dice.shuffle(ids)
        for one, two in zip(ids[::2], ids[1::2], strict=True):
            points = dice.choice(((2, 0), (1, 1), (0, 2)))
            cells[one].append(Cell(points[0], opponent=two, seat=0))
            cells[two].append(Cell(points[1], opponent=one, seat=1))
    entries = tuple(Entry(who, number) for number, who in enumerate(cells, 1))
    return Crosstable(entries, {who: tuple(row) for who, row in cells.items()})


@pytest.mark.parametrize("order", ORDERS[:4], ids=range(4))
def test_a_long_way_of_single_results_ends_where_a_fresh_ranking_is(order):
    """Groups that part and come together again are not taken for those they once were."""
    dice = Random(7)
    now = play(dice, 24, 3)
    running = Running(now, order)
    for _ in range(120):
        who = dice.choice(now.entries).id
        n = dice.randrange(3)
        other = now.cells[who][n].opponent
        cells = dict(now.cells)
        won = dice.choice((0, 1, 2))
        for each, points in ((who, won), (other, 2 - won)):
            row = list(cells[each])
            row[n] = msgspec.structs.replace(row[n], points=points)
            cells[each] = tuple(row)
        now = msgspec.structs.replace(now, cells=cells)
        fresh = rank(now, order)
        assert ranking(running.update(now)) == ranking(fresh)
        assert running.standings.rows == fresh.rows  # also what is not shown: void, which way up
        assert running.standings.pending_lots == fresh.pending_lots


def test_old_standings_stay_as_they_were():
    running = Running(table("a: +b1\nb: -a2"), ["points", "BH"])
    before = running.standings
    seen = ranking(before)
    running.update(table("a: -b1\nb: +a2"))
    assert ranking(before) == seen
    assert [row.entrant for row in running.standings.rows] == ["b", "a"]


def test_every_standings_stays_as_it_was_however_many_come_after():
    """Numbers that a column keeps and those that a split gives, back and forth again."""
    dice = Random(f"{SEED}/kept")
    order = ["points", "head-to-head:exactly-two", "BH", "DE", "PS", "rating/U1400", "lot"]
    now = play(dice, 24, 4)
    running = Running(now, order)
    kept = []
    for _ in range(40):
        kept.append((running.standings, rank(now, order)))
        who, n, won = dice.choice(now.entries).id, dice.randrange(4), dice.choice((0, 1, 2))
        cells = dict(now.cells)
        for each, points in ((who, won), (cells[who][n].opponent, 2 - won)):
            row = list(cells[each])
            row[n] = msgspec.structs.replace(row[n], points=points)
            cells[each] = tuple(row)
        now = msgspec.structs.replace(now, cells=cells)
        running.update(now)
        for before, fresh in kept:
            assert before.rows == fresh.rows
            assert before.why("p3", "p4") == fresh.why("p3", "p4")


def test_a_key_that_refuses_a_new_group_leaves_the_standings_and_the_next_update_whole():
    order = ["points", "head-to-head:nonsense", "lot"]
    first = table("a: bye bye\nb: bye zero\nc: zero zero")
    running = Running(first, order)  # nobody is level: the key is not asked
    before, seen = running.standings, ranking(running.standings)
    level = {**first.cells, "c": first.cells["b"]}
    with pytest.raises(BadInput):
        running.update(msgspec.structs.replace(first, cells=level))
    assert running.standings is before
    assert ranking(before) == seen
    now = msgspec.structs.replace(first, cells={**level, "b": first.cells["c"]})
    assert running.update(now).rows == rank(now, order).rows


def test_a_new_round_or_entrant_begins_again():
    running = Running(table("a: +b1\nb: -a2"), ["points", "BH"])
    more = table("a: +b1 =c2\nb: -a2 bye\nc: bye =a1")
    assert ranking(running.update(more)) == ranking(rank(more, ["points", "BH"]))


def test_only_what_a_result_reaches_is_computed_again():
    """In two groups that never met, a result in one leaves the other's numbers alone."""
    first = table("a: +b1\nb: -a2\nc: +d1\nd: -c2")
    running = Running(first, ["points", "BH"])
    other = table("a: -b1\nb: +a2\nc: +d1\nd: -c2")
    cells = {**first.cells, "a": other.cells["a"], "b": other.cells["b"]}
    running.update(msgspec.structs.replace(first, cells=cells))
    assert running.field.reached == {0, 1}


def test_large_groups_that_a_few_leave_and_join_end_where_a_fresh_ranking_is():
    """Hundreds are level on points; several results at once move people between the groups."""
    dice = Random(f"{SEED}/groups")
    order = ["points", "head-to-head:exactly-two", "conduct-foul", "BH", "WIN", "PS", "lot"]
    now = play(dice, 240, 5)
    running = Running(now, order)
    for _ in range(30):
        cells = dict(now.cells)
        for _ in range(dice.choice((1, 1, 3))):
            who = dice.choice(now.entries).id
            n = dice.randrange(5)
            other = cells[who][n].opponent
            won = dice.choice((0, 1, 2))
            for each, points in ((who, won), (other, 2 - won)):
                row = list(cells[each])
                row[n] = msgspec.structs.replace(row[n], points=points)
                cells[each] = tuple(row)
        now = msgspec.structs.replace(now, cells=cells)
        fresh = rank(now, order)
        assert ranking(running.update(now)) == ranking(fresh)
        assert running.standings.rows == fresh.rows  # also what a key no longer says of somebody
        assert running.standings.pending_lots == fresh.pending_lots


def test_two_who_become_two_again_are_told_what_their_game_says():
    """Void for three, decided for two, void again: nothing stays of what was said before."""
    order = ["points", "head-to-head:exactly-two", "BH", "lot"]
    two = table("a: +b1 -c2\nb: -a1 +d2\nc: -d1 +a2\nd: +c1 -b2\ne: bye bye")
    running = Running(two, order)
    for points in (0, 2, 1, 2, 0, 2):
        row = (msgspec.structs.replace(two.cells["e"][0], points=points), two.cells["e"][1])
        now = msgspec.structs.replace(two, cells={**two.cells, "e": row})
        assert running.update(now).rows == rank(now, order).rows


def test_rows_that_are_copies_of_what_was_there_change_nothing():
    first = play(Random(f"{SEED}/copies"), 1_200, 3)
    running = Running(first, ["points", "BH"])
    copies = {who: (*row[:1], *row[1:]) for who, row in first.cells.items()}
    copies["p700"] = (msgspec.structs.replace(copies["p700"][0], points=9), *copies["p700"][1:])
    now = msgspec.structs.replace(first, cells=copies)
    assert running.update(now).rows == rank(now, ["points", "BH"]).rows
    assert running.field.index["p700"] in running.field.changed
    assert running.field.index["p0"] not in running.field.changed
