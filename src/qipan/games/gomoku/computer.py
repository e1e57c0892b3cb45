"""A computer player for gomoku: wins, blocks, and else builds the best lines.

Every window of five points on a line is worth something by the stones in it; one with stones of
both colours is worth nothing. Only moves that the game calls legal are considered, so the player
keeps whatever the rules forbid.
"""

from functools import cache
from random import Random

from qipan.games.gomoku.board import Point, directions, points
from qipan.games.gomoku.game import Gomoku
from qipan.games.gomoku.position import Position
from qipan.kernel.ids import Seat

OWN = (1, 12, 80, 500, 100_000)
"""Worth of a window with 0 to 4 own stones and no other."""
THEIRS = (0, 10, 60, 400, 20_000)
"""Worth of taking the place in a window with so many of the opponent's stones."""
REACH = 2
_GAME = Gomoku()


def choose(state: Position, seat: Seat, dice: Random) -> Point:
    """Pick the point that is worth most and does not lose at once; chance decides a choice."""
    moves = list(_GAME.moves(state, seat))
    if moves[0] < 0:
        return dice.choice(moves)
    near = _near(state.stones[0] | state.stones[1], state.rules.size)
    plausible = [at for at in moves if near >> at & 1] or moves
    own, theirs = state.stones[state.colour], state.stones[1 - state.colour]
    windows = _windows(state.rules.size)
    ranked = sorted(plausible, key=lambda at: (-_worth(windows[at], own, theirs), dice.random()))
    return next((at for at in ranked if not _loses(state, seat, at)), ranked[0])


def _loses(state: Position, seat: Seat, move: Point) -> bool:
    """Say whether a move ends the game at once in the opponent's favour, as a forbidden one."""
    outcome = _GAME.outcome(_GAME.play(state, seat, move))
    return outcome is not None and outcome.winner == 1 - seat


def _worth(windows: tuple[int, ...], own: int, theirs: int) -> int:
    total = 0
    for window in windows:
        if not window & theirs:
            total += OWN[(window & own).bit_count()]
        elif not window & own:
            total += THEIRS[(window & theirs).bit_count()]
    return total


@cache
def _windows(size: int) -> dict[Point, tuple[int, ...]]:
    """Give for every point the windows of five that go through it."""
    board = points(size)
    whole = sum(1 << at for at in board)
    found: dict[Point, list[int]] = {at: [] for at in board}
    for at in board:
        for step in directions(size):
            line = [at + step * number for number in range(5)]
            if all(whole >> point & 1 for point in line):
                window = sum(1 << point for point in line)
                for point in line:
                    found[Point(point)].append(window)
    return {at: tuple(windows) for at, windows in found.items()}


def _near(stones: int, size: int) -> int:
    """Give all points near a stone; on an empty board the middle."""
    if not stones:
        return 1 << (size // 2) * (size + 1) + size // 2
    near = stones
    for _ in range(REACH):
        for step in directions(size):
            near |= near << step | near >> step
    return near
