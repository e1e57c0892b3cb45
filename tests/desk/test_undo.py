"""Every act and its way back: the state after act and undo is the state before, in everything."""

from dataclasses import replace

import msgspec
import pytest

from desk.event import DRAW, FIRST, HOME, SECOND, WOMEN, do, next_round, numbered, opened, record
from qipan.desk.attendance import (
    CheckIn,
    ClearAbsence,
    DecideOnAbsent,
    DropRest,
    GrantRest,
    NoteAbsence,
)
from qipan.desk.closing import ApproveStandings, CloseCompetition, LiftApproval
from qipan.desk.competition import OpenSection
from qipan.desk.conduct.commands import PunishOffence, RecordLateness
from qipan.desk.decide import DECISIONS
from qipan.desk.entries.commands import (
    CancelSection,
    CloseEntries,
    RegisterUnit,
    ReopenEntries,
    ReturnEntrant,
    WithdrawEntrant,
)
from qipan.desk.entries.newcomer import Mate, Newcomer
from qipan.desk.line_ups import HandInLineUp
from qipan.desk.money import PostMoney
from qipan.desk.notices import PostNotice
from qipan.desk.options import ChangeOptions
from qipan.desk.repairs.commands import TakeBackPenalty
from qipan.desk.repairs.counters import COUNTERS
from qipan.desk.repairs.made_by import BEHIND
from qipan.desk.results.commands import (
    ClearResult,
    CorrectResult,
    DisputeResult,
    MoveResult,
    RecordGame,
    RecordResult,
    ReportResult,
    SignResult,
    TakeBackReport,
)
from qipan.desk.rounds.by_hand.commands import ChangePairing, WithdrawRound, read_step
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.desk.schedule.commands import ScheduleRound
from qipan.desk.section_changes import MoveEntrants, RenameSection, SplitSection
from qipan.i18n import catalogue
from qipan.journal.people import Person, PersonAmended
from qipan.kernel.errors import Conflict, Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.office.erasure import erase_person
from qipan.office.office import stream_of
from qipan.office.repairs.amendments import Amendment, amend
from qipan.office.repairs.undo import acts, find_act, undo
from qipan.ranking.ledger import Reason
from qipan.sections.lookup import event_of
from qipan.sections.places import crosstable, key_standings, places
from qipan.views.agenda import agenda
from qipan.views.report import report_of
from qipan.views.section import section_view
from qipan.wiring import simulated_office

E1, E2, E3, E4 = (EntrantId(f"e{number}") for number in range(1, 5))
R1, R2, R3 = RoundNo(1), RoundNo(2), RoundNo(3)
B1, B2 = BoardNo(1), BoardNo(2)


def test_nothing_personal_stays_of_an_amendment_that_others_were_faster_than():
    office = numbered()
    kept = set(office.around.people._people)
    version = office.state(HOME).version
    with pytest.raises(Conflict):
        amend(office, HOME, (WOMEN, E1), "t", Amendment(name="A. Right"), version - 1)
    assert set(office.around.people._people) == kept


def test_every_command_names_its_way_back_or_says_why_there_is_none():
    assert set(COUNTERS) == set(DECISIONS)
    for kind, counter in COUNTERS.items():
        assert (counter.by is None) == bool(counter.why), kind
        assert counter.by is None or counter.by in DECISIONS
        for language in ("en", "zh") if counter.why else ():
            assert counter.why in catalogue(language), kind
    assert set(BEHIND.values()) <= set(DECISIONS)


def published(names="abcd"):
    office = numbered(names)
    next_round(office)
    return office


def results_in(names="abcd"):
    office = published(names)
    for board in (1, 2):
        record(office, 1, board, FIRST)
    return office


def swiss(rounds=1):
    """Nine rounds of the men, by score: some of them played."""
    office = simulated_office(1)
    office.create(HOME, "t", "Cup", "wx-14")
    do(office, OpenSection(section=WOMEN, title="Men", under="men"))
    for name in "abcdefghijkl":
        office.enter(HOME, WOMEN, "t", Newcomer(Person(name=name)))
    do(office, CloseEntries(section=WOMEN))
    office.commit_lot(HOME, WOMEN, "t")
    office.draw_numbers(HOME, WOMEN, "t")
    for _ in range(rounds):
        office.pair(HOME, WOMEN, "t")
        number = office.state(HOME).sections[WOMEN].current.number
        state = do(office, PublishRound(section=WOMEN, round=number))
        for board in state.sections[WOMEN].current.missing:
            record(office, number, board, FIRST)
    return office


def swiss_paired():
    office = swiss()
    office.pair(HOME, WOMEN, "t")
    return office


def all_played():
    office = numbered()
    for _ in range(3):
        state = next_round(office)
        number = state.sections[WOMEN].current.number
        record(office, number, 1, FIRST)
        record(office, number, 2, DRAW)
    office.draw_waiting(HOME, WOMEN, "t")
    return office


def approved():
    office = all_played()
    do(office, ApproveStandings(section=WOMEN))
    return office


def on_board(command, board=B1, number=R1, **more):
    return lambda office: do(office, command(section=WOMEN, round=number, board=board, **more))


def seat(office, index, board=1):
    return office.state(HOME).sections[WOMEN].rounds[0].table(BoardNo(board)).seats[index]


def of_seat(command, index, board=B1, **more):
    def act(office):
        who = seat(office, index, board)
        return do(office, command(section=WOMEN, round=R1, board=board, entrant=who, **more))

    return act


def plain(command, **more):
    return lambda office: do(office, command(section=WOMEN, **more))


def two_sections():
    office = opened("abcd")
    do(office, SplitSection(section=WOMEN, new=SectionId("b"), entrants=(E4,), reason="many"))
    return office


def reported():
    office = published()
    of_seat(ReportResult, 0, score=FIRST)(office)
    return office


def withdrawn():
    office = results_in()
    do(office, WithdrawEntrant(section=WOMEN, entrant=E2, reason="ill"))
    return office


def punished(office):
    who = seat(office, 0)
    command = PunishOffence(section=WOMEN, entrant=who, offence="wrong-claim", round=R1, board=B1)
    return do(office, command)


def twice_punished():
    office = published()
    punished(office)
    return office


def swap(office):
    tables = office.state(HOME).sections[WOMEN].current.tables
    one, two = tables[0].seats[0], tables[1].seats[0]
    command = ChangePairing(
        section=WOMEN, round=R2, steps=(read_step(f"swap:{one}:{two}"),), reason="x", by="t"
    )
    try:
        return do(office, command)
    except Refused as error:
        named = frozenset(error.facts["breaks"])
        return do(
            office,
            ChangePairing(
                section=WOMEN, round=R2, steps=command.steps, reason="x", by="t", despite=named
            ),
        )


def paired_again():
    office = results_in()
    do(office, PairRound(section=WOMEN))
    return office


def enter(office, name, tags=frozenset(), **more):
    return office.enter(HOME, WOMEN, "t", Newcomer(Person(name=name), tags=tags), **more)


def late(office):
    enter(office, "late", late="train")


def rename_person(office):
    amend(office, HOME, (WOMEN, E1), "t", Amendment(name="A. Right", unit="Fiji", rating=1500))


def teams(rounds=1):
    """Four teams of the Malaysian championship, with a round that is public."""
    office = simulated_office(1)
    office.create(HOME, "t", "Cup", "my-2018")
    checks = {"entry_checks": False}
    do(office, OpenSection(section=WOMEN, title="Team", under="team", options=checks))
    for at in range(1, 5):
        roles = ("player", "player", "junior", "reserve")
        mates = tuple(Mate(Person(name=f"t{at}-{role}-{n}"), role) for n, role in enumerate(roles))
        leader = Person(name=f"t{at}-lead")
        newcomer = Newcomer(leader, unit=f"Unit {at}", role="player", mates=mates, rating=2000 - at)
        office.enter(HOME, WOMEN, "t", newcomer)
    do(office, CloseEntries(section=WOMEN))
    office.draw_numbers(HOME, WOMEN, "t")
    for _ in range(rounds):
        next_round(office)
    return office


def go_teams():
    """Teams at Go, whose book takes the game from who comes too late."""
    office = simulated_office(1)
    office.create(HOME, "t", "Cup", "th-maklom-2024")
    do(office, OpenSection(section=WOMEN, title="League", under="league"))
    for at in range(1, 5):
        mates = tuple(Mate(Person(name=f"g{at}-{n}"), "player") for n in range(2))
        newcomer = Newcomer(Person(name=f"g{at}-lead"), unit=f"Unit {at}", mates=mates)
        office.enter(HOME, WOMEN, "t", newcomer)
    do(office, CloseEntries(section=WOMEN))
    office.commit_lot(HOME, WOMEN, "t")
    office.draw_numbers(HOME, WOMEN, "t")
    next_round(office)
    return office


def seven():
    """An odd number in an event of which the book lets a filler in."""
    office = simulated_office(1)
    office.create(HOME, "t", "Cup", "my-2018")
    checks = {"entry_checks": False}
    do(office, OpenSection(section=WOMEN, title="Open", under="individual", options=checks))
    for name in "abcdefg":
        office.enter(HOME, WOMEN, "t", Newcomer(Person(name=name), unit="U", rating=1500))
    do(office, CloseEntries(section=WOMEN))
    office.commit_lot(HOME, WOMEN, "t")
    office.draw_numbers(HOME, WOMEN, "t")
    return office


def teams_begun():
    office = teams()
    on_board(RecordGame, score=FIRST, game=2)(office)
    return office


def line_up(office):
    """The reserve plays in the place of the last."""
    people = office.state(HOME).sections[WOMEN].entrants[E1].people
    swapped = (*people[:2], people[4], people[3])
    command = HandInLineUp(section=WOMEN, round=R1, entrant=E1, people=swapped, minutes_before=60)
    return do(office, command)


def on_board_of_team(office):
    section = office.state(HOME).sections[WOMEN]
    who = section.rounds[0].table(B1).seats[0]
    offence = "forbidden-device" if "forbidden-device" in offences(office) else offences(office)[0]
    return do(
        office,
        PunishOffence(section=WOMEN, entrant=who, offence=offence, round=R1, board=B1, game=3),
    )


def offences(office):
    state = office.state(HOME)
    return list(event_of(state, state.sections[WOMEN]).conduct.offence)


def late_to_a_board(office):
    who = seat(office, 1)
    command = RecordLateness(section=WOMEN, round=R1, board=B1, entrant=who, seconds=4000, game=1)
    return do(office, command)


def pairs():
    """Pairs at cards, where the book lets a lost member be replaced."""
    office = simulated_office(1)
    office.create(HOME, "t", "Cup", "un-games")
    do(office, OpenSection(section=WOMEN, title="Cards", under="shengji"))
    for at in range(1, 5):
        newcomer = Newcomer(
            Person(name=f"p{at}"), unit=f"U{at}", mates=(Mate(Person(name=f"q{at}"), "player"),)
        )
        office.enter(HOME, WOMEN, "t", newcomer)
    return office


def replace_member(office):
    left = office.state(HOME).sections[WOMEN].entrants[E1].people[1]
    office.replace_member(HOME, WOMEN, "t", E1, left, Person(name="newcomer"), "ill")


def cleared_absence():
    office = published()
    plain(NoteAbsence, round=R1, entrant=E1)(office)
    return office


def closed():
    office = opened("abcd")
    do(office, CloseEntries(section=WOMEN))
    return office


def resting():
    office = swiss()
    plain(GrantRest, round=R2, entrant=E1, reason="exam")(office)
    return office


def turn_seats(office):
    """The two sat the other way round."""
    command = CorrectResult(
        section=WOMEN, round=R1, board=B1, score=SECOND, reason="sat so", first=seat(office, 1)
    )
    return do(office, command)


ACTS = [
    # id              before          act
    ("enter", lambda: opened("ab"), lambda o: enter(o, "c")),
    ("amend", lambda: opened("ab"), rename_person),
    ("amend later", results_in, rename_person),
    ("late entry", swiss, late),
    ("withdraw", results_in, plain(WithdrawEntrant, entrant=E1, reason="ill")),
    ("return", withdrawn, plain(ReturnEntrant, entrant=E2, reason="well")),
    ("close entries", lambda: opened("abcd"), plain(CloseEntries)),
    ("unit", lambda: opened("ab"), lambda o: do(o, RegisterUnit(unit="X", kind="", state="S"))),
    ("rename section", lambda: opened("ab"), plain(RenameSection, title="Ladies")),
    ("cancel section", lambda: opened("ab"), plain(CancelSection, reason="no hall")),
    ("split", lambda: opened("abcd"), plain(
        SplitSection, new=SectionId("b"), entrants=(E1, E2), reason="many")),
    ("merge", two_sections, lambda o: do(
        o, MoveEntrants(section=SectionId("b"), to=WOMEN, reason="few"))),
    ("check in", lambda: opened("ab"), plain(CheckIn, entrant=E1)),
    ("rest", swiss, plain(GrantRest, round=R2, entrant=E1, reason="exam")),
    ("absence", published, plain(NoteAbsence, round=R1, entrant=E1)),
    ("money", results_in, plain(PostMoney, who=E1, reason=Reason.FEE, cents=500)),
    ("notice", results_in, lambda o: do(o, PostNotice(text="Lunch", at="2026-01-01T12:00"))),
    ("time", published, plain(ScheduleRound, round=R2, start="2026-01-02T09:00")),
    ("pair", results_in, plain(PairRound)),
    ("publish", paired_again, plain(PublishRound, round=R2)),
    ("change by hand", swiss_paired, swap),
    ("take round back", published, plain(WithdrawRound, round=R1, reason="wrong list")),
    ("with results", results_in, plain(
        WithdrawRound, round=R1, reason="wrong list", keep_results=True)),
    ("result", published, on_board(RecordResult, score=FIRST)),
    ("correct", results_in, on_board(CorrectResult, score=SECOND, reason="slip")),
    ("clear", results_in, on_board(ClearResult, reason="wrong board")),
    ("move to", lambda: _one_in(), on_board(MoveResult, to=B2, reason="wrong board")),
    ("report", published, of_seat(ReportResult, 0, score=FIRST)),
    ("take report back", reported, of_seat(TakeBackReport, 0)),
    ("confirm", reported, on_board(RecordResult, score=FIRST)),
    ("other than reported", reported, on_board(RecordResult, score=DRAW)),
    ("sign", results_in, of_seat(SignResult, 1)),
    ("dispute", results_in, of_seat(DisputeResult, 1, reason="I won")),
    ("penalty", published, punished),
    ("second penalty", twice_punished, punished),
    ("approve", all_played, plain(ApproveStandings)),
    ("reopen entries", closed, plain(ReopenEntries, reason="one more")),
    ("options", lambda: swiss(0), plain(
        ChangeOptions, options={"annulment": True}, reason="asked")),
    ("filler", seven, lambda o: enter(
        o, "filler", late="odd", tags=frozenset({"filler"}))),
    ("play after all", resting, plain(DropRest, round=R2, entrant=E1)),
    ("there after all", cleared_absence, plain(ClearAbsence, round=R1, entrant=E1)),
    ("awaited", lambda: swiss(0), plain(DecideOnAbsent, round=R1, entrants=(E1,))),
    ("forfeits", lambda: swiss(0), plain(
        DecideOnAbsent, round=R1, entrants=(E1, E2), forfeits=True)),
    ("seats as played", results_in, turn_seats),
    ("lift approval", approved, plain(LiftApproval, reason="one more look")),
    ("line-up", lambda: teams(0), line_up),
    ("board of a match", teams, on_board(RecordGame, score=FIRST, game=3)),
    ("correct a board", teams_begun, on_board(
        CorrectResult, score=SECOND, reason="slip", game=2)),
    ("clear a board", teams_begun, on_board(ClearResult, reason="not over", game=2)),
    ("penalty on a board", teams, on_board_of_team),
    ("late to a board", go_teams, late_to_a_board),
    ("member replaced", pairs, replace_member),
    ("close", approved, lambda o: do(o, CloseCompetition())),
]  # fmt: skip


def _one_in():
    office = published()
    record(office, 1, 1, SECOND)
    return office


def shown(office):
    """Everything that pages, documents and the API show of a competition."""
    state = office.state(HOME)
    found = [replace(state, version=0)]
    for section in state.sections.values():
        names = office.names(section)
        now = office.around.now().replace(tzinfo=None)
        found += [names, agenda(state, section, now)]
        if section.order:
            found += [
                section_view(state, section, names, staff=True),
                key_standings(state, section).rows,
                places(state, section).rows,
                _report(office, state, section, names),
            ]
    return found


def _report(office, state, section, names):
    people = office.around.people.find(
        [who for each in section.entrants.values() for who in each.people]
    )
    journal = office.around.log.read(stream_of(HOME))
    made = report_of(state, section, names, people, journal)
    return msgspec.structs.replace(made, journal="", events=0)


@pytest.mark.parametrize(("before", "act"), [each[1:] for each in ACTS], ids=[a[0] for a in ACTS])
def test_act_and_undo_leave_everything_as_it_was(before, act):
    office = before()
    was = shown(office)
    act(office)
    assert shown(office) != was
    version = office.state(HOME).version
    undo(office, HOME, "t", find_act(office, HOME, None), "a slip")
    assert shown(office) == was
    assert office.state(HOME).version == version + 1, "the journal keeps both"
    last = find_act(office, HOME, version + 1)
    undo(office, HOME, "t", last)
    assert shown(office) != was, "an undo is undone, too"


def refused(office, command=None, **more):
    def act():
        if command is not None:
            return do(office, command)
        return undo(office, HOME, "t", find_act(office, HOME, more.get("event")))

    with pytest.raises(Refused) as error:
        act()
    return error.value


def test_a_result_is_not_undone_once_the_next_round_is_paired():
    office = swiss_paired()
    past = office.state(HOME).past
    version = next(n for n, each in enumerate(past, 1) if type(each).__name__ == "ResultRecorded")
    error = refused(office, event=version)
    assert (error.code, error.facts["later"]) == ("undo.in-the-way", "round-paired")


def test_an_entry_is_not_undone_once_it_has_a_number():
    office = numbered()
    version = find_act(office, HOME, 3).first
    assert refused(office, event=version).facts["later"] == "lot-drawn"


def test_a_lot_falls_once_also_when_its_round_is_taken_back():
    office = swiss_paired()
    lots = office.state(HOME).sections[WOMEN].lots
    undo(office, HOME, "t", find_act(office, HOME, None))
    assert office.state(HOME).sections[WOMEN].lots == lots
    assert refused(numbered()).code == "undo.why.lot"


def test_a_penalty_is_taken_back_with_the_game_it_cost():
    office = twice_punished()
    was = shown(office)
    punished(office)
    section = office.state(HOME).sections[WOMEN]
    assert 1 in section.current.results
    taken = TakeBackPenalty(section=WOMEN, penalty=section.penalties[-1].id, reason="")
    assert refused(office, taken).code == "conduct.no-reason"
    do(office, msgspec.structs.replace(taken, reason="the claim was right"))
    assert shown(office) == was


def test_the_first_of_two_penalties_is_taken_back_alone():
    office = published()
    punished(office)
    record(office, 1, 2, FIRST)
    first = office.state(HOME).sections[WOMEN].penalties[0].id
    do(office, TakeBackPenalty(section=WOMEN, penalty=first, reason="mistake"))
    section = office.state(HOME).sections[WOMEN]
    assert section.penalties == []
    assert set(section.current.results) == {2}


def test_an_undone_name_is_known_again_and_can_be_erased():
    office = opened("ab")
    rename_person(office)
    assert office.names(office.state(HOME).sections[WOMEN])[E1].name == "A. Right"
    undo(office, HOME, "t", find_act(office, HOME, None))
    section = office.state(HOME).sections[WOMEN]
    assert office.names(section)[E1].name == "a"
    event = next(each for each in office.state(HOME).past if isinstance(each, PersonAmended))
    assert len(office.around.people.find([event.before, event.after])) == 2
    erase_person(office, section.entrants[E1].people[0], "t")
    assert office.around.people.find([event.before, event.after, event.person]) == {}


def test_reports_do_not_count_until_they_are_confirmed():
    office = reported()
    section = office.state(HOME).sections[WOMEN]
    assert max(crosstable_of(office).scores.values()) == 0
    do(office, SignResult(section=WOMEN, round=R1, board=B1, entrant=seat(office, 1)))
    assert max(crosstable_of(office).scores.values()) > 0
    assert section.current.reported == {1: seat(office, 0)}
    assert office.state(HOME).sections[WOMEN].current.reported == {}


def test_who_comes_late_has_the_next_number_and_nothing_for_rounds_missed():
    office = swiss(2)
    before = office.state(HOME).sections[WOMEN]
    late(office)
    section = office.state(HOME).sections[WOMEN]
    assert section.order == (*before.order, EntrantId("e13"))
    office.pair(HOME, WOMEN, "t")
    current = office.state(HOME).sections[WOMEN].current
    seated = {who for table in current.tables for who in table.seats}
    seated |= {rest.entrant for rest in current.resting}
    assert EntrantId("e13") in seated


def test_who_misses_a_round_is_not_paired_in_it_and_plays_the_next():
    office = swiss()
    do(office, GrantRest(section=WOMEN, round=R2, entrant=E1, reason="exam"))
    do(office, GrantRest(section=WOMEN, round=R2, entrant=E2, reason="exam"))
    office.pair(HOME, WOMEN, "t")
    current = office.state(HOME).sections[WOMEN].current
    assert not {E1, E2} & {who for table in current.tables for who in table.seats}
    assert refused(office, DropRest(section=WOMEN, round=R2, entrant=E1)).code == (
        "attendance.rest-too-late"
    )


def test_seats_as_played_turn_the_score_and_nothing_else():
    office = results_in()
    one, two = seat(office, 0), seat(office, 1)
    was = crosstable_of(office).scores
    do(
        office,
        CorrectResult(
            section=WOMEN, round=R1, board=B1, score=SECOND, reason="sat wrongly", first=two
        ),
    )
    section = office.state(HOME).sections[WOMEN]
    assert section.rounds[0].table(B1).seats == (two, one)
    assert crosstable_of(office).scores == was
    other = RecordResult(section=WOMEN, round=R1, board=B1, score=FIRST, first=EntrantId("e9"))
    assert refused(published(), other).code == "match.not-seated"


def crosstable_of(office):
    state = office.state(HOME)
    return crosstable(state, state.sections[WOMEN])


def test_acts_are_what_was_done_at_once():
    office = results_in()
    known = acts(office, HOME)
    assert [each.first for each in known[1:]] == [each.last + 1 for each in known[:-1]]
    assert find_act(office, HOME, None).what == "result-recorded"
    assert refused(office, event=999).code == "undo.no-such-act"


def test_entries_are_opened_again_only_before_numbers():
    office = opened("abcd")
    do(office, CloseEntries(section=WOMEN))
    assert refused(office, ReopenEntries(section=WOMEN, reason=" ")).code == "entry.reopen-reason"
    do(office, ReopenEntries(section=WOMEN, reason="one more came"))
    enter(office, "e")
    error = refused(numbered(), ReopenEntries(section=WOMEN, reason="one more"))
    assert error.code == "entry.numbered"


def test_who_did_not_withdraw_does_not_come_back():
    command = ReturnEntrant(section=WOMEN, entrant=E1, reason="x")
    assert refused(results_in(), command).code == "entry.not-withdrawn"


def test_options_go_back_to_what_they_were():
    office = swiss(0)
    was = shown(office)
    do(office, ChangeOptions(section=WOMEN, options={"annulment": True}, reason="asked"))
    undo(office, HOME, "t", find_act(office, HOME, None))
    assert shown(office) == was
