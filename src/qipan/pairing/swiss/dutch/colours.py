"""Colours: what a player is due, how strongly, and who moves first in a pair.

Only games that were played count. Seat 0 moves first.
"""

from enum import IntEnum
from functools import lru_cache

import msgspec

from qipan.kernel.ids import Seat
from qipan.kernel.rules import RuleKey, rule

GRANT_BOTH = rule("swiss.colour.grant-both", "Both players get the colour they are due.")
GRANT_STRONGER = rule("swiss.colour.grant-stronger", "The stronger colour preference is granted.")
ALTERNATE = rule(
    "swiss.colour.alternate",
    "Both change the colours of the latest round in which they had different ones.",
)
GRANT_HIGHER = rule(
    "swiss.colour.grant-higher", "The preference of the higher ranked player is granted."
)
INITIAL = rule(
    "swiss.colour.initial",
    "Without any preference the higher ranked player's number decides, by the colour drawn.",
)


class Strength(IntEnum):
    """How much a player must have the colour that is due."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Preference(msgspec.Struct, frozen=True):
    """The seat a player is due."""

    seat: Seat | None
    strength: Strength
    difference: int = 0
    """How many games more on one seat than on the other."""
    repeated: Seat | None = None
    """The seat of the last two games, if it was the same."""


@lru_cache(maxsize=65536)
def preference(seats: tuple[Seat, ...]) -> Preference:
    """Work out what is due after these games, first game first."""
    if not seats:
        return Preference(None, Strength.NONE)
    balance = len(seats) - 2 * sum(seats)
    rarer = Seat(1 if balance > 0 else 0)
    last = seats[-1]
    repeated = last if len(seats) > 1 and seats[-2] == last else None
    size = abs(balance)
    if size > 1:
        return Preference(rarer, Strength.ABSOLUTE, size, repeated)
    if repeated is not None:
        return Preference(Seat(1 - last), Strength.ABSOLUTE, size, repeated)
    if size == 1:
        return Preference(rarer, Strength.STRONG, size)
    return Preference(Seat(1 - last), Strength.MILD)


class Side(msgspec.Struct, frozen=True):
    """One player as the allocation of colours sees him."""

    seats: tuple[Seat, ...]
    odd: bool
    """Whether the effective pairing number is odd."""


def allocate(higher: Side, lower: Side, initial: Seat) -> tuple[Seat, RuleKey]:
    """Give the seat of the higher ranked player and the rule that decided."""
    one, two = preference(higher.seats), preference(lower.seats)
    if one.seat is None and two.seat is None:
        return Seat(initial if higher.odd else 1 - initial), INITIAL
    if one.seat != two.seat:
        seat = one.seat if one.seat is not None else Seat(1 - (two.seat or 0))
        return seat, GRANT_BOTH
    assert one.seat is not None
    if (one.strength, _width(one)) != (two.strength, _width(two)):
        stronger = (one.strength, _width(one)) > (two.strength, _width(two))
        return Seat(one.seat if stronger else 1 - one.seat), GRANT_STRONGER
    for mine, other in zip(reversed(higher.seats), reversed(lower.seats), strict=False):
        if mine != other:
            return other, ALTERNATE
    return one.seat, GRANT_HIGHER


def _width(due: Preference) -> int:
    return due.difference if due.strength is Strength.ABSOLUTE else 0
