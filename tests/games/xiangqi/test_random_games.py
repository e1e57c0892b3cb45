"""Random games: nothing breaks, everything can be taken back, and an oracle agrees."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.games.xiangqi import (
    board_outcome,
    legal_moves,
    read_fen,
    start_board,
    write_fen,
    write_move,
)
from qipan.kernel.errors import BadInput


def walk(seed, plies):
    dice, board = Random(seed), start_board()
    for _ in range(plies):
        moves = legal_moves(board)
        if not moves:
            return
        move = dice.choice(moves)
        yield board, moves, move
        board = board.after(move)


@settings(max_examples=20)
@given(st.integers(0, 10**9))
def test_make_and_unmake_leave_no_trace(seed):
    for board, moves, _ in walk(seed, 60):
        before = (board.at[:], board.where[:], board.rows[:], board.cols[:], board.turn)
        for move in moves:
            taken = board.make(move)
            assert not board.attacked(-board.turn), write_move(move)
            board.unmake(move, taken)
        assert before == (board.at, board.where, board.rows, board.cols, board.turn)
        assert len(set(moves)) == len(moves)


@settings(max_examples=20)
@given(st.integers(0, 10**9))
def test_fen_tells_the_whole_position(seed):
    for board, moves, _ in walk(seed, 80):
        again = read_fen(write_fen(board))
        assert again.key == board.key
        assert sorted(legal_moves(again)) == sorted(moves)
        assert board_outcome(again) is None


@settings(max_examples=300)
@given(st.text(alphabet="rnbakcpRNBAKCPhe123456789/ wb-[]", max_size=90))
def test_any_fen_is_read_or_refused(text):
    try:
        board = read_fen(text)
    except BadInput:
        return
    assert read_fen(write_fen(board)).key == board.key


def test_legal_moves_agree_with_an_oracle():
    oracle = pytest.importorskip("pyffish", reason="the oracle pyffish is not installed")
    for seed in range(4):
        for board, moves, _ in list(walk(seed, 90))[::6]:
            want = oracle.legal_moves("xiangqi", write_fen(board), [])
            ours = {spelt(move) for move in moves}
            assert ours == set(want), write_fen(board)


def spelt(move):
    """Write a move with ranks 1 to 10."""
    text = write_move(move)
    return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"
