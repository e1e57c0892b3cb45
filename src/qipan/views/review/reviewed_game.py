"""A game as a judge sees it: the curve of chances, where the result turned, and better lines."""

from collections.abc import Sequence

import msgspec

from qipan.kernel.judgement import EVEN, WIN
from qipan.views.fair_play.move_facts import MoveFact

MISTAKE, BLUNDER = 100, 200
"""What a move gives away, out of a thousand, to be marked."""
MOST_LINES = 5
"""Moves to which a better line is shown: the worst of the game."""
MOST_MOVES = 400
"""Moves of a game that are looked at."""


class ReviewedMove(msgspec.Struct, frozen=True):
    """One move beside the best that was seen."""

    number: int
    """From 1."""
    seat: int
    played: str
    best: str
    loss: int
    mark: str
    """``""``, ``mistake`` or ``blunder``."""
    line: tuple[str, ...] = ()
    """The best moves from there, where much was given away."""
    guest: str = ""
    """What the guest that was asked would have played; empty where it was not asked."""


class ReviewedGame(msgspec.Struct, frozen=True):
    """What a review says."""

    game: str
    curve: tuple[int | None, ...]
    """What seat 0 may expect before each move, out of a thousand; None: nothing was judged."""
    moves: tuple[ReviewedMove, ...]
    turned: int | None
    """The move after which who was ahead stayed ahead to the end; None: nobody ever was, or from
    the beginning."""
    left_out: int = 0
    """Moves at the end that were not looked at."""
    guest: str = ""
    """The guest whose opinion stands beside; empty if none was asked."""


def mark_of(loss: int) -> str:
    """Say how bad a move is."""
    return "blunder" if loss >= BLUNDER else "mistake" if loss >= MISTAKE else ""


def curve_of(facts: Sequence[MoveFact | None]) -> tuple[int | None, ...]:
    """Give what seat 0 may expect before each move."""
    return tuple(
        None if each is None else each.chance if each.seat == 0 else WIN - each.chance
        for each in facts
    )


def turned_at(curve: Sequence[int | None]) -> int | None:
    """Find the move after which the side that is ahead at the end was ahead all along."""
    known = [(at, chance) for at, chance in enumerate(curve) if chance is not None]
    if not known or known[-1][1] == EVEN:
        return None
    ahead = known[-1][1] > EVEN
    other = [at for at, chance in known if chance == EVEN or (chance > EVEN) is not ahead]
    return other[-1] + 1 if other else None


def worst(facts: Sequence[MoveFact | None]) -> list[int]:
    """Give the plies at which most was given away, the worst first."""
    bad = [each for each in facts if each is not None and each.loss >= MISTAKE]
    return [each.ply for each in sorted(bad, key=lambda each: (-each.loss, each.ply))][:MOST_LINES]


def reviewed(
    game: str,
    facts: Sequence[MoveFact | None],
    lines: dict[int, tuple[str, ...]],
    left_out: int = 0,
) -> ReviewedGame:
    """Put a review together; ``lines`` are better ways on, by ply."""
    curve = curve_of(facts)
    moves = tuple(
        ReviewedMove(
            number=each.ply + 1,
            seat=each.seat,
            played=each.played,
            best=each.best,
            loss=each.loss,
            mark=mark_of(each.loss),
            line=lines.get(each.ply, ()),
        )
        for each in facts
        if each is not None
    )
    return ReviewedGame(game, curve, moves, turned_at(curve), left_out)
