"""Taking a list of entries: who is added, put right, unchanged or blocked, and why.

Every row is judged on what the rows before it give, so a dry run says exactly what a real one
would do. What is accepted is stored whole, in one step.
"""

from collections.abc import Callable, Collection, Sequence

import msgspec

from qipan.desk.command import Command
from qipan.desk.conduct.bans import name_key, refuse_barred
from qipan.desk.decide import decide
from qipan.desk.entries.commands import AmendEntrant, EnterEntrant
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.rating_lists import RatingListHead, RatingLists
from qipan.journal.folding import Folding
from qipan.journal.people import Person
from qipan.journal.state import Section
from qipan.kernel.errors import QipanError, Refused, Unavailable
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId
from qipan.kernel.rules import Facts
from qipan.office.office import Office
from qipan.office.rating_lists.checks import check_people
from qipan.rulebooks.loader import cite
from qipan.sections.lookup import book_of, section_of
from qipan.views.persons.list_doubts import Doubt, doubles, entries_of

ListAgainst = tuple[RatingLists, RatingListHead]
"""A rating list, and where it is kept."""


class ImportOutcome(msgspec.Struct, frozen=True):
    """A row that was accepted, or changed nothing."""

    line: int
    name: str
    entrant: EntrantId


class Blocked(msgspec.Struct, frozen=True):
    """A row that a rule stands against."""

    line: int
    name: str
    code: str
    citation: str
    facts: Facts = {}


class Double(msgspec.Struct, frozen=True):
    """A row that names somebody who is in already, with something that speaks against it."""

    line: int
    name: str
    entrant: EntrantId
    known: str
    """What is known: the date of birth, or the licence."""
    given: str
    same: bool = False
    """Whether it was said to be the same person; else they are taken as two."""


class Imported(msgspec.Struct, frozen=True):
    """What came of a list."""

    added: tuple[ImportOutcome, ...] = ()
    updated: tuple[ImportOutcome, ...] = ()
    unchanged: tuple[ImportOutcome, ...] = ()
    blocked: tuple[Blocked, ...] = ()
    dry_run: bool = False
    doubles: tuple[Double, ...] = ()
    """Rows with a name that is in already and another birth or licence: the same person or two."""
    doubts: tuple[Doubt, ...] = ()
    """Who may be in twice, has a slip in the name, or is otherwise on the list asked for."""


class _Import:
    """One list on its way in."""

    def __init__(self, office: Office, competition: CompetitionId, section: SectionId) -> None:
        self.office, self.competition = office, competition
        self.state = office.state(competition)
        self.section = section_of(self.state, section)
        self.folding = Folding(self.state)
        self.commands: list[Command] = []
        self.people: dict[PersonId, Person] = {}
        self.here: dict[str, list[EntrantId]] = {}
        self.doubles: list[Double] = []
        self.barred, self.barred_people = office.barred_now()
        known = office.around.people.find(
            [who for entrant in self.section.entrants.values() for who in entrant.people]
        )
        self.known: dict[PersonId, Person] = dict(known)
        for entrant in self.section.entrants.values():
            if entrant.people[0] in known and not entrant.withdrawn:
                self.note(known[entrant.people[0]], entrant.id)

    @property
    def now(self) -> Section:
        """Give the section as it stands after the rows so far."""
        return self.folding.state.sections[self.section.id]

    def note(self, person: Person, entrant: EntrantId) -> None:
        """Remember who is in, by name."""
        self.here.setdefault(name_key(person.name), []).append(entrant)

    def find(self, newcomer: Newcomer, line: int, same: bool) -> EntrantId | None:
        """Find who is in already: the same name, and nothing that says it is somebody else.

        Where something does, it is noted as a double; ``same`` says that it is the same person.
        """
        person = newcomer.person
        doubt: Double | None = None
        for entrant in self.here.get(name_key(person.name), ()):
            known = self.known[self.now.entrants[entrant].people[0]]
            told = [
                (mine, theirs)
                for mine, theirs in ((person.licence, known.licence), (person.birth, known.birth))
                if mine and theirs
            ]
            if all(mine == theirs for mine, theirs in told[:1]):
                return entrant
            given, before = told[0]
            doubt = doubt or Double(line, person.name, entrant, before, given, same)
        if doubt is not None:
            self.doubles.append(doubt)
        return doubt.entrant if doubt is not None and same else None

    def add(self, entry: Command) -> None:
        """Decide on a command and keep what it gives. Raises Refused."""
        for event in decide(self.folding.state, entry):
            self.folding.add(event)
        self.commands.append(entry)


def import_entries(
    office: Office,
    at: tuple[CompetitionId, SectionId],
    actor: str,
    rows: Sequence[tuple[int, Newcomer]],
    *,
    dry_run: bool = False,
    same: Collection[int] = (),
    told: Callable[[int], None] = lambda rows: None,
    against: ListAgainst | None = None,
) -> Imported:
    """Take a list of entries, as ``(line, newcomer)``. Raises Refused if there is no such section.

    Rows that a rule stands against are reported and left out; the others are stored in one step.
    ``told`` is told how many rows have been judged; the lines in ``same`` name people who are in
    already, whatever their birth or licence say. With a rating list to hold them ``against``, it
    is said who is not as on it.
    """
    work = _Import(office, *at)
    added: list[ImportOutcome] = []
    updated: list[ImportOutcome] = []
    unchanged: list[ImportOutcome] = []
    blocked: list[Blocked] = []
    for judged, ((line, newcomer), entry) in enumerate(
        zip(rows, _entries(work, rows), strict=True)
    ):
        told(judged)
        name = newcomer.person.name
        try:
            found = work.find(newcomer, line, line in same)
            if found is None:
                added.append(ImportOutcome(line, name, _enter(work, newcomer, entry)))
            elif _amend(work, newcomer, entry, found):
                updated.append(ImportOutcome(line, name, found))
            else:
                unchanged.append(ImportOutcome(line, name, found))
        except Refused as refused:
            book = book_of(work.state)
            citation = cite(book, refused.rule, work.section.under).citation
            blocked.append(Blocked(line, name, refused.code, citation, refused.facts))
    told(len(rows))
    if not dry_run:
        _store(work, actor)
    return Imported(
        tuple(added), tuple(updated), tuple(unchanged), tuple(blocked), dry_run,
        tuple(work.doubles), _doubts(work, {each.entrant for each in (*added, *updated)}, against),
    )  # fmt: skip


def _doubts(
    work: _Import, brought: Collection[EntrantId], against: ListAgainst | None
) -> tuple[Doubt, ...]:
    """Give the doubts about those whom the list brings."""
    entries = entries_of(work.now, work.known)
    found = list(doubles(entries))
    if against is not None:
        mine = [each for each in entries if each.id in brought]
        found += [each for each in check_people(mine, *against).doubts if each.other is None]
    return tuple(each for each in found if each.entrant in brought or each.other in brought)


def _entries(work: _Import, rows: Sequence[tuple[int, Newcomer]]) -> list[EnterEntrant]:
    newcomers = [newcomer for _, newcomer in rows]
    return work.office.entry_commands(work.state, work.section, newcomers)


def _enter(work: _Import, newcomer: Newcomer, entry: EnterEntrant) -> EntrantId:
    for person in newcomer.everybody:
        refuse_barred(person, work.barred, work.barred_people)
    entrant = EntrantId(f"e{len(work.now.entrants) + 1}")
    command = msgspec.structs.replace(entry, entrant=entrant)
    work.add(command)
    people = work.now.entrants[entrant].people
    for who, person in zip(people, newcomer.everybody, strict=True):
        work.people[who] = work.known[who] = person
    work.note(newcomer.person, entrant)
    return entrant


def _amend(work: _Import, newcomer: Newcomer, entry: EnterEntrant, entrant: EntrantId) -> bool:
    """Put an entry right from a row; say whether anything changed. Empty cells change nothing."""
    known = work.now.entrants[entrant]
    command = msgspec.structs.replace(
        entry,
        entrant=entrant,
        people=known.people,
        rating=known.rating if newcomer.rating is None else newcomer.mean_rating,
        unit=newcomer.unit or known.unit,
        tags=newcomer.tags | known.tags,
    )
    wanted = (command.rating, command.unit, command.tags)
    changed = wanted != (known.rating, known.unit, known.tags)
    if changed:
        work.add(AmendEntrant(entry=command))
    for who, person in zip(known.people, newcomer.everybody, strict=False):
        merged = _merged(work.known.get(who, person), person)
        if merged != work.known.get(who):
            work.people[who] = work.known[who] = merged
            changed = True
    return changed


def _merged(known: Person, given: Person) -> Person:
    filled = {key: value for key, value in msgspec.structs.asdict(given).items() if value}
    return msgspec.structs.replace(known, **filled)


def _store(work: _Import, actor: str) -> None:
    work.office.require_held(work.state)
    people = work.office.around.people
    before = people.find(work.people)
    for who, person in work.people.items():
        people.save(who, person)
    if not work.commands:
        return
    try:
        work.office.submit_all(
            work.competition,
            actor,
            work.commands,
            work.state.version,
        ).result()
    except Unavailable:
        raise  # it may be stored after all: whoever is in the journal stays known
    except QipanError:
        for who in work.people:
            if who in before:
                people.save(who, before[who])
            else:
                people.erase(who)
        raise
