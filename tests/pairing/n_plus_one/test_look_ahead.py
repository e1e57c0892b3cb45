"""MY 4.2 with small fields: rounds leave opponents for the rounds to come and the extra round."""

import json
from itertools import combinations
from random import Random

import pytest

import qipan.pairing.n_plus_one.matchings as matchings_module
from desk.clauses.play import Case
from dice import SEED
from qipan.kernel.errors import Impossible
from qipan.kernel.ids import EntrantId
from qipan.pairing.n_plus_one.look_ahead import (
    NOBODY,
    can_finish,
)
from qipan.pairing.n_plus_one.matchings import Search
from qipan.sections.systems.swiss import Dutch


def who(number):
    return EntrantId(str(number))


FOUR = [who(number) for number in range(4)]
ALL = {frozenset(pair) for pair in combinations(FOUR, 2)}


def test_every_way_to_pair_four_is_found_once():
    assert len(list(Search(FOUR).matchings(ALL))) == 3
    assert Search(FOUR).can_go_on(ALL, 3)
    assert not Search(FOUR).can_go_on(ALL, 4)


def test_a_triangle_leaves_nobody_paired():
    three = {frozenset(pair) for pair in combinations(FOUR[:3], 2)}
    assert not Search(FOUR).can_go_on(three, 1)
    assert Search([*FOUR[:3], NOBODY]).can_go_on(three | {frozenset((who(0), NOBODY))}, 1)


def test_finals_beside_which_the_others_can_be_paired_are_counted():
    square = {frozenset((who(at), who((at + 1) % 4))) for at in range(4)}
    assert Search(FOUR).finals_left(square, FOUR) == 4  # across the corners nobody is left to meet


@pytest.mark.parametrize(
    ("players", "rounds", "possible"), [(7, 7, False), (8, 7, False), (9, 7, True), (10, 7, True),
                                        (8, 6, True), (6, 6, False)]
)  # fmt: skip
def test_a_field_that_cannot_finish_is_known_beforehand(players, rounds, possible):
    assert can_finish(players, rounds) == possible


def played(players, seed, rounds=7):
    """Play the Swiss rounds; say whether the extra round could be paired."""
    dice, case = Random(seed), Case("my-2018", "individual", players, options={"rounds": rounds})
    case.begin()
    for _ in range(rounds):
        case.pair()
        case.publish()
        for board in list(case.now.current.missing):
            case.result(board, dice.choice(("1-0", "0-1", "0.5-0.5")))
    case.draw_lots()
    try:
        case.pair()
    except Impossible:
        return False
    return True


def finished(seeds=20):
    """Count the events of nine and ten players whose extra round could be paired."""
    return sum(played(players, seed) for players in (9, 10) for seed in range(seeds))


def test_my_4_2_nine_and_ten_players_finish_far_more_often_than_without_looking_ahead(monkeypatch):
    ahead = finished()
    monkeypatch.setattr(Dutch, "_foreseen", lambda self, standing, table, plan: plan)
    assert ahead > 3 * finished()  # 19 of 40, and 4


def test_my_4_2_eleven_players_always_finish():
    assert all(played(11, seed) for seed in range(4))


def test_my_4_2_a_field_too_small_is_said_before_the_lot(run):
    assert run("new", "my-2018", "open", "--id", "cup")[0] == 0
    names = [f"P{number}" for number in range(1, 9)]
    assert run("enter", "cup", *names)[0] == 0
    code, out, err = run("pair", "cup", "--json")
    assert code == 0, err
    assert "8 players" in json.loads(out)["notes"][0]


def plain_matchings(field, pairs):
    if not field:
        return [()]
    first, *rest = field
    return [
        (frozenset((first, other)), *more)
        for other in rest
        if frozenset((first, other)) in pairs
        for more in plain_matchings([each for each in rest if each != other], pairs)
    ]


def plain_can_go_on(field, pairs, rounds, tries):
    """Try one way after the other, as often as may be; giving up says yes."""
    if not rounds:
        return True
    for each in plain_matchings(field, pairs):
        tries.append(each)
        given_up = len(tries) > matchings_module.MOST_TRIES
        if given_up or plain_can_go_on(field, pairs - set(each), rounds - 1, tries):
            return True
    return False


def some_pairs(dice, size):
    """Leave some rounds out, and a few pairs more."""
    field = [who(number) for number in range(size)]
    pairs = {frozenset(pair) for pair in combinations(field, 2)}
    for _ in range(dice.randrange(size - 1)):
        pairs -= set(dice.choice(plain_matchings(field, pairs) or [()]))
    return field, pairs - set(dice.sample(sorted(pairs, key=sorted), min(len(pairs), 2)))


@pytest.mark.parametrize("most", [20_000, 30, 3])
def test_ways_and_rounds_are_those_of_the_plain_reading(monkeypatch, most):
    """Also what was found out earlier in the same search counts as many tries as it took."""
    monkeypatch.setattr(matchings_module, "MOST_TRIES", most)
    dice, told = Random(f"{SEED}/matchings"), set()
    for _ in range(60):
        field, pairs = some_pairs(dice, dice.choice((4, 6, 6, 7, 8)))
        search = Search(field)
        assert list(search.matchings(pairs)) == plain_matchings(field, pairs)
        assert search.finals_left(pairs, field) == sum(
            bool(plain_matchings([each for each in field if each not in final], pairs))
            for final in combinations(field, 2)
        )
        for rounds in (3, 0, 1, 2, 3, 4):
            expected = plain_can_go_on(field, pairs, rounds, [])
            assert search.can_go_on(pairs, rounds) == expected, (field, pairs, rounds)
            told.add((rounds, expected))
    assert {(2, True), (2, False), (3, True)} <= told
