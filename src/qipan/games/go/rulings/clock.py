"""Lateness, and pausing the clock while many stones are taken off."""

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.rules import RuleKey, rule

LATE = rule(
    "go.lateness", "Who is late loses the time from the clock, and the game beyond a limit."
)
PAUSE = rule(
    "go.capture-pause", "The clock may be paused while many captured stones are taken off."
)


class Lateness(msgspec.Struct, frozen=True):
    """What being late costs."""

    lost: bool
    deduct: int
    """Seconds off the player's own clock."""
    rule: RuleKey = LATE


class Pause(msgspec.Struct, frozen=True):
    """Whether the clock may be paused, and what decided."""

    allowed: bool
    reason: str
    """``enough-stones-late``, ``too-few-stones`` or ``too-early``."""
    rule: RuleKey = PAUSE


def lateness(seconds: int, *, limit: int = 15 * 60) -> Lateness:
    """Rule on a player who came so many seconds after the start [go.lateness].

    Exactly at the limit is not beyond it. Raises BadInput on a negative time.
    """
    if seconds < 0:
        raise BadInput("nobody is late by less than nothing", where="seconds")
    if seconds > limit:
        return Lateness(lost=True, deduct=0)
    return Lateness(lost=False, deduct=seconds)


def may_pause(
    stones: int,
    *,
    in_overtime: bool,
    overtime_exists: bool,
    main_left: int,
    least: int = 5,
    last: int = 10 * 60,
) -> Pause:
    """Rule whether a player may stop the clock to take stones off [go.capture-pause].

    In overtime; or, where there is none, within the ``last`` seconds of the player's main time.
    """
    if stones < least:
        return Pause(allowed=False, reason="too-few-stones")
    late = in_overtime if overtime_exists else main_left <= last
    return Pause(allowed=late, reason="enough-stones-late" if late else "too-early")
