"""Taking events over: what the journal says of them, what is refused, and how they go on."""

import hashlib

import pytest

from formats.foreign.samples import (
    GOTHA,
    MANAGER,
    PERFECT,
    TRF,
    VEG,
    VEGA,
    open_report,
    team_report,
)
from qipan.desk.attendance import GrantRest
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.repairs.commands import TakeBackAct
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.desk.take_over import TAKEN
from qipan.i18n import LANGUAGES, say
from qipan.journal.events import opened
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Refused, Unknown
from qipan.kernel.ids import RoundNo
from qipan.kernel.results import Bye, Score
from qipan.office.clerk import stream_of
from qipan.office.take_over.entrants import copy_entrants
from qipan.office.take_over.event import TakeOverAsked, take_over
from qipan.office.verification import verify_log
from qipan.sections.places import crosstable
from qipan.views.explain_pairing import explain_board
from qipan.wiring import simulated_office


def taken(office, text=TRF, name="harbour.trf", home="harbour", dry_run=False, **asked):
    wanted = TakeOverAsked(competition=home, **asked)
    return take_over(office, "t", text.encode(), name, wanted, dry_run=dry_run)


@pytest.fixture
def office():
    return simulated_office(1)


def scores(office, report):
    state = office.state(report.competition)
    section = state.sections[report.section]
    table = crosstable(state, section)
    names = office.names(section)
    return {names[who].name: table.scoring.show(table.scores[who]) for who in section.order}


def test_a_report_becomes_a_running_competition(office):
    report = taken(office)
    assert (report.entrants, report.rounds, report.planned) == (5, 2, 5)
    assert scores(office, report) == {
        "One, Anna": "2", "Two, Beni": "1", "Three, Chai": "1", "Four, Dewi": "1",
        "Five, Eng": "0.5",
    }  # fmt: skip
    state = office.state("harbour")
    section = state.sections["event"]
    assert state.title == "Harbour Open"
    assert (state.particulars.place, state.particulars.federation) == ("Melaka", "MAS")
    assert section.closed
    assert section.taken_over.source == hashlib.sha256(TRF.encode()).hexdigest()
    assert crosstable(state, section).planned in (0, 5)
    people = office.names(section)
    assert (people["e1"].title, people["e1"].licence) == ("GM", "100000001")
    assert section.entrants["e2"].tags == {"female"}
    state = office.carry_out("harbour", "t", PairRound(section="event"))
    third = state.sections["event"].rounds[-1]
    assert third.number == 3
    half = next(rest for rest in third.resting if rest.entrant == "e2")
    assert (half.bye, half.units) == (Bye.REQUESTED, 1)
    verify_log(office.around.log)


def test_every_table_and_result_cites_the_file(office):
    report = taken(office)
    state = office.state("harbour")
    section = state.sections["event"]
    for found in section.rounds:
        assert all(table.causes[0].rule == TAKEN for table in found.tables)
        assert all(result.rule == TAKEN for result in found.results.values())
    facts = section.rounds[0].tables[0].causes[0].facts
    assert facts == {"source": report.source[:16], "form": "trf"}
    reason = explain_board(state, section, section.rounds[0], 1)
    assert reason.passed == ()  # who else might have been met is not for us to say
    assert TAKEN in [clause.rule for clause in reason.clauses]
    text = next(clause.text for clause in reason.clauses if clause.rule == TAKEN)
    assert set(LANGUAGES) <= set(text)


def test_no_event_holds_a_name(office):
    taken(office)
    stored = office.around.log.read(stream_of("harbour"), 0)
    assert not any("Anna" in each.payload or "Dewi" in each.payload for each in stored)
    assert [opened(each) for each in stored]


def test_a_dry_run_says_the_same_and_stores_nothing(office):
    look = taken(office, dry_run=True)
    assert office.competitions() == []
    done = taken(office)
    assert (look.taken, look.not_taken, look.lines) == (done.taken, done.not_taken, done.lines)


def test_after_an_earlier_round(office):
    report = taken(office, round=1)
    assert (report.rounds, scores(office, report)["One, Anna"]) == (1, "1")
    assert "take-over.note.left" in [each.code for each in report.not_taken]


def test_under_a_book_of_the_shelf(office):
    report = taken(office, book="club-swiss", event="evening", rounds=5)
    assert office.state("harbour").book == "club-swiss"
    assert "take-over.note.book-keys" in [each.code for each in report.not_taken]
    assert report.planned == 5


def test_into_a_competition_that_is_there(office):
    taken(office, book="club-swiss", event="evening", section="first")
    second = taken(office, event="evening", section="second")
    assert list(office.state("harbour").sections) == ["first", "second"]
    assert second.section == "second"
    with pytest.raises(Refused, match=r"section\.exists"):
        taken(office, event="evening", section="first")


def test_what_does_not_fit_is_refused_and_nothing_is_kept(office):
    people = office.around.people
    for asked in ({"book": "wx-14", "event": "women"}, {"book": "my-2018", "event": "team"}):
        with pytest.raises((Refused, BadInput)):
            taken(office, **asked)
    with pytest.raises(Unknown):
        taken(office, book="nothing")
    assert office.competitions() == []
    assert not people.find([f"p-{n}" for n in range(9)])


def test_teams_go_on_with_their_boards(office):
    report = taken(office, team_report(), home="teams")
    assert (report.teams, report.entrants, report.people) == (True, 4, 8)
    assert scores(office, report) == {"Team 1": "4", "Team 2": "1", "Team 3": "2", "Team 4": "1"}
    state = office.carry_out("teams", "t", PairRound(section="event"))
    pairs = [set(table.seats) for table in state.sections["event"].rounds[-1].tables]
    assert sorted(map(sorted, pairs)) == [["e1", "e4"], ["e2", "e3"]]
    office.carry_out("teams", "t", PublishRound(section="event", round=3))
    games = state.sections["event"].rounds[0].games[1]
    assert [game.first for game in games] == ["e1", "e2"]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (GOTHA, {"Aube Ada": "2", "Bise Bo": "1", "Cime Cy": "1"}),
        (PERFECT, {"Duta, Dani": "2", "Murai, Mina": "1.5", "Musang, Mat": "0.5"}),
        (MANAGER, {"Alfa Ali": "0", "Beta Budi": "1.5", "Gama Gita": "1.5"}),
        (VEGA, {"ONE Ari": "1.5", "TWO Bea": "0.5", "THREE Cla": "1.5"}),
    ],
)
def test_other_programs(office, text, points):
    report = taken(office, text, "file.txt", rounds=5)
    assert scores(office, report) == points
    if text is not PERFECT:
        office.carry_out("harbour", "t", PairRound(section="event"))


def test_seats_that_the_file_does_not_know_do_not_count(office):
    report = taken(office, PERFECT, "sp.txt", rounds=5)
    state = office.state("harbour")
    table = crosstable(state, state.sections[report.section])
    assert {cell.seat for row in table.cells.values() for cell in row} == {None}


def test_it_can_be_taken_back_until_something_is_built_on_it(office):
    taken(office, book="club-swiss", event="evening")
    state = office.state("harbour")
    first = next(
        n for n, event in enumerate(state.past, 1) if type(event).__name__ == "EntrantEntered"
    )
    last = max(n for n, event in enumerate(state.past, 1) if type(event).__name__ == "RestGranted")
    state = office.carry_out("harbour", "t", TakeBackAct(first=first, last=last))
    assert not state.sections["evening"].rounds
    assert state.sections["evening"].taken_over is None


def test_a_rest_is_worth_something_only_in_an_event_taken_over(office):
    taken(office)
    state = office.carry_out(
        "harbour", "t", GrantRest(section="event", round=4, entrant="e1", worth="full")
    )
    assert state.sections["event"].rest_units[4, "e1"] == 2
    with pytest.raises(Refused, match=r"attendance\.rest-worth"):
        office.carry_out(
            "harbour", "t", GrantRest(section="event", round=5, entrant="e1", worth="double")
        )


def test_every_remark_has_its_words():
    office = simulated_office(2)
    for number, text in enumerate((TRF, GOTHA, PERFECT, team_report())):
        report = taken(office, text, "x", home=f"h{number}", dry_run=True, round=1)
        for each in (*report.taken, *report.not_taken):
            for language in LANGUAGES:
                assert say(language, each.code, each.facts) != each.code


def test_last_years_players_enter_again(office):
    taken(office)
    office.create("next", "t", "Next", "club-swiss")
    office.carry_out("next", "t", OpenSection(section="evening", title="E", under="evening"))
    office.enter("next", "evening", "t", Newcomer(Person(name="Two, Beni", birth="1991")))
    at, to = ("harbour", "event"), ("next", "evening")
    look = copy_entrants(office, at, to, "t", dry_run=True)
    done = copy_entrants(office, at, to, "t")
    assert (len(look.added), len(done.added), len(done.updated)) == (4, 4, 1)
    names = office.names(office.state("next").sections["evening"])
    assert sorted(each.name for each in names.values())[0] == "Five, Eng"
    assert len(names) == 5


def test_a_round_that_waits_goes_on_here(office):
    report = taken(office, open_report())
    assert (report.rounds, report.boards) == (3, 6)
    assert "take-over.took.waiting" in {each.code for each in report.taken}
    home, section = report.competition, report.section
    found = office.state(home).sections[section].rounds[2]
    (open_board,) = [t.board for t in found.tables if t.board not in found.results]
    with pytest.raises(Refused):
        office.pair(home, section, "t")
    scoring = crosstable(office.state(home), office.state(home).sections[section]).scoring
    score = Score((scoring.win, scoring.loss))
    command = RecordResult(section=section, round=RoundNo(3), board=open_board, score=score)
    office.carry_out(home, "t", command)
    office.pair(home, section, "t")
    assert len(office.state(home).sections[section].rounds) == 4
    verify_log(office.around.log)


def test_players_of_vega_begin_here(office):
    report = taken(office, VEG, "harbour.veg")
    assert (report.entrants, report.rounds, report.planned) == (3, 0, 5)
    office.pair(report.competition, report.section, "t")
    assert len(office.state(report.competition).sections[report.section].rounds) == 1
