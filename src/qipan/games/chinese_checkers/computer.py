"""Computer players for Chinese checkers.

``choose`` is quick and greedy, with an eye on the pieces left behind: it sends pieces towards the
deepest empty hole of its target, prefers to move those that are far behind, and does not rest in
other players' triangles. ``think`` looks ahead (see ``look_ahead``) as long as its level may.
"""

from collections.abc import Callable
from random import Random

from qipan.games.chinese_checkers.board import CUBES, TRIANGLES, Hole, distances, holes_in, opposite
from qipan.games.chinese_checkers.look_ahead import FILLED, StarSearch, shortest_finish
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
from qipan.kernel.levels import Level
from qipan.kernel.thinking import Limits, ThoughtEnded, Watch, as_good

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


LEVELS = (
    Level(40, careless=80, noise=20),
    Level(40, careless=50, noise=16),
    Level(60, careless=25, noise=12),
    Level(120, careless=8, noise=8),
    Level(300, noise=6),
    Level(900, noise=4),
    Level(2_800, noise=2),
    Level(9_000),
)
_RACES = 4
"""From this level on the last moves home are counted out."""
_NEAR = 14
"""Steps from a filled target, all pieces together, from which on they are."""


def think(state: Star, seat: Seat, level: int, dice: Random, watch: Watch) -> AnyMove:
    """Look ahead as long as the watch allows; the dice decide among what the level takes as equal.

    A careless move is any move that does not go backwards, and no level goes backwards by noise
    alone: a piece that wanders back costs more than a move without thought.
    """
    if state.asked:
        return choose(state, seat, dice)
    reach = piece_moves(state, seat)
    moves = [Move(origin, to) for origin, bits in reach for to in holes_in(bits)]
    if len(moves) < 2:
        return choose(state, seat, dice)
    strength = LEVELS[level - 1]
    deep = distances(opposite(state.corners[seat]))
    if dice.randrange(100) < strength.careless:
        return dice.choice([m for m in moves if deep[m.to] <= deep[m.origin]] or moves)
    if level >= _RACES:
        finish = _finish(state, seat, watch)
        if finish:
            return finish[0]
    dice.shuffle(moves)
    search = StarSearch(state, watch)
    best = search.run(moves, strength.noise)
    if not strength.noise or not search.values:
        return best
    good = as_good(search.values, strength.noise)
    return dice.choice([m for m in good if deep[m.to] <= deep[m.origin]] or [best])


def _finish(state: Star, seat: Seat, watch: Watch) -> list[Move] | None:
    """Count the last moves home out, with half of what the watch allows."""
    deep = distances(opposite(state.corners[seat]))
    if sum(deep[hole] for hole in holes_in(state.pieces[seat])) > FILLED + _NEAR:
        return None
    half = Watch(Limits(max(1, watch.left // 2)))
    try:
        return shortest_finish(state, half)
    except ThoughtEnded:
        return None


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
