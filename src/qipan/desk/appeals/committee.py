"""Decisions on committees and conflicts of interest."""

from collections.abc import Iterable

from qipan.desk.appeals.commands import DeclareConflict, NameCommittee
from qipan.desk.roles import CHIEF, CHIEF_AND_ORGANISER, STAFF, Decisions, ListedCommand, Roles
from qipan.journal.appeals import CommitteeNamed, ConflictDeclared
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import Committee
from qipan.sections.lookup import OPEN, book_of, event_of

SIZE = rule("committee.size", "A committee has one of the sizes named in the regulation.")
ENOUGH = rule("committee.least", "A body has at least the number of members in the regulation.")
ON_SITE = rule("committee.on-site", "Enough members must be on site.")
ONLINE = rule(
    "committee.online",
    "Enough further members must be reachable online; with fewer, state the reason.",
)
TWICE = rule("committee.once", "Nobody sits on a committee twice.")
QUORUM = rule("committee.quorum", "More than half of a committee decide, those not close to it.")
CONFLICT = rule("committee.conflict", "Officials do not decide cases of people close to them.")


def committee_terms(state: Competition, body: str) -> Committee | None:
    """Give what the book says of a body: of the events held, else of any."""
    events = [event_of(state, section) for section in state.sections.values()]
    for event in events or list(book_of(state).event.values()):
        if body in event.conduct.committee:
            return event.conduct.committee[body]
    return None


def name_committee(state: Competition, command: NameCommittee) -> list[CompetitionEvent]:
    """Name a committee. Raises Refused if the book does not know it or its size is wrong."""
    if state.closed:
        raise Refused("competition.closed", OPEN, competition=state.id)
    terms = committee_terms(state, command.body)
    if terms is None:
        raise Refused("committee.unknown", SIZE, body=command.body)
    people = [each.person for each in command.members]
    twice = next((who for who in people if people.count(who) > 1), None)
    if twice is not None:
        raise Refused("committee.twice", TWICE, name=twice)
    size = len(people)
    facts = {"body": command.body, "size": size}
    if terms.sizes and size not in terms.sizes:
        raise Refused("committee.size", SIZE, **facts, sizes=list(terms.sizes))
    if size < terms.least:
        raise Refused("committee.size", ENOUGH, **facts, sizes=[terms.least])
    here = sum(not each.online for each in command.members)
    if here < terms.on_site:
        raise Refused("committee.on-site", ON_SITE, **facts, here=here, least=terms.on_site)
    online = size - here
    if online < terms.online and not command.despite.strip():
        raise Refused("committee.online", ONLINE, **facts, online=online, least=terms.online)
    return [
        CommitteeNamed(body=command.body, members=command.members, despite=command.despite.strip())
    ]


def known_officials(state: Competition) -> tuple[PersonId, ...]:
    """Give everybody who is or was in a committee, or has declared a conflict, once."""
    close = (each.person for each in state.conflicts)
    return tuple(dict.fromkeys((*state.officials, *close)))


def declare_conflict(state: Competition, command: DeclareConflict) -> list[CompetitionEvent]:
    """Declare a conflict of interest. Raises Refused if it names neither entrant nor unit."""
    if state.closed:
        raise Refused("competition.closed", OPEN, competition=state.id)
    section = state.sections.get(command.section) if command.section else None
    known = section is not None and command.entrant in section.entrants
    if not command.unit and not known:
        raise Refused("committee.conflict-of-whom", CONFLICT, person=command.person)
    return [
        ConflictDeclared(
            person=command.person,
            section=command.section,
            entrant=command.entrant,
            unit=command.unit,
            reason=command.reason,
        )
    ]


def in_conflict(state: Competition, section: Section, entrant: EntrantId, person: PersonId) -> bool:
    """Say whether an official is close to an entrant: by name or by unit, or is one of them."""
    known = section.entrants[entrant]
    return person in known.people or any(
        each.person == person
        and (
            (each.section, each.entrant) == (section.id, entrant)
            or (bool(each.unit) and each.unit == known.unit)
        )
        for each in state.conflicts
    )


def require_no_conflict(
    state: Competition,
    section: Section,
    concerned: Iterable[EntrantId],
    people: Iterable[PersonId],
) -> None:
    """Raise Refused if an official would decide on a board of somebody close to them."""
    if not event_of(state, section).conduct.conflicts:
        return
    entrants = tuple(concerned)
    for person in people:
        for entrant in entrants:
            if in_conflict(state, section, entrant, person):
                raise Refused("committee.conflict", CONFLICT, person=person, entrant=entrant)


def concerned_by(
    section: Section, entrant: EntrantId, number: RoundNo | None, board: BoardNo | None
) -> tuple[EntrantId, ...]:
    """Give whom a decision concerns: an entrant, and the opponent at the board it is about."""
    if number is None or board is None or not 1 <= number <= len(section.rounds):
        return (entrant,)
    table = section.rounds[number - 1].table(board)
    return tuple(dict.fromkeys((entrant, *(table.seats if table else ()))))


_NAMING: Roles = CHIEF | CHIEF_AND_ORGANISER

DECISIONS: Decisions = {
    NameCommittee: ListedCommand(name_committee, _NAMING),
    DeclareConflict: ListedCommand(declare_conflict, STAFF),
}
