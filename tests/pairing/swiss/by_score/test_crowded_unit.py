"""WX 2.2 where a country has more than half of the field: as many as possible are parted."""

from itertools import permutations
from random import Random

import pytest

from qipan.pairing.protections.forbidden import Protections, protect
from qipan.pairing.swiss.by_score import neighbours_round


def countries(line):
    found = {}
    for who, country in line:
        found.setdefault(country, []).append(who)
    return Protections(
        tuple(protect(who, kind="unit", name=name) for name, who in found.items() if len(who) > 1)
    )


def compatriots(line, pairs):
    country = dict(line)
    return sum(country[a] == country[b] for a, b in pairs)


def fewest(line):
    """The least number of pairs of one country, by trying every pairing."""
    names = [who for who, _ in line]
    return min(
        compatriots(line, zip(order[::2], order[1::2], strict=True))
        for order in permutations(names)
        if all(a < b for a, b in zip(order[::2], order[1::2], strict=True))
        and list(order[::2]) == sorted(order[::2])
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_fewest_pairs_of_a_country_as_a_brute_force_finds_them(seed):
    dice = Random(seed)
    crowd = dice.choice((5, 6, 7, 8))
    nations = ["X"] * crowd + [dice.choice("ABC") for _ in range(8 - crowd)]
    dice.shuffle(nations)
    line = [(f"p{number}", nation) for number, nation in enumerate(nations)]
    order = [who for who, _ in line]
    plan = neighbours_round(order, countries(line).yielding(order))
    pairs = [each.seats for each in plan.meetings]
    assert compatriots(line, pairs) == fewest(line)


def test_far_away_numbers_are_fetched_if_that_parts_more():
    line = [(f"a{n}", f"A{n}") for n in range(20)] + [(f"x{n}", "X") for n in range(40)]
    order = [who for who, _ in line]
    plan = neighbours_round(order, countries(line).yielding(order))
    assert compatriots(line, [each.seats for each in plan.meetings]) == 10
    told = [why.rule for each in plan.meetings for why in each.reasons]
    assert told.count("protection.weak") == 10


def test_units_of_up_to_half_stay_apart_for_certain():
    line = [("a", "A"), ("b", "A"), ("c", "A"), ("d", "B"), ("e", "B"), ("f", "C")]
    order = [who for who, _ in line]
    protections = countries(line)
    assert protections.yielding(order) == protections
    plan = neighbours_round(order, protections)
    assert compatriots(line, [each.seats for each in plan.meetings]) == 0
