"""Decisions at the end: approving the standings and closing the competition."""

from qipan.desk.command import Command
from qipan.desk.records.comparison import flagged
from qipan.desk.results.reporting import confirmed_reports
from qipan.desk.roles import CHIEF, Decisions, ListedCommand
from qipan.journal.closing import ApprovalLifted, StandingsApproved
from qipan.journal.competition import CompetitionClosed
from qipan.journal.events import CompetitionEvent
from qipan.journal.folding import fold
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import SectionId
from qipan.kernel.rules import rule
from qipan.sections.derived import official_places
from qipan.sections.lookup import OPEN, section_before_closing, section_of
from qipan.sections.places import pending_lots
from qipan.sections.stages import undecided
from qipan.sections.systems import next_standing, rounds_planned

COMPLETE = rule("desk.closing.complete", "Standings are final when every result is in.")
LOTS_DRAWN = rule("desk.closing.lots", "Standings are final when every tie is broken.")
APPEALS = rule("desk.closing.appeals", "Standings are final when every appeal is settled.")
RECORDS = rule("desk.closing.records", "Standings are final when no record speaks against them.")
LIFTED = rule("desk.closing.lifted", "Approved standings may be reopened, with a reason.")
ALL_APPROVED = rule(
    "desk.closing.approved", "A competition closes when all its sections are approved."
)


class ApproveStandings(Command, frozen=True, tag=True):
    """Approve the final standings of a section."""

    section: SectionId


class LiftApproval(Command, frozen=True, tag=True):
    """Open approved standings again, for a reason; the chief approves them anew."""

    section: SectionId
    reason: str


class CloseCompetition(Command, frozen=True, tag=True):
    """Close the competition."""


def approve_standings(state: Competition, command: ApproveStandings) -> list[CompetitionEvent]:
    """Approve. Raises Refused while a round, a result or a lot is missing."""
    confirmed = confirmed_reports(section_of(state, command.section))
    state = fold(confirmed, state) if confirmed else state
    section = section_of(state, command.section)
    published = [found for found in section.rounds if found.published]
    missing = {
        found.number: [*found.missing, *undecided(state, section, found)] for found in published
    }
    missing = {number: boards for number, boards in missing.items() if boards}
    unplayed = not section.order or len(published) < len(section.rounds)
    if unplayed or missing or next_standing(state, section) is not None:
        raise Refused(
            "section.incomplete",
            COMPLETE,
            section=section.id,
            rounds=rounds_planned(state, section) if section.order else 0,
            published=len(published),
            missing={str(number): boards for number, boards in missing.items()},
        )
    waiting = [appeal.id for appeal in section.appeals.values() if appeal.open]
    if waiting:
        raise Refused("section.appeals-open", APPEALS, section=section.id, appeals=waiting)
    differing = flagged(section)
    if differing:
        boards = [f"{number}/{board}" for number, board, *_ in differing]
        raise Refused("section.records-differ", RECORDS, section=section.id, boards=boards)
    pending = pending_lots(state, section)
    if pending:
        raise Refused("section.lots-pending", LOTS_DRAWN, section=section.id, lots=list(pending))
    places = tuple((each.entrant, each.place) for each in official_places(state, section))
    return [*confirmed, StandingsApproved(section=section.id, places=places)]


def lift_approval(state: Competition, command: LiftApproval) -> list[CompetitionEvent]:
    """Open the standings again. Raises Refused if they are not approved, or prizes are given."""
    section = section_before_closing(state, command.section)
    if section.approved is None:
        raise Refused("section.not-approved", LIFTED, section=section.id)
    if section.prizes is not None:
        raise Refused("section.prizes-given", LIFTED, section=section.id)
    if not command.reason.strip():
        raise Refused("section.no-reason", LIFTED, section=section.id)
    return [ApprovalLifted(section=section.id, reason=command.reason.strip())]


def close_competition(state: Competition, command: CloseCompetition) -> list[CompetitionEvent]:
    """Close. Raises Refused while a section is not approved, or if it is closed."""
    del command
    if state.closed:
        raise Refused("competition.closed", OPEN, competition=state.id)
    waiting = [
        each.id for each in state.sections.values() if each.approved is None and not each.cancelled
    ]
    if waiting or not state.sections:
        raise Refused("competition.not-approved", ALL_APPROVED, sections=waiting)
    return [CompetitionClosed()]


DECISIONS: Decisions = {
    ApproveStandings: ListedCommand(approve_standings, CHIEF),
    LiftApproval: ListedCommand(lift_approval, CHIEF),
    CloseCompetition: ListedCommand(close_competition, CHIEF),
}
