"""Judges a move of gomoku: the best by threats and a search, and the one played beside it."""

from qipan.games.gomoku.board import Point
from qipan.games.gomoku.game import Gomoku
from qipan.games.gomoku.look_ahead import WON, LookAhead
from qipan.games.gomoku.opening import Stage
from qipan.games.gomoku.position import Position
from qipan.kernel.ids import Seat
from qipan.kernel.judgement import Judged, SecondLook, chance_of, chance_with_played
from qipan.kernel.thinking import Limits, ThoughtEnded, Watch, as_good

NODES = 200
"""What is looked at for one move, unless somebody asks for more."""
EVEN_ODDS = 160
"""Fits who won in 60 games of levels 5 and 6, by the values on the way; 150 to 220 fit alike."""
NEAR = 6
_FOURS = 6
_GAME = Gomoku()


def judge(state: Position, seat: Seat, played: Point | None, watch: Watch) -> Judged | None:
    """Judge the position and a stone in it; None while the opening is not settled."""
    if state.stage is not Stage.DONE or state.count < 2 or (played is not None and played < 0):
        return None
    colour = state.colour
    own, other = state.stones[colour], state.stones[1 - colour]
    search = LookAhead(state.rules, own, other, colour, watch)
    allowed = set(_GAME.moves(state, seat))
    moves = [at for at in search.ordered(own, other, colour) if at in allowed]
    if not moves:
        return None
    glance = moves[0]
    try:
        won = search.threats.by_fours(own, other, colour, _FOURS)
    except ThoughtEnded:
        won = None
    if won is not None and won in moves:
        moves.sort(key=lambda at: at != won)
    best = moves[0] if won is not None else search.run(moves, NEAR)
    values = search.values or {best: WON if won is not None else 0}
    value = WON if won is not None else values[best]
    good = len(as_good(values, NEAR))
    with_played = chance_of(value, EVEN_ODDS)
    if played is not None and played != best:
        both = LookAhead(state.rules, own, other, colour, Watch(Limits(max(watch.nodes // 2, 40))))
        both.run([best, played], 2 * WON)
        if both.values:
            told = SecondLook(both.values[best], both.values[played])
            with_played = chance_with_played(value, told, EVEN_ODDS, WON // 2)
    return Judged(
        best=best,
        chance=chance_of(value, EVEN_ODDS),
        played=with_played,
        good=good,
        legal=len(allowed),
        glance=glance,
    )
