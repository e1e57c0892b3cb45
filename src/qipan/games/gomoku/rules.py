"""The options in which books differ on gomoku. Independent of each other, each with a default."""

from enum import StrEnum

import msgspec


class Win(StrEnum):
    """What wins."""

    FIVE_OR_MORE = "five-or-more"
    EXACTLY_FIVE = "exactly-five"
    RENJU = "renju"
    """Black needs exactly five and has forbidden moves; White wins with five or more."""


class Rules(msgspec.Struct, frozen=True):
    """The rules of one gomoku event; the default is the popular freestyle game."""

    size: int = 15
    win: Win = Win.FIVE_OR_MORE
