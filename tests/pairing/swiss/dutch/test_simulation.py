"""Random events: the quick paths give what the plain full model gives, and the rules hold.

The amount is small by default; QIPAN_LONG=1 walks thousands of rounds.
"""

import os
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.formats.trf.generate import Recipe, generate
from qipan.formats.trf.walk import field_before, walk
from qipan.kernel.errors import Impossible
from qipan.pairing.swiss.dutch.bracket import Path
from qipan.pairing.swiss.dutch.colours import Strength, preference
from qipan.pairing.swiss.dutch.engine import pair

LONG = bool(os.environ.get("QIPAN_LONG"))
SIZES = [
    # name, fewest and most players, fewest and most rounds, events, plain paths
    ("tiny", 4, 14, 3, 13, 300, (Path.FULL,)),
    ("small", 12, 30, 5, 15, 40, (Path.FULL,)),
    ("middle", 31, 70, 5, 11, 6, (Path.FULL,)),
    ("large", 120, 220, 5, 6, 2, (Path.RELAXED, Path.MID)),
]


def recipe(dice, players, rounds, seed):
    win, draw = dice.choice([("1", "1/2"), ("1", "1/2"), ("3", "1"), ("2", "1")])
    return Recipe(
        players=players,
        rounds=rounds,
        seed=seed,
        draws=dice.choice([0, 0.1, 0.3, 0.6, 0.95, 1]),
        forfeits=dice.choice([0, 0.02, 0.1, 0.3]),
        byes=dice.choice([0, 0.02, 0.1]),
        withdrawals=dice.choice([0, 0.01, 0.05]),
        late=dice.choice([0, 0.05, 0.2]),
        groups=dice.choice([0, 0, 1, 3]),
        win=Fraction(win),
        draw=Fraction(draw),
    )


@pytest.mark.parametrize(
    ("fewest", "most", "low", "high", "events", "plain"),
    [size[1:] for size in SIZES],
    ids=[size[0] for size in SIZES],
)
def test_quick_paths_agree_with_the_plain_model(fewest, most, low, high, events, plain):
    dice = Random(f"walk/{fewest}")
    rounds = 0

    def both(field):
        nonlocal rounds
        quick = pair(field)
        slow = pair(field, plain)
        assert (quick.pairs, quick.bye) == (slow.pairs, slow.bye), field.round
        rounds += 1
        return quick

    for seed in range(events * (40 if LONG else 1)):
        made = recipe(dice, dice.randint(fewest, most), dice.randint(low, high), seed)
        generate(made, both)
    assert rounds >= 3 * events


@settings(max_examples=60 if not LONG else 1000, deadline=None, derandomize=True)
@given(st.integers(0, 10**9), st.integers(4, 40), st.integers(2, 9))
def test_a_pairing_keeps_the_absolute_rules(seed, players, rounds):
    made = recipe(Random(seed), players, rounds, seed)
    file = generate(made)
    rested = set()
    for each in walk(file):
        found = pair(each.field)
        there = {player.id: player for player in each.field.players}
        seen = [who for one in found.pairs for who in (one.first, one.second)]
        assert sorted(seen + ([found.bye] if found.bye else [])) == sorted(there)
        for one in found.pairs:
            both = frozenset((one.first, one.second))
            assert not any(both <= group for group in each.field.forbidden)
            assert one.second not in there[one.first].met
            due = [preference(there[who].side.seats) for who in (one.first, one.second)]
            if not each.field.last and all(d.strength is Strength.ABSOLUTE for d in due):
                assert due[0].seat == 0
                assert due[1].seat == 1
        if found.bye:
            assert found.bye not in rested
            rested.add(found.bye)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 10**9), st.randoms())
def test_the_order_of_the_input_does_not_matter(seed, dice):
    made = recipe(Random(seed), 17, 5, seed)
    file = generate(made)
    shuffled = list(file.players)
    dice.shuffle(shuffled)
    other = type(file)(file.name, tuple(shuffled), file.setup)
    for one, two in zip(walk(file), walk(other), strict=True):
        assert pair(one.field) == pair(two.field)


def test_the_same_recipe_gives_the_same_tournament():
    made = Recipe(players=30, rounds=7, seed=5, groups=2, forfeits=0.1, byes=0.1)
    assert generate(made) == generate(made)


def test_an_impossible_round_names_who_blocks():
    file = generate(Recipe(players=4, rounds=9, seed=1, late=0, byes=0, withdrawals=0, forfeits=0))
    assert file.played <= 3
    with pytest.raises(Impossible) as caught:
        pair(field_before(file, file.played + 1))
    assert set(caught.value.refusal.facts["blocking"]) <= {"1", "2", "3", "4"}
    assert len(caught.value.refusal.facts["blocking"]) >= 2
