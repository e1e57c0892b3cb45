"""A result is three separate things: the score, how it came about, and the reason."""

from enum import StrEnum

import msgspec

from qipan.kernel.points import Points
from qipan.kernel.rules import RuleKey


class How(StrEnum):
    """How a result came about."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    ADJUDGED = "adjudged"
    ANNULLED = "annulled"


class Bye(StrEnum):
    """Why somebody has no opponent in a round."""

    ALLOCATED = "allocated"
    """Given by the pairing, because the number is odd."""
    REQUESTED = "requested"
    """Asked for in advance; worth what the points say (full, half or nothing)."""
    ABSENT = "absent"
    """Not there: not yet entered, withdrawn, or away without asking."""


class Score(msgspec.Struct, frozen=True):
    """The points of each seat, in units. Any number of seats; a draw odds game is 0–1 as it is."""

    seats: tuple[Points, ...]

    def __str__(self) -> str:
        """Write the units seat by seat, for a log."""
        return "-".join(map(str, self.seats))


class Result(msgspec.Struct, frozen=True):
    """What a game or match gave its seats, how, and by which rule if one decided."""

    score: Score
    how: How = How.PLAYED
    rule: RuleKey | None = None
