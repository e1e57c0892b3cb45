"""Sections of any book to try conduct, appeals, times and prizes on."""

import pytest

from qipan.desk.closing import ApproveStandings
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, CompetitionId, PersonId, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.rulebooks import book_named
from qipan.sections.places import pending_lots
from qipan.wiring import simulated_office

HOME = CompetitionId("cup")
W, D, L = Points(2), Points(1), Points(0)
FIRST, DRAW, SECOND = Score((W, L)), Score((D, D)), Score((L, W))


class Cup:
    """One section of an event, with the steps a test needs."""

    def __init__(self, book, event, entries=8, office=None, **options):
        """Open the section and enter people."""
        self.office = office or simulated_office(1)
        if HOME not in self.office.competitions():
            self.office.create(HOME, "t", "Cup", book)
        self.section_id = SectionId(event)
        rules = book_named(book).event[event].entries
        # Units of this cup are no members and its people have no age: such rules are set aside.
        strict = rules.unit_needed or rules.needs or rules.invited or rules.qualified
        unchecked = {"entry_checks": False} if strict else {}
        self.do(
            OpenSection(
                section=self.section_id, title=event, under=event, options={**unchecked, **options}
            )
        )
        for number in range(entries):
            self.enter(f"{event}{number}", 2000 - number, f"unit{number % 4}")
        self.book = book_named(book)

    def enter(self, name, rating=1800, unit="unit1", tags=frozenset()):
        return self.office.enter(
            HOME, self.section_id, "t", Newcomer(Person(name=name), rating, unit, tags)
        )

    def do(self, command):
        return self.office.carry_out(HOME, "t", command)

    @property
    def state(self):
        return self.office.state(HOME)

    @property
    def section(self):
        return self.state.sections[self.section_id]

    def start(self):
        self.do(CloseEntries(section=self.section_id))
        self.office.commit_lot(HOME, self.section_id, "t")
        self.office.draw_numbers(HOME, self.section_id, "t")
        return self

    def round(self, score=None):
        """Pair and publish a round; with a score, play all of it."""
        if not self.section.order:
            self.start()
        self.office.pair(HOME, self.section_id, "t")
        number = self.section.current.number
        self.do(PublishRound(section=self.section_id, round=number))
        if score is not None:
            for board in self.section.current.missing:
                self.record(board, score, number)
        return self.section.rounds[number - 1]

    def record(self, board, score, number=None):
        number = number or self.section.current.number
        self.do(
            RecordResult(
                section=self.section_id, round=RoundNo(number), board=BoardNo(board), score=score
            )
        )

    def approve(self):
        """Draw the lots that the table waits for, and approve it."""
        for _ in range(9):
            for lot in pending_lots(self.state, self.section):
                self.office.commit_lot(HOME, self.section_id, "t", lot)
                self.office.draw_tie(HOME, self.section_id, "t", lot)
        self.do(ApproveStandings(section=self.section_id))

    def give(self, command, **fields):
        """Carry out a command on this section."""
        return self.do(command(section=self.section_id, **fields))


def refused(code, step):
    """Expect a refusal and give it back."""
    with pytest.raises(Refused) as caught:
        step()
    assert caught.value.code == code
    return caught.value


def people(count, start=0):
    """Make ids of officials."""
    return tuple(PersonId(f"p-official-{number}") for number in range(start, start + count))


def kinds(cup):
    """What was imposed so far, in order."""
    return [penalty.kind for each in cup.section.penalties for penalty in each.penalties]
