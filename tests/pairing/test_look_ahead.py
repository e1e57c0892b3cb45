"""Rounds that are left: whether they can be paired, by a slow oracle and in whole tournaments."""

from itertools import combinations
from random import Random

import pytest

from qipan.kernel.errors import Impossible
from qipan.pairing.look_ahead import can_be_paired
from qipan.pairing.swiss.by_score.field import ScoreField
from qipan.pairing.swiss.by_score.system import pair_field


def slowly(pairs, size, rounds):
    """Whether so many complete pairings without a common pair exist: every set of pairs tried."""
    if rounds == 0:
        return True
    for chosen in combinations(sorted(pairs), size // 2):
        if len({who for pair in chosen for who in pair}) == size and slowly(
            pairs - set(chosen), size, rounds - 1
        ):
            return True
    return False


@pytest.mark.parametrize("seed", range(60))
def test_as_a_slow_search_finds(seed):
    dice = Random(seed)
    size, rounds = 6, dice.randrange(1, 4)
    share = dice.choice((0.4, 0.6, 0.8))
    pairs = {pair for pair in combinations(range(size), 2) if dice.random() < share}
    graph = [0] * size
    for a, b in pairs:
        graph[a] |= 1 << b
        graph[b] |= 1 << a
    assert can_be_paired(tuple(graph), rounds) == slowly(pairs, size, rounds)


def tournament(players, rounds, dice):
    """Play by chance; give how many rounds could be paired."""
    score, met = [0] * players, [set() for _ in range(players)]
    history, rested = [1] * players, set()

    def lot(candidates):
        return dice.sample(list(candidates), len(candidates))

    for number in range(1, rounds + 1):
        field = ScoreField(score, met, history, frozenset(rested))
        try:
            paired = pair_field(field, lot, first_round=number == 1, left=rounds - number)
        except Impossible:
            return number - 1
        if paired.bye >= 0:
            rested.add(paired.bye)
            score[paired.bye] += 4
        for first, second in paired.pairs:
            met[first].add(second)
            met[second].add(first)
            won = dice.choice((0, 2, 4))
            score[first] += won
            score[second] += 4 - won
            history[first] = history[first] << 1
            history[second] = history[second] << 1 | 1
    return rounds


@pytest.mark.parametrize("players", [9, 10])
@pytest.mark.parametrize("seed", range(15))
def test_gm_6_1_5_eight_rounds_of_nine_or_ten_are_played_to_the_end(players, seed):
    assert tournament(players, 8, Random(1000 * players + seed)) == 8


def test_too_many_rounds_for_the_field_are_paired_as_far_as_they_go():
    assert tournament(6, 8, Random(1)) == 5


def test_a_pair_that_must_stay_apart_is_seen():
    """Two with one opponent to spare must be left over with each other, or nothing goes on."""
    size, rounds = 10, 8
    graph = [((1 << size) - 1) ^ (1 << who) for who in range(size)]
    for one, two in ((0, 1), (2, 3), (4, 5), (6, 7)):  # 8 and 9 have not met anybody
        graph[one] &= ~(1 << two)
        graph[two] &= ~(1 << one)
    assert can_be_paired(tuple(graph), rounds)
    graph[8] &= ~(1 << 9)  # now they have: each has eight left, as everybody
    graph[9] &= ~(1 << 8)
    assert can_be_paired(tuple(graph), rounds)
    graph[8] &= ~(1 << 0)  # and 8 has met 0 as well
    graph[0] &= ~(1 << 8)
    assert not can_be_paired(tuple(graph), rounds)
    assert can_be_paired(tuple(graph), rounds - 1)
