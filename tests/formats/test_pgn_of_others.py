"""PGN written by other programs: sixty files of cchess, and moves that a file does not tell."""

from random import Random

from cchess import ChessBoard
from cchess import Game as OtherGame

from qipan.formats import record_format
from qipan.games.xiangqi.fen import START

FILES = 60


def written_by_cchess(seed, path):
    """Let cchess play legal moves at random and save the game; give the moves."""
    dice, board = Random(seed), ChessBoard(START)
    game, last, moves = OtherGame(board.copy()), None, []
    for _ in range(dice.randrange(4, 40)):
        legal = [each for each in board.create_moves() if board.is_valid_move(*each)]
        legal = [each for each in legal if not board.is_checked_move(*each)]
        if not legal:
            break
        start, end = dice.choice(legal)
        move = board.move(start, end)
        if last is None:
            game.append_next_move(move)
        else:
            last.append_next_move(move)
        last = move
        moves.append(move.to_iccs())
        board.next_turn()
    game.save_to(str(path))
    return moves


def test_sixty_files_of_cchess_are_read(tmp_path):
    for seed in range(FILES):
        path = tmp_path / f"{seed}.pgn"
        moves = written_by_cchess(seed, path)
        (record,) = record_format(path.name).read(path.read_bytes(), path.name)
        assert list(record.moves) == moves, seed


def test_the_same_in_gb18030(tmp_path):
    path = tmp_path / "one.pgn"
    moves = written_by_cchess(1, path)
    text = path.read_text("utf-8")
    (record,) = record_format("a.pgn").read(text.encode("gb18030"), "a.pgn")
    assert list(record.moves) == moves


def test_a_move_that_is_not_told_ends_what_can_be_played():
    text = '[Event "x"]\n\n1. C2=5 H8+7 2. H2+3 -- 3. R1=2 R9=8 1-0\n\n[Event "y"]\n\n1. C2=5 *\n'
    first, second = record_format("a.pgn").read(text.encode(), "a.pgn")
    assert (first.moves, first.result) == (("h2e2", "h9g7", "h0g2"), "1-0")
    assert first.comments == {3: "--"}
    assert second.moves == ("h2e2",)


def test_the_rear_piece_that_retreats():
    fen = "3k5/9/9/9/R8/9/9/R8/9/4K4 w - - 0 1"
    text = f'[Event "x"]\n[FEN "{fen}"]\n\n1. R--1 *\n'
    (record,) = record_format("a.pgn").read(text.encode(), "a.pgn")
    assert record.moves == ("a2a1",)
