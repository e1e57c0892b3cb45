"""Pairing by hand: steps, the end, every difference, every rule broken."""

import pytest

from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId
from qipan.pairing.plan import Reason
from qipan.pairing.protections.manual import (
    begin,
    differences,
    end,
    exchange_boards,
    reassigned,
    reverse,
    swap,
)
from qipan.pairing.swiss.by_score import neighbours_round

PLAN = neighbours_round([EntrantId(name) for name in "abcde"])  # a-b, d-c, e rests


def start():
    return begin(PLAN, by="arbiter", why="a storm", at="09:00")


def rows(act):
    return [(d.change.value, "".join(d.entrants), d.engine, d.manual) for d in act.differences]


def test_nothing_done_is_no_difference():
    act = end(start(), "09:01")
    assert (act.differences, act.plan, act.ended) == ((), PLAN, "09:01")


def test_a_swap_changes_two_pairs():
    act = end(swap(start(), "a", "d", "09:01"), "09:02")
    assert [meeting.seats for meeting in act.plan.meetings] == [("d", "b"), ("a", "c")]
    assert rows(act) == [
        ("pair-removed", "ab", 1, None),
        ("pair-removed", "dc", 2, None),
        ("pair-added", "db", None, 1),
        ("pair-added", "ac", None, 2),
    ]
    assert act.plan.meetings[0].reasons[0].rule == "manual.by-hand"
    assert [step.kind for step in act.steps] == ["swap"]


def test_a_swap_with_the_one_who_rests():
    act = end(swap(start(), "b", "e", "t"), "t")
    assert rows(act) == [
        ("pair-removed", "ab", 1, None),
        ("pair-added", "ae", None, 1),
        ("rest-removed", "e", None, None),
        ("rest-added", "b", None, None),
    ]
    assert act.plan.rests[0].reasons[0].facts == {"by": "arbiter", "why": "a storm"}


def test_seats_and_boards():
    act = reverse(exchange_boards(start(), BoardNo(1), BoardNo(2), "t"), BoardNo(1), "t")
    act = end(act, "t")
    assert [meeting.seats for meeting in act.plan.meetings] == [("c", "d"), ("a", "b")]
    assert rows(act) == [("board", "ab", 1, 2), ("seats", "cd", 2, 1), ("board", "cd", 2, 1)]


def test_boards_can_be_reassigned_without_an_act():
    moved = reassigned(PLAN, {BoardNo(1): BoardNo(7)})
    assert [(m.board, m.seats) for m in moved.meetings] == [(2, ("d", "c")), (7, ("a", "b"))]
    assert moved.rests == PLAN.rests


def test_broken_rules_are_noted_with_the_pair():
    reason = Reason("swiss.no-rematch", {"round": 1})
    act = end(
        swap(start(), "a", "d", "t"), "t", lambda x, y: reason if {x, y} == {"b", "d"} else None
    )
    assert [d.breaks for d in act.differences] == [None, None, reason, None]
    assert differences(PLAN, PLAN) == ()


REFUSED = [
    ("manual.not-offered", lambda: begin(PLAN, by="x", why="y", at="t", offered=False)),
    ("manual.no-reason", lambda: begin(PLAN, by="x", why=" ", at="t")),
    ("manual.unknown-entrant", lambda: swap(start(), "a", "z", "t")),
    ("manual.unknown-entrant", lambda: swap(start(), "a", "a", "t")),
    ("manual.unknown-board", lambda: reverse(start(), BoardNo(9), "t")),
    ("manual.unknown-board", lambda: exchange_boards(start(), BoardNo(1), BoardNo(9), "t")),
    ("manual.unknown-board", lambda: reassigned(PLAN, {BoardNo(9): BoardNo(1)})),
    ("manual.board-taken", lambda: reassigned(PLAN, {BoardNo(2): BoardNo(1)})),
    ("manual.ended", lambda: swap(end(start(), "t"), "a", "b", "t")),
    ("manual.ended", lambda: end(end(start(), "t"), "t")),
]


@pytest.mark.parametrize(("code", "act"), REFUSED)
def test_refusals(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
