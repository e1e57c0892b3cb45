"""Who may do what: roles, and the commands each may give."""

from enum import StrEnum

from qipan.desk import commands as asked
from qipan.desk.commands import AnyCommand, Command
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule

MAY = rule("access.role", "A command is given by somebody whose role allows it.")


class Role(StrEnum):
    """What somebody is in a competition."""

    CHIEF_ARBITER = "chief-arbiter"
    ARBITER = "arbiter"
    ORGANISER = "organiser"
    PLAYER = "player"
    SPECTATOR = "spectator"


_ORGANISER: set[type[Command]] = {
    asked.CreateCompetition,
    asked.OpenSection,
    asked.EnterEntrant,
    asked.WithdrawEntrant,
    asked.CloseEntries,
}
_ARBITER: set[type[Command]] = {
    asked.EnterEntrant,
    asked.WithdrawEntrant,
    asked.PublishRound,
    asked.PairRound,
    asked.RecordResult,
    asked.CorrectResult,
}
_CHIEF: set[type[Command]] = (
    _ORGANISER
    | _ARBITER
    | {
        asked.CommitLot,
        asked.DrawNumbers,
        asked.DrawTie,
        asked.ApproveStandings,
        asked.CloseCompetition,
    }
)

ALLOWED: dict[Role, frozenset[type[Command]]] = {
    Role.CHIEF_ARBITER: frozenset(_CHIEF),
    Role.ARBITER: frozenset(_ARBITER),
    Role.ORGANISER: frozenset(_ORGANISER),
    Role.PLAYER: frozenset(),
    Role.SPECTATOR: frozenset(),
}


def may(role: Role, command: type[Command]) -> bool:
    """Say whether a role allows a command."""
    return command in ALLOWED[role]


def require(role: Role, command: AnyCommand) -> None:
    """Raise Refused unless a role allows a command."""
    if not may(role, type(command)):
        raise Refused("access.denied", MAY, role=role, command=type(command).__name__)
