"""Who may do what: roles, and the commands each may give.

Every subject of the desk lists its commands in ``DECISIONS``: the function that decides, and the
roles that may ask. ``decide`` puts the lists together.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from qipan.kernel.rules import rule

MAY = rule("access.role", "A command is given by somebody whose role allows it.")


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

Decisions = dict[type, tuple[Callable[[Any, Any], list[Any]], Roles]]
"""From the type of a command to the function ``(state, command)`` that decides, and who may ask."""
