"""What commands on a stored competition share: the journal, the competition, the section.

A list of verbs imports this with them: rooms are entered when a command works in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qipan.cli.data_option import (
    ACTOR,
    DEFAULT,
    BoardNumber,
    Data,
    RoundNumber,
    SectionName,
    Who,
)
from qipan.kernel.errors import BadInput, Impossible, Refusal, Refused, Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId

if TYPE_CHECKING:
    from qipan.desk.command import Command
    from qipan.journal.people import Person
    from qipan.journal.state import Competition, Section
    from qipan.kernel.rules import RuleKey
    from qipan.office.office import Office
    from qipan.rulebooks import Book
    from qipan.wiring import House

__all__ = [
    "ACTOR",
    "DEFAULT",
    "BoardNumber",
    "Data",
    "RoundNumber",
    "SectionName",
    "Who",
    "WorkedOn",
    "at",
    "citing",
    "citing_book",
    "entrant_of",
    "house",
    "house_clause",
    "member_of",
    "official_named",
    "pair_named",
    "rule_words",
    "said_in_words",
    "section_of",
    "words_without_section",
]


@contextmanager
def house(data: str, *, create: bool = False) -> Iterator[House]:
    """Open the journal for the length of a command."""
    from qipan.wiring import open_house

    found = open_house(data, create=create)
    try:
        yield found
    finally:
        found.close()


@dataclass
class WorkedOn:
    """A section of a stored competition, while a command works on it."""

    found: House
    state: Competition
    section: Section

    @property
    def office(self) -> Office:
        """Give the office that carries commands out."""
        return self.found.office

    @property
    def home(self) -> CompetitionId:
        """Give the competition."""
        return self.state.id

    @property
    def id(self) -> SectionId:
        """Give the section's id."""
        return self.section.id

    @property
    def names(self) -> Mapping[EntrantId, Person]:
        """Give everybody's name."""
        return self.office.names(self.section)

    def who(self, text: str) -> EntrantId:
        """Find an entrant by id, number or name. Raises Unknown or BadInput if several fit."""
        return entrant_of(self.found, self.section, text)

    def member(self, team: EntrantId, text: str) -> PersonId:
        """Find a member of a team by id or name. Raises Unknown, or BadInput if several fit."""
        return member_of(self.found, self.section, team, text)

    def do(self, command: Command, expected: int | None = None) -> Section:
        """Carry a command out; give the section as it is then."""
        return self.refresh(self.office.carry_out(self.home, ACTOR, command, expected))

    def refresh(self, state: Competition) -> Section:
        """Go on from a newer state; give the section."""
        self.state, self.section = state, state.sections[self.id]
        return self.section


@contextmanager
def at(data: str, competition: str, section: str | None) -> Iterator[WorkedOn]:
    """Open the journal at a section for the length of a command."""
    with house(data) as found:
        place = WorkedOn(found, *section_of(found, competition, section))
        with citing(place):
            yield place


@contextmanager
def citing_book(book: Book, event: str) -> Iterator[None]:
    """Add to every refusal its sentence and the clause of a book, before there is a section."""
    try:
        yield
    except Refused as error:
        from qipan.i18n import catalogue, citation_name, say
        from qipan.rulebooks.loader import cite

        if error.code in catalogue("en"):
            error.add_note(say("en", error.code, error.facts))
        with suppress(Unknown):
            cited = cite(book, error.rule, event)
            clause = citation_name("en", cited.citation)
            error.add_note(f"{clause}: {cited.text.get('en', '')}")
        raise


@contextmanager
def citing(place: WorkedOn) -> Iterator[None]:
    """Add to every refusal its sentence, the clause behind it, and the names it speaks of."""
    try:
        yield
    except (Refused, Impossible) as error:
        from qipan.desk.appeals.supplements import cite_in_force
        from qipan.i18n import catalogue, citation_name, say

        refusal = error.refusal
        if refusal.code in catalogue("en"):
            error.add_note(say("en", refusal.code, _with_names(place, refusal.facts)))
        try:
            cited = cite_in_force(place.state, refusal.rule, place.section.under)
        except Unknown:
            cited = None
        if cited is not None:
            words = cited.text.get("en", "")
            clause = citation_name("en", cited.citation)
            error.add_note(f"{clause}: {words}" if words else clause)
        named = [each for each in _mentioned(refusal.facts) if each in place.section.entrants]
        if named:
            names = place.names
            listed = (f"{who} is {names[EntrantId(who)].name}" for who in dict.fromkeys(named))
            error.add_note(", ".join(listed))
        raise


def rule_words(place: WorkedOn, rule: RuleKey) -> str:
    """Say a rule in words: the clause of the book in force, or of the house, and what it says."""
    from qipan.desk.appeals.supplements import cite_in_force
    from qipan.i18n import citation_name, local

    try:
        cited = cite_in_force(place.state, rule, place.section.under)
    except Unknown:
        return str(rule)
    clause, words = citation_name("en", cited.citation), local(cited.text, "en").rstrip(".")
    return words if clause != cited.citation and words else f"{clause}: {words}".rstrip(": ")


def words_without_section(refusal: Refusal) -> tuple[str, ...]:
    """Say a refusal in words where no section is worked on: its sentence, the house's clause."""
    from qipan.i18n import HOUSE_RULE, catalogue, citation_name, say

    known = refusal.code in catalogue("en")
    clause = house_clause(refusal.rule)
    return (
        *((say("en", refusal.code, refusal.facts),) if known else ()),
        *((f"{citation_name('en', HOUSE_RULE)}: {clause}",) if clause else ()),
    )


def house_clause(rule: RuleKey) -> str:
    """Give what the house's own clause on a rule says; nothing where it has none."""
    from qipan.i18n import local
    from qipan.rulebooks.loader import HOUSE, book_named, cite

    try:
        return local(cite(book_named(HOUSE), rule).text, "en")
    except Unknown:
        return ""


def _with_names(place: WorkedOn, facts: Mapping[str, object]) -> dict[str, object]:
    """Write names where facts have the ids of entrants."""
    names = place.names

    def named(fact: object) -> object:
        if isinstance(fact, list | tuple):
            return [named(each) for each in fact]
        return names[EntrantId(fact)].name if isinstance(fact, str) and fact in names else fact

    return {key: named(fact) for key, fact in facts.items()}


def _mentioned(fact: object) -> Iterator[str]:
    """Give the words in a fact, however deep they lie."""
    if isinstance(fact, str):
        yield fact
    elif isinstance(fact, Mapping):
        for each in (*fact.keys(), *fact.values()):
            yield from _mentioned(each)
    elif isinstance(fact, list | tuple | set | frozenset):
        for each in fact:
            yield from _mentioned(each)


@contextmanager
def said_in_words(found: House, home: CompetitionId) -> Iterator[None]:
    """Add words, clause and names to a refusal that is about no section in particular."""
    try:
        yield
    except Refused as error:
        state = found.office.state(home)
        name = error.facts.get("section") or next(iter(state.sections), None)
        if name in state.sections:
            place = WorkedOn(found, state, state.sections[SectionId(str(name))])
            with citing(place):
                raise
        raise


def section_of(found: House, competition: str, section: str | None) -> tuple[Competition, Section]:
    """Find a section by name, or the only one. Raises Unknown or BadInput."""
    state = found.office.state(CompetitionId(competition))
    names = tuple(state.sections)
    if section is None:
        if len(names) != 1:
            raise BadInput(f"name a section: {', '.join(names) or 'there is none yet'}")
        section = names[0]
    if section not in names:
        raise Unknown("section", section, names)
    return state, state.sections[SectionId(section)]


def entrant_of(found: House, section: Section, text: str) -> EntrantId:
    """Find an entrant by id, number or name. Raises Unknown or BadInput if several fit."""
    if text in section.entrants:
        return EntrantId(text)
    if text.isascii() and text.isdigit() and 0 < int(text[:6]) <= len(section.order):
        return section.order[int(text) - 1]
    names = found.office.names(section)
    fitting = [who for who, person in names.items() if text in (person.name, person.latin)]
    if not fitting:  # a team goes by its unit on every page
        fitting = [
            who
            for who, entrant in section.entrants.items()
            if len(entrant.people) > 2 and entrant.unit == text
        ]
    if not fitting:
        wanted = text.casefold()
        fitting = [who for who, person in names.items() if wanted in person.name.casefold()]
    if len(fitting) > 1:
        raise BadInput(f"{text!r} fits {', '.join(names[who].name for who in fitting[:9])}")
    if not fitting:
        raise Unknown("entrant", text)
    return fitting[0]


def member_of(found: House, section: Section, team: EntrantId, text: str) -> PersonId:
    """Find a member of a team by id or name. Raises Unknown, or BadInput if several fit."""
    members = section.entrants[team].people
    if text in members:
        return PersonId(text)
    people = found.people.find(members)
    named = [who for who, each in people.items() if text in (each.name, each.latin)]
    if len(named) > 1:
        raise BadInput(f"{text!r} fits {len(named)} members", where="player")
    if not named:
        raise Unknown("member", text, tuple(each.name for each in people.values()))
    return named[0]


def official_named(place: WorkedOn, name: str) -> PersonId:
    """Find a member of a committee by name. Raises Unknown."""
    from qipan.desk.appeals.committee import known_officials
    from qipan.office.committees import person_named

    people, known = place.office.around.people, known_officials(place.state)
    found = person_named(place.state, people, name)
    if found is None or found not in known:
        names = tuple(each.name for each in people.find(known).values())
        raise Unknown("official", name, names[:20])
    return found


def pair_named(place: WorkedOn, text: str) -> tuple[EntrantId, EntrantId]:
    """Read ``P:Q``, two entrants by name, number or id. Raises BadInput or Unknown."""
    seats = text.split(":")
    if len(seats) != 2:
        raise BadInput(f"not a pair: {text[:40]!r} (try P:Q)", where="pairs")
    return place.who(seats[0]), place.who(seats[1])
