"""Annulling results rounds later: old pairings stay, standings are made anew, the diff is shown."""

from collections.abc import Iterator

import msgspec

from qipan.desk.access import CHIEF, Decisions
from qipan.desk.discipline import commands as asked
from qipan.desk.discipline.losing import At, replaced
from qipan.desk.found import entrant_of, event_of, section_before_closing
from qipan.desk.stages import stage_of_round
from qipan.desk.standings import standings
from qipan.desk.trees import TREE, who_went_on
from qipan.journal.competition import Competition, Section
from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.events.closing import ApprovalLifted
from qipan.journal.events.discipline import ResultsAnnulled
from qipan.journal.folding import fold
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, SectionId
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.ranking import Difference, compare

ANNUL = rule("conduct.annulment", "Results may be annulled rounds later; old pairings stay.")


class Change(msgspec.Struct, frozen=True):
    """Somebody whose place an annulment changes."""

    entrant: EntrantId
    before: int | None
    after: int | None


def annul_results(state: Competition, command: asked.AnnulResults) -> list[CompetitionEvent]:
    """Annul. Raises Refused if the book does not know it, there is no reason, or no result."""
    section = section_before_closing(state, command.section)
    entrant = entrant_of(section, command.entrant)
    if not event_of(state, section).conduct.annulment:
        raise Refused("annul.not-in-book", ANNUL, section=section.id)
    if not command.reason.strip():
        raise Refused("annul.no-reason", ANNUL, entrant=entrant)
    boards = list(_boards(state, section, command))
    if not boards:
        raise Refused("annul.nothing", ANNUL, entrant=entrant, rounds=list(command.rounds))
    found: list[CompetitionEvent] = [
        ResultsAnnulled(
            section=section.id,
            entrant=entrant,
            boards=tuple(boards),
            cause=Cause(ANNUL, {"outcome": command.outcome.value, "boards": len(boards)}),
            reason=command.reason,
        )
    ]
    for at in boards:
        found += _replaced(state, section, at, command)
    if section.approved is not None:
        found.append(ApprovalLifted(section=section.id, reason=command.reason))
    return found


def _boards(state: Competition, section: Section, command: asked.AnnulResults) -> Iterator[At]:
    for found in section.rounds:
        if not found.published or (command.rounds and found.number not in command.rounds):
            continue
        for table in found.tables:
            if command.entrant in table.seats and table.board in found.results:
                if len(table.seats) != 2:
                    system = stage_of_round(state, section, found).stage.system
                    raise Refused(
                        "annul.tree", TREE, round=found.number, board=table.board, system=system
                    )
                yield found.number, table.board


def _replaced(
    state: Competition, section: Section, at: At, command: asked.AnnulResults
) -> list[CompetitionEvent]:
    table = section.rounds[at[0] - 1].table(at[1])
    assert table is not None  # _boards looked
    first = table.seats[0] == command.entrant
    worth = {
        asked.Annulment.LOSES: (0, 1) if first else (1, 0),
        asked.Annulment.BOTH_LOSE: (0, 0),
        asked.Annulment.VOID: (0, 0),
    }[command.outcome]
    how = How.ANNULLED if command.outcome is asked.Annulment.VOID else How.ADJUDGED
    kept = who_went_on(state, section, *at)
    return [*replaced(state, section, at, worth, how, command.reason, command.game), *kept]


def annulment_diff(before: Competition, after: Competition, name: SectionId) -> Difference:
    """Set the standings before and after side by side."""
    return compare(standings(before, before.sections[name]), standings(after, after.sections[name]))


def preview(
    state: Competition, command: asked.AnnulResults
) -> tuple[tuple[Change, ...], Competition]:
    """Say what an annulment would change, without doing it. Raises as ``annul_results``."""
    after = fold(annul_results(state, command), state)
    moved = annulment_diff(state, after, command.section).moved
    return tuple(Change(each.entrant, each.before, each.after) for each in moved), after


DECISIONS: Decisions = {asked.AnnulResults: (annul_results, CHIEF)}
