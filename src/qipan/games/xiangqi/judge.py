"""Judges a move of xiangqi: the best by a search, and the one that was played beside it.

A player who comes back to a position may vary later, so a position of the game that stands again
decides nothing here, unless the book in force rules on it now. Only what a line of the search
itself repeats is taken for level.
"""

from qipan.games.xiangqi.book_verdicts import verdicts
from qipan.games.xiangqi.look_ahead import MATED, LookAhead
from qipan.games.xiangqi.movegen import legal_moves
from qipan.games.xiangqi.squares import Move
from qipan.games.xiangqi.state import Action, State
from qipan.kernel.ids import Seat
from qipan.kernel.judgement import Judged, SecondLook, chance_of, chance_with_played
from qipan.kernel.thinking import Limits, Watch, as_good

NODES = 2_000
"""What is looked at for one move, unless somebody asks for more."""
CLOSER = 3
"""How many times that for a move that may count in fair play."""
EVEN_ODDS = 500
NEAR = 30
"""What a move may be worth less than the best and still be as good."""
_WHOLE = 40_000


def judge(state: State, seat: Seat, played: Action | None, watch: Watch) -> Judged | None:
    """Judge the position and a move in it; None where a piece is not what is moved."""
    del seat
    if played is not None and not isinstance(played, int):
        return None
    board = state.board.copy()
    moves = [int(move) for move in legal_moves(board)]
    if not moves:
        return None
    present, ruled = state.keys[-1:], verdicts(state, moves)
    search = LookAhead(board, present, watch, ruled)
    first = search.run(list(moves), NEAR)
    values = search.complete or {first: 0}
    best = max(values, key=values.__getitem__)
    good = len(as_good(values, NEAR))
    value = values[best]
    with_played = chance_of(value, EVEN_ODDS)
    if played is not None and int(played) != best:
        both = LookAhead(board, present, Watch(Limits(max(watch.nodes // 2, 60))), ruled)
        both.run([best, int(played)], _WHOLE)
        beside = both.complete
        if beside:
            told = SecondLook(beside[best], beside[int(played)])
            with_played = chance_with_played(value, told, EVEN_ODDS, MATED)
    return Judged(
        best=Move(best),
        chance=chance_of(value, EVEN_ODDS),
        played=with_played,
        good=good,
        legal=len(moves),
        glance=search.glance,
    )
