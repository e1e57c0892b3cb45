"""The options of Chinese checkers. ``AS_WRITTEN`` turns off all that no regulation says."""

from enum import StrEnum

import msgspec

from qipan.kernel.errors import BadInput


class Lock(StrEnum):
    """How a piece is held in its target triangle."""

    EVERY_LANDING = "every-landing"
    """Once a landing is in the target, all later ones must be."""
    END_OF_TURN = "end-of-turn"
    """A piece that began its turn in the target must end it there."""
    OFF = "off"


class ThreeSeats(StrEnum):
    """Where three players sit."""

    PAIR_FIRST = "pair-first"
    APART = "apart"


class CheckersRules(msgspec.Struct, frozen=True):
    """The rules of one event."""

    lock: Lock = Lock.EVERY_LANDING
    skipping: bool = True
    """A turn may be skipped if all agree."""
    same_round_ties: bool = True
    """Players who finish in the same round share the place."""
    three_seats: ThreeSeats = ThreeSeats.PAIR_FIRST
    forced_pass: bool = True
    """Who has no legal move passes; else the others must agree to a skip."""
    blocked_turns: int = 10
    """A foreign piece in the target counts as one's own after so many turns; 0 is never."""
    blocked_own: int = 8
    """… if at least so many of the ten holes are one's own, and foreign pieces hold the rest."""
    leave_home_from: int = 30
    """From this round on a piece still at home must be moved out; 0 is never."""
    round_cap: int = 120
    """After this round the rest is ranked by pieces in the target, then distance; 0 is never."""


AS_WRITTEN = CheckersRules(forced_pass=False, blocked_turns=0, leave_home_from=0, round_cap=0)


def checked(rules: CheckersRules) -> CheckersRules:
    """Give the rules back. Raises BadInput if a number is out of bounds."""
    for name, most in (("blocked_turns", 1000), ("leave_home_from", 10_000), ("round_cap", 10_000)):
        if not 0 <= getattr(rules, name) <= most:
            raise BadInput(f"a number from 0 to {most} is needed", where=f"rules.{name}")
    if not 1 <= rules.blocked_own <= 9:
        raise BadInput("a number from 1 to 9 is needed", where="rules.blocked_own")
    return rules
