"""From a command to its decision, and who may ask for it."""

from collections.abc import Mapping

from qipan.desk import (
    access,
    attendance,
    closing,
    competition,
    custody,
    editions,
    entries,
    line_ups,
    lots,
    money,
    notices,
    options,
    particulars,
    people,
    section_changes,
    start_groups,
    take_over,
)
from qipan.desk.appeals import committee, procedure, supplements
from qipan.desk.command import Command
from qipan.desk.competition import CreateCompetition
from qipan.desk.conduct import annulment, lateness, penalties
from qipan.desk.online import contest, live_results
from qipan.desk.play_offs import games as play_off_games
from qipan.desk.play_offs import nominations, seat_choice
from qipan.desk.records import attachment, photographs
from qipan.desk.repairs import undoing
from qipan.desk.results import (
    counts,
    match_games,
    nigiri,
    recording,
    repairs,
    reporting,
    signatures,
)
from qipan.desk.roles import MAY, Decisions, Role
from qipan.desk.rounds import boards, handicaps, pairing
from qipan.desk.rounds.by_hand import pairing as pairing_by_hand
from qipan.desk.rulings import games as rulings
from qipan.desk.rulings import stones
from qipan.desk.schedule import times
from qipan.desk.sheets import deals
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.sections.lookup import EXISTS
from qipan.sections.scores import self_described

SUBJECTS: tuple[Decisions, ...] = (
    competition.DECISIONS,
    options.DECISIONS,
    editions.DECISIONS,
    entries.DECISIONS,
    start_groups.DECISIONS,
    take_over.DECISIONS,
    section_changes.DECISIONS,
    people.DECISIONS,
    lots.DECISIONS,
    pairing.DECISIONS,
    pairing_by_hand.DECISIONS,
    boards.DECISIONS,
    handicaps.DECISIONS,
    line_ups.DECISIONS,
    recording.DECISIONS,
    repairs.DECISIONS,
    match_games.DECISIONS,
    counts.DECISIONS,
    nigiri.DECISIONS,
    reporting.DECISIONS,
    signatures.DECISIONS,
    play_off_games.DECISIONS,
    nominations.DECISIONS,
    seat_choice.DECISIONS,
    rulings.DECISIONS,
    stones.DECISIONS,
    attachment.DECISIONS,
    photographs.DECISIONS,
    deals.DECISIONS,
    penalties.DECISIONS,
    annulment.DECISIONS,
    lateness.DECISIONS,
    committee.DECISIONS,
    procedure.DECISIONS,
    supplements.DECISIONS,
    times.DECISIONS,
    attendance.DECISIONS,
    contest.DECISIONS,
    live_results.DECISIONS,
    notices.DECISIONS,
    particulars.DECISIONS,
    access.DECISIONS,
    custody.DECISIONS,
    money.DECISIONS,
    closing.DECISIONS,
    undoing.DECISIONS,
)
"""What each subject decides; a new command is named in the list of its own subject."""

DECISIONS: Decisions = {kind: listed for subject in SUBJECTS for kind, listed in subject.items()}
"""The one list of commands."""

ALLOWED: Mapping[Role, frozenset[type]] = {
    role: frozenset(kind for kind, listed in DECISIONS.items() if role in listed.roles)
    for role in Role
}


def decide(state: Competition, command: Command) -> list[CompetitionEvent]:
    """Decide on a command; touch nothing.

    Raises Refused with code, rule and facts, or Impossible if nothing satisfies the rules.
    """
    if not state.version and not isinstance(command, CreateCompetition):
        raise Refused("competition.unknown", EXISTS)
    found: list[CompetitionEvent] = DECISIONS[type(command)].decide(state, command)
    return [self_described(state, event) for event in found]


def may(role: Role, command: type) -> bool:
    """Say whether a role allows a command."""
    return command in ALLOWED[role]


def require(role: Role, command: Command | type[Command]) -> None:
    """Raise Refused unless a role allows a command, or commands of a type."""
    kind = command if isinstance(command, type) else type(command)
    if not may(role, kind):
        raise Refused("access.denied", MAY, role=role, command=kind.__name__)
