"""Who may enter the later events of the online contest: those who qualified, and nobody else."""

import pytest

from qipan.desk.closing import ApproveStandings
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries, VerifyIdentity
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.commands import RecordGame
from qipan.desk.rounds.commands import PublishRound
from qipan.games import game_named
from qipan.journal.envelope import Batch
from qipan.journal.event import fresh
from qipan.journal.live.lobby import GameCounted, LobbyOpened, MatchMade
from qipan.journal.people import Person
from qipan.kernel.clock import Untimed
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.results import Score
from qipan.office.advancement import advance, coming, not_admitted, unplaced
from qipan.office.qualifying import qualified, tables_of
from qipan.rulebooks import book_named
from qipan.rulebooks.loader import cite
from qipan.sections.places import pending_lots
from qipan.wiring import simulated_office

ENTRY, FINAL = SectionId("entry"), SectionId("final")
BIRTH = "1990-05-01"


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


class Period:
    """The entry tournament of a period, in which who entered earlier always wins."""

    def __init__(self, office, number, names):
        self.office, self.home = office, CompetitionId(f"period-{number}")
        options = {"group": "open", "period": number, "year": 2025, "qualified": "elsewhere"}
        office.create(self.home, "t", "Period", "gm-2025")
        self.do(OpenSection(section=ENTRY, title="E", under="entry", options=options))
        newcomers = [Newcomer(Person(name=name, birth=BIRTH)) for name in names]
        office.enter_all(self.home, ENTRY, "t", newcomers)
        for who in office.state(self.home).sections[ENTRY].entrants:
            self.do(VerifyIdentity(section=ENTRY, entrant=who, now="2025-01-01T10:00"))
        self.do(CloseEntries(section=ENTRY))
        office.commit_lot(self.home, ENTRY, "t")
        office.draw_numbers(self.home, ENTRY, "t")
        for _ in range(8):
            self.play()

    def do(self, command):
        return self.office.carry_out(self.home, "t", command)

    def play(self):
        self.office.pair(self.home, ENTRY, "t")
        found = self.office.state(self.home).sections[ENTRY].current
        self.do(PublishRound(section=ENTRY, round=found.number))
        for table in found.tables:
            one, two = (int(who[1:]) for who in table.seats)
            score = Score((2, 0) if one < two else (0, 2))
            place = {"section": ENTRY, "round": found.number, "board": table.board}
            for _ in range(2):
                self.do(RecordGame(**place, score=score))

    def approve(self):
        while pending := list(
            pending_lots(state := self.office.state(self.home), state.sections[ENTRY])
        ):
            self.office.commit_lot(self.home, ENTRY, "t", pending[0])
            self.office.draw_tie(self.home, ENTRY, "t", pending[0])
        self.do(ApproveStandings(section=ENTRY))


@pytest.fixture(scope="module")
def contest():
    """Two periods of twelve; the best of the first is the best of the second too."""
    office = simulated_office(1)
    first = Period(office, 1, [f"a{number}" for number in range(12)])
    second = Period(office, 2, ["a0", *(f"b{number}" for number in range(11))])
    office.create(CompetitionId("final"), "t", "Final", "gm-2025")
    options = {"group": "open", "year": 2025}
    command = OpenSection(section=FINAL, title="F", under="final", options=options)
    office.carry_out(CompetitionId("final"), "t", command)
    return office, first, second


def enter(office, name, birth=BIRTH, **fields):
    newcomer = Newcomer(Person(name=name, birth=birth))
    return office.enter(CompetitionId("final"), FINAL, "t", newcomer, **fields)


def test_gm_6_2_1_the_final_is_for_those_of_the_entry_tournaments(contest):
    office, first, second = contest
    error = refused("entry.not-qualified", lambda: enter(office, "a0"))  # not approved yet
    assert cite(book_named("gm-2025"), error.rule, "final").citation == "GM 6.2.1"
    first.approve()
    second.approve()
    states = [office.state(each) for each in office.competitions()]
    found = qualified(tables_of(states, "gm-2025", "entry"), office.around.people)
    names = [each.partition("/")[0] for each in found]
    assert len(names) == 10
    assert sum(name.startswith("a") for name in names) == 5
    assert "a0" in names
    passed = [each for each in found.values() if each.rule == "qualify.passed-down"]
    assert [(each.competition, each.place) for each in passed] == [("period-2", 6)]
    refused("entry.not-qualified", lambda: enter(office, "a0", birth="1991-01-01"))  # a namesake
    for name in names:
        enter(office, name)
    assert len(office.state(CompetitionId("final")).sections[FINAL].entrants) == 10
    refused("entry.not-qualified", lambda: enter(office, "stranger"))
    error = refused("entry.not-qualified", lambda: enter(office, "b10", against="he asked"))
    assert error.rule == "entry.qualified"  # the book lets nobody set this aside


def test_gm_6_2_1_a_final_whose_tables_are_kept_elsewhere_says_so():
    office = simulated_office(2)
    office.create(CompetitionId("final"), "t", "Final", "gm-2025")
    options = {"group": "open", "year": 2025, "qualified": "elsewhere"}
    command = OpenSection(section=FINAL, title="F", under="final", options=options)
    office.carry_out(CompetitionId("final"), "t", command)
    assert enter(office, "anybody") == "e1"


# -- from the open qualifier to the entry tournament ---------------------------------------------


def qualifier(office, number, listed, dans=None):
    """A period of the open qualifier over the desk: who is listed earlier wins both games."""
    home, open_ = CompetitionId(f"open-{number}"), SectionId("open")
    office.create(home, "t", "Open", "gm-2025")
    do = lambda command: office.carry_out(home, "t", command)  # noqa: E731
    options = {"period": number, "rounds": 11}
    do(OpenSection(section=open_, title="O", under="qualifier", options=options))
    people = [
        Newcomer(Person(name=name, birth=birth), dan=(dans or {}).get(name))
        for name, birth in listed
    ]
    points = dict.fromkeys((name for name, _ in listed), 0)
    office.enter_all(home, open_, "t", people)
    do(CloseEntries(section=open_))
    office.commit_lot(home, open_, "t")
    office.draw_numbers(home, open_, "t")
    for _ in range(11):
        office.pair(home, open_, "t")
        found = office.state(home).sections[open_].current
        do(PublishRound(section=open_, round=found.number))
        for table in found.tables:
            one, two = (int(who[1:]) for who in table.seats)
            score = Score((2, 0) if one < two else (0, 2))
            points[listed[min(one, two) - 1][0]] += 2
            for _ in range(2):
                do(RecordGame(section=open_, round=found.number, board=table.board, score=score))
    return points, lambda: do(ApproveStandings(section=open_))


def entry_of(office, number, group, **options):
    home = CompetitionId(f"entry-{number}-{group}")
    office.create(home, "t", "Entry", "gm-2025")
    chosen = {"group": group, "period": number, "year": 2025, **options}
    office.carry_out(
        home, "t", OpenSection(section=ENTRY, title="E", under="entry", options=chosen)
    )
    return home


def names_in(office, home):
    section = office.state(home).sections[ENTRY]
    return [person.name for person in office.names(section).values()]


def test_gm_6_1_1_5_twenty_points_in_a_period_lead_to_its_entry_tournament():
    office = simulated_office(3)
    people = [("best", BIRTH), ("young", "2010-02-03"), *((f"x{n}", BIRTH) for n in range(6))]
    points, approve = qualifier(office, 1, people)
    through = [name for name, total in points.items() if total >= 20]
    assert "best" in through
    assert points["x5"] < 20
    home, other = entry_of(office, 1, "open"), entry_of(office, "2", "open")
    best = Newcomer(Person(name="best", birth=BIRTH))
    error = refused("entry.not-qualified", lambda: office.enter(home, ENTRY, "t", best))
    assert cite(book_named("gm-2025"), error.rule, "entry").citation == "GM 6.1.1(5)"
    assert advance(office, home, ENTRY, "t") == []  # nothing is approved
    approve()
    advance(office, home, ENTRY, "t")
    assert sorted(names_in(office, home)) == sorted(set(through) - {"young"})
    assert advance(office, home, ENTRY, "t") == []  # once
    stranger = Newcomer(Person(name="x5", birth=BIRTH))  # played, and has too few points
    refused("entry.not-qualified", lambda: office.enter(home, ENTRY, "t", stranger))
    refused("entry.not-qualified", lambda: office.enter(other, ENTRY, "t", best))  # not its period
    junior = entry_of(office, 1, "junior")
    young = [person.name for _, person in coming(office, junior, ENTRY)]
    assert young == [name for name in through if name == "young"]


def lobby(office, name, totals):
    """A lobby in which some have won so many matches of two games."""
    game = game_named("gomoku")
    events = [LobbyOpened(game.name, game.engine, (Untimed(), Untimed()), target=4)]
    for who, wins in totals.items():
        for _ in range(wins):
            match = (len(events) + 2) // 3
            tables = (f"{name}-{match}-1", f"{name}-{match}-2")
            events.append(MatchMade(match, (who, "p-loser"), tables))
            events += [GameCounted(match, number, (2, 0)) for number in (0, 1)]
    batch = Batch(f"lobby/{name}", 0, "t", "2025-08-01T00:00:00+00:00", tuple(map(fresh, events)))
    office.around.log.append(batch)


def test_gm_6_1_1_5_the_points_of_a_lobby_lead_there_too():
    office = simulated_office(4)
    lobby(office, "first", {"p-a": 10, "p-b": 9, "p-c": 12, "p-d": 11, "p-e": 10})
    born = {"p-a": BIRTH, "p-b": BIRTH, "p-c": "2009-09-09", "p-e": ""}
    for who, birth in born.items():
        office.around.people.save(who, Person(name=who[-1], birth=birth))
    home = entry_of(office, 1, "open", lobby="first")
    assert [each.who for each in unplaced(office, home, ENTRY)] == ["p-d", "p-e"]
    b = Newcomer(Person(name="b", birth=BIRTH), known="p-b")  # the book's 20 count, not the lobby's
    refused("entry.not-qualified", lambda: office.enter(home, ENTRY, "t", b))
    assert advance(office, home, ENTRY, "t") == ["e1"]
    assert office.state(home).sections[ENTRY].entrants["e1"].people == ("p-a",)
    junior = entry_of(office, 1, "junior", lobby="first")
    assert advance(office, junior, ENTRY, "t") == ["e1"]
    assert names_in(office, junior) == ["c"]
    nowhere = entry_of(office, 2, "open", lobby="second")
    with pytest.raises(Unknown):
        advance(office, nowhere, ENTRY, "t")


def test_gm_5_a_dan_goes_with_the_player_from_one_event_to_the_next():
    office = simulated_office(5)
    people = [("best", BIRTH), *((f"x{n}", BIRTH) for n in range(3))]
    points, approve = qualifier(office, 1, people, dans={"best": 4})
    approve()
    home = entry_of(office, 1, "open")
    due = [name for name, total in points.items() if total >= 20]
    ((who, person), *_) = coming(office, home, ENTRY)
    assert (person.name, person.dan) == ("best", 4)
    office.around.people.save(who, Person(name="best", birth=BIRTH, dan=5))  # promoted since
    ((_, person, error),) = not_admitted(office, home, ENTRY)
    assert (person.name, error.code, error.facts["dan"]) == ("best", "entry.dan", 5)
    assert cite(book_named("gm-2025"), error.rule, "entry").citation == "GM 5"
    advance(office, home, ENTRY, "t")  # the others are not kept waiting
    assert names_in(office, home) == [name for name in due if name != "best"]
    best = Newcomer(Person(name="best", birth=BIRTH), dan=5)
    assert refused("entry.dan", lambda: office.enter(home, ENTRY, "t", best)).rule == "entry.dan"


def test_gm_3_and_5_the_door_of_the_final_asks_for_age_and_dan():
    office = simulated_office(6)
    office.create(CompetitionId("final"), "t", "Final", "gm-2025")
    options = {"group": "open", "year": 2025, "qualified": "elsewhere"}
    command = OpenSection(section=FINAL, title="F", under="final", options=options)
    office.carry_out(CompetitionId("final"), "t", command)
    for code, clause, birth, dan in (
        ("entry.dan", "GM 5", "1999", 5),
        ("entry.group", "GM 3", "2008-01-01", 1),
        ("entry.birth-missing", "GM 3", "", 1),
    ):
        newcomer = Newcomer(Person(name="a", birth=birth, dan=dan))
        act = lambda who=newcomer: office.enter(CompetitionId("final"), FINAL, "t", who)  # noqa: E731
        error = refused(code, act)
        assert cite(book_named("gm-2025"), error.rule, "final").citation == clause
    assert enter(office, "b", birth="2007-12-31") == "e1"
