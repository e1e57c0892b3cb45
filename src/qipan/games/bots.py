"""Computer players: one in each game's folder, found by it.

``games/<name>/bot.py`` offers ``choose(state, seat, dice)``, which gives a legal move of a seat
that acts. A bot knows no more than its seat may know; what it does follows from the dice alone.
The table's own moves (a shuffled pack, the next card) are drawn by the game.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any, cast

import msgspec

from qipan.kernel.errors import Unknown
from qipan.kernel.game import Game, Outcome
from qipan.kernel.ids import TABLE, Seat

AnyGame = Game[Any, Any, Any]
Bot = Callable[[Any, Seat, Random], Any]
LONGEST = 20_000


class Step(msgspec.Struct, frozen=True):
    """One move of a game between computers, with the states around it."""

    before: Any
    seat: Seat
    move: Any
    after: Any


class Played(msgspec.Struct, frozen=True):
    """A game between computers, as far as it went."""

    state: Any
    moves: int
    outcome: Outcome | None
    """None if it was not over after the longest time."""


def bot_of(game: AnyGame) -> Bot:
    """Find a game's computer player. Raises Unknown if it has none."""
    name = f"{__package__}.{game.name.replace('-', '_')}.bot"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in (name, name.removesuffix(".bot")):
            raise
        raise Unknown("computer player for", game.name) from None
    return cast(Bot, module.choose)


def steps(game: AnyGame, state: Any, dice: Random, longest: int = LONGEST) -> Iterator[Step]:
    """Let the computer play all seats, move by move; who acts first is drawn if several may."""
    choose = bot_of(game)
    for _ in range(longest):
        acting = game.acting(state)
        if not acting:
            return
        seat = acting[0] if len(acting) == 1 else dice.choice(acting)
        move = game.sample(state, seat, dice) if seat == TABLE else choose(state, seat, dice)
        after = game.play(state, seat, move)
        yield Step(state, seat, move, after)
        state = after


def play_out(game: AnyGame, state: Any, dice: Random, longest: int = LONGEST) -> Played:
    """Let the computer play all seats to the end, or at most so many moves."""
    moves = 0
    for step in steps(game, state, dice, longest):
        state = step.after
        moves += 1
    return Played(state, moves, game.outcome(state))
