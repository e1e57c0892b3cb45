"""Computer players: one in each game's folder, found by it.

``games/<name>/computer.py`` offers ``choose(state, seat, dice)``, a quick player that gives a legal
move of a seat that acts, and may offer levels and a search (see ``kernel.levels``). A computer
player knows no more than its seat may know; what it does follows from the dice and the nodes it may
look at. The table's own moves (a shuffled pack, the next card) are drawn by the game.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, cast

import msgspec

from qipan.games import AnyGame, part_of
from qipan.kernel.game import Outcome
from qipan.kernel.levels import HIGHEST, LEVELS, PLAIN, Level
from qipan.kernel.self_play import LONGEST, ComputerPlayer, MoveMade, self_play
from qipan.kernel.thinking import Watch

__all__ = [
    "LEVELS", "STRONGEST", "GamePlayed", "computer_of", "computer_of_level", "gives_up", "play_out",
    "steps",
]  # fmt: skip


class GamePlayed(msgspec.Struct, frozen=True):
    """A game between computers, as far as it went."""

    state: Any
    moves: int
    outcome: Outcome | None
    """None if it was not over after the longest time."""


def computer_of(game: AnyGame) -> ComputerPlayer:
    """Find a game's computer player. Raises Unknown if it has none."""
    return cast(ComputerPlayer, part_of(game, "computer").choose)


STRONGEST = HIGHEST
HURRY = 0.02
"""Seconds below which nobody begins to search."""


def computer_of_level(
    game: AnyGame,
    level: int,
    clock: Callable[[], float] | None = None,
    called: Callable[[], bool] | None = None,
    among: int = 1,
    seconds: float | None = None,
) -> ComputerPlayer:
    """Find a game's computer player of a strength; 0 is the strongest.

    With a clock it keeps within the seconds of its level too, shared ``among`` so many tables that
    wait, and within the ``seconds`` that its own time allows; where they are too few for a search
    the quick player moves. ``called`` says when to stop at once. Raises Unknown if the game has
    none.
    """
    part = part_of(game, "computer")
    levels = cast(tuple[Level, ...], getattr(part, "LEVELS", PLAIN))
    level = min(level, HIGHEST) or HIGHEST
    strength = levels[level - 1]
    if hasattr(part, "think"):

        def think(state: Any, seat: Any, dice: Random) -> Any:
            watch = Watch(strength.limits_among(among, seconds), clock, called)
            if not watch.has_seconds(HURRY):
                return part.choose(state, seat, dice)
            return part.think(state, seat, level, dice, watch)

        return cast(ComputerPlayer, think)

    def choose_carelessly(state: Any, seat: Any, dice: Random) -> Any:
        if dice.randrange(100) < strength.careless:
            return game.sample(state, seat, dice)
        return part.choose(state, seat, dice)

    return cast(ComputerPlayer, choose_carelessly)


def gives_up(game: AnyGame, state: Any, seat: Any, dice: Random) -> bool:
    """Say whether a game's computer player would resign; one that cannot tell never does."""
    judge = getattr(part_of(game, "computer"), "gives_up", None)
    return judge is not None and bool(judge(state, seat, dice))


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
