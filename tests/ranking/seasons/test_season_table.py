"""Points by place, ties, the best n of m, and what parts who are level."""

from fractions import Fraction

import pytest

from qipan.kernel.errors import BadInput
from qipan.ranking.seasons.season_rules import read_season
from qipan.ranking.seasons.season_table import season_table, stop_points

BASE = 'title = { en = "S" }\npoints = [10, 6, 4]\nothers = 1\n'
ONE = Fraction(1)


def table(text, *stops, factors=None):
    rules = read_season(BASE + text)
    return [
        (row.person, row.place, row.points, row.decided)
        for row in season_table(rules, stops, factors or [ONE] * len(stops))
    ]


def test_who_share_a_place_share_its_points_or_have_the_best_each():
    assert stop_points(read_season(BASE), 2, 2) == 5
    assert stop_points(read_season(BASE + 'ties = "each"'), 2, 2) == 6
    assert stop_points(read_season(BASE), 3, 2) == Fraction(5, 2)


def test_the_best_results_count_and_a_factor_is_minded():
    stops = ({"a": 1, "b": 2}, {"a": 2, "b": 1}, {"b": 3})
    assert table("best = 2\norder = ['points', 'stops']\n", *stops) == [
        ("b", 1, 16, ""),
        ("a", 2, 16, "stops"),
    ]
    assert table("", *stops, factors=[ONE, 2 * ONE, ONE])[0] == ("b", 1, 30, "")


def test_level_on_points_the_best_single_result_decides_then_nothing():
    stops = ({"a": 1, "b": 2, "c": 3}, {"b": 3, "c": 2})
    assert table('order = ["points", "best"]', *stops) == [
        ("a", 1, 10, ""),
        ("b", 2, 10, "best"),
        ("c", 2, 10, ""),
    ]


def test_who_has_too_few_results_has_no_place():
    assert table("least = 2", {"a": 1, "b": 2}, {"b": 1}) == [
        ("b", 1, 16, ""),
        ("a", None, 10, ""),
    ]


@pytest.mark.parametrize(
    "text", ["ties = 'x'", "order = ['luck']", "best = 0", "colour = 1", "points = [1, 2]"]
)
def test_a_regulation_that_cannot_be_is_named(text):
    base = BASE if "points" not in text else 'title = { en = "S" }\n'
    with pytest.raises(BadInput):
        read_season(base + text)
