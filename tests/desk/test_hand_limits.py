"""Where pairing by hand ends: books that do not offer it, systems that can, lots, clauses."""

import pytest

from desk.clauses.play import HOME, Case, who
from desk.test_hand import by_hand, change, club, refused, seats, stuck
from qipan.desk.rounds.by_hand.commands import ChangePairing, WithdrawRound
from qipan.desk.rounds.by_hand.pairing import preview_by_hand, preview_change
from qipan.kernel.errors import BadInput, Impossible
from qipan.kernel.ids import RoundNo
from rulebooks.test_new_rulebook import added, shelf  # noqa: F401 (a fixture)


def lots_case(entries=5, rounds=0):
    """WX men: who rests is drawn by lot."""
    case = Case("wx-14", "men", entries).begin()
    for _ in range(rounds):
        case.round("1-0")
    return case


# -- where the book or the system does not let it ----------------------------------------------


def test_a_book_that_does_not_offer_it_is_obeyed(shelf):  # noqa: F811
    def refusing(text):
        return text.replace("rounds = 4", "rounds = 4, by_hand = false")

    books = added(shelf, "easy-club"), added(shelf, "strict-club", refusing)
    offering, strict = (Case(book, "evening", 6).begin() for book in books)
    offering.pair()
    offering.do(change(offering, "reverse:1"))
    strict.pair()
    refused("manual.not-offered", lambda: strict.do(change(strict, "reverse:1")))


def test_a_schedule_is_not_paired_wholly_by_hand_either():
    table = Case("wx-14", "women", 4).begin()
    error = refused("manual.fixed", lambda: table.do(by_hand(table, (1, 2), (3, 4))))
    assert error.facts["system"] == "round-robin"


def test_a_clause_is_one_in_force_and_a_long_one_is_quoted_in_part():
    case = stuck()
    command = by_hand(case, (1, 2), (3, 4), clause="9" * 50)
    error = refused("manual.no-such-clause", lambda: case.do(command))
    assert error.facts["clause"] == "9" * 40


def test_without_a_round_there_is_nothing_to_change():
    case = club()
    command = ChangePairing(section=case.section, round=RoundNo(1), steps=(), reason="x", by="c")
    error = refused("manual.no-such-round", lambda: case.do(command))
    assert error.facts == {"section": case.section, "round": 1}


def test_who_is_missing_and_who_is_not_of_this_field_is_told():
    case = stuck()
    error = refused("manual.not-everybody", lambda: case.do(by_hand(case, (8, 9), rests=(7,))))
    assert error.facts == {"missing": ["e1", "e2", "e3", "e4"], "unknown": ["e7", "e8", "e9"]}


# -- whether the system can, where a lot decides -----------------------------------------------


def test_a_preview_asks_the_system_first_where_no_lot_decides():
    case = club(4)
    command = by_hand(case, (1, 2), (3, 4))
    refused("manual.system-can", lambda: preview_by_hand(case.state, command))


def test_a_preview_asks_the_system_first_once_the_lot_has_fallen():
    case = lots_case()
    command = by_hand(case, (1, 2), (3, 4), rests=(5,))
    assert preview_by_hand(case.state, command).plan.meetings
    case.pair()
    case.do(WithdrawRound(section=case.section, round=RoundNo(1), reason="wrong hall"))
    refused("manual.system-can", lambda: preview_by_hand(case.state, command))


def test_a_preview_asks_the_system_first_if_the_secret_is_known():
    case = lots_case()
    case.office.commit_lot(HOME, case.section, "t", "round-1")
    secret = case.office.secret_of(HOME, case.section, "round-1")
    command = by_hand(case, (1, 2), (3, 4), rests=(5,), secret=secret)
    refused("manual.system-can", lambda: preview_by_hand(case.state, command))


def test_the_act_itself_always_asks_the_system_first():
    case = lots_case()
    refused(
        "manual.system-can",
        lambda: case.office.pair_by_hand(HOME, "t", by_hand(case, (1, 2), (3, 4), rests=(5,))),
    )
    assert "round-1" not in case.now.lots


def test_without_the_secret_of_its_lot_a_round_is_not_laid():
    case = lots_case(3, rounds=3)
    with pytest.raises(Impossible):
        case.pair()
    with pytest.raises(BadInput, match="secret"):
        case.do(by_hand(case, (1, 2), rests=(3,)))


# -- what is written down ----------------------------------------------------------------------


@pytest.mark.parametrize(("clause", "more"), [("", {}), ("2", {"clause": "2"})])
def test_the_round_itself_says_who_did_it_why_and_under_which_clause(clause, more):
    case = club()
    case.pair()
    case.do(change(case, "reverse:1", clause=clause, reason="colours"))
    mark = case.now.current.causes[-1]
    assert mark.rule == "manual.by-hand"
    assert mark.facts == {"by": "chief", "why": "colours", **more}


def test_a_rule_broken_stands_beside_the_pair_that_breaks_it_and_no_other():
    case = Case("wx-14", "men", 8, units={1: "MY", 2: "MY"}).begin()
    case.pair()
    shown = preview_change(case.state, change(case, f"meet:{who(1)}:{who(2)}"))
    marked = [
        set(each.seats)
        for each in shown.plan.meetings
        if any(reason.facts.get("broken") for reason in each.reasons)
    ]
    assert marked == [{who(1), who(2)}]


def test_a_rule_broken_stands_beside_who_rests_and_no_pair():
    case = club(7, rounds=1)
    rested = case.now.rounds[0].resting[0].entrant
    case.pair()
    shown = preview_change(case.state, change(case, f"rest:{rested}"))
    (rest,) = shown.plan.rests
    assert [reason.rule for reason in rest.reasons if reason.facts.get("broken")] == [
        "swiss.no-second-bye"
    ]
    about_pairs = {each.entrants for each in shown.breaches if len(each.entrants) == 2}
    marked = {
        each.seats
        for each in shown.plan.meetings
        if any(reason.rule == "swiss.no-second-bye" for reason in each.reasons)
    }
    assert marked == set()
    assert about_pairs <= {each.seats for each in shown.plan.meetings}


def test_what_is_acknowledged_is_not_named_again():
    case = club(7, rounds=1)
    rested = case.now.rounds[0].resting[0].entrant
    one, two = case.now.rounds[0].tables[0].seats
    case.pair()
    steps = (f"meet:{one}:{two}", f"rest:{rested}")
    error = refused("manual.breaks", lambda: case.do(change(case, *steps)))
    rules = error.facts["rules"]
    assert rules == sorted(rules)
    assert {"swiss.no-rematch", "swiss.no-second-bye"} <= set(rules)
    known = [each for each in error.facts["breaks"] if not each.startswith("swiss.no-rematch")]
    left = refused("manual.breaks", lambda: case.do(change(case, *steps, despite=known)))
    assert left.facts["rules"] == ["swiss.no-rematch"]
    assert set(left.facts["breaks"]) == set(error.facts["breaks"]) - set(known)
    assert seats(case)
