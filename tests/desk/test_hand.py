"""Pairing by hand at the desk: seen first, done for a reason, every rule broken named."""

import pytest

from desk.clauses.play import HOME, Case, who
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.rounds.by_hand.commands import (
    ChangePairing,
    HandStep,
    HandStepKind,
    PairByHand,
    WithdrawRound,
    read_step,
)
from qipan.desk.rounds.by_hand.pairing import preview_by_hand, preview_change, preview_round
from qipan.journal.events import opened
from qipan.journal.folding import fold
from qipan.kernel.errors import BadInput, Impossible, Refused
from qipan.kernel.ids import BoardNo, RoundNo


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def club(entries=6, rounds=0, **fields):
    case = Case("club-swiss", "evening", entries, **fields).begin()
    for _ in range(rounds):
        case.round("1-0")
    return case


def seats(case):
    return [table.seats for table in case.now.current.tables]


def steps(*texts):
    return tuple(map(read_step, texts))


def change(case, *texts, despite=(), reason="two brothers", **fields):
    return ChangePairing(
        section=case.section,
        round=case.now.current.number,
        steps=steps(*texts),
        reason=reason,
        by="chief",
        despite=frozenset(despite),
        **fields,
    )


def by_hand(case, *pairs, rests=(), despite=(), reason="nobody else is left", **fields):
    return PairByHand(
        section=case.section,
        pairs=tuple(tuple(map(who, pair)) for pair in pairs),
        rests=tuple(map(who, rests)),
        reason=reason,
        by="chief",
        despite=frozenset(despite),
        **fields,
    )


# -- looking -----------------------------------------------------------------------------------


def test_a_preview_is_what_pairing_gives_and_writes_nothing():
    case = club(6, rounds=1)
    version = case.state.version
    shown = preview_round(case.state, case.section)
    assert case.state.version == version
    paired = case.pair()
    assert (shown.tables, shown.resting) == (paired.tables, paired.resting)
    assert all(table.causes for table in shown.tables)


def test_a_round_that_needs_a_lot_is_not_previewed_before_the_lot_has_fallen():
    case = Case("wx-14", "men", 7).begin()
    error = refused("manual.lot-decides", lambda: preview_round(case.state, case.section))
    assert error.rule == "manual.lot-once"
    first = case.pair()
    case.do(WithdrawRound(section=case.section, round=RoundNo(1), reason="wrong hall"))
    assert preview_round(case.state, case.section).tables == first.tables


# -- changing ----------------------------------------------------------------------------------


def test_a_change_is_recorded_with_author_reason_and_clause():
    case = club()
    case.pair()
    (a, b), (c, d) = seats(case)[:2]
    case.do(change(case, f"swap:{a}:{c}", clause="2"))
    assert seats(case)[:2] == [(c, b), (a, d)]
    current = case.now.current
    (act,) = current.by_hand
    assert (act.by, act.reason, act.clause) == ("chief", "two brothers", "2")
    assert [cause.facts["step"] for cause in act.steps] == ["swap"]
    for table in current.tables[:2]:
        assert table.causes[0].rule == "manual.by-hand"
        assert table.causes[0].facts == {"by": "chief", "why": "two brothers", "clause": "2"}
    assert current.tables[2].causes[0].rule != "manual.by-hand"
    stored = case.office.around.log.read(f"competition/{HOME}", 0)
    again = fold([opened(each) for each in stored])
    assert again.sections[case.section].rounds[0].tables == current.tables
    case.publish()


@pytest.mark.parametrize(
    ("step", "after"),
    [
        ("meet:{0}:{2}", [(0, 2), (1, 3), (4, 5)]),
        ("meet:{0}:{1}", None),
        ("reverse:2", [(0, 1), (3, 2), (4, 5)]),
        ("boards:1:3", [(4, 5), (2, 3), (0, 1)]),
        ("swap:{1}:{4}", [(0, 4), (2, 3), (1, 5)]),
    ],
)
def test_every_step_does_what_it_says(step, after):
    case = club()
    case.pair()
    people = [each for pair in seats(case) for each in pair]
    command = change(case, step.format(*people))
    if after is None:
        refused("manual.unchanged", lambda: case.do(command))
        return
    case.do(command)
    assert seats(case) == [(people[one], people[two]) for one, two in after]


def test_the_bye_goes_to_somebody_else():
    case = club(7)
    case.pair()
    first = seats(case)[0][0]
    rested = case.now.current.resting[0].entrant
    case.do(change(case, f"rest:{first}"))
    assert [rest.entrant for rest in case.now.current.resting] == [first]
    assert seats(case)[0][0] == rested
    assert case.now.current.resting[0].causes[0].rule == "manual.by-hand"


def test_who_withdrew_after_pairing_is_taken_out_and_the_opponent_rests():
    case = club(6)
    case.pair()
    one, two = seats(case)[0]
    case.do(WithdrawEntrant(section=case.section, entrant=two))
    case.do(change(case, f"rest:{one}"))
    assert len(seats(case)) == 2
    assert [table.board for table in case.now.current.tables] == [1, 2]
    assert [rest.entrant for rest in case.now.current.resting] == [one]


def test_two_who_would_rest_are_named_and_can_be_put_together_again():
    case = club(6)
    case.pair()
    one, two = seats(case)[0]
    shown = preview_change(case.state, change(case, f"rest:{one}"))
    assert [each.rule for each in shown.breaches] == ["manual.one-rests"]
    again = preview_change(case.state, change(case, f"rest:{one}", f"meet:{two}:{one}"))
    assert (again.breaches, len(again.plan.meetings)) == ((), 3)


# -- rules broken ------------------------------------------------------------------------------


def test_a_rematch_is_named_and_needs_its_own_acknowledgement():
    case = club(6, rounds=1)
    met = case.now.rounds[0].tables[0].seats
    case.pair()
    command = change(case, f"meet:{met[0]}:{met[1]}")
    shown = preview_change(case.state, command)
    rematch = [each for each in shown.breaches if each.rule == "swiss.no-rematch"]
    assert {frozenset(each.entrants) for each in rematch} >= {frozenset(met)}
    assert rematch[0].facts["rounds"] == [1]
    error = refused("manual.breaks", lambda: case.do(command))
    assert set(error.facts["breaks"]) == {each.id for each in shown.breaches}
    one = list(error.facts["breaks"])[:-1]
    if one:
        refused(
            "manual.breaks",
            lambda: case.do(change(case, f"meet:{met[0]}:{met[1]}", despite=one)),
        )
    case.do(change(case, f"meet:{met[0]}:{met[1]}", despite=error.facts["breaks"]))
    (act,) = case.now.current.by_hand
    assert "swiss.no-rematch" in {cause.rule for cause in act.broken}
    table = next(each for each in case.now.current.tables if set(each.seats) == set(met))
    broken = [cause.rule for cause in table.causes if cause.facts.get("broken")]
    assert "swiss.no-rematch" in broken


def test_two_of_one_unit_are_named_while_the_book_keeps_them_apart():
    case = Case("wx-14", "men", 8, units={1: "MY", 2: "MY"}).begin()
    case.pair()
    shown = preview_change(case.state, change(case, f"meet:{who(1)}:{who(2)}"))
    assert [(each.rule, set(each.entrants)) for each in shown.breaches] == [
        ("protection.hard", {who(1), who(2)})
    ]
    assert shown.missing == (shown.breaches[0].id,)


def test_a_second_bye_is_named():
    case = club(7, rounds=1)
    rested = case.now.rounds[0].resting[0].entrant
    case.pair()
    shown = preview_change(case.state, change(case, f"rest:{rested}"))
    assert ("swiss.no-second-bye", (rested,)) in [
        (each.rule, each.entrants) for each in shown.breaches
    ]


def test_a_third_time_on_one_seat_is_named():
    case = club(8, rounds=1)
    case.pair()
    case.do(change(case, *(f"reverse:{table.board}" for table in case.now.current.tables)))
    case.publish()
    for board in case.now.current.missing:
        case.result(board, "1-0")
    seated = {}
    for found in case.now.rounds:
        for table in found.tables:
            for seat, entrant in enumerate(table.seats):
                seated.setdefault(entrant, []).append(seat)
    case.pair()
    named = set()
    for table in case.now.current.tables:
        shown = preview_change(case.state, change(case, f"reverse:{table.board}"))
        broken = [each for each in shown.breaches if each.rule == "manual.seat-again"]
        named |= {each.entrants[0] for each in broken}
    turned = {
        entrant
        for table in case.now.current.tables
        for seat, entrant in enumerate(table.seats)
        if seated[entrant] == [1 - seat] * 2
    }
    assert named == turned
    assert named


# -- where it is not offered -------------------------------------------------------------------


def test_my_4_9_no_change_by_hand_in_a_round_with_special_pairs():
    case = Case("my-2018", "individual", 10, options={"rounds": 7}).begin()
    case.pair(special=((who(1), who(2)),))
    error = refused("manual.not-offered", lambda: case.do(change(case, "reverse:2")))
    assert error.rule == "manual.offered"


def test_a_tree_and_a_schedule_are_not_changed_by_hand():
    tree = Case("un-games", "xiangqi", 8).begin()
    tree.pair()
    refused("manual.fixed", lambda: tree.do(change(tree, "reverse:1")))
    table = Case("wx-14", "women", 6).begin()
    table.pair()
    refused("manual.fixed", lambda: table.do(change(table, "reverse:1")))


def test_refusals_of_a_change():
    case = club()
    case.pair()
    refused("manual.no-reason", lambda: case.do(change(case, "reverse:1", reason=" ")))
    refused("manual.no-such-clause", lambda: case.do(change(case, "reverse:1", clause="999")))
    refused("manual.unknown-entrant", lambda: case.do(change(case, "swap:e1:e99")))
    refused("manual.unknown-entrant", lambda: case.do(change(case, "rest:e99")))
    refused("manual.unknown-board", lambda: case.do(change(case, "reverse:9")))
    other = ChangePairing(section=case.section, round=RoundNo(2), steps=(), reason="x", by="c")
    refused("manual.no-such-round", lambda: case.do(other))
    case.publish()
    refused("manual.published", lambda: case.do(change(case, "reverse:1")))


@pytest.mark.parametrize(
    "text", ["", "swap", "swap:a", "swap:a:", "reverse:x", "boards:1", "fly:1"]
)
def test_a_step_that_is_none(text):
    with pytest.raises(BadInput):
        read_step(text)


def test_a_step_names_what_its_kind_needs():
    with pytest.raises(ValueError, match="swap names 2 entrants"):
        HandStep(HandStepKind.SWAP, boards=(BoardNo(1),))


# -- a whole round by hand ---------------------------------------------------------------------


def stuck():
    """Four players, three rounds played: everybody has met everybody."""
    case = club(4, rounds=3)
    with pytest.raises(Impossible):
        case.pair()
    return case


def test_a_round_the_system_cannot_pair_is_paired_by_hand():
    case = stuck()
    refused("manual.not-everybody", lambda: case.do(by_hand(case, (1, 2))))
    command = by_hand(case, (1, 2), (3, 4))
    shown = preview_by_hand(case.state, command)
    assert {each.rule for each in shown.breaches} >= {"swiss.no-rematch"}
    error = refused("manual.breaks", lambda: case.do(command))
    case.do(by_hand(case, (1, 2), (3, 4), despite=error.facts["breaks"]))
    current = case.now.current
    assert (current.number, seats(case)) == (4, [(who(1), who(2)), (who(3), who(4))])
    assert current.tables[0].causes[0].rule == "manual.by-hand"
    assert current.causes[-1].rule == "manual.by-hand"
    assert len(current.causes) > 1  # and why the system could not
    case.publish()
    case.result(1, "1-0")


def test_a_round_the_system_can_pair_is_not_laid_by_hand():
    case = club(4)
    refused("manual.system-can", lambda: case.do(by_hand(case, (1, 2), (3, 4))))


def test_a_lot_of_the_round_falls_even_if_the_hand_pairs():
    case = Case("wx-14", "men", 3).begin()
    for _ in range(3):
        case.round("1-0")
    with pytest.raises(Impossible):
        case.pair()
    missing = preview_by_hand(case.state, by_hand(case, (1, 2), rests=(3,))).missing
    command = by_hand(case, (1, 2), rests=(3,), despite=missing)
    case.office.pair_by_hand(HOME, "t", command)
    assert "round-4" in case.now.lots
    assert case.now.current.resting[0].entrant == who(3)


# -- taking a round back -----------------------------------------------------------------------


@pytest.mark.parametrize("public", [False, True])
def test_a_round_nobody_began_is_taken_back_and_paired_again(public):
    case = club(6, rounds=1)
    case.pair()
    if public:
        case.publish()
    case.do(WithdrawRound(section=case.section, round=RoundNo(2), reason="a name was missing"))
    assert len(case.now.rounds) == 1
    assert case.pair().number == 2


def test_a_round_that_was_begun_stays():
    case = club(6)
    case.pair()
    take = WithdrawRound(section=case.section, round=RoundNo(1), reason="x")
    refused(
        "manual.no-such-round",
        lambda: case.do(WithdrawRound(section=case.section, round=RoundNo(2), reason="x")),
    )
    refused(
        "manual.no-reason",
        lambda: case.do(WithdrawRound(section=case.section, round=RoundNo(1), reason="")),
    )
    case.publish()
    case.result(1, "1-0")
    assert refused("manual.begun", lambda: case.do(take)).facts["boards"] == [1]


def test_a_forfeit_by_withdrawal_does_not_begin_a_round():
    case = club(6)
    case.pair()
    gone = seats(case)[0][0]
    case.do(WithdrawEntrant(section=case.section, entrant=gone))
    case.publish()
    assert case.now.current.results
    case.do(WithdrawRound(section=case.section, round=RoundNo(1), reason="pair without them"))
    paired = case.pair()
    assert gone not in {each for table in paired.tables for each in table.seats}
