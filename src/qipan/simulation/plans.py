"""What is simulated, where, and its dice."""

from random import Random

import msgspec

from qipan.kernel.ids import CompetitionId, SectionId
from qipan.rulebooks import Book, editions
from qipan.simulation.applicants import Applicants

ACTOR = "simulation"
HOME = CompetitionId("simulation")


class Plan(msgspec.Struct, frozen=True):
    """What is simulated."""

    book: str
    event: str
    entries: int
    seed: int
    text: str = ""
    """The book itself, where it is one of one's own; else it is found by its name."""
    home: CompetitionId = HOME
    actor: str = ACTOR

    @property
    def rulebook(self) -> Book:
        """Give the book."""
        return editions.book_of(self.book, editions.learn(self.text) if self.text else "")

    @property
    def section(self) -> SectionId:
        """Name the section."""
        return SectionId(self.event)

    @property
    def applicants(self) -> Applicants:
        """Give who applies."""
        return Applicants(self.rulebook.event[self.event], self.entries, self.dice)

    def dice(self, *place: object) -> Random:
        """Give dice for one place of the event: always the same for the same place."""
        words = (self.book, self.event, self.entries, self.seed, *place)
        return Random("/".join(map(str, words)))
