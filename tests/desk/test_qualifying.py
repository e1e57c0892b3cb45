"""Who may enter the final of the online contest: those who qualified, and nobody else."""

import pytest

from qipan.desk import commands as asked
from qipan.desk.office import Newcomer
from qipan.desk.qualifying import qualified, tables_of
from qipan.desk.standings import pending_lots
from qipan.journal.people import Person
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.results import Score
from qipan.rulebooks import book_named
from qipan.rulebooks.loader import cite
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
        options = {"group": "open", "period": number, "year": 2025}
        office.create(self.home, "t", "Period", "gm-2025")
        self.do(asked.OpenSection(section=ENTRY, title="E", under="entry", options=options))
        newcomers = [Newcomer(Person(name=name, birth=BIRTH)) for name in names]
        office.enter_all(self.home, ENTRY, "t", newcomers)
        self.do(asked.CloseEntries(section=ENTRY))
        office.commit_lot(self.home, ENTRY, "t")
        office.draw_numbers(self.home, ENTRY, "t")
        for _ in range(8):
            self.play()

    def do(self, command):
        return self.office.carry_out(self.home, "t", command)

    def play(self):
        self.office.pair(self.home, ENTRY, "t")
        found = self.office.state(self.home).sections[ENTRY].current
        self.do(asked.PublishRound(section=ENTRY, round=found.number))
        for table in found.tables:
            one, two = (int(who[1:]) for who in table.seats)
            score = Score((2, 0) if one < two else (0, 2))
            place = {"section": ENTRY, "round": found.number, "board": table.board}
            for _ in range(2):
                self.do(asked.RecordGame(**place, score=score))

    def approve(self):
        while pending := list(
            pending_lots(state := self.office.state(self.home), state.sections[ENTRY])
        ):
            self.office.commit_lot(self.home, ENTRY, "t", pending[0])
            self.office.draw_tie(self.home, ENTRY, "t", pending[0])
        self.do(asked.ApproveStandings(section=ENTRY))


@pytest.fixture(scope="module")
def contest():
    """Two periods of twelve; the best of the first is the best of the second too."""
    office = simulated_office(1)
    first = Period(office, 1, [f"a{number}" for number in range(12)])
    second = Period(office, 2, ["a0", *(f"b{number}" for number in range(11))])
    office.create(CompetitionId("final"), "t", "Final", "gm-2025")
    options = {"group": "open", "year": 2025}
    command = asked.OpenSection(section=FINAL, title="F", under="final", options=options)
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
    command = asked.OpenSection(section=FINAL, title="F", under="final", options=options)
    office.carry_out(CompetitionId("final"), "t", command)
    assert enter(office, "anybody") == "e1"
