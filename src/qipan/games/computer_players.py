"""Computer players: one in each game's folder, found by it.

``games/<name>/computer.py`` offers ``choose(state, seat, dice)``, which gives a legal move of a
seat that acts. A computer player knows no more than its seat may know; what it does follows from
the dice alone. The table's own moves (a shuffled pack, the next card) are drawn by the game.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, cast

import msgspec

from qipan.games import AnyGame, part_of
from qipan.kernel.game import Outcome
from qipan.kernel.self_play import LONGEST, ComputerPlayer, MoveMade, self_play


class GamePlayed(msgspec.Struct, frozen=True):
    """A game between computers, as far as it went."""

    state: Any
    moves: int
    outcome: Outcome | None
    """None if it was not over after the longest time."""


def computer_of(game: AnyGame) -> ComputerPlayer:
    """Find a game's computer player. Raises Unknown if it has none."""
    return cast(ComputerPlayer, part_of(game, "computer").choose)


LEVELS = (1, 2, 3)
STRONGEST = LEVELS[-1]
_CARELESS = {1: 50, 2: 20}
"""Moves out of a hundred that a weaker player makes without thinking."""


def computer_of_level(game: AnyGame, level: int) -> ComputerPlayer:
    """Find a game's computer player of a strength; 0 is the strongest. Raises Unknown."""
    choose, careless = computer_of(game), _CARELESS.get(level, 0)

    def choose_carelessly(state: Any, seat: Any, dice: Random) -> Any:
        if dice.randrange(100) < careless:
            return game.sample(state, seat, dice)
        return choose(state, seat, dice)

    return cast(ComputerPlayer, choose_carelessly) if careless else choose


def steps(game: AnyGame, state: Any, dice: Random, longest: int = LONGEST) -> Iterator[MoveMade]:
    """Let the computer play all seats, move by move."""
    return self_play(game, computer_of(game), state, dice, longest)


def play_out(game: AnyGame, state: Any, dice: Random, longest: int = LONGEST) -> GamePlayed:
    """Let the computer play all seats to the end, or at most so many moves."""
    moves = 0
    for made in steps(game, state, dice, longest):
        state = made.after
        moves += 1
    return GamePlayed(state, moves, game.outcome(state))
