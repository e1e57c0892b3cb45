"""Moves, checks and endings of xiangqi, each case named by the rule it shows."""

import pytest

from qipan.games.xiangqi import (
    board_outcome,
    legal_moves,
    perft,
    read_fen,
    read_move,
    start_board,
    write_fen,
    write_move,
)
from qipan.kernel.errors import BadInput


def moves_from(fen, square):
    texts = (write_move(move) for move in legal_moves(read_fen(fen)))
    return sorted(text[2:] for text in texts if text.startswith(square))


MOVEMENT = [
    # id, position, piece, where it may go
    ("knight jumps, legs blocked two ways", "3k5/9/9/9/9/4P4/3pN4/9/9/4K4 w", "e3", "d1 f1 g2 g4"),
    ("bishop stays at home, eye blocked", "4k4/9/9/9/4p4/2B6/1P7/9/9/4K4 w", "c4", "e2"),
    ("advisor inside the palace", "3k5/9/9/9/9/9/9/9/4A4/4K4 w", "e1", "d0 d2 f0 f2"),
    ("pawn before the river", "3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4", "e5"),
    ("pawn beyond the river", "3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5", "d5 e6 f5"),
    ("pawn on the last rank", "P3k4/9/9/9/9/9/9/9/9/3K5 w", "a9", "b9"),
    (
        "cannon takes over one screen",
        "3k5/9/p8/9/P8/C2p1p3/9/9/P8/4K4 w",
        "a4",
        "a2 a3 a7 b4 c4 f4",
    ),
    ("rook pinned on the file", "4k4/4r4/9/9/4R4/9/9/9/9/4K4 w", "e5", "e1 e2 e3 e4 e6 e7 e8"),
    ("flying general pins", "4k4/9/9/9/9/4N4/9/9/9/4K4 w", "e4", ""),
    ("king does not face the other", "3k5/9/9/9/9/9/9/9/9/4K4 w", "e0", "e1 f0"),
    ("screen before a cannon is pinned", "3k5/4c4/9/9/4p4/9/9/4N4/9/4K4 w", "e2", ""),
    ("no own screen before a cannon", "3k5/9/9/9/4c4/9/9/3N5/9/4K4 w", "d2", "b1 b3 c0 c4 f1 f3"),
    ("check is answered by removing the screen", "3k5/4c4/9/9/9/4R4/9/9/9/4K4 w", "e4", None),
]


@pytest.mark.parametrize(("_id", "fen", "square", "want"), MOVEMENT, ids=[m[0] for m in MOVEMENT])
def test_movement(_id, fen, square, want):
    found = moves_from(fen, square)
    if want is None:
        assert set(found) == {f"{file}4" for file in "abcdfghi"} | {"e8"}
    else:
        assert found == want.split()


ENDINGS = [
    ("two rooks mate", "3k5/R8/9/9/9/9/9/9/9/1R2K4 w", "b0b9", 0, "xiangqi.mate"),
    ("stalemate loses", "3k5/9/4P4/9/9/9/9/9/9/4K4 w", "e7e8", 0, "xiangqi.stalemate"),
    ("the game goes on", "4k4/9/9/9/9/9/9/9/9/3K5 w", "d0d1", None, None),
]


@pytest.mark.parametrize(("_id", "fen", "move", "winner", "rule"), ENDINGS)
def test_ending(_id, fen, move, winner, rule):
    outcome = board_outcome(read_fen(fen).after(read_move(move)))
    assert (outcome and outcome.winner, outcome and outcome.rule) == (winner, rule)


def test_perft_from_the_start():
    board = start_board()
    assert [perft(board, depth) for depth in range(4)] == [1, 44, 1920, 79666]
    assert board.key == start_board().key


def test_both_letter_sets_and_sides_are_read():
    usual = read_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")
    other = read_fen("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r")
    assert usual.key == other.key == start_board().key
    assert write_fen(other, 3, 7) == write_fen(usual, 3, 7)


BAD = [
    ("", "empty"),
    ("9/9", "ends before"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x", "side to move"),
    ("xnbakabnr/9/9/9/9/9/9/9/9/4K4 w", "no piece"),
    ("4k4/9/9/9/9/9/9/9/9/4K5 w", "more than 9"),
    ("4k4/9/9/9/9/9/9/9/9/9 w", "one king"),
    ("4k4/9/9/9/9/9/9/4K4/9/4K4 w", "at most 1"),
    ("4k4/9/9/9/9/9/4K4/9/9/9 w", "cannot stand on e3"),
    ("4k4/9/9/9/9/A8/9/9/9/3K5 w", "cannot stand on a4"),
    ("4k4/9/9/9/9/RRR6/9/9/9/3K5 w", "at most 2"),
    ("4k4/9/9/9/9/9/9/9/9/4K4 w", "not to move"),
    ("4k4/9/9/9/9/9/9/9/9/3K5 w - - x 1", "no number"),
    ("4k4/9/9/9/9/9/9/9/9/3K5 w" + " -" * 9, "six fields"),
    ("9" * 3000, "at most 200"),
]


@pytest.mark.parametrize(("fen", "words"), BAD, ids=[b[1] for b in BAD])
def test_a_wrong_fen_is_explained(fen, words):
    with pytest.raises(BadInput, match=words):
        read_fen(fen)


@pytest.mark.parametrize("text", ["", "h2", "h2e", "h2h2", "j0a0", "h2-e22", "H2 E2", "²2e2"])
def test_a_wrong_move_text_is_refused(text):
    with pytest.raises(BadInput):
        read_move(text)


def test_iccs_is_read():
    assert read_move("H2-E2") == read_move("h2e2")
