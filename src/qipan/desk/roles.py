"""Who may do what: roles, and the terms under which each command may be given.

Every subject of the desk lists its commands in ``DECISIONS``: the function that decides, the roles
that may ask, for whom the command is, and what the office adds to it. ``decide`` puts the lists
together; the API, ``qipan do``, ``qipan commands`` and ``docs/commands.md`` are made from them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from qipan.kernel.rules import rule

MAY = rule("access.role", "Each action needs a role that allows it.")


class Role(StrEnum):
    """What somebody is in a competition."""

    CHIEF_ARBITER = "chief-arbiter"
    ARBITER = "arbiter"
    ORGANISER = "organiser"
    PLAYER = "player"
    SPECTATOR = "spectator"


Roles = frozenset[Role]
CHIEF: Roles = frozenset({Role.CHIEF_ARBITER})
ARBITERS: Roles = CHIEF | {Role.ARBITER}
CHIEF_AND_ORGANISER: Roles = CHIEF | {Role.ORGANISER}
STAFF: Roles = ARBITERS | {Role.ORGANISER}
PLAYERS: Roles = ARBITERS | {Role.PLAYER}


class Audience(StrEnum):
    """Whom a command is for."""

    STAFF = "staff"
    CAPTAIN = "captain"
    """For the captain of a team, about that team; the staff may do it for them."""
    PLAYER = "player"
    """For a player, about themselves; the staff may do it for them."""
    INTERNAL = "internal"
    """For the server itself; nobody asks for it over the network."""


class Fill(StrEnum):
    """What the office writes into a field itself."""

    ACTOR = "actor"
    """Whoever asks."""
    SECRET = "secret"
    """The secret of a lot, or its commitment."""
    ADDRESS = "address"
    """The competition that is spoken to."""
    EDITION = "edition"
    """The edition of the book, whose text is kept."""
    TODAY = "today"
    HALL_TIME = "hall-time"
    """The time on the wall of the hall, without a zone."""
    MOMENT = "moment"
    """The time in UTC."""
    MINUTES_BEFORE = "minutes-before"
    """How long it is until the round begins."""


REVEALED = "the secret of the lot is revealed by the office"


@dataclass(frozen=True, slots=True)
class Through:
    """How a command is given that plain fields cannot give: the office adds something to it."""

    verb: str
    """The verb of the command line that gives it."""
    why: str


@dataclass(frozen=True, slots=True)
class ListedCommand:
    """A command as its subject lists it."""

    decide: Callable[[Any, Any], list[Any]]
    """Decides ``(state, command)``: events, or a refusal."""
    roles: Roles
    audience: Audience = Audience.STAFF
    through: Through | None = None
    filled: Mapping[str, Fill] = field(default_factory=dict)
    """Fields that the office fills, whatever somebody over the network says."""
    unless_stated: Mapping[str, Fill] = field(default_factory=dict)
    """Fields that the office fills where the staff leaves them out; a player never states them."""
    not_in_api: str = ""
    """Why the API does not offer it, if it does not."""

    @property
    def in_api(self) -> bool:
        """Say whether the API offers the command."""
        return self.audience is not Audience.INTERNAL and not self.not_in_api


Decisions = dict[type, ListedCommand]
"""From the type of a command to the terms it is listed under."""
