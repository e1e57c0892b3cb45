"""Pairing by hand: steps, the end, every difference, every rule broken."""

import pytest

from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId
from qipan.pairing.plan import Reason, Rest, RoundPlan
from qipan.pairing.protections.manual import (
    begin,
    differences,
    end,
    exchange_boards,
    give_rest,
    lay,
    meet,
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


def shape(act):
    """Write a round: boards with their seats, then who rests: ``1 ab, 2 dc; e``."""
    boards = ", ".join(f"{each.board} {''.join(each.seats)}" for each in act.plan.meetings)
    return f"{boards}; {' '.join(rest.entrant for rest in act.plan.rests)}".strip()


ALL_REST = RoundPlan(PLAN.round, (), tuple(Rest(EntrantId(name)) for name in "abc"))
ONLY_BOARDS = RoundPlan(PLAN.round, PLAN.meetings, ())


def on(plan):
    return begin(plan, by="arbiter", why="a storm", at="09:00")


TWO_MORE = RoundPlan(PLAN.round, PLAN.meetings, (Rest(EntrantId("e")), Rest(EntrantId("f"))))
ONE_BOARD = RoundPlan(PLAN.round, PLAN.meetings[:1], ())
ENGINES = (PLAN, ALL_REST, ONLY_BOARDS, TWO_MORE, ONE_BOARD)

STEPS = [
    # what the hand does, the round that comes of it, and the step it is recorded as
    (lambda: swap(start(), "a", "b", "t"), "1 ba, 2 dc; e", ("swap", {"entrants": ["a", "b"]})),
    (lambda: reverse(start(), 2, "t"), "1 ab, 2 cd; e", ("reverse", {"board": 2})),
    (
        lambda: exchange_boards(start(), 1, 2, "t"),
        "1 dc, 2 ab; e",
        ("boards", {"boards": [1, 2]}),
    ),
    # whoever loses an opponent takes the other's
    (lambda: meet(start(), "a", "c", "t"), "1 ac, 2 db; e", ("swap", {"entrants": ["b", "c"]})),
    (lambda: meet(start(), "c", "a", "t"), "1 db, 2 ac; e", ("swap", {"entrants": ["d", "a"]})),
    (lambda: meet(start(), "a", "e", "t"), "1 ae, 2 dc; b", ("swap", {"entrants": ["b", "e"]})),
    (lambda: meet(start(), "e", "a", "t"), "1 ae, 2 dc; b", ("swap", {"entrants": ["b", "e"]})),
    # two who rest get a board of their own, behind the others
    (lambda: meet(on(ALL_REST), "b", "a", "t"), "1 ba; c", ("meet", {"entrants": ["b", "a"]})),
    (
        lambda: meet(give_rest(on(ONLY_BOARDS), "b", "s"), "b", "a", "t"),
        "1 dc, 2 ba;",
        ("meet", {"entrants": ["b", "a"]}),
    ),
    (
        lambda: meet(on(TWO_MORE), "e", "f", "t"),
        "1 ab, 2 dc, 3 ef;",
        ("meet", {"entrants": ["e", "f"]}),
    ),
    (lambda: swap(on(ONE_BOARD), "a", "b", "t"), "1 ba;", ("swap", {"entrants": ["a", "b"]})),
    # whoever is to rest takes the place of the one who rests; else the board is broken up
    (lambda: give_rest(start(), "b", "t"), "1 ae, 2 dc; b", ("swap", {"entrants": ["b", "e"]})),
    (
        lambda: give_rest(on(ONLY_BOARDS), "b", "t"),
        "1 dc; a b",
        ("rest", {"entrants": ["b"]}),
    ),
    (
        lambda: give_rest(on(ONLY_BOARDS), "b", "t", gone=("a",)),
        "1 dc; b",
        ("rest", {"entrants": ["b"]}),
    ),
    (lambda: give_rest(start(), "b", "t", gone=("a",)), "1 dc; e b", ("rest", {"entrants": ["b"]})),
    (
        lambda: give_rest(start(), "c", "t", gone=("c", "d")),
        "1 ab; e",
        ("rest", {"entrants": ["c"]}),
    ),
    (
        lambda: give_rest(start(), "c", "t", gone=("a",)),
        "1 ab, 2 de; c",
        ("swap", {"entrants": ["c", "e"]}),
    ),
    (
        lambda: lay(start(), (("e", "a"), ("c", "b")), ("d",), "t"),
        "1 ea, 2 cb; d",
        ("lay", {"boards": 2}),
    ),
]


@pytest.mark.parametrize(("hand", "round_", "step"), STEPS)
def test_a_step_of_the_hand(hand, round_, step):
    act = hand()
    assert shape(act) == round_
    assert (act.steps[-1].kind, act.steps[-1].facts) == step
    assert act.steps[-1].at == "t"
    assert act.engine in ENGINES


def test_two_who_meet_already_stay_as_they_are():
    act = start()
    assert meet(act, "a", "b", "t") is act
    assert meet(act, "b", "a", "t") is act


def test_an_act_says_who_why_when_and_under_which_clause():
    act = begin(PLAN, by="arbiter", why="a storm", at="09:00", clause="MY 4.4")
    assert (act.by, act.why, act.began, act.clause) == ("arbiter", "a storm", "09:00", "MY 4.4")
    assert (act.round, act.engine, act.plan, act.ended) == (PLAN.round, PLAN, PLAN, None)
    act = end(swap(act, "b", "e", "09:01"), "09:02")
    hand = {"by": "arbiter", "why": "a storm", "clause": "MY 4.4"}
    assert [reason.facts for reason in act.plan.meetings[0].reasons] == [hand]
    assert [reason.facts for reason in act.plan.rests[0].reasons] == [hand]


def test_what_the_hand_did_not_touch_keeps_its_reasons():
    act = end(swap(start(), "a", "b", "t"), "t")
    assert rows(act) == [("seats", "ba", 1, 1)]
    assert act.plan.meetings[0].reasons[0].rule == "manual.by-hand"
    assert act.plan.meetings[1] == PLAN.meetings[1]
    assert act.plan.rests == PLAN.rests


def test_rests_that_change_are_listed_by_name():
    act = end(lay(on(ALL_REST), (("c", "a"),), ("b",), "t"), "t")
    assert rows(act) == [
        ("pair-added", "ca", None, 1),
        ("rest-removed", "a", None, None),
        ("rest-removed", "c", None, None),
    ]
    act = end(give_rest(on(ONLY_BOARDS), "b", "t"), "t")
    assert rows(act)[-2:] == [("rest-added", "a", None, None), ("rest-added", "b", None, None)]
    assert rows(act)[1] == ("board", "dc", 2, 1)


def test_reassigned_boards_stand_in_their_order():
    three = lay(start(), (("a", "b"), ("c", "d")), ("e",), "t").plan
    moved = reassigned(three, {1: 2, 2: 1})
    assert [(each.board, each.seats) for each in moved.meetings] == [
        (1, ("c", "d")),
        (2, ("a", "b")),
    ]
    assert reassigned(three, {}) == three


REFUSED = [
    ("manual.not-offered", lambda: begin(PLAN, by="x", why="y", at="t", offered=False)),
    ("manual.no-reason", lambda: begin(PLAN, by="x", why=" ", at="t")),
    ("manual.no-reason", lambda: begin(PLAN, by=" ", why="y", at="t")),
    ("manual.unknown-entrant", lambda: meet(start(), "a", "z", "t")),
    ("manual.unknown-entrant", lambda: meet(start(), "z", "e", "t")),
    ("manual.unknown-entrant", lambda: meet(start(), "e", "e", "t")),
    ("manual.unknown-entrant", lambda: meet(start(), "a", "a", "t")),
    ("manual.unknown-entrant", lambda: give_rest(start(), "e", "t")),
    ("manual.unknown-entrant", lambda: lay(start(), (("a", "b"),), ("b",), "t")),
    ("manual.unknown-entrant", lambda: lay(start(), (("a", "b", "c"),), (), "t")),
    ("manual.unknown-entrant", lambda: lay(start(), (("a",),), (), "t")),
    ("manual.unknown-entrant", lambda: lay(start(), (("a", "b"), ("c", "d", "e")), (), "t")),
    ("manual.board-taken", lambda: reassigned(PLAN, {BoardNo(2): BoardNo(0)})),
    ("manual.ended", lambda: reverse(end(start(), "t"), BoardNo(1), "t")),
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
