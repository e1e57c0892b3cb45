"""What a corrected result changes."""

from qipan.ranking import compare, rank
from ranking.tables import table

BEFORE = table("a: +b1 =c2\nb: -a2 +d1\nc: +d1 =a1\nd: -c2 -b2")
AFTER = table("a: +b1 -c2\nb: -a2 +d1\nc: +d1 +a1\nd: -c2 -b2")
ORDER = ["points", "wins", "TPN"]


def test_places_and_causes():
    found = compare(rank(BEFORE, ORDER), rank(AFTER, ORDER))
    assert [(each.entrant, each.before, each.after) for each in found.moved] == [
        ("c", 2, 1),
        ("a", 1, 2),
    ]
    (points, wins) = found.moved[0].values
    assert (points.before.shown, points.after.shown) == ("1.5", "2")
    assert (wins.before.shown, wins.after.shown) == ("1", "2")


def test_who_passed_whom_and_by_which_key():
    (passing,) = compare(rank(BEFORE, ORDER), rank(AFTER, ORDER)).passings("c")
    assert (passing.ahead, passing.behind, passing.decided.key) == ("c", "a", "points")


def test_a_value_may_change_without_moving_anybody():
    found = compare(rank(BEFORE, ["points", "BH"]), rank(AFTER, ["points", "BH"]))
    assert {each.entrant for each in found.touched} == {"a", "b", "c", "d"}


def test_nothing_changed():
    same = compare(rank(BEFORE, ORDER), rank(BEFORE, ORDER))
    assert same.moved == ()
    assert same.touched == ()


def test_who_came_and_who_left():
    fewer = BEFORE.only("abc")
    found = compare(rank(BEFORE, ["TPN"]), rank(fewer, ["TPN"]))
    assert [(each.entrant, each.before, each.after) for each in found.moved] == [("d", 4, None)]
