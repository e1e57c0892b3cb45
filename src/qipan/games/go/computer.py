"""Computer players for Go: take, save, connect, keep eyes, and pass when all is settled.

``choose`` is quick: it looks one move ahead at chains and liberties, prefers the third and fourth
line while the board is open, and lets the proposal of ``life`` mark dead stones. Far from strong,
but every game has a plausible shape and ends with a count. ``think`` plays what looks likeliest at
the lower levels and searches (see ``search``) at the higher, as long as its level may; ``gives_up``
says when there is nothing left to play for.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

import msgspec

from qipan.games.go.board import chain_at, liberties
from qipan.games.go.count import Marks
from qipan.games.go.ending import propose, replace, standing
from qipan.games.go.grid import EMPTY, Grid, grid
from qipan.games.go.life.proposal import proposal
from qipan.games.go.life.suggest import suggest
from qipan.games.go.moves import PASS, Act, Move, stone
from qipan.games.go.network.guided import can_look, guided_move
from qipan.games.go.position import Phase, Position
from qipan.games.go.search.settled import first_look, hopeless, search_move
from qipan.games.go.stones import try_stone
from qipan.kernel.errors import IllegalMove
from qipan.kernel.ids import Seat
from qipan.kernel.levels import Level
from qipan.kernel.thinking import Watch

PLAYOUTS = 24
SMALL = 7
"""An opponent's area of fewer points is not invaded."""
HOPELESS = -20


LEVELS = (
    Level(1, careless=65, noise=200),
    Level(1, careless=15, noise=100),
    Level(1),
    Level(2_000),
    Level(6_000),
    Level(20_000),
    Level(60_000),
    Level(200_000),
)
"""Nodes are moves made in games to the end; with one node the first look at a move decides. From
``GUIDED`` on the network leads, and a look of it counts for as many nodes as take the same time.

Noise is how far chance may decide between likely moves: 100 is as often as each is played.
"""


_SECONDS_A_POINT = 0.0015
"""What a move takes beside its search late in a game; with less time the quick player moves."""

GUIDED = 7
"""The first level that the network leads, where it can be asked."""


def think(state: Position, seat: Seat, level: int, dice: Random, watch: Watch) -> Move:
    """Search as long as the watch allows, for a stone or a pass."""
    strength = LEVELS[level - 1]
    careless = dice.randrange(100) < strength.careless
    careless = careless or not watch.has_seconds(_SECONDS_A_POINT * len(state.on.points))
    if state.phase is not Phase.PLAY or seat != state.turn or state.cycle is not None or careless:
        return choose(state, seat, dice)
    wasted = _wasted(state.cells, state.on, state.colour)
    if strength.nodes == 1:
        found = first_look(state, dice, strength.noise, wasted)
    elif level >= GUIDED and can_look():
        found = guided_move(state, dice, watch, wasted)
    else:
        found = search_move(state, dice, watch, wasted)
    return stone(found) if found else PASS


def gives_up(state: Position, seat: Seat, dice: Random) -> bool:
    """Say whether the game is lost beyond doubt for the side to move."""
    return state.phase is Phase.PLAY and seat == state.turn and hopeless(state, dice)


class Chain(msgspec.Struct, frozen=True):
    """Connected stones and the empty points beside them."""

    colour: int
    size: int
    free: frozenset[int]


def choose(state: Position, seat: Seat, dice: Random) -> Move:
    """Pick a move for a seat that acts."""
    match state.phase:
        case Phase.PLAY:
            if state.cycle is not None and not state.wants_draw[seat]:
                return Move(Act.DRAW)
            return _stone(state, dice)
        case Phase.SECOND:
            return PASS
        case Phase.STATUS:
            return _status(state, seat)
        case Phase.CONFIRM:
            return Move(Act.CONFIRM)
        case _:
            return Move(Act.RESUME)


def _stone(state: Position, dice: Random) -> Move:
    """Put a stone on the best legal point; pass where none is worth it."""
    on, colour = state.on, state.colour
    chains = _chains(state.cells, on)
    wasted = _wasted(state.cells, on, colour)
    ranked = []
    for point in on.points:
        if state.cells[point] == EMPTY and point not in wasted:
            worth = _worth(state, chains, point)
            if worth > HOPELESS:
                ranked.append((worth + 2 * dice.random(), point))
    for _, point in sorted(ranked, reverse=True):
        try:
            try_stone(state, point)
        except IllegalMove:
            continue
        return stone(point)
    return PASS


def _worth(state: Position, chains: dict[int, Chain], point: int) -> int:
    on, cells, colour = state.on, state.cells, state.colour
    beside = {id(chains[at]): chains[at] for at in on.near[point] if cells[at]}.values()
    own = [chain for chain in beside if chain.colour == colour]
    others = [chain for chain in beside if chain.colour != colour]
    taken = sum(chain.size for chain in others if len(chain.free) == 1)
    if not taken and _is_eye(cells, on, colour, point):
        return 10 * HOPELESS
    free = {at for at in on.near[point] if not cells[at]}.union(*(chain.free for chain in own))
    left = len(free - {point}) + taken
    size = 1 + sum(chain.size for chain in own)
    if left < 2 and not (taken > 1):
        return HOPELESS * size if not taken else 0
    worth = 20 + 10 * taken if taken else 0
    worth += sum(8 + 8 * chain.size for chain in own if len(chain.free) == 1 and left > 2)
    worth += sum(3 + chain.size // 2 for chain in others if len(chain.free) == 2 and left > 2)
    worth += 3 if len(own) > 1 else 0
    worth += 2 if own and others else 0
    return worth + _place(state, point)


def _place(state: Position, point: int) -> int:
    """Value the bare place: lines from the edge, space around, closeness to the last stone."""
    on = state.on
    column, row = on.place(point)
    edge = sorted((min(column, on.size - 1 - column), min(row, on.size - 1 - row)))
    worth = (-6, -2, 5, 5)[edge[0]] if edge[0] < 4 else 2
    if len(state.log) < 3 * on.size:
        near = sum(1 for at in _around(on.size, point) if state.cells[at])
        worth += (8 if edge[1] in (2, 3) else 4) if not near else 3 if near < 3 else 0
    if state.log and state.log[-1].text[0].isupper() and state.log[-1].text[1:].isdigit():
        x, y = on.place(on.read(state.log[-1].text))
        worth += 3 if abs(x - column) + abs(y - row) <= 2 else 0
    return worth


@lru_cache(2048)
def _around(size: int, point: int) -> tuple[int, ...]:
    """Give the points at most three steps away."""
    on = grid(size)
    x, y = on.place(point)
    places = ((at, on.place(at)) for at in on.points)
    return tuple(at for at, (a, b) in places if at != point and abs(a - x) + abs(b - y) <= 3)


def _is_eye(cells: Sequence[int], on: Grid, colour: int, point: int) -> bool:
    """Say whether a point is an own eye that should not be filled."""
    if any(cells[at] != colour for at in on.near[point]):
        return False
    bad = sum(cells[at] == 3 - colour for at in on.corners[point])
    return bad == 0 or (bad == 1 and len(on.corners[point]) == 4)


def _chains(cells: Sequence[int], on: Grid) -> dict[int, Chain]:
    found: dict[int, Chain] = {}
    for point in on.points:
        if cells[point] and point not in found:
            stones = chain_at(cells, on.near, point)
            free = frozenset(liberties(cells, on.near, stones))
            found.update(dict.fromkeys(stones, Chain(cells[point], len(stones), free)))
    return found


def _wasted(cells: Sequence[int], on: Grid, colour: int) -> set[int]:
    """Give the empty points inside own areas, and inside small areas of the opponent."""
    found: set[int] = set()
    seen: set[int] = set()
    for point in on.points:
        if cells[point] or point in seen:
            continue
        area = chain_at(cells, on.near, point)
        seen.update(area)
        owners = {cells[at] for each in area for at in on.near[each] if cells[at]}
        own = owners == {colour} and len(area) < len(on.points) // 2
        if own or (owners == {3 - colour} and len(area) < SMALL):
            found.update(area)
    return found


def _status(state: Position, seat: Seat) -> Move:
    """Mark what the proposal calls dead or seki, chain by chain; then agree.

    Where the table has proposed already, people may correct it: the computer agrees to what costs
    it nothing, and puts back what does. Who thinks otherwise plays on.
    """
    wanted = _tabled(state) if state.proposed else _proposal(state.cells, state.rules.size)
    if state.proposed and not _costs(state, seat, wanted):
        return Move(Act.AGREE)
    for act, here, there in (
        (Act.DEAD, state.marks.dead, wanted.dead),
        (Act.SEKI, state.marks.seki, wanted.seki),
    ):
        if there - here:
            return Move(act, (min(there - here),))
    extra = (state.marks.dead | state.marks.seki) - wanted.dead - wanted.seki
    if extra:
        return Move(Act.ALIVE, (min(extra),))
    if state.marks.neutral and _costs(state, seat, wanted):
        return Move(Act.NEUTRAL, (min(state.marks.neutral),))
    return Move(Act.AGREE)


def _tabled(state: Position) -> Marks:
    """Give the marks that the table proposed."""
    return propose(replace(state, proposed=False), proposal(state)).marks


def _costs(state: Position, seat: Seat, wanted: Marks) -> bool:
    """Say whether a side has less by the marks as they stand than by those it would put."""
    here, there = standing(state).margin, standing(replace(state, marks=wanted)).margin
    return here < there if seat == 0 else here > there


@lru_cache(8)
def _proposal(cells: bytes, size: int) -> Marks:
    return suggest(cells, grid(size), playouts=PLAYOUTS).marks
