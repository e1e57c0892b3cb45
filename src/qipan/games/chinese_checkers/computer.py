"""A computer player for Chinese checkers: greedy, with an eye on the pieces left behind.

It sends pieces towards the deepest empty hole of its target, prefers to move those that are far
behind, and does not rest in other players' triangles.
"""

from collections.abc import Callable
from random import Random

from qipan.games.chinese_checkers.board import CUBES, TRIANGLES, Hole, distances, holes_in, opposite
from qipan.games.chinese_checkers.state import (
    Answer,
    AnyMove,
    AskSkip,
    Move,
    Pass,
    Star,
    piece_moves,
)
from qipan.kernel.ids import Seat

IN_THE_WAY = 60
"""What it costs to rest in a triangle that is neither home nor target."""
OUTSIDE = 30
WAVERING = 4
"""How much chance there is in a choice; it leads out of dead ends."""
STEPS = tuple(
    tuple(max(abs(a - b) for a, b in zip(one, other, strict=True)) for other in CUBES)
    for one in CUBES
)
"""Steps between any two holes."""
EVERY_TRIANGLE = sum(TRIANGLES)


def choose(state: Star, seat: Seat, dice: Random) -> AnyMove:
    """Pick a move; agree to whoever asks to skip."""
    if state.asked:
        return Answer(agree=True)
    reach = piece_moves(state, seat)
    if not reach:
        return Pass() if _passes(state, seat) else AskSkip()
    cost = _costs(state, seat)
    best: tuple[float, ...] = ()
    chosen = Move(*_first(reach))
    for origin, bits in reach:
        for to in holes_in(bits):
            worth = cost(origin) - cost(to) + WAVERING * dice.random()
            if not best or (worth,) > best:
                best, chosen = (worth,), Move(origin, to)
    return chosen


def _first(reach: list[tuple[Hole, int]]) -> tuple[Hole, Hole]:
    origin, bits = reach[0]
    return origin, holes_in(bits)[0]


def _costs(state: Star, seat: int) -> Callable[[Hole], int]:
    """Give how badly a piece stands on a hole; the last pieces count more than those in front.

    Within the target only the depth counts, outside the way to its nearest empty hole.
    """
    deep = distances(opposite(state.corners[seat]))
    target = state.target(seat)
    strange = EVERY_TRIANGLE & ~(state.home(seat) | target)
    empty = holes_in(target & ~state.occupied or target & ~state.pieces[seat] or target)

    def cost(hole: Hole) -> int:
        if target >> hole & 1:
            return 3 * deep[hole]
        steps = min(STEPS[hole][goal] for goal in empty)
        return OUTSIDE + steps * (steps + 12) + IN_THE_WAY * (strange >> hole & 1)

    return cost


def _passes(state: Star, seat: int) -> bool:
    since = state.rules.leave_home_from
    held = since and state.round >= since and state.pieces[seat] & state.home(seat)
    return bool(state.rules.forced_pass or held)
