"""From a search to a move: a stone where something is still open, a pass where nothing is.

A point that ends with the same side in nearly every game, whoever moves first, is settled: a stone
there gains nothing, and costs a point where territory is counted. When the other side has passed
and the count wins as the board stands, a pass ends the game.
"""

from collections.abc import Collection
from random import Random
from typing import Final

from qipan.games.go.board import chain_at
from qipan.games.go.count import count
from qipan.games.go.grid import BLACK, WHITE
from qipan.games.go.life.suggest import suggest
from qipan.games.go.position import Position
from qipan.games.go.rules import Counting, Odds
from qipan.games.go.search.features import Tactics
from qipan.games.go.search.policy import chances
from qipan.games.go.search.rollout import Rollout
from qipan.games.go.search.tree import Guide, TreeSearch
from qipan.games.go.stones import legal_points
from qipan.kernel.errors import Refused
from qipan.kernel.thinking import Watch

_ENOUGH: Final = 50
"""Games from which on it is believed what is settled."""
_SETTLED: Final = 95
_GAMES_TO_GIVE_UP: Final = 100
_GAMES_TO_DOUBT: Final = 150
_GAMES_TO_SETTLE: Final = 64
_LATE: Final = 2
"""A game is late when its moves, so many times, are the points of the board."""


def first_look(state: Position, dice: Random, noise: int, wasted: set[int]) -> int:
    """Give the point that looks likeliest, or 0 for a pass, without a search.

    With noise chance decides: at 100 each move is made as often as it is likely.
    """
    if state.passes and wins_as_it_stands(state):
        return 0
    board, (last, before) = playing_board(state), last_stones(state)
    legal, closed = set(legal_points(state)), Closed(state, dice, wasted)
    found = chances(board, state.colour, last, before)
    likely = [(share, at) for share, at in found if at in legal and at not in closed]
    if not likely:
        return 0
    if not noise:
        return likely[0][1]
    shares = [share ** (100 / noise) for share, _ in likely]
    return dice.choices([at for _, at in likely], shares)[0]


def search_move(
    state: Position, dice: Random, watch: Watch, wasted: set[int], guide: Guide | None = None
) -> int:
    """Give the point to play, or 0 for a pass; ``wasted`` are points for a short search to avoid.

    A stone is legal under the rules in force; the search itself knows only the simple ko.
    """
    if state.passes and wins_as_it_stands(state):
        return 0
    search = search_from(state, guide)
    search.keep(set(legal_points(state)))
    search.run(watch, dice)
    ranked = [at for _, at in search.ranked()]
    if search.games < _ENOUGH:
        closed = Closed(state, dice, wasted)
    else:
        settled = _settled(search)
        if ranked and ranked[0] in settled:
            against = _settled(_with_the_other_first(state, dice))
            settled = {at: owner for at, owner in settled.items() if against.get(at) == owner}
        closed = Closed(state, dice, (), settled)
    return next((at for at in ranked if at not in closed), 0)


class Closed:
    """The points where a stone gains nothing: wasted or settled, and no stones at stake there."""

    def __init__(
        self,
        state: Position,
        dice: Random,
        wasted: Collection[int],
        settled: Collection[int] | None = None,
    ) -> None:
        """Look late in a game what quick games say is settled, where that is not known yet."""
        late = _LATE * len(state.log) >= len(state.on.points)
        self._state = state
        self._settled = settled if settled is not None else held(state, dice) if late else ()
        self._points = {*wasted, *self._settled}
        self._stakes = Tactics(playing_board(state), state.colour, last_stones(state)[0]).stakes

    def __contains__(self, at: int) -> bool:
        return at in self._points and not (at in self._stakes and self._decides(at))

    def _decides(self, at: int) -> bool:
        """Say whether stones beside a point are not settled, though the point itself may be."""
        cells, near = self._state.cells, self._state.on.near
        beside = [by for by in near[at] if cells[by]]
        return any(one not in self._settled for by in beside for one in chain_at(cells, near, by))


def held(state: Position, dice: Random) -> set[int]:
    """Give the points that one side holds after nearly all quick games, whoever moves first."""
    board, balance = playing_board(state), [0] * len(state.cells)
    for number in range(_GAMES_TO_SETTLE):
        board.restart()
        board.to_the_end(BLACK + number % 2, 0, dice.random)
        for at, owner in enumerate(board.owners()):
            balance[at] += (0, 1, -1, 0)[owner]
    certain = _SETTLED * _GAMES_TO_SETTLE
    return {at for at in state.on.points if 100 * abs(balance[at]) >= certain}


def _settled(search: TreeSearch) -> dict[int, int]:
    """Give the points that are settled, each with its owner."""
    certain, owned = _SETTLED * search.games, search.owned
    return {
        at: BLACK if owned[at] > 0 else WHITE
        for at in search.board.grid.points
        if 100 * abs(owned[at]) >= certain
    }


def _with_the_other_first(state: Position, dice: Random) -> TreeSearch:
    """Search a little as if the side to move had passed: what needs an answer shows."""
    other = TreeSearch(Rollout(state.cells, state.on), 3 - state.colour, (0, 0), black_needs(state))
    other.play_games(_GAMES_TO_DOUBT, dice)
    return other


def hopeless(state: Position, dice: Random) -> bool:
    """Say whether games to the end are lost for the side to move, all of them and by far."""
    points = len(state.on.points)
    stones = points - state.cells.count(0)
    if stones * 3 < points:
        return False
    margin, board, needed = 0.0, playing_board(state), black_needs(state)
    for _ in range(_GAMES_TO_GIVE_UP):
        board.restart()
        board.to_the_end(state.colour, 0, dice.random)
        owners = board.owners()
        over = owners.count(BLACK) - owners.count(WHITE) - needed
        over = over if state.colour == BLACK else -over
        if over >= 0:  # one game not lost is enough to play on
            return False
        margin -= over
    return margin > state.rules.size * 2 * _GAMES_TO_GIVE_UP


def playing_board(state: Position) -> Rollout:
    """Give the board of a position for a search, with its ko."""
    board = Rollout(state.cells, state.on, state.ko if state.banned == state.colour else 0)
    board.restart()
    return board


def search_from(state: Position, guide: Guide | None = None) -> TreeSearch:
    """Begin a search for the side to move."""
    needed = black_needs(state)
    return TreeSearch(playing_board(state), state.colour, last_stones(state), needed, guide)


def last_stones(state: Position) -> tuple[int, int]:
    """Give the last move and the one before it; 0 for a pass, and for a stone that is gone."""
    found = []
    for ply in state.log[:-3:-1]:
        at = state.on.read(ply.text) if ply.is_stone else 0
        found.append(at if state.cells[at] in (BLACK, WHITE) else 0)
    last, before = [*found, 0, 0][:2]
    return last, before


def black_needs(state: Position) -> float:
    """Give the points by which Black's area must be greater: komi, and what a handicap gives."""
    rules = state.rules
    needed = float(rules.komi)
    if rules.counting is Counting.AREA and state.handicap > 1:
        given = {Odds.NONE: 0, Odds.STONES: state.handicap}
        needed += given.get(rules.odds, state.handicap - 1)
    return needed


def wins_as_it_stands(state: Position) -> bool:
    """Say whether the count wins for the side to move, with the stones proposed dead."""
    try:
        counted = count(
            state.cells,
            suggest(state.cells, state.on).marks,
            state.rules,
            prisoners=state.prisoners,
            fines=state.fines,
            handicap=state.handicap,
        )
    except Refused:  # a boundary is open
        return False
    return counted.margin > 0 if state.colour == BLACK else counted.margin < 0
