"""Reasons: for pairs, colours, floats and byes, and for pairs that did not come about."""

from itertools import combinations

import pytest

from qipan.formats.trf.generate import Recipe, generate
from qipan.formats.trf.table import crosstable_of
from qipan.formats.trf.walk import walk
from qipan.kernel.errors import Unknown
from qipan.kernel.rules import declared
from qipan.pairing.swiss.dutch import (
    Edition,
    Terms,
    field_of,
    pair,
    plan_of,
    plan_round,
    why,
    why_float,
    why_no_bye,
    why_not,
)
from qipan.pairing.swiss.dutch.colours import Side
from qipan.pairing.swiss.dutch.criteria import COLOUR, NO_REMATCH, ORDER
from qipan.pairing.swiss.dutch.field import DutchField, Player


def player(number, score=0, seats=(), met=()):
    return Player(
        id=str(number),
        number=number,
        score=score,
        side=Side(tuple(seats), number % 2 == 1),
        met=met,
    )


def field(*players):
    return DutchField(round=3, players=players)


def test_the_first_in_order_wins_among_equals():
    four = field(*(player(number) for number in (1, 2, 3, 4)))
    found = pair(four)
    assert {(each.first, each.second) for each in found.pairs} == {("1", "3"), ("4", "2")}
    assert why_not(four, found, "1", "2").rule == ORDER
    assert why_not(four, found, "1", "4").rule == ORDER
    assert why_not(four, found, "1", "3") is None


def test_a_rematch_is_named():
    four = field(player(1, met=("3",)), player(2), player(3, met=("1",)), player(4))
    found = pair(four)
    assert why_not(four, found, "3", "1").rule == NO_REMATCH
    assert [each.rule for each in why(four, found, "1")] == [ORDER, NO_REMATCH]


def test_a_better_colour_is_named():
    four = field(*(player(n, seats=s) for n, s in ((1, [0]), (2, [1]), (3, [0]), (4, [1]))))
    found = pair(four)
    assert {frozenset((each.first, each.second)) for each in found.pairs} == {
        frozenset("14"),
        frozenset("23"),
    }
    reason = why_not(four, found, "1", "3")
    assert (reason.rule, reason.facts["bracket"]) == (COLOUR, 1)


def test_unknown_players_are_refused():
    two = field(player(1), player(2))
    with pytest.raises(Unknown):
        why_not(two, pair(two), "1", "9")


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("seed", range(2))
def test_every_pair_that_did_not_come_about_has_a_reason(seed, edition):
    made = Recipe(players=9 + seed, rounds=5, seed=seed, forfeits=0.1, edition=edition)
    keys = declared()
    for each in walk(generate(made)):
        found = pair(each.field)
        met = {frozenset((one.first, one.second)) for one in found.pairs}
        for one, two in combinations([player.id for player in each.field.players], 2):
            reason = why_not(each.field, found, one, two)
            assert (reason is None) == (frozenset((one, two)) in met)
            assert reason is None or reason.rule in keys


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("seed", range(2))
def test_every_float_and_every_missing_bye_has_a_reason(seed, edition):
    made = Recipe(players=9 + 2 * seed, rounds=5, seed=seed, forfeits=0.1, edition=edition)
    keys = declared()
    for each in walk(generate(made)):
        found = pair(each.field)
        leaving = {who for report in found.brackets for who in report.leaving}
        for one in each.field.players:
            floated = why_float(each.field, found, one.id)
            assert (floated is not None) == (one.id in leaving)
            resting = why_no_bye(each.field, found, one.id)
            assert (resting is None) == (found.bye in (None, one.id))
            assert all(reason is None or reason.rule in keys for reason in (floated, resting))


def test_who_floats_and_who_rests():
    five = field(player(1, 4), player(2, 2), player(3, 2), player(4, 2), player(5, 0))
    found = pair(five)
    assert found.bye == "5"
    assert why_float(five, found, "1").rule == "swiss.dutch.no-opponent"
    assert why_no_bye(five, found, "2").rule == "swiss.dutch.bye-score"
    assert why_float(five, found, "2") is None


def test_a_plan_gives_boards_and_reasons():
    file = generate(Recipe(players=15, rounds=4, seed=3, late=0, byes=0, withdrawals=0))
    table = crosstable_of(file, upto=3)
    terms = Terms(initial=file.setup.top_seat)
    plan = plan_round(table, terms=terms)
    same = field_of(table, None, terms)
    assert plan == plan_of(same, pair(same))
    assert [meeting.board for meeting in plan.meetings] == list(range(1, 8))
    assert len(plan.rests) == 1
    for meeting in plan.meetings:
        rules = [reason.rule for reason in meeting.reasons]
        assert rules[0] in ("swiss.same-score", "swiss.moved-down")
        assert rules[1].startswith("swiss.colour.")
    assert {reason.rule for reason in plan.reasons} == {"swiss.dutch.bracket"}
    assert all(reason.facts["path"] for reason in plan.reasons)
