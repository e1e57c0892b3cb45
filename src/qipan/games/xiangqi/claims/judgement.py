"""What a claim or a foul leads to, as a value."""

from enum import StrEnum

import msgspec

from qipan.kernel.ids import Seat
from qipan.kernel.rules import Facts, RuleKey


class Effect(StrEnum):
    """What happens to the game."""

    PLAY_ON = "play-on"
    """Nothing, but for fouls and minutes that the judgement names."""
    DRAW = "draw"
    LOSS = "loss"
    """The seat named loses."""
    RESULT_STANDS = "result-stands"
    """The game is over and its result is kept, but for fouls that the judgement names."""


class Judgement(msgspec.Struct, frozen=True):
    """A ruling on a claim or a foul."""

    effect: Effect
    rule: RuleKey
    seat: Seat | None = None
    """Who loses or pays; None if nobody does."""
    technical_fouls: int = 0
    conduct_fouls: int = 0
    minutes: int = 0
    """Taken off the seat's clock."""
    facts: Facts = {}
