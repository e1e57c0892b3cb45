"""What a book chooses for a McMahon round: the order among equals, who stays apart, handicap."""

from dataclasses import dataclass
from enum import StrEnum


class Within(StrEnum):
    """Who meets whom among equal scores."""

    CROSS = "cross"
    """The upper half of the group meets the lower half, both in order."""
    FOLD = "fold"
    """The first meets the last, the second the last but one."""
    RANDOM = "random"
    """The order is drawn by lot, and the halves meet."""
    SOS = "sos"
    """Neighbours meet, by the scores of the opponents they had."""


@dataclass(frozen=True, slots=True)
class HandicapTerms:
    """Stones that the weaker one is given."""

    less: int = 0
    """The difference less so many."""
    most: int = 9
    by_rank: bool = False
    """The difference is one of ranks; otherwise of McMahon scores at the time."""
    even_from: int | None = None
    """Whoever began with so many points plays even games only; None: nobody does."""
    komi: str = "0.5"
    """What White is given in a game with a handicap."""


@dataclass(frozen=True, slots=True)
class McMahonTerms:
    """What a book chooses for a round."""

    within: Within = Within.CROSS
    units_apart: bool = False
    """Players of one club or other unit are kept apart in this round."""
    states_apart: bool = False
    """And so are players of one country or state."""
    apart_first: bool = False
    """Keeping apart counts before score differences, and not only among equally near ones."""
    handicap: HandicapTerms | None = None
    """Stones that the weaker is given; None: every game is even."""
