"""Games without people: moves one by one, with the states around each."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from qipan.kernel.game import Game
from qipan.kernel.ids import TABLE, Seat

AnyGame = Game[Any, Any, Any]
ComputerPlayer = Callable[[Any, Seat, Random], Any]
"""Gives a legal move of a seat that acts; knows no more than the seat may, and no other dice."""
LONGEST = 20_000


class MoveMade(NamedTuple):
    """One move, with the states around it."""

    before: Any
    seat: Seat
    move: Any
    after: Any


def self_play(
    game: AnyGame, choose: ComputerPlayer, state: Any, dice: Random, longest: int = LONGEST
) -> Iterator[MoveMade]:
    """Let a computer player have all seats; who acts first is drawn if several may."""
    for _ in range(longest):
        acting = game.acting(state)
        if not acting:
            return
        seat = acting[0] if len(acting) == 1 else dice.choice(acting)
        move = game.sample(state, seat, dice) if seat == TABLE else choose(state, seat, dice)
        after = game.play(state, seat, move)
        yield MoveMade(state, seat, move, after)
        state = after
