"""The older text: what it does in another way."""

from random import Random

import pytest

from dice import SEED
from qipan.formats.trf import read_trf
from qipan.formats.trf.generate import Recipe, generate
from qipan.formats.trf.walk import field_before, walk
from qipan.pairing.swiss.dutch import Edition, pair
from qipan.pairing.swiss.dutch.bracket import Path
from qipan.pairing.swiss.dutch.field import Float


def rows(*lines):
    text = "\n".join(f"001 {at:4}{'':81}  " + "  ".join(row) for at, row in enumerate(lines, 1))
    return read_trf("XXR 5\nXXC white1\n" + text)


FILE = rows(
    ["   2 w 1", "0000 - Z"],
    ["   1 b 0", "0000 - F"],
    ["   4 w +", "0000 - H"],
    ["   3 b -", "   5 w 1"],
    ["0000 - U", "   4 b 0"],
)


def by_number(edition):
    return {player.number: player for player in field_before(FILE, 3, edition).players}


def test_who_may_take_the_bye():
    assert {n for n, p in by_number(Edition.DUTCH_2026).items() if p.may_rest} == {1, 4}
    assert {n for n, p in by_number(Edition.DUTCH_2017).items() if p.may_rest} == {1, 2, 4}


def test_what_counts_as_a_downfloat():
    new = {n: p.floats for n, p in by_number(Edition.DUTCH_2026).items()}
    old = {n: p.floats for n, p in by_number(Edition.DUTCH_2017).items()}
    assert new[1] == (Float.NONE, Float.NONE)
    assert old[1] == (Float.DOWN, Float.NONE)
    assert new[4] == (Float.UP, Float.NONE)
    assert old[4] == (Float.UP, Float.DOWN)
    assert new[3] == old[3] == (Float.DOWN, Float.DOWN)


@pytest.mark.parametrize("seed", range(12))
def test_everybody_is_paired_once_in_whole_events(seed):
    made = Recipe(
        players=9 + 3 * seed,
        rounds=7,
        seed=seed,
        forfeits=0.1,
        byes=0.05,
        withdrawals=0.03,
        groups=1,
        edition=Edition.DUTCH_2017,
    )
    file = generate(made)
    for each in walk(file):
        assert each.field.edition is Edition.DUTCH_2017
        found = pair(each.field)
        seen = [who for one in found.pairs for who in (one.first, one.second)]
        assert sorted(seen + ([found.bye] if found.bye else [])) == sorted(
            player.id for player in each.field.players
        )
        able = {player.id for player in each.field.players if player.may_rest}
        assert found.bye is None or found.bye in able


@pytest.mark.parametrize("seed", range(24))
def test_what_counting_finds_is_what_weighing_finds(seed):
    dice = Random(f"{SEED}/{seed}")
    made = Recipe(
        players=dice.randint(4, 60),
        rounds=7,
        seed=dice.randrange(10**6),
        draws=dice.choice([0, 0.1, 0.3, 0.6, 1]),
        forfeits=dice.choice([0, 0.1]),
        byes=dice.choice([0, 0.02, 0.1]),
        withdrawals=dice.choice([0, 0.05]),
        late=dice.choice([0, 0.05]),
        groups=dice.choice([0, 1, 3]),
        edition=Edition.DUTCH_2017,
    )
    ways = set()
    for each in walk(generate(made)):
        found = pair(each.field)
        weighed = pair(each.field, [Path.FULL])
        assert (found.pairs, found.bye) == (weighed.pairs, weighed.bye), each.field.round
        ways.update(bracket.path for bracket in found.brackets)
    assert Path.KERNEL in ways
