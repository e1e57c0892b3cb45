"""The extra round with its final, and first rounds with fixed pairs."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.events import after, fresh, met
from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.errors import BadInput, Impossible
from qipan.kernel.ids import EntrantId, RoundNo, Seat
from qipan.kernel.points import CHESS, Points
from qipan.pairing.n_plus_one import extra_round, first_round_with_pairs, why_not
from qipan.pairing.protections import by_unit
from qipan.pairing.swiss.by_score import by_score, halves_round


def swiss(table, number, protections):
    return by_score(table, number, lots=Random(7), protections=protections)


def seats(who, text):
    """Make a row from the seats of its games, F first and S second, against strangers."""
    return tuple(
        Cell(Points(2), opponent=EntrantId(f"{who}{at}"), seat=Seat("FS".index(letter)))
        for at, letter in enumerate(text)
    )


FINALS = [
    # better    worse     seats of the final   rule
    ("SFSSFF", "FSFFSS", ("p001", "p002"), "colour.better-place"),
    ("FFS", "FSS", ("p002", "p001"), "colour.balance"),
    ("FSS", "FFS", ("p001", "p002"), "colour.balance"),
    ("", "", ("p001", "p002"), "colour.better-place"),
]


@pytest.mark.parametrize(("better", "worse", "expected", "rule"), FINALS)
def test_seats_of_the_final(better, worse, expected, rule):
    cells = {EntrantId("p001"): seats("x", better), EntrantId("p002"): seats("y", worse)}
    table = Crosstable(fresh(2).entries, cells)
    plan = extra_round(table, RoundNo(7), [EntrantId("p001"), EntrantId("p002")], swiss)
    assert plan.meetings[0].seats == expected
    assert [reason.rule for reason in plan.meetings[0].reasons] == ["n-plus-one.final", rule]


@given(st.integers(8, 24), st.integers(1, 4), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_the_best_two_meet_again_and_nobody_else_does(size, rounds, seed):
    dice = Random(seed)
    table = fresh(size, units=3, scoring=CHESS)
    for number in range(1, rounds + 1):
        table = after(table, by_score(table, RoundNo(number), lots=dice), dice)
    standing = sorted(table.scores, key=lambda who: (-table.scores[who], who))
    protections = by_unit(table.entries)
    number = RoundNo(rounds + 1)
    try:
        plan = extra_round(table, number, standing, swiss, protections=protections)
    except Impossible:
        return
    assert set(plan.meetings[0].seats) == set(standing[:2])
    assert [meeting.board for meeting in plan.meetings] == list(range(1, size // 2 + 1))
    assert not {frozenset(m.seats) for m in plan.meetings[1:]} & met(table)
    everybody = [who for m in plan.meetings for who in m.seats] + [r.entrant for r in plan.rests]
    assert sorted(everybody) == sorted(standing)
    assert plan.reasons[-1].rule == "n-plus-one.unprotected"


def test_finalists_who_met_meet_again_and_protections_are_off():
    table = fresh(4, units=1)
    plan = by_score(table, RoundNo(1))
    table = after(table, plan, Random(1))
    standing = [*plan.meetings[0].seats, *plan.meetings[1].seats]
    # The last two have met as well: no Swiss round is left for them.
    with pytest.raises(Impossible):
        extra_round(table, RoundNo(2), standing, swiss)
    standing = [plan.meetings[0].seats[0], plan.meetings[1].seats[0]]
    standing += [plan.meetings[0].seats[1], plan.meetings[1].seats[1]]
    protections = by_unit(table.entries)
    found = extra_round(table, RoundNo(2), standing, swiss, protections=protections)
    assert len(found.meetings) == 2
    with pytest.raises(Impossible):
        extra_round(
            table, RoundNo(2), standing, swiss, protections=protections, keep_protections=True
        )


@pytest.mark.parametrize("standing", [["p001"], ["p001", "p001"], ["p001", "x"]])
def test_wrong_standings_are_refused(standing):
    with pytest.raises(BadInput):
        extra_round(fresh(3), RoundNo(2), standing, swiss)


def test_why_not():
    standing = [EntrantId(name) for name in "abcd"]
    assert why_not(standing, ("a", "c")).facts == {"finalists": ["a"]}
    assert why_not(standing, ("c", "d")) is None
    for wrong in (("a", "b"), ("a", "a"), ("a", "x")):
        with pytest.raises(BadInput):
            why_not(standing, wrong)


def halves(table, number, protections):
    return halves_round(table, protections=protections)


def test_fixed_pairs_are_taken_out_and_put_back():
    # Eight by rating; 2 and 3 are fixed. The others are numbered anew and meet by halves.
    table = fresh(8)
    pair = (EntrantId("p003"), EntrantId("p002"))
    plan = first_round_with_pairs(table, [pair], halves)
    assert [meeting.seats for meeting in plan.meetings] == [
        ("p001", "p006"),
        ("p007", "p004"),
        ("p005", "p008"),
        ("p003", "p002"),
    ]
    assert plan.meetings[3].reasons[0].rule == "n-plus-one.forced-pair"
    numbers = plan.reasons[-1].facts["numbers"]
    assert [numbers[f"p00{n}"] for n in (1, 4, 5, 6, 7, 8)] == [1, 2, 3, 4, 5, 6]


def test_the_rest_is_ranked_by_rating_not_by_old_numbers():
    table = fresh(6)
    turned = tuple(
        msgspec.structs.replace(entry, rating=entry.number * 100 if entry.number < 6 else None)
        for entry in table.entries
    )
    plan = first_round_with_pairs(
        Crosstable(turned, {}), [(EntrantId("p001"), EntrantId("p002"))], halves
    )
    assert [meeting.seats for meeting in plan.meetings[:2]] == [
        ("p005", "p003"),
        ("p006", "p004"),
    ]


@pytest.mark.parametrize(
    "pairs", [[("p001", "p001")], [("p001", "p002"), ("p002", "p003")], [("p001", "x")]]
)
def test_wrong_fixed_pairs_are_refused(pairs):
    with pytest.raises(BadInput):
        first_round_with_pairs(fresh(4), pairs, halves)
