"""Computer players for xiangqi.

``choose`` is quick: it looks two plies ahead, then only at captures, avoids positions that stood
before, and claims a draw when the move limit is surely reached. Its strength is that of a careful
beginner. ``think`` searches (see ``look_ahead``) as long as its level may; moves that repeat a
position are valued by the ruling that the book in force would give.
"""

from random import Random

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.book_verdicts import verdicts
from qipan.games.xiangqi.look_ahead import MATED, LookAhead
from qipan.games.xiangqi.movegen import legal_moves, pseudo_moves
from qipan.games.xiangqi.rulesets import Count
from qipan.games.xiangqi.short_mates import invites_mate
from qipan.games.xiangqi.squares import KING, Move
from qipan.games.xiangqi.state import Action, Claim, State
from qipan.games.xiangqi.worth import WORTH
from qipan.kernel.ids import Seat
from qipan.kernel.levels import Level
from qipan.kernel.thinking import Watch, as_good

MATE = 9_000
REPEATED = 60
"""What it costs to come back to a position, each time it stood."""
NOISE = 12
CAPTURES = 3
"""How many captures in a row are looked at after the two plies."""


LEVELS = (
    Level(60, careless=50, noise=160),
    Level(120, careless=25, noise=120),
    Level(150, noise=120),
    Level(400, noise=75),
    Level(1_100, noise=35),
    Level(3_000, noise=12),
    Level(9_000, noise=4),
    Level(30_000),
)
CAREFUL = 3
"""From this level on no mate in one is overlooked that can be avoided."""
WARY = 7
"""… and from this on no mate in two."""


def think(state: State, seat: Seat, level: int, dice: Random, watch: Watch) -> Action:
    """Search as long as the watch allows; the dice decide among what the level takes as equal."""
    if _limit_reached(state, seat):
        return Claim.LIMIT
    strength = LEVELS[level - 1]
    board = state.board.copy()
    moves = legal_moves(board)
    dice.shuffle(moves)
    if dice.randrange(100) < strength.careless or len(moves) == 1:
        return moves[0]
    moves.sort(key=lambda move: -_gain(board, move))
    if level >= CAREFUL:
        moves = [move for move in moves if not invites_mate(board, move, 1)] or moves
    search = LookAhead(board, state.keys, watch, verdicts(state, moves))
    best = search.run(list(moves), strength.noise)
    if strength.noise and search.values and abs(search.values[best]) < MATED:
        best = dice.choice(as_good(search.values, strength.noise))
    if level >= WARY and invites_mate(board, best, 2):
        known = {**search.complete, **search.values}
        moves.sort(key=lambda move: -known.get(move, 0))
        best = next((move for move in moves if not invites_mate(board, move, 2)), best)
    return Move(best)


def choose(state: State, seat: Seat, dice: Random) -> Action:
    """Pick the best move by a short search; the dice decide among nearly equal ones."""
    if _limit_reached(state, seat):
        return Claim.LIMIT
    board = state.board.copy()
    moves = legal_moves(board)
    dice.shuffle(moves)
    moves.sort(key=lambda move: -_gain(board, move))
    best, chosen = -10 * MATE, moves[0]
    for move in moves:
        gain = _gain(board, move)
        taken = board.make(move)
        stood = 0 if taken else state.keys.count(board.key)
        bias = dice.randrange(NOISE) - REPEATED * stood
        value = bias - _reply(board, -gain, -10 * MATE, bias - best)
        board.unmake(move, taken)
        if value > best:
            best, chosen = value, move
    return chosen


def _limit_reached(state: State, seat: int) -> bool:
    """Say whether a claim of the move limit surely holds, or a count should begin."""
    ruleset = state.rules.settled()
    needed = 2 * ruleset.limit
    if not ruleset.claimed or state.warned is not None:
        return False
    if ruleset.count is Count.FORWARD:
        return state.counted_from is None and state.quiet_plies >= needed // 2
    beyond = 0 if ruleset.checks_counted is None else 2 * state.checks[seat]
    return state.quiet_plies - beyond >= needed


def _worth(board: Board, piece: int, square: int) -> int:
    return WORTH[board.letters[piece]][square]


def _gain(board: Board, move: int) -> int:
    """Give what a move wins in material and placement, for the side that makes it."""
    origin, target = move >> 7, move & 127
    piece, taken = board.at[origin], board.at[target]
    gain = _worth(board, piece, target) - _worth(board, piece, origin)
    return gain + _worth(board, taken, target) if taken else gain


def _reply(board: Board, score: int, alpha: int, beta: int) -> int:
    """Give the best that the side to move can reach with one move and captures after it."""
    moves = legal_moves(board)
    if not moves:
        return -MATE
    best = -10 * MATE
    for move in sorted(moves, key=lambda move: -_gain(board, move)):
        gain = _gain(board, move)
        taken = board.make(move)
        value = -_captures(board, -score - gain, -beta, -max(alpha, best), CAPTURES)
        board.unmake(move, taken)
        best = max(best, value)
        if best >= beta:
            break
    return best


def _captures(board: Board, score: int, alpha: int, beta: int, left: int) -> int:
    """Go on with captures only, while they are worth it; a side may always stop."""
    best = score
    if best >= beta or not left:
        return best
    at = board.at
    found = [move for move in pseudo_moves(board) if at[move & 127]]
    for move in sorted(found, key=lambda move: -_gain(board, move)):
        gain = _gain(board, move)
        if score + gain <= max(alpha, best):
            break
        taken = board.make(move)
        if board.kind[taken] == KING:
            board.unmake(move, taken)
            return MATE
        value = -_captures(board, -score - gain, -beta, -max(alpha, best), left - 1)
        board.unmake(move, taken)
        best = max(best, value)
        if best >= beta:
            break
    return best
