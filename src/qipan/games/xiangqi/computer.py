"""A computer player for xiangqi: looks two plies ahead, then only at captures.

It values material and a little placement, avoids positions that stood before, and claims a draw
when the move limit is surely reached. Its strength is that of a careful beginner.
"""

from random import Random

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.movegen import legal_moves, pseudo_moves
from qipan.games.xiangqi.rulesets import Count
from qipan.games.xiangqi.squares import (
    ADVISOR,
    BISHOP,
    CANNON,
    FILE,
    KINDS,
    KING,
    KNIGHT,
    PAWN,
    RANK,
    ROOK,
)
from qipan.games.xiangqi.state import Action, Claim, State
from qipan.kernel.ids import Seat

MATERIAL = {KING: 10_000, ADVISOR: 200, BISHOP: 200, KNIGHT: 400, ROOK: 900, CANNON: 450, PAWN: 100}
MATE = 9_000
REPEATED = 60
"""What it costs to come back to a position, each time it stood."""
NOISE = 12
CAPTURES = 3
"""How many captures in a row are looked at after the two plies."""


def _placed(kind: int, square: int) -> int:
    """Value a red piece on a square: forward pawns, central and developed pieces."""
    rank, centre = RANK[square], 4 - abs(FILE[square] - 4)
    if kind == PAWN:
        return (80 + 8 * centre if 4 < rank < 9 else 20 if rank == 9 else 4 * rank) + centre
    if kind == KNIGHT:
        return 6 * min(rank, 6) + 5 * centre
    if kind == ROOK:
        return 5 * min(rank, 6) + 2 * centre
    if kind == CANNON:
        return 3 * centre + (8 if rank == 2 else 0)
    if kind == KING:
        return -15 * rank
    return 4 * centre if kind == BISHOP else 3 * centre


RED_WORTH = tuple(
    tuple(MATERIAL.get(kind, 0) + _placed(kind, square) for square in range(90))
    for kind in (0, *KINDS)
)
BLACK_WORTH = tuple(
    tuple(row[9 * (9 - square // 9) + square % 9] for square in range(90)) for row in RED_WORTH
)


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
    return (RED_WORTH if piece > 0 else BLACK_WORTH)[board.kind[piece]][square]


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
