"""The state of a game of gomoku: an immutable value."""

import msgspec

from qipan.games.gomoku import opening
from qipan.games.gomoku.board import Point
from qipan.games.gomoku.opening import WHO, Stage
from qipan.games.gomoku.rules import GomokuRules
from qipan.kernel.game import Outcome
from qipan.kernel.ids import Seat
from qipan.kernel.rules import rule

FIVE = rule("gomoku.five", "Five in a row wins.")


class Position(msgspec.Struct, frozen=True):
    """The stones of both colours, the moves that put them there, and how it ended."""

    rules: GomokuRules
    stones: tuple[int, int] = (0, 0)
    """Black's and White's stones; seat 0 has Black unless ``swapped``."""
    played: tuple[Point, ...] = ()
    """Points, and choices of an opening below zero."""
    ended: Outcome | None = None
    stage: Stage = Stage.DONE
    swapped: bool = False
    begins: int = 0
    """The colour that moved first from the setup."""

    @property
    def colour(self) -> int:
        """Give the colour to move: 0 Black, 1 White."""
        stones = sum(point >= 0 for point in self.played) if self._has_choices else len(self.played)
        return (stones + self.begins) % 2

    @property
    def turn(self) -> Seat:
        """Give the seat to move."""
        if self.stage is not Stage.DONE:
            return Seat(WHO[self.stage])
        return Seat(self.colour ^ self.swapped)

    @property
    def _has_choices(self) -> bool:
        return opening.first_stage(self.rules.opening) is not Stage.DONE

    @property
    def count(self) -> int:
        """Count the stones on the board."""
        return (self.stones[0] | self.stones[1]).bit_count()
