"""What is left out beforehand is never missed: the same rounds as by weighing every pair."""

from random import Random

import pytest

from dice import SEED
from qipan.pairing.matching import heaviest
from qipan.pairing.swiss.mcmahon import HandicapTerms, McMahonTerms, Within
from qipan.pairing.swiss.mcmahon.field import McMahonField, placed
from qipan.pairing.swiss.mcmahon.solve import Prices, best_round

UNIT = 2


def field(dice, size, levels, met):
    """Make a field by dice: few levels or many, with gaps; most met somebody near."""
    steps = [0, *(dice.choice((1, 2, 2, 2, 4, 6)) for _ in range(levels - 1))]
    heights = [sum(steps[: at + 1]) for at in range(levels)]
    score = sorted((dice.choice(heights) for _ in range(size)), reverse=True)
    clubs = dice.choice(("AB", "AAAB", "ABCD"))
    known = [set() for _ in range(size)]
    for one in range(size):
        for _ in range(met):
            two = min(size - 1, max(0, one + int(dice.gauss(0, size / 6))))
            if two != one:
                known[one].add(two)
                known[two].add(one)
    made = McMahonField(
        ids=tuple(map(str, range(size))),
        score=score,
        started=score,
        grade=[15 + each // UNIT for each in score],
        met=[frozenset(each) for each in known],
        seats=[""] * size,
        balance=[dice.randint(-2, 2) for _ in range(size)],
        floats=[dice.randint(-2, 2) for _ in range(size)],
        rested=frozenset(),
        unit=[dice.choice(clubs) for _ in range(size)],
        state=[dice.choice("XY") for _ in range(size)],
    )
    return placed(made, dice.sample(range(size), size))


def weigh_every_pair(field, terms, forced):
    prices = Prices(field, terms, UNIT)
    edges = [
        (one, two, prices.top - prices((one, two)))
        for one in range(len(field))
        for two in range(one + 1, len(field))
        if two not in field.met[one] and forced.get(one, two) == two and forced.get(two, one) == one
    ]
    pairs = heaviest(len(field), edges)
    return sum(map(prices, pairs)) if 2 * len(pairs) == len(field) else None


def an_event(dice):
    size = dice.choice((2, 6, 10, 16, 24, 40))
    levels, met = dice.randint(1, 14), dice.choice((0, 1, 3, 6, size // 2))
    some = field(dice, size, levels, met)
    terms = McMahonTerms(
        dice.choice([*Within]),
        units_apart=dice.random() < 0.4,
        states_apart=dice.random() < 0.4,
        apart_first=dice.random() < 0.5,
        handicap=dice.choice((None, HandicapTerms(less=1))),
    )
    one, two = dice.sample(range(size), 2)
    asked = dice.random() < 0.3 and two not in some.met[one]
    return some, terms, {one: two, two: one} if asked else {}


@pytest.mark.parametrize("batch", range(10))
def test_no_pair_of_the_best_round_is_left_out(batch):
    for seed in range(30):
        some, terms, forced = an_event(Random(f"{SEED}/{batch}/{seed}"))
        found = best_round(some, terms, UNIT, forced)
        price = None if found is None else sum(map(Prices(some, terms, UNIT), found))
        assert price == weigh_every_pair(some, terms, forced), seed
