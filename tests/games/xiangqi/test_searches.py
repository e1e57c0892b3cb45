"""The small searches behind the Chinese labels."""

from random import Random

import pytest

from qipan.games.xiangqi import (
    RED,
    legal_moves,
    read_fen,
    read_move,
    read_square,
    start_board,
    write_move,
)
from qipan.games.xiangqi.repetition import Act
from qipan.games.xiangqi.repetition.by_checks import best_check
from qipan.games.xiangqi.repetition.captures import Captures, exchange
from qipan.games.xiangqi.repetition.chinese import label_plies
from qipan.games.xiangqi.repetition.gain import Exhausted
from qipan.games.xiangqi.repetition.line import replay, stretch
from qipan.games.xiangqi.repetition.search import Search
from qipan.games.xiangqi.repetition.worth import worth

MATES = [
    # what it shows, position, number of checks needed (None: no mate within five)
    ("rook on the back rank", "3k5/R8/9/9/9/9/9/9/9/1R2K4 w", 1),
    ("one check on the way", "9/4k4/1R7/R8/9/9/9/9/9/3K5 w", 2),
    ("a lone rook mates nobody", "4k4/4a4/9/9/9/9/9/9/9/R2K5 w", None),
]


@pytest.mark.parametrize(("_id", "fen", "checks"), MATES, ids=[m[0] for m in MATES])
def test_mates_by_checks(_id, fen, checks):
    line = Search(10_000).mate(read_fen(fen))
    assert (line and (len(line) + 1) // 2) == checks


def test_the_line_of_a_mate_is_legal_and_ends_in_mate():
    board = read_fen(MATES[1][1])
    for move in Search(10_000).mate(board):
        assert move in legal_moves(board), write_move(move)
        board = board.after(move)
    assert legal_moves(board) == []


EXCHANGES = [
    ("a free cannon", "3k5/9/9/9/9/c8/9/9/R8/4K4 w", "a1a4", 100),
    ("rook for a protected cannon", "3k5/9/9/9/9/c7r/9/9/R8/4K4 w", "a1a4", -100),
    ("two rooks on a protected cannon", "3k5/9/9/9/9/c7r/9/R8/R8/4K4 w", "a2a4", 100),
    ("a protector that is pinned", "3k1a3/4a4/9/9/9/c2r5/9/3R5/R3A4/4K4 w", "a1a4", 100),
    ("a pawn at home is worth nothing", "3k5/9/9/p8/9/9/9/9/R8/4K4 w", "a1a6", 0),
]


@pytest.mark.parametrize(("_id", "fen", "move", "want"), EXCHANGES, ids=[e[0] for e in EXCHANGES])
def test_exchanges_on_one_square(_id, fen, move, want):
    assert exchange(read_fen(fen), read_move(move)) == want


def weighed(fen, move):
    board = read_fen(fen)
    pair = (board.at[read_square(move[:2])], board.at[read_square(move[2:])])
    return Captures(Search(50_000), board, RED).get(pair)


def test_a_capture_knows_its_root_and_its_gain():
    free = weighed("4ka3/4a4/9/9/9/c8/9/9/R8/3K5 w", "a1a4")
    assert (free.net, free.root, free.good, free.mutual) == (100, "none", True, False)
    rooted = weighed("4ka3/4a4/9/9/9/c7r/9/9/R3A4/3AK4 w", "a1a4")
    assert (rooted.net, rooted.root, rooted.good) == (-100, "few", False)
    rooks = weighed("4ka3/4a4/9/9/9/r8/9/9/R8/3K5 w", "a1a4")
    assert (rooks.mutual, rooks.good) == (True, False)


def test_a_capture_that_loses_more_elsewhere_does_not_pay():
    loose = weighed("4ka3/4a4/9/7r1/9/p8/9/9/R6N1/3K5 w", "a1a4")
    assert loose.net < loose.same == 100


def boards_with_checks(number):
    dice = Random("checks")
    while number:
        board = start_board()
        for _ in range(dice.randint(30, 110)):
            moves = legal_moves(board)
            if not moves:
                break
            board = board.after(dice.choice(moves))
        if Search(100).checks(board):
            number -= 1
            yield board


def test_the_best_check_is_the_one_that_looking_at_each_in_full_finds():
    spent = {True: 0, False: 0}
    won = 0
    for board in boards_with_checks(60):
        slow, quick = Search(10**6), Search(10**6)
        slow.chaser, expected = board.turn, ((), 0)
        for move in slow.checks(board):
            if not worth(board, board.at[move & 127]):
                reply, rest = slow.gain(board.after(move))
                if -reply > expected[1]:
                    expected = ((move, *rest), -reply)
        assert best_check(quick, board) == expected
        first = best_check(Search(10**6), board, 1)[1]
        assert (first > 0) == (expected[1] > 0)
        won += expected[1] > 0
        spent[True] += 10**6 - quick.left
        spent[False] += 10**6 - slow.left
    assert won >= 5
    assert spent[True] < spent[False]


def test_a_capture_that_its_target_could_make_as_well_is_not_searched():
    board = read_fen("4ka3/4a4/9/9/9/r8/9/9/R8/3K5 w")
    search = Search(50_000)
    found = Captures(search, board, RED).get(
        (board.at[read_square("a1")], board.at[read_square("a4")])
    )
    assert (found.mutual, found.net, found.line) == (True, found.same, (read_move("a1a4"),))


def test_without_a_budget_a_label_stays_in_doubt():
    board = read_fen("4ka3/4a4/9/9/9/c8/9/9/1R7/3K5 w")
    moves = [read_move(word) for word in ["b1a1", "a4b4", "a1b1", "b4a4"]]
    plies = stretch(replay(board, moves), moves, 0, 4).plies
    assert [label.sure for label in label_plies(plies, nodes=4)] == [False] * 4
    assert [label.act for label in label_plies(plies)] == [Act.CHASE, Act.IDLE] * 2
    with pytest.raises(Exhausted):
        Search(0).mate(board)


def test_checks_that_answer_checks_without_end_leave_a_doubt():
    board = read_fen("1rbk3r1/4a4/4b4/p2Cp4/2P4cp/2c3B2/P3P3P/9/4NK3/R2A1ABNR w")
    moves = [read_move(word) for word in ["i0i2", "d9e9", "i2i0", "e9d9"]]
    plies = stretch(replay(board, moves), moves, 0, 4).plies
    assert [label.sure for label in label_plies(plies)] == [True, False, True, False]


def test_the_budget_is_counted_in_steps_and_kept():
    board = read_fen("2bk1abnr/9/n4a3/2p4rp/2R1C4/P8/2P1P1P1P/8R/5KC2/2cA2B2 w")
    moves = [read_move(word) for word in ["c5a5", "h6e6", "a5c5", "e6h6"]]
    plies = stretch(replay(board, moves), moves, 0, 4).plies
    first = label_plies(plies, nodes=2_000)
    assert first == label_plies(plies, nodes=2_000)
    assert not all(label.sure for label in first)
