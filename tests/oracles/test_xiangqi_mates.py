"""No mate in one or two is walked into that could be avoided, by the best xiangqi level.

Positions of random games; whether a move allows a mate is found by trying every move and reply,
apart from the search. Short: a few positions with few nodes; long (make oracles): 500 with all.
"""

import os
from itertools import islice
from random import Random

from msgspec.structs import replace

from qipan.games import game_named
from qipan.games.xiangqi.computer import LEVELS, think
from qipan.games.xiangqi.movegen import has_legal_move, legal_moves
from qipan.kernel.ids import Seat
from qipan.kernel.thinking import Limits, Watch

LONG = bool(os.environ.get("QIPAN_ORACLES"))
POSITIONS, NODES = (500, LEVELS[-1].nodes) if LONG else (6, 6_000)
XIANGQI = game_named("xiangqi")


def mates_within(board, moves):
    """Say whether the side to move mates, or leaves no move, within so many own moves."""
    for move in legal_moves(board):
        taken = board.make(move)
        replies = legal_moves(board)
        found = not replies or (moves > 1 and all(lost(board, reply, moves) for reply in replies))
        board.unmake(move, taken)
        if found:
            return True
    return False


def lost(board, reply, moves):
    taken = board.make(reply)
    found = mates_within(board, moves - 1)
    board.unmake(reply, taken)
    return found


def allows_mate(board, move, moves):
    taken = board.make(move)
    found = has_legal_move(board) and mates_within(board, moves)
    board.unmake(move, taken)
    return found


def random_states(dice):
    """Give states after twenty to ninety random plies, with the history left out."""
    while True:
        state = XIANGQI.start(XIANGQI.rules_type(), 2, {})
        board = state.board.copy()
        for _ in range(20 + dice.randrange(70)):
            moves = legal_moves(board)
            if not moves:
                break
            board.make(dice.choice(moves))
        else:
            if has_legal_move(board):
                yield replace(state, board=board, keys=(board.key,), played=())


def test_the_best_level_walks_into_no_mate_that_can_be_avoided():
    for number, state in enumerate(islice(random_states(Random(17)), POSITIONS)):
        seat = Seat(0 if state.board.turn == 1 else 1)
        watch = Watch(Limits(NODES))
        move = think(state, seat, len(LEVELS), Random(number), watch)
        board = state.board.copy()
        if allows_mate(board, move, 2):
            others = [each for each in legal_moves(board) if each != move]
            assert all(allows_mate(board, each, 2) for each in others), board
