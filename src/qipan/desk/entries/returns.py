"""Decisions on coming back and on taking entries again."""

from typing import Any

from qipan.desk.entries import rules as by
from qipan.desk.entries.commands import ReopenEntries, ReturnEntrant
from qipan.desk.roles import CHIEF_AND_ORGANISER, STAFF, Decisions, ListedCommand
from qipan.journal.entries import EntrantReturned, EntriesReopened
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition, PenaltyKind, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId
from qipan.sections.lookup import entrant_of, event_of, section_of
from qipan.sections.systems import SYSTEMS, last_standing
from qipan.sections.systems.cross import winners_of
from qipan.sections.systems.swiss import Swiss

OUT = (PenaltyKind.EXCLUSION, PenaltyKind.DISQUALIFICATION)
TREES = ("knockout", "cross")


def return_entrant(state: Competition, command: ReturnEntrant) -> list[CompetitionEvent]:
    """Bring somebody back. Raises Refused for who has not withdrawn, was excluded, or is out."""
    section = section_of(state, command.section)
    entrant = entrant_of(section, command.entrant)
    facts: dict[str, Any] = {"section": section.id, "entrant": entrant}
    if not section.entrants[entrant].withdrawn:
        raise Refused("entry.not-withdrawn", by.RETURN, **facts)
    if not command.reason.strip():
        raise Refused("entry.return-reason", by.RETURN, **facts)
    for each in section.penalties:
        alone = each.person is None or len(section.entrants[entrant].people) == 1
        kinds = {penalty.kind for penalty in each.penalties}
        if each.entrant == entrant and alone and kinds & {*OUT}:
            raise Refused("entry.excluded", by.RETURN, **facts, penalty=each.id)
    system = event_of(state, section).stage[0].system
    unnumbered = bool(section.order) and entrant not in section.order
    if unnumbered and not isinstance(SYSTEMS.get(system), Swiss):
        raise Refused("entry.late-system", by.RETURN, section=section.id, system=system)
    in_a_tree = section.rounds and last_standing(state, section).stage.system in TREES
    if in_a_tree and not _still_in(section, entrant):
        raise Refused("entry.knocked-out", by.RETURN, **facts)
    return [EntrantReturned(**facts, reason=command.reason.strip())]


def _still_in(section: Section, entrant: EntrantId) -> bool:
    """Say whether somebody plays in the last round of a tree, rests in it or has won."""
    last = section.rounds[-1]
    if any(rest.entrant == entrant for rest in last.resting):
        return True
    here = next((table for table in last.tables if entrant in table.seats), None)
    if here is None:
        return False
    winner = winners_of(last).get(frozenset(here.seats))
    return here.board not in last.results or winner == entrant


def reopen_entries(state: Competition, command: ReopenEntries) -> list[CompetitionEvent]:
    """Take entries again. Raises Refused once numbers are given: then there is late entry."""
    section = section_of(state, command.section)
    if not section.closed:
        raise Refused("entry.open-already", by.REOPEN, section=section.id)
    if section.order:
        raise Refused("entry.numbered", by.REOPEN, section=section.id)
    if not command.reason.strip():
        raise Refused("entry.reopen-reason", by.REOPEN, section=section.id)
    return [EntriesReopened(section=section.id, reason=command.reason.strip())]


DECISIONS: Decisions = {
    ReturnEntrant: ListedCommand(return_entrant, STAFF),
    ReopenEntries: ListedCommand(reopen_entries, CHIEF_AND_ORGANISER),
}
