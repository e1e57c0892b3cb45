"""The tree as a value: its matches, where players come from, and the reasons it carries."""

from random import Random

import pytest

from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import EntrantId
from qipan.kernel.results import How
from qipan.pairing.knockout import Format, award, make_bracket, record_game, seat_game


def names(size):
    return [EntrantId(str(number)) for number in range(1, size + 1)]


UNITS = {"1": "x", "2": "x", "3": "y", "4": "z"}
REASONS = [
    # size, how it is made, and every reason with its facts
    (4, {}, [("knockout.seeded", {"entrants": 4})]),
    (4, {"lots": Random(1)}, [("knockout.drawn", {"entrants": 4})]),
    (4, {"units": {}}, [("knockout.seeded", {"entrants": 4})]),
    (
        4,
        {"units": UNITS},
        [("knockout.seeded", {"entrants": 4}), ("knockout.units-apart", {"units": 3})],
    ),
    (
        5,
        {"lots": Random(1), "units": {**UNITS, "5": "x"}},
        [
            ("knockout.drawn", {"entrants": 5}),
            ("knockout.units-apart", {"units": 3}),
            ("knockout.preliminary", {"matches": 1, "free": 3, "stage": 8}),
        ],
    ),
    (
        6,
        {"form": Format(preliminary=False)},
        [
            ("knockout.seeded", {"entrants": 6}),
            ("knockout.free-pass", {"matches": 2, "free": 2, "stage": 8}),
        ],
    ),
]


@pytest.mark.parametrize(("size", "how", "reasons"), REASONS)
def test_the_tree_says_why_it_is_as_it_is(size, how, reasons):
    found = make_bracket(names(size), **how).reasons
    assert [(each.rule, each.facts) for each in found] == reasons


def drawn(bracket):
    """Write every match: name, its two sources (``-8/1`` the loser of 8/1) and its games."""

    def side(source):
        if source.match is None:
            return source.entrant
        return f"{'-' if source.loser else '+'}{source.match}"

    return [
        f"{match.id} {side(match.sources[0])} {side(match.sources[1])} {match.best_of}"
        for match in bracket.matches
    ]


TREES = [
    (2, Format(), ["2/1 1 2 1"]),
    (3, Format(third_place=True), ["4/1 2 3 1", "2/1 1 +4/1 1"]),
    (
        4,
        Format({2: 3, 3: 5}, third_place=True),
        ["4/1 1 4 1", "4/2 2 3 1", "third -4/1 -4/2 5", "2/1 +4/1 +4/2 3"],
    ),
    (4, Format({4: 3}), ["4/1 1 4 3", "4/2 2 3 3", "2/1 +4/1 +4/2 1"]),
    (
        6,
        Format({8: 3}, third_place=True),
        [
            *("8/1 4 5 3", "8/2 3 6 3", "4/1 1 +8/1 1", "4/2 2 +8/2 1"),
            *("third -4/1 -4/2 1", "2/1 +4/1 +4/2 1"),
        ],
    ),
]


@pytest.mark.parametrize(("size", "form", "matches"), TREES)
def test_matches_and_where_their_players_come_from(size, form, matches):
    bracket = make_bracket(names(size), form=form)
    assert drawn(bracket) == matches
    assert [(match.stage, match.number) for match in bracket.matches] == [
        (3, 1) if match.id == "third" else tuple(map(int, match.id.split("/")))
        for match in bracket.matches
    ]
    assert bracket.order == tuple(names(size))


def test_who_passes_the_first_stage_freely():
    assert make_bracket(names(8)).free == ()
    assert make_bracket(names(6)).free == ("1", "2")


@pytest.mark.parametrize("best_of", [-1, 0, 2, 4])
def test_a_match_is_the_best_of_an_odd_number(best_of):
    with pytest.raises(BadInput, match="odd number"):
        make_bracket(names(2), form=Format({2: best_of}))
    assert make_bracket(names(2), form=Format({2: 1})).match("2/1").best_of == 1


@pytest.mark.parametrize("entrants", [[], names(1), [*names(3), EntrantId("2")]])
def test_two_or_more_and_nobody_twice(entrants):
    with pytest.raises(BadInput, match="nobody twice"):
        make_bracket(entrants)


def test_players_are_known_once_the_match_before_is_over():
    bracket = make_bracket(names(4), form=Format(third_place=True))
    final, third = bracket.match("2/1"), bracket.match("third")
    assert bracket.players(bracket.match("4/1")) == ("1", "4")
    assert bracket.players(final) == bracket.players(third) == (None, None)
    bracket = record_game(seat_game(bracket, "4/1", Random(1)), "4/1", EntrantId("4"))
    assert bracket.players(final) == ("4", None)
    assert bracket.players(third) == ("1", None)
    assert not any(bracket.vacant(source) for source in (*final.sources, *third.sources))
    assert not bracket.vacant(bracket.match("4/1").sources[0])


def test_from_a_match_that_nobody_won_nobody_comes_neither_winner_nor_loser():
    bracket = make_bracket(names(4), form=Format(third_place=True))
    final, third = bracket.match("2/1"), bracket.match("third")
    bracket = award(bracket, "4/2", None, How.FORFEIT, "neither came")
    assert bracket.players(final) == bracket.players(third) == (None, None)
    assert [bracket.vacant(source) for source in final.sources] == [False, True]
    assert [bracket.vacant(source) for source in third.sources] == [False, True]


def test_wins_are_counted_for_each_player():
    bracket = make_bracket(names(2), form=Format({2: 3}))
    for winner in ("1", None, "2"):
        bracket = record_game(seat_game(bracket, "2/1", Random(1)), "2/1", winner)
    match = bracket.match("2/1")
    assert (match.wins("1"), match.wins("2"), match.over) == (1, 1, False)


def test_a_match_that_is_not_in_the_tree_is_unknown():
    with pytest.raises(Unknown):
        make_bracket(names(4)).match("8/1")
