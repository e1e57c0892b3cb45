"""Chinese rulings by the quick searches and by slow ones: same labels, lines and nodes.

Short: a few random positions and repetitions; long (make oracles): thousands.
"""

import os
from random import Random

import pytest

from oracles.xiangqi_searches import SlowSearch
from qipan.games.xiangqi import legal_moves, ruleset_named, start_board, write_fen
from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.check_sight import CheckSight
from qipan.games.xiangqi.movegen import is_safe, king_steps, pseudo_moves
from qipan.games.xiangqi.repetition import chinese, rule_line
from qipan.games.xiangqi.repetition.gain import MATED, Exhausted
from qipan.games.xiangqi.repetition.search import Search

LONG = bool(os.environ.get("QIPAN_ORACLES"))
ENOUGH = (-200, -10, 0, 1, 10, 100, 200)
"""Gains of which it may be enough to know that they are so much."""
POSITIONS, LINES = (3_000, 2_000) if LONG else (60, 40)


def random_board(dice, most=110):
    while True:
        board = start_board()
        for _ in range(dice.randint(8, most)):
            moves = legal_moves(board)
            if not moves:
                break
            takes = [move for move in moves if board.at[move & 127]]
            board = board.after(dice.choice(takes if takes and dice.random() < 0.3 else moves))
        if legal_moves(board):
            return board


def repetition(dice):
    """Give a board and two plies to and fro that bring it back, twice over."""
    while True:
        board = random_board(dice, 90)
        line, here = [], board
        for back in (False, False, True, True):
            moves = legal_moves(here)
            undo = (line[-2] & 127) << 7 | line[-2] >> 7 if back else 0
            move = undo if back else dice.choice(moves) if moves else 0
            if move not in moves:
                break
            line.append(move)
            here = here.after(move)
        if len(line) == 4 and here.key == board.key:
            return board, line * 2


def asked(kind, board, nodes, views):
    """Ask one search everything; give the answers, what is left, and where it ran dry."""
    search = kind(nodes)
    answers = []
    try:
        for side, meek, spared, high in views:
            search.chaser, search.meek, search.spared = side * board.turn, meek, spared
            answers.append(search.gain(board.copy(), high=high))
        answers += [search.checks(board.copy()), search.mate(board.copy(), 3)]
    except Exhausted:
        answers.append("exhausted")
    return answers, search.left


@pytest.mark.parametrize("nodes", [100_000, 90])
def test_quick_and_slow_searches_agree_to_the_node(nodes):
    dice = Random(f"searches {nodes}")
    for _ in range(POSITIONS):
        board = random_board(dice)
        spared = dice.choice([piece for piece in board.at if piece])
        views = [(1, False, 0), (-1, False, 0), (1, True, 0), (-1, True, spared)]
        views = [(*view, high) for view in views for high in (MATED, dice.choice(ENOUGH))]
        quick, slow = (asked(kind, board, nodes, views) for kind in (Search, SlowSearch))
        assert quick == slow, write_fen(board)


def test_checks_are_seen_without_trying_them_also_where_the_king_is_attacked_already():
    dice = Random("sight")
    for _ in range(POSITIONS):
        board = random_board(dice)
        for view in (board, board.passed()):
            sight = CheckSight(view)
            assert sight.attacked == view.attacked(-view.turn), write_fen(view)
            for move in legal_moves(view):
                gives = view.after(move).attacked(-view.turn)
                assert sight.gives(move) == gives or sight.attacked, (write_fen(view), move)


def test_legal_moves_are_the_safe_ones_also_in_check():
    dice, checked = Random("evasions"), 0
    for _ in range(20 * POSITIONS):
        board = _sparse(dice)
        if board.attacked(-board.turn):
            continue
        checked += board.attacked(board.turn)
        every = pseudo_moves(board) + king_steps(board)
        assert legal_moves(board) == [m for m in every if is_safe(board, m)], write_fen(board)
    assert checked > POSITIONS


def _sparse(dice):
    """Put kings and a few big pieces anywhere, so that checks, screens and pins are common."""
    kings = [(9 * dice.randint(0, 2) + dice.randint(3, 5), 1, 1)]
    kings.append((9 * dice.randint(7, 9) + dice.randint(3, 5), -1, 1))
    free = [square for square in range(90) if square not in (kings[0][0], kings[1][0])]
    big = [(side, kind) for side in (1, -1) for kind in (4, 4, 5, 5, 6, 6, 7, 7)]
    placed = dice.sample(big, dice.randint(4, len(big)))
    squares = dice.sample(free, len(placed))
    men = [(square, side, kind) for square, (side, kind) in zip(squares, placed, strict=True)]
    return Board(kings + men, dice.choice((1, -1)))


def test_rulings_are_the_same_with_slow_searches(monkeypatch):
    dice, ruleset = Random("rulings"), ruleset_named("cxa-2020")
    cases = [repetition(dice) for _ in range(LINES)]
    quick = [rule_line(*case, ruleset).labels for case in cases]
    monkeypatch.setattr(chinese, "Search", SlowSearch)
    monkeypatch.setattr(chinese, "label_in_frame", chinese.label_in_frame.__wrapped__)
    assert quick == [rule_line(*case, ruleset).labels for case in cases]
