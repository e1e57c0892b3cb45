"""What the desk offers, as a section goes on: by its own state, and by who asks."""

from desk.conduct import Cup
from desk.event import FIRST, HOME, WOMEN, do, next_round, numbered, opened, record, section
from qipan.desk.appeals.commands import AnswerAppeal, LodgeAppeal
from qipan.desk.closing import ApproveStandings
from qipan.desk.decide import may
from qipan.desk.entries.commands import CloseEntries, WithdrawEntrant
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.desk.schedule.commands import EndRound
from qipan.views.offers import Offers, offers


def offered(office, role=Role.CHIEF_ARBITER):
    state = office.state(HOME)
    return offers(state, state.sections[WOMEN], lambda command: may(role, command))


def names(found: Offers):
    return {name for name in Offers.__struct_fields__ if getattr(found, name)}


def test_nobody_is_offered_what_nobody_may_do():
    office = numbered("abcd")
    state = office.state(HOME)
    assert names(offers(state, section(office), lambda command: False)) == set()


def test_entering_ends_when_the_entries_are_closed():
    office = opened("abcd")
    before = offered(office, Role.ORGANISER)
    assert (before.enter, before.register_unit, before.open_to_all) == (True, True, True)
    assert before.withdraw == frozenset(section(office).entrants)
    do(office, WithdrawEntrant(section=WOMEN, entrant="e1"))
    assert offered(office, Role.ORGANISER).withdraw == {"e2", "e3", "e4"}
    do(office, CloseEntries(section=WOMEN))
    after = offered(office, Role.ORGANISER)
    assert (after.enter, after.register_unit, after.open_to_all) == (False, False, False)


def test_nobody_is_invited_once_somebody_is_entered():
    assert offered(opened(""), Role.ORGANISER).invite
    assert not offered(opened("a"), Role.ORGANISER).invite


def test_a_round_is_changed_before_it_is_published_and_recorded_after():
    office = numbered("abcd")
    none = offered(office)
    assert (none.change_pairing, none.take_round_back, none.move_boards) == (False, False, False)
    do(office, PairRound(section=WOMEN))
    paired = offered(office)
    assert (paired.change_pairing, paired.take_round_back, paired.record) == (True, True, False)
    assert not paired.lodge_appeal
    do(office, PublishRound(section=WOMEN, round=1))
    shown = offered(office)
    assert (shown.change_pairing, shown.take_round_back, shown.record) == (False, True, True)
    assert shown.note_absence
    assert shown.lodge_appeal
    assert not offered(office, Role.ARBITER).take_round_back


def test_an_appeal_is_answered_once_and_decided_only_if_it_was_accepted():
    cup = Cup("my-2018", "individual", 8)
    cup.round(FIRST)
    cup.give(EndRound, round=1, at="2026-03-01T16:00")
    who = cup.section.rounds[0].table(1).seats[1]
    appeal = {"entrant": who, "round": 1, "board": 1, "text": "The clock was wrong."}
    cup.give(LodgeAppeal, **appeal, at="2026-03-01T16:10", deposit=10000)

    def seen():
        found = offers(cup.state, cup.section, lambda command: True)
        return found.answer_appeal, found.decide_appeal

    (name,) = cup.section.appeals
    assert seen() == ({name}, set())
    cup.give(AnswerAppeal, appeal=name, accept=True)
    assert seen() == (set(), {name})


def test_a_final_table_is_not_changed_any_more():
    office = numbered("abcd")
    while len(section(office).rounds) < 3:
        next_round(office)
        for board in tuple(section(office).current.missing):
            record(office, section(office).current.number, board, FIRST)
    open_ = offered(office)
    assert (open_.approve, open_.correct, open_.award) == (True, True, False)
    do(office, ApproveStandings(section=WOMEN))
    final = offered(office)
    assert (final.approve, final.correct, final.take_round_back) == (False, False, False)
    assert final.withdraw == frozenset()
    assert (final.award, final.close_competition) == (True, True)
