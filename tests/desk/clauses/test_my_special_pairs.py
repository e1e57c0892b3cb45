"""MY 4.9: pairs set for round 1, on every road and for teams; no hand changes round 1."""

import json

import pytest

from desk.clauses.my_events import BOOK
from desk.clauses.play import Case, cited, team_case
from qipan.desk.rounds.by_hand.commands import ChangePairing, HandStep, HandStepKind
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, RoundNo


def pairs_of(case):
    return [set(table.seats) for table in case.now.current.tables]


def test_my_4_9_teams_of_one_state_meet_first():
    case = team_case()
    one, two = case.now.order[0], case.now.order[1]
    case.pair(special=((one, two),))
    assert {one, two} in pairs_of(case)
    assert len(case.now.current.tables) == 5
    (forced,) = (table for table in case.now.current.tables if set(table.seats) == {one, two})
    assert "n-plus-one.forced-pair" in {cause.rule for cause in forced.causes}


def change(case, *steps):
    return ChangePairing(
        section=case.section, round=RoundNo(1), steps=steps, reason="x", by="t", at="2026-01-01"
    )


def test_my_4_9_no_hand_changes_round_one_even_without_special_pairs():
    case = Case(BOOK, "individual", 8).begin()
    case.pair()
    one, two = case.now.order[:2]
    with pytest.raises(Refused) as no:
        case.do(change(case, HandStep(HandStepKind.MEET, entrants=(one, two))))
    assert (no.value.code, cited(BOOK, no.value.rule)) == ("manual.not-offered", "MY 4.9")
    case.do(change(case, HandStep(HandStepKind.BOARDS, boards=(BoardNo(1), BoardNo(2)))))


def test_my_4_9_only_in_round_one():
    case = Case(BOOK, "individual", 8).begin()
    case.round()
    one, two = case.now.order[:2]
    with pytest.raises(Refused) as no:
        case.pair(special=((one, two),))
    assert (no.value.code, cited(BOOK, no.value.rule)) == ("round.no-special-pairs", "MY 4.9")


def test_my_4_9_from_the_terminal(run):
    assert run("new", "my-2018", "open", "--id", "cup")[0] == 0
    for number in range(1, 9):
        assert run("enter", "cup", f"P{number}", "--rating", 2000 - number)[0] == 0
    assert run("pair", "cup", "--special", "P1")[0] == 2
    code, out, err = run("pair", "cup", "--special", "P1:P2", "--json")
    assert code == 0, err
    assert ["P1", "P2"] in [sorted(board["names"]) for board in json.loads(out)["boards"]]
