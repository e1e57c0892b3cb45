"""Committees, appeals and supplementary clauses, clause by clause."""

from datetime import datetime, timedelta

import pytest

from desk.conduct import DRAW, FIRST, Cup, people, refused
from qipan.desk.appeals.commands import (
    AnswerAppeal,
    DecideAppeal,
    DeclareConflict,
    LodgeAppeal,
    NameCommittee,
    PostSupplement,
    WithdrawAppeal,
)
from qipan.desk.appeals.supplements import cite_in_force, clause_in_force
from qipan.desk.closing import ApproveStandings
from qipan.desk.money import ledger_of
from qipan.desk.results.commands import SignResult
from qipan.desk.schedule.commands import EndRound
from qipan.journal.state import Official, Outcome
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.rules import RuleKey
from qipan.ranking.ledger import Reason

END = "2026-03-01T16:00"


def members(count, online=0):
    found = people(count)
    return tuple(Official(who, number < online) for number, who in enumerate(found))


def committee(cup, count=5):
    cup.do(NameCommittee(body="arbitration", members=members(count)))


def played(entries=8):
    """A Malaysian individual with a round over at four o'clock."""
    cup = Cup("my-2018", "individual", entries)
    cup.round(FIRST)
    cup.give(EndRound, round=1, at=END)
    return cup


def lodge(cup, at="2026-03-01T16:10", deposit=10000, text="The clock was wrong.", board=1, seat=1):
    who = cup.section.rounds[0].table(board).seats[seat]
    cup.give(LodgeAppeal, entrant=who, round=1, board=board, text=text, at=at, deposit=deposit)
    return who


@pytest.mark.parametrize(("size", "right"), [(3, 0), (4, 0), (5, 1), (6, 0), (7, 1), (9, 0)])
def test_my_8_4_the_committee_has_five_or_seven_members(size, right):
    cup = Cup("my-2018", "individual", 4)
    if right:
        committee(cup, size)
        assert len(cup.state.committees["arbitration"]) == size
    else:
        error = refused("committee.size", lambda: committee(cup, size))
        assert error.facts["sizes"] == [5, 7]


def test_my_8_4_a_member_counts_once():
    cup = Cup("my-2018", "individual", 4)
    twice = (*members(4), members(1)[0])
    refused("committee.twice", lambda: cup.do(NameCommittee(body="arbitration", members=twice)))
    refused("committee.unknown", lambda: cup.do(NameCommittee(body="x", members=members(5))))


@pytest.mark.parametrize(("at", "late"), [("16:29", 0), ("16:30", 0), ("16:31", 1), ("18:00", 1)])
def test_my_8_5_appeal_within_30_minutes(at, late):
    cup = played()
    step = lambda: lodge(cup, f"2026-03-01T{at}")  # noqa: E731
    if late:
        error = refused("appeal.late", step)
        assert error.facts["due"] == "2026-03-01T16:30"
    else:
        step()
        assert cup.section.appeals["a1"].outcome is Outcome.LODGED


def test_my_8_5_before_the_end_of_the_round_there_is_time():
    cup = Cup("my-2018", "individual", 8)
    cup.round(FIRST)
    late = datetime.fromisoformat(cup.section.last_result[1]) + timedelta(minutes=29)
    lodge(cup, late.isoformat())


def test_my_8_5_in_writing_and_with_the_deposit():
    cup = played()
    refused("appeal.not-written", lambda: lodge(cup, text="  "))
    error = refused("appeal.deposit", lambda: lodge(cup, deposit=5000))
    told = {"deposit": "RM 100", "given": "RM 50"}  # as people write money
    assert error.facts == {"paid": 5000, "due": 10000, **told}
    with pytest.raises(BadInput):
        lodge(cup, at="soon")
    who = lodge(cup)
    assert ledger_of(cup.section).held(who, "a1") == 10000


def test_my_8_5_the_chief_arbiter_accepts_or_refuses_once():
    cup = played()
    who = lodge(cup)
    refused("appeal.no-reasons", lambda: cup.give(AnswerAppeal, appeal="a1", accept=False))
    cup.give(AnswerAppeal, appeal="a1", accept=False, reason="not a matter for appeal")
    assert cup.section.appeals["a1"].outcome is Outcome.REFUSED
    assert ledger_of(cup.section).held(who, "a1") == 0
    assert ledger_of(cup.section).balance(who) == 10000
    refused("appeal.answered", lambda: cup.give(AnswerAppeal, appeal="a1", accept=True))
    refused("appeal.unknown", lambda: cup.give(AnswerAppeal, appeal="a9", accept=True))


def test_my_8_5_once_accepted_it_cannot_be_withdrawn():
    cup = played()
    lodge(cup)
    lodge(cup, seat=0)
    cup.give(WithdrawAppeal, appeal="a2")
    assert cup.section.appeals["a2"].outcome is Outcome.WITHDRAWN
    cup.give(AnswerAppeal, appeal="a1", accept=True)
    refused("appeal.stands", lambda: cup.give(WithdrawAppeal, appeal="a1"))
    refused("appeal.answered", lambda: cup.give(WithdrawAppeal, appeal="a2"))


@pytest.mark.parametrize(("upheld", "balance"), [(True, 0), (False, 10000)])
def test_my_8_5_the_deposit_comes_back_if_upheld(upheld, balance):
    cup = played()
    who = lodge(cup)
    decide = {"appeal": "a1", "upheld": upheld, "reasons": "The record shows it."}
    refused("appeal.not-accepted", lambda: cup.give(DecideAppeal, **decide))
    cup.give(AnswerAppeal, appeal="a1", accept=True)
    refused("appeal.no-committee", lambda: cup.give(DecideAppeal, **decide))
    committee(cup)
    refused(
        "appeal.no-reasons", lambda: cup.give(DecideAppeal, appeal="a1", upheld=True, reasons=" ")
    )
    refused("appeal.no-committee", lambda: cup.give(DecideAppeal, **decide, members=people(1, 90)))
    cup.give(DecideAppeal, **decide)
    appeal = cup.section.appeals["a1"]
    assert appeal.reasons == "The record shows it."
    assert len(appeal.members) == 5
    assert ledger_of(cup.section).balance(who) == balance
    reason = Reason.DEPOSIT_RETURNED if upheld else Reason.DEPOSIT_KEPT
    assert ledger_of(cup.section).postings[-1].reason is reason


def test_my_7_11_who_signed_cannot_appeal():
    cup = played()
    seats = cup.section.rounds[0].table(1).seats
    cup.give(SignResult, round=1, board=1, entrant=seats[0])
    lodge(cup, seat=1)  # only the opponent signed
    cup.give(SignResult, round=1, board=1, entrant=seats[1])
    for seat in (0, 1):
        refused("appeal.signed", lambda seat=seat: lodge(cup, seat=seat))


def test_an_open_appeal_keeps_the_standings_open():
    cup = Cup("wx-14", "women", 3)
    for _ in range(3):
        cup.round(DRAW)
    refused("appeal.not-in-book", lambda: lodge(cup))
    cup = Cup("my-2018", "non-chinese", 4, rounds=3)
    for _ in range(3):
        cup.round(DRAW)
    lodge(cup, cup.section.last_result[3])
    error = refused("section.appeals-open", lambda: cup.give(ApproveStandings))
    assert error.facts["appeals"] == ["a1"]


def test_th_20_three_decide_and_39_none_of_them_is_close():
    cup = Cup("th-maklom-2024", "league", 4)
    cup.round()
    refused("committee.size", lambda: committee(cup, 5))
    committee(cup, 3)
    who = cup.section.rounds[0].tables[0].seats[0]
    cup.give(LodgeAppeal, entrant=who, round=1, text="Seki.", at="2026-03-01T10:00")
    cup.give(AnswerAppeal, appeal="a1", accept=True)
    cup.do(DeclareConflict(person=people(1)[0], section=cup.section_id, entrant=who))
    decide = {"appeal": "a1", "upheld": False, "reasons": "Counted again."}
    refused("committee.conflict", lambda: cup.give(DecideAppeal, **decide))
    refused("committee.quorum", lambda: cup.give(DecideAppeal, **decide, members=people(1, 1)))
    cup.give(DecideAppeal, **decide, members=people(2, 1))
    assert cup.section.appeals["a1"].outcome is Outcome.DISMISSED


REFEREES = [
    # members, of them online, code without a reason, code with one
    (4, 2, None, None),
    (3, 1, "committee.online", None),
    (2, 0, "committee.size", "committee.size"),
    (3, 2, "committee.on-site", "committee.on-site"),
]


@pytest.mark.parametrize(("size", "online", "code", "despite"), REFEREES)
def test_th_15_technical_referees_on_site_and_online(size, online, code, despite):
    cup = Cup("th-maklom-2024", "league", 4)
    for reason, expected in (("", code), ("nobody else free", despite)):
        name = NameCommittee(body="referees", members=members(size, online), despite=reason)
        if expected:
            refused(expected, lambda name=name: cup.do(name))
        else:
            cup.do(name)
            assert cup.state.committees["referees"] == name.members


def test_my_9_gaps_are_filled_by_the_committee_dated_and_citable():
    cup = Cup("my-2018", "individual", 4)
    key = RuleKey("test.rain")
    post = PostSupplement(
        number="S-1",
        date="2026-03-01",
        text={"en": "If the light fails, the round is adjourned.", "zh": "停电则延期。"},
        rules=(key,),
    )
    refused("supplement.no-committee", lambda: cup.do(post))
    committee(cup)
    cup.do(post)
    cited = cite_in_force(cup.state, key)
    assert cited.citation == "MY S-1"
    assert cited.text["zh"] == "停电则延期。"
    assert clause_in_force(cup.state, "S-1") == cited.text
    assert cup.state.supplements["S-1"].date == "2026-03-01"
    refused("supplement.settled", lambda: cup.do(post))
    with pytest.raises(Unknown):
        clause_in_force(cup.state, "S-2")


def test_my_9_what_the_book_settles_is_not_changed():
    cup = Cup("wx-14", "women", 4)
    change = PostSupplement(number="1", date="2026-03-01", text={"en": "x"})
    refused("supplement.no-committee", lambda: cup.do(change))
    cup = Cup("my-2018", "individual", 4)
    committee(cup)
    empty = PostSupplement(number="S-1", date="2026-03-01", text={"en": " "})
    refused("supplement.empty", lambda: cup.do(empty))
