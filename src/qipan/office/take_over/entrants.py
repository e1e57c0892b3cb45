"""The people of an earlier competition, entered anew: last year's players in this year's event."""

from qipan.desk.entries.newcomer import Mate, Newcomer
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.office.entry_import import Imported, import_entries
from qipan.office.office import Office
from qipan.sections.lookup import require_section


def copy_entrants(
    office: Office,
    source: tuple[CompetitionId, SectionId],
    target: tuple[CompetitionId, SectionId],
    actor: str,
    *,
    dry_run: bool = False,
) -> Imported:
    """Enter everybody of a section into another one. Raises Refused if there is no such section.

    Who is erased or withdrew before playing is left out; who is in already is not entered twice.
    Ratings are those of then. Every entry is judged by the book it is made under.
    """
    section = require_section(office.state(source[0]), source[1])
    wanted = [
        entrant
        for entrant in section.entrants.values()
        if not (entrant.withdrawn and not entrant.after)
    ]
    known = office.around.people.find([who for each in wanted for who in each.people])
    rows: list[tuple[int, Newcomer]] = []
    for line, entrant in enumerate(wanted, 1):
        people = [known[who] for who in entrant.people if who in known]
        if len(people) != len(entrant.people):
            continue  # somebody asked to be forgotten
        roles = entrant.roles or ("player",) * len(people)
        rows.append(
            (
                line,
                Newcomer(
                    people[0],
                    rating=entrant.rating,
                    unit=entrant.unit,
                    tags=entrant.tags,
                    dan=people[0].dan,
                    role=roles[0],
                    mates=tuple(
                        Mate(person, role, entrant.rating)
                        for person, role in zip(people[1:], roles[1:], strict=False)
                    ),
                    called=entrant.called,
                ),
            )
        )
    return import_entries(office, target, actor, rows, dry_run=dry_run)
