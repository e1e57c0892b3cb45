"""The two-game match: each plays once with each colour, and the match has one result."""

from enum import IntEnum

from qipan.kernel.game import Outcome
from qipan.kernel.rules import rule

TWO_GAMES = rule(
    "gomoku.two-game-match",
    "Two wins, or a win and a draw, win the match; a win and a loss, or two draws, draw it.",
)


class Sign(IntEnum):
    """A result from one side's view."""

    LOSS = -1
    DRAW = 0
    WIN = 1


def of_game(outcome: Outcome, seat: int) -> Sign:
    """Give what a game's outcome is for the player who sat there."""
    if outcome.winner is None:
        return Sign.DRAW
    return Sign.WIN if outcome.winner == seat else Sign.LOSS


def seat_in(game: int, seat: int) -> int:
    """Give the seat in the first or second game (1, 2) of who sat at ``seat`` in the first."""
    return seat if game == 1 else 1 - seat


def of_match(first: Sign, second: Sign) -> Sign:
    """Give the result of a two-game match for one side [gomoku.two-game-match]."""
    total = first + second
    return Sign((total > 0) - (total < 0))
