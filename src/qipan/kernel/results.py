"""A result is three separate things: the score, how it came about, and the reason."""

from enum import StrEnum
from functools import lru_cache

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


class Score(msgspec.Struct, frozen=True, gc=False):
    """The points of each seat, in units. Any number of seats; a draw odds game is 0–1 as it is."""

    seats: tuple[Points, ...]

    def __str__(self) -> str:
        """Write the units seat by seat, for a log."""
        return "-".join(map(str, self.seats))


class Result(msgspec.Struct, frozen=True, gc=False):
    """What a game or match gave its seats, how, and by which rule if one decided."""

    score: Score
    how: How = How.PLAYED
    rule: RuleKey | None = None


@lru_cache(maxsize=4096)
def shared_result(score: Score, how: How = How.PLAYED, rule: RuleKey | None = None) -> Result:
    """Give a result that is one object for all who have the same: few differ, many are kept."""
    return Result(score, how, rule)


@lru_cache(maxsize=4096)
def shared_score(seats: tuple[Points, ...]) -> Score:
    """Give a score that is one object for all who have the same."""
    return Score(seats)
