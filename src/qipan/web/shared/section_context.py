"""What a page of a section is about: its state, the names, and views of them made once a version.

Nothing kept here for the staff is ever given to anybody else: whether a view is the staff's is
part of the key it is kept under.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeVar, cast

from markupsafe import Markup

from qipan.desk.roles import STAFF
from qipan.journal.people import ERASED, Person
from qipan.journal.record.register import STREAM as REGISTER
from qipan.journal.state import Competition, Entrant, Section
from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId
from qipan.rulebooks import EventRules
from qipan.sections.lookup import event_of
from qipan.sections.places import crosstable, places
from qipan.sections.systems import Places
from qipan.views.in_public import in_public, withheld_games
from qipan.views.section import Names, SectionView, section_view, team_name
from qipan.web.shared.context import Context
from qipan.web.shared.csrf_tokens import FIELD
from qipan.web.shared.reader_names import read
from qipan.web.shared.visitor import Visitor

V = TypeVar("V")
Part = Callable[..., str]
"""Gives a part of a page, for ``{% call part("name") %}`` in a template."""


def find_section(context: Context, competition: str, name: str) -> tuple[Competition, Section]:
    """Find a section as the desk knows it. Raises Unknown."""
    state = context.house.office.state(CompetitionId(competition))
    if name not in state.sections:
        raise Unknown("section", name, tuple(state.sections))
    return state, state.sections[SectionId(name)]


def public_state(context: Context, competition: str) -> Competition:
    """Give a competition as the public may know it now. Raises Unknown."""
    return shown_state(context, context.house.office.state(CompetitionId(competition)))


def shown_state(context: Context, state: Competition) -> Competition:
    """Give a competition as the public may know it now; the copy is made once."""
    withheld = withheld_games(state, context.now())
    if not withheld:
        return state
    made = context.kept.views.get(
        ("in public", state.id), (state.version, withheld), lambda: in_public(state, withheld)
    )
    return cast("Competition", made)


def find_public_section(
    context: Context, competition: str, name: str
) -> tuple[Competition, Section]:
    """Find a section as the public may know it now. Raises Unknown."""
    state = public_state(context, competition)
    if name not in state.sections:
        raise Unknown("section", name, tuple(state.sections))
    return state, state.sections[SectionId(name)]


def find_section_for(
    visitor: Visitor, context: Context, competition: str, name: str
) -> tuple[Competition, Section]:
    """Find a section as a visitor may know it now: the staff as the desk does. Raises Unknown."""
    staff = visitor.reads_as(competition) in STAFF
    return (find_section if staff else find_public_section)(context, competition, name)


class About:
    """A section as a request found it."""

    def __init__(self, context: Context, state: Competition, section: Section) -> None:
        """Keep where it was found."""
        self.context, self.state, self.section = context, state, section

    @classmethod
    def find(cls, context: Context, competition: str, name: str) -> "About":
        """Find a section as the public may know it now. Raises Unknown."""
        return cls(context, *find_public_section(context, competition, name))

    @classmethod
    def seen_by(cls, visitor: Visitor, context: Context, competition: str, name: str) -> "About":
        """Find a section as a visitor may know it now, the staff as the desk. Raises Unknown."""
        return cls(context, *find_section_for(visitor, context, competition, name))

    @cached_property
    def known(self) -> dict[PersonId, Person]:
        """Give everybody's name as it is now: somebody may have been renamed or erased."""
        house = self.context.house
        noted = house.log.version(REGISTER)  # read first: what is noted meanwhile is read again
        made = self.context.kept.views.get(
            ("people", self.state.id, self.section.id),
            (self.state.version, noted),
            lambda: dict(house.people.find(self._everybody())),
        )
        return cast("dict[PersonId, Person]", made)

    def _everybody(self) -> list[PersonId]:
        return [who for each in self.section.entrants.values() for who in each.people]

    @cached_property
    def rules(self) -> EventRules:
        """Give what the book says of the event."""
        return event_of(self.state, self.section)

    @cached_property
    def names(self) -> Names:
        """Give the names of entrants; a team goes by its unit, a pair by both names."""
        return {each.id: self.named(each) for each in self.section.entrants.values()}

    def names_of(self, some: Iterable[EntrantId]) -> dict[EntrantId, Person]:
        """Give the names of a few entrants: one person's page asks for nobody else's."""
        found = [self.section.entrants[who] for who in some if who in self.section.entrants]
        if "known" not in self.__dict__:
            people = [who for each in found for who in each.people]
            few = About(self.context, self.state, self.section)
            few.__dict__["known"] = dict(self.context.house.people.find(people))
            return {each.id: few.named(each) for each in found}
        return {each.id: self.named(each) for each in found}

    def read_names(self, language: str) -> dict[EntrantId, str]:
        """Give the names of entrants as a reader reads them."""
        return {who: read(person, language) for who, person in self.names.items()}

    def named(self, entrant: Entrant) -> Person:
        """Name one entrant."""
        team = team_name(self.rules, entrant)
        if team is not None:
            return team
        people = [self.person(who) for who in entrant.people]
        if len(people) == 1:
            return people[0]
        latin = " / ".join(each.latin for each in people if each.latin)
        return Person(name=" / ".join(each.name for each in people), latin=latin)

    def person(self, who: PersonId) -> Person:
        """Give somebody's name; who was erased has none."""
        return self.known.get(who, ERASED)

    @property
    def here(self) -> str:
        """Give the address of the section."""
        return f"/c/{self.state.id}/{self.section.id}"

    @property
    def mark(self) -> tuple[object, ...]:
        """Tell apart what pages and views are made from."""
        return self.state.version, self.state.withheld, self.known

    def view(self, *, staff: bool = False) -> SectionView:
        """Give the view of the section; unpublished pairings are for the staff only."""
        return self.kept(
            "staff" if staff else "public",
            lambda: section_view(
                self.state, self.section, self.names, staff=staff, members=self.known
            ),
        )

    def shown(self, asked: int | None) -> int:
        """Choose a published round: the one asked for, else the latest; 0 if there is none."""
        last = sum(found.published for found in self.section.rounds)
        return min(asked or last, last)

    def places(self) -> Places:
        """Give everybody's place, and what gave it."""
        return self.kept("places", lambda: places(self.state, self.section))

    def crosstable(self) -> Crosstable:
        """Give the cross table of everything published."""
        return self.kept("crosstable", lambda: crosstable(self.state, self.section))

    def kept(self, what: str, make: Callable[[], V]) -> V:
        """Make something of the section once for its version and names."""
        key = (self.state.id, self.section.id, what)
        return cast("V", self.context.kept.views.get(key, self.mark, make))

    def part(self, *which: object, keep: bool = True) -> Part:
        """Write parts of pages once; ``which`` tells apart language, round, and whose they are.

        A part is the same for everybody of whom ``which`` is the same, so there is no form in it:
        a token is one reader's. What somebody searched for is not worth keeping.
        """

        def written(caller: Callable[[], str]) -> str:
            found = str(caller())
            if FIELD in found:
                raise ValueError("a part that is kept has no form in it")
            return found

        def kept(name: str, *, caller: Callable[[], str]) -> str:
            if not keep:
                return caller()
            key = (self.state.id, self.section.id, name, *which)
            return Markup(self.context.kept.parts.get(key, self.mark, lambda: written(caller)))

        return kept
