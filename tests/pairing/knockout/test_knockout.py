"""Knockouts of any size: the tree, units apart, long matches, replays, seats, places."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.kernel.errors import BadInput, Refused, Unknown
from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import draw
from qipan.kernel.results import How
from qipan.pairing.knockout import (
    Format,
    award,
    make_bracket,
    places,
    ready,
    record_game,
    seat_game,
    stage_plan,
    stages,
    why_not,
)
from qipan.pairing.knockout.tree import leaves


def names(size):
    return [EntrantId(str(number)) for number in range(1, size + 1)]


def tree(size):
    return " ".join("-".join(leaf) for leaf in leaves(names(size), {}))


TREES = [
    (2, "1-2"),
    (3, "1 2-3"),
    (4, "1-4 2-3"),
    (5, "1 4-5 2 3"),
    (6, "1 4-5 2 3-6"),
    (8, "1-8 4-5 2-7 3-6"),
]


@pytest.mark.parametrize(("size", "expected"), TREES)
def test_seeded_trees(size, expected):
    assert tree(size) == expected


def test_eighteen_have_two_preliminary_matches_and_seventeen_in_all():
    bracket = make_bracket(names(18))
    assert Counter(match.stage for match in bracket.matches) == {32: 2, 16: 8, 8: 4, 4: 2, 2: 1}
    assert sorted(bracket.free, key=int) == names(14)
    first = [bracket.players(match) for match in bracket.matches if match.stage == 32]
    assert sorted(first) == [("15", "18"), ("16", "17")]
    assert bracket.reasons[-1].rule == "knockout.preliminary"
    assert bracket.reasons[-1].facts == {"matches": 2, "free": 14, "stage": 32}


@given(st.integers(2, 70), st.integers(1, 12), st.integers(0, 10**6))
@settings(max_examples=80, deadline=None)
def test_units_are_split_evenly_over_halves_and_quarters(size, units, seed):
    ids = names(size)
    unit = {who: f"u{int(who) % units}" for who in ids}
    found = leaves(make_bracket(ids, lots=Random(seed), units=unit).order, unit)
    assert sorted(who for leaf in found for who in leaf) == sorted(ids)
    assert len(found) & (len(found) - 1) == 0
    assert all(1 <= len(leaf) <= 2 for leaf in found)
    part = len(found)
    while part > 1:
        part //= 2
        for at in range(0, len(found), 2 * part):
            one = Counter(unit[who] for leaf in found[at : at + part] for who in leaf)
            two = Counter(unit[who] for leaf in found[at + part : at + 2 * part] for who in leaf)
            assert all(abs(one[name] - two[name]) <= 1 for name in one | two)


def test_two_of_each_of_nine_units_meet_in_the_final_at_the_earliest():
    ids = names(18)
    unit = {who: f"u{(int(who) - 1) // 2}" for who in ids}
    bracket = make_bracket(ids, lots=Random(2), units=unit)
    for one, two in zip(ids[::2], ids[1::2], strict=True):
        assert why_not(bracket, one, two).facts["stage"] == 2


def test_a_tree_follows_a_checkable_draw_whatever_the_order_of_the_list():
    lot = draw("tree", names(7), bytes(32))
    assert make_bracket(names(7), lots=lot).order == lot.order
    assert make_bracket(names(7)[::-1], lots=lot) == make_bracket(names(7), lots=lot)
    assert make_bracket(names(7)[::-1], lots=Random(1)) == make_bracket(names(7), lots=Random(1))


def play_out(bracket, dice, draws=0.2):
    """Play everything, drawn games again, and give the bracket and the number of games."""
    games = 0
    while matches := ready(bracket):
        for match in matches:
            bracket = seat_game(bracket, match.id, dice)
            seats = bracket.match(match.id).game.seats
            winner = None if dice.random() < draws else dice.choice(seats)
            bracket = record_game(bracket, match.id, winner)
            games += 1
    return bracket, games


@given(st.integers(2, 40), st.booleans(), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_every_knockout_ends_with_everybody_placed(size, third, seed):
    form = Format({2: 3, 4: 3}, third_place=third)
    bracket, _ = play_out(make_bracket(names(size), form=form), Random(seed))
    found = places(bracket)
    assert set(found) == set(names(size))
    count = Counter(found.values())
    assert count[1] == count[2] == 1
    assert sum(match.stage != 3 for match in bracket.matches) == size - 1
    if third and size >= 4:
        assert count[3] == count[4] == 1
    for place, shared in count.items():
        assert sum(n for p, n in count.items() if p < place) == place - 1
        assert shared >= 1
    for match in bracket.matches:
        decided = [game for game in match.games if game.winner is not None]
        assert match.wins(match.winner) == match.best_of // 2 + 1
        assert [game.slot for game in decided] == list(range(1, len(decided) + 1))


def final_of_three(*winners):
    """Play the final of two in a best of three; '.' is a draw. Give the bracket and its games."""
    bracket = make_bracket(names(2), form=Format({2: 3}))
    dice = Random(3)
    for letter in winners:
        bracket = seat_game(bracket, "2/1", dice)
        bracket = record_game(bracket, "2/1", None if letter == "." else EntrantId(letter))
    return bracket, bracket.match("2/1").games


def test_seats_are_drawn_then_swapped_and_a_decider_is_drawn_again():
    bracket, games = final_of_three("1", ".", ".", "2", "1")
    assert [(game.slot, game.attempt) for game in games] == [(1, 1), (2, 1), (2, 2), (2, 3), (3, 1)]
    rules = [game.colour.rule for game in games]
    assert rules == ["colour.by-lot", *["colour.swapped"] * 3, "colour.by-lot"]
    assert all(a.seats == b.seats[::-1] for a, b in pairwise(games[:4]))
    assert bracket.match("2/1").winner == "1"
    assert bracket.match("2/1").reason.facts == {"wins": 2, "best-of": 3}


def test_two_wins_end_a_best_of_three():
    bracket, games = final_of_three("2", "2")
    assert len(games) == 2
    assert places(bracket) == {"2": 1, "1": 2}
    with pytest.raises(Refused):
        seat_game(bracket, "2/1", Random(0))


def test_a_walkover_and_a_match_that_nobody_wins():
    bracket = make_bracket(names(4), form=Format(third_place=True))
    bracket = award(bracket, "4/1", EntrantId("4"), How.FORFEIT, "did not come")
    assert bracket.match("4/1").reason.facts == {"how": "forfeit", "why": "did not come"}
    bracket = award(bracket, "4/2", None, How.FORFEIT, "neither came")
    assert bracket.match("2/1").winner == "4"
    assert bracket.match("2/1").reason.rule == "knockout.no-opponent"
    # The loser of the other semi-final is third without a game.
    assert bracket.match("third").winner == "1"
    assert places(bracket)["1"] == 3


def test_plans_carry_reasons_and_free_passes():
    bracket = make_bracket(names(5))
    assert stages(bracket) == [8, 4, 2]
    bracket = seat_game(bracket, "8/1", Random(1))
    plan = stage_plan(bracket, 8)
    assert [rest.entrant for rest in plan.rests] == ["1", "2", "3"]
    assert {*plan.meetings[0].seats} == {"4", "5"}
    assert plan.meetings[0].reasons[0].rule == "knockout.seeded"
    bracket = seat_game(record_game(bracket, "8/1", None), "8/1")
    again = stage_plan(bracket, 8).meetings[0]
    assert again.seats == plan.meetings[0].seats[::-1]
    assert again.reasons[1].facts == {"attempt": 2}
    bracket = record_game(bracket, "8/1", EntrantId("5"))
    bracket, _ = play_out(bracket, Random(9))
    assert stage_plan(bracket, 2).meetings == ()


def test_the_third_place_match_stands_beside_the_final():
    bracket = make_bracket(names(4), form=Format(third_place=True))
    for name, winner in (("4/1", "1"), ("4/2", "2")):
        bracket = record_game(seat_game(bracket, name, Random(1)), name, EntrantId(winner))
    assert places(bracket) == {}
    for name in ("third", "2/1"):
        bracket = seat_game(bracket, name, Random(1))
    plan = stage_plan(bracket, 2)
    assert [set(m.seats) for m in plan.meetings] == [{"3", "4"}, {"1", "2"}]
    assert [m.reasons[0].rule for m in plan.meetings] == [
        "knockout.for-third",
        "knockout.winners-meet",
    ]


def test_why_not():
    bracket = make_bracket(names(4))
    assert why_not(bracket, "1", "2").rule == "knockout.apart"
    with pytest.raises(BadInput, match="do meet"):
        why_not(bracket, "1", "4")
    with pytest.raises(BadInput, match="no two entrants"):
        why_not(bracket, "1", "9")
    bracket = award(bracket, "4/1", EntrantId("4"), How.FORFEIT, "ill")
    assert why_not(bracket, "1", "2").facts == {"entrant": "1", "match": "4/1"}


BAD = [
    lambda: make_bracket(names(1)),
    lambda: make_bracket(names(2) * 2),
    lambda: make_bracket(names(4), form=Format({2: 2})),
    lambda: stage_plan(make_bracket(names(4)), 16),
    lambda: seat_game(make_bracket(names(2)), "2/1"),
]


@pytest.mark.parametrize("make", BAD)
def test_bad_input(make):
    with pytest.raises(BadInput):
        make()


def test_refusals():
    bracket = make_bracket(names(4))
    with pytest.raises(Unknown):
        seat_game(bracket, "8/1")
    for act in (
        lambda: seat_game(bracket, "2/1", Random(0)),
        lambda: record_game(bracket, "4/1", EntrantId("1")),
        lambda: award(bracket, "4/1", EntrantId("2"), How.FORFEIT, "x"),
        lambda: seat_game(seat_game(bracket, "4/1", Random(0)), "4/1", Random(0)),
    ):
        with pytest.raises(Refused):
            act()
