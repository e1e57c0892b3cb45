"""From a command to its decision, and who may ask for it."""

from collections.abc import Mapping
from typing import cast

from qipan.desk import attendance, closing, entries, hall, line_ups, lots, money
from qipan.desk import erasure as personal
from qipan.desk.access import MAY, Decisions, Role
from qipan.desk.appeals import committee, procedure, supplements
from qipan.desk.commands import Command, CreateCompetition
from qipan.desk.conduct import annulment, board, penalties
from qipan.desk.online import deciding as online
from qipan.desk.online import taking
from qipan.desk.play_offs import games as playoffs
from qipan.desk.play_offs import nominations as nominating
from qipan.desk.play_offs import seat_choice as choosing
from qipan.desk.records import deciding as records
from qipan.desk.results import match_games, reporting
from qipan.desk.results import recording as results
from qipan.desk.rounds import pairing as rounds
from qipan.desk.rounds.by_hand import deciding as hand
from qipan.desk.rulings import games as rulings
from qipan.desk.schedule import deciding as schedule
from qipan.desk.sheets import deciding as sheets
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.sections.lookup import EXISTS

DECISIONS: Decisions = {
    **entries.DECISIONS,
    **lots.DECISIONS,
    **rounds.DECISIONS,
    **hand.DECISIONS,
    **results.DECISIONS,
    **reporting.DECISIONS,
    **records.DECISIONS,
    **sheets.DECISIONS,
    **rulings.DECISIONS,
    **line_ups.DECISIONS,
    **match_games.DECISIONS,
    **playoffs.DECISIONS,
    **choosing.DECISIONS,
    **penalties.DECISIONS,
    **annulment.DECISIONS,
    **board.DECISIONS,
    **committee.DECISIONS,
    **procedure.DECISIONS,
    **supplements.DECISIONS,
    **schedule.DECISIONS,
    **attendance.DECISIONS,
    **online.DECISIONS,
    **taking.DECISIONS,
    **money.DECISIONS,
    **nominating.DECISIONS,
    **personal.DECISIONS,
    **closing.DECISIONS,
    **hall.DECISIONS,
}

ALLOWED: Mapping[Role, frozenset[type]] = {
    role: frozenset(kind for kind, (_, roles) in DECISIONS.items() if role in roles)
    for role in Role
}


def decide(state: Competition, command: Command) -> list[CompetitionEvent]:
    """Decide on a command; touch nothing.

    Raises Refused with code, rule and facts, or Impossible if nothing satisfies the rules.
    """
    if not state.version and not isinstance(command, CreateCompetition):
        raise Refused("competition.unknown", EXISTS)
    decision, _ = DECISIONS[type(command)]
    return cast(list[CompetitionEvent], decision(state, command))


def may(role: Role, command: type) -> bool:
    """Say whether a role allows a command."""
    return command in ALLOWED[role]


def require(role: Role, command: Command) -> None:
    """Raise Refused unless a role allows a command."""
    if not may(role, type(command)):
        raise Refused("access.denied", MAY, role=role, command=type(command).__name__)
