"""A sample of a game: a position to look at and to try, on the page of boards."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from qipan.kernel.game import Setup
from qipan.kernel.self_play import AnyGame, ComputerPlayer, self_play


class SampleGame(msgspec.Struct, frozen=True):
    """The first moves of a game; a visitor plays on from there, the computer answers."""

    name: str
    """How its address calls it: the game's own name, and a word more if there are several."""
    moves: tuple[str, ...] = ()
    by: dict[int, int] = {}
    """Who made a move, by its number from 0, where it was not the first seat that acts."""
    rules: dict[str, Any] = {}
    setup: Setup = {}
    seats: int = 2
    seat: int | None = 0
    """The visitor's; None only looks on."""
    preferences: dict[str, Any] = {}
    """How the board is shown: pieces, coordinates."""
    wide: bool = False
    """Whether the board takes the whole width of the page."""


def played_by_computer(
    sample: SampleGame,
    game: AnyGame,
    choose: ComputerPlayer,
    seed: str,
    enough: Callable[[int, Any], bool],
) -> SampleGame:
    """Let the computer make the moves of a sample, until their number and the state are enough."""
    rules, dice = msgspec.convert(sample.rules, game.rules_type), Random(seed)
    setup = game.deal(rules, sample.seats, dice)
    state = game.start(rules, sample.seats, setup)
    moves: list[str] = []
    by = {}
    for made in self_play(game, choose, state, dice):
        if made.seat != game.acting(made.before)[0]:
            by[len(moves)] = int(made.seat)
        moves.append(game.write(made.before, made.seat, made.move))
        if enough(len(moves), made.after):
            break
    return msgspec.structs.replace(sample, moves=tuple(moves), by=by, setup=setup)
