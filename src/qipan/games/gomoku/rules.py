"""The options in which books differ on gomoku. Independent of each other, each with a default."""

from enum import StrEnum

import msgspec


class Win(StrEnum):
    """What wins."""

    FIVE_OR_MORE = "five-or-more"
    EXACTLY_FIVE = "exactly-five"
    RENJU = "renju"
    """Black needs exactly five and has forbidden moves; White wins with five or more."""


class Opening(StrEnum):
    """How the first stones are put, so that moving first is worth less."""

    FREE = "free"
    PRO = "pro"
    """Black's first stone in the middle, the second outside the middle 5 x 5."""
    LONG_PRO = "long-pro"
    """The same, outside the middle 7 x 7."""
    SWAP = "swap"
    """One player puts three stones, the other chooses a colour."""
    SWAP2 = "swap2"
    """As swap, but the other may also put two more stones and leave the choice."""


class Forbidden(StrEnum):
    """What happens to a forbidden move in renju."""

    LOSES = "loses"
    REFUSED = "refused"


class GomokuRules(msgspec.Struct, frozen=True):
    """The rules of one gomoku event; the default is the popular freestyle game."""

    size: int = 15
    win: Win = Win.FIVE_OR_MORE
    opening: Opening = Opening.FREE
    forbidden: Forbidden = Forbidden.LOSES
