"""A game as a judge sees it: the curve of chances, where the result turned, and better lines."""

from collections.abc import Sequence

import msgspec

from qipan.kernel.judgement import EVEN, WIN
from qipan.views.fair_play.move_facts import MoveFact

MISTAKE, BLUNDER = 100, 200
"""What a move gives away, out of a thousand, to be marked."""
LEAD = 100
"""How far from even, out of a thousand, a side is clearly ahead."""
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
    """The move with which the side that is clearly ahead at the end came clearly ahead for good;
    None: nobody is, or one was from the beginning."""
    left_out: int = 0
    """Moves at the end that were not looked at."""
    guest: str = ""
    """The guest whose opinion stands beside; empty if none was asked."""


def mark_of(loss: int) -> str:
    """Say how bad a move is."""
    return "blunder" if loss >= BLUNDER else "mistake" if loss >= MISTAKE else ""


def curve_of(facts: Sequence[MoveFact | None]) -> tuple[int | None, ...]:
    """Give what seat 0 may expect before each move.

    Whoever is to move looks a little ahead of where they are. So each position is seen twice: by
    its own search, and by that of the position before through the move that led to it, where the
    other side was to move. The value is the mean of both, unless one of them proves who wins.
    """
    found: list[int | None] = []
    for at, each in enumerate(facts):
        if each is None:
            found.append(None)
            continue
        before = facts[at - 1] if at else None
        own = _seen(each)
        other = own
        if before is not None:
            other = _seen(before, after=True)
        elif at + 1 < len(facts) and (following := facts[at + 1]) is not None:
            other = _seen(following) + _seen(each) - _seen(each, after=True)
        proven = next((value for value in (own, other) if value in (0, WIN)), None)
        found.append(max(0, min(WIN, (own + other) // 2)) if proven is None else proven)
    return tuple(found)


def _seen(fact: MoveFact, *, after: bool = False) -> int:
    """Give what seat 0 may expect by one search, before a move or after it."""
    chance = fact.chance - fact.loss if after else fact.chance
    return chance if fact.seat == 0 else WIN - chance


def turned_at(curve: Sequence[int | None]) -> int | None:
    """Find the move with which the side that is clearly ahead at the end came so for good."""
    known = [(at, chance) for at, chance in enumerate(curve) if chance is not None]
    if not known or abs(known[-1][1] - EVEN) < LEAD:
        return None
    side = 1 if known[-1][1] > EVEN else -1
    before = [at for at, chance in known if side * (chance - EVEN) < LEAD]
    return before[-1] + 1 if before else None


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
