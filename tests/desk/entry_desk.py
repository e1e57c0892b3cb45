"""A desk for entries: a section of one event, and people who want to enter it."""

from itertools import count

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import RegisterUnit
from qipan.desk.entries.newcomer import Mate, Newcomer
from qipan.journal.people import Person
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.rulebooks import book_named
from qipan.rulebooks.loader import cite
from qipan.wiring import simulated_office

NUMBERS = count(1)


class Desk:
    """One section under an event of a book."""

    def __init__(self, book, event, options=None, *, home="cup", office=None):
        self.office = office or simulated_office(1)
        self.home, self.section, self.book = CompetitionId(home), SectionId(event), book
        if self.home not in self.office.competitions():
            self.office.create(self.home, "t", "Cup", book)
        self.do(
            OpenSection(
                section=self.section,
                title=event,
                under=event,
                options={"year": 2026, **(options or {})},
            )
        )
        self.count = 0

    def do(self, command):
        return self.office.carry_out(self.home, "t", command)

    def unit(self, name, kind="direct", *, dues=True):
        self.do(RegisterUnit(unit=name, kind=kind, dues_paid=dues))
        return name

    def enter(self, unit=None, rating=None, *, born="1990", against="", **more_of_them):
        """Enter somebody new; give their entrant id."""
        self.count += 1
        mates = more_of_them.pop("mates", ())
        person = Person(
            name=more_of_them.pop("name", f"{self.home} {self.section} {self.count}"),
            birth=born,
            licence=more_of_them.pop("licence", f"{self.home}-{self.section}-{self.count}"),
        )
        tags = frozenset(more_of_them.pop("tags", ()))
        newcomer = Newcomer(person, rating, unit, tags, mates=mates, **more_of_them)
        return self.office.enter(self.home, self.section, "t", newcomer, against=against)

    @property
    def now(self):
        return self.office.state(self.home).sections[self.section]

    def clause(self, refusal):
        """Cite the clause behind a refusal."""
        return cite(book_named(self.book), refusal.rule, self.section).citation


def mate(role, born="1990", rating=None):
    """A member of a team, different each time."""
    number = next(NUMBERS)
    return Mate(Person(name=f"mate {number}", birth=born, licence=f"mate-{number}"), role, rating)


def refused(desk, code, citation, act):
    """The act is refused with this code, and the clause behind it is this one."""
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    assert desk.clause(caught.value) == citation
    return caught.value.facts
