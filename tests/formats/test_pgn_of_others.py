"""PGN written by other programs: cchess, XQWizard, ElephantEye, elephantops; moves not told."""

import os
from random import Random

import pytest
from cchess import ChessBoard
from cchess import Game as OtherGame

from qipan.formats import record_format
from qipan.games.xiangqi.fen import START
from qipan.kernel.errors import BadInput

FILES = 60 if os.environ.get("QIPAN_ORACLES") else 10
"""All sixty with the other long comparisons (make oracles)."""


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


def test_files_of_cchess_are_read(tmp_path):
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


HEAD = """[Game "Chinese Chess"]
[Event "杯赛"]
[Site "广州"]
[Date "2006.05.01"]
[Round "3"]
[RedTeam "广东"]
[Red "红方甲"]
[BlackTeam "上海"]
[Black "黑方乙"]
[Result "1/2-1/2"]
[ECCO "C42"]
[Opening "中炮对屏风马"]
"""
TRAILER = f"{'=' * 28}\n 欢迎访问棋谱站\n 推荐用某软件看谱\n http://example.org/\n{'=' * 28}\n"


def numbered(moves, space=" "):
    pairs = enumerate(moves)
    return " ".join(f"{at // 2 + 1}.{space}{move}" if at % 2 == 0 else move for at, move in pairs)


def shapes(moves, chinese):
    """Give a game as XQWizard, ElephantEye and elephantops write it, as bytes."""
    iccs = [f"{move[:2]}-{move[2:]}".upper() for move in moves]
    spelt = f'{HEAD}[Format "ICCS"]\n'
    wizard = f"{HEAD}{chinese} 1/2-1/2\n{TRAILER}"
    eye = f"{spelt}{numbered(iccs)}\n  1/2-1/2\n{TRAILER}"
    tight = f"{spelt}\n{numbered(iccs, '')} 1/2-1/2\n{TRAILER}".replace("\n", "\r\n")
    tags = '[Event "x"]\n[Variant "xiangqi"]\n[Result "1/2-1/2"]'
    ops = f"{tags}\n\n{numbered(moves)} {{ even }} 1/2-1/2\n"
    for text in (wizard, eye, tight):
        yield from (text.encode(coding) for coding in ("gb18030", "utf-8-sig", "utf-16"))
    yield ops.encode()


def test_files_of_other_programs_with_their_last_lines_in_any_encoding(tmp_path):
    for seed in range(6):
        path = tmp_path / f"{seed}.pgn"
        moves = written_by_cchess(seed, path)
        lines = path.read_text("utf-8").splitlines()
        chinese = " ".join(
            line.strip() for line in lines if not line.strip().startswith(("[", "="))
        )
        for number, content in enumerate(shapes(moves, chinese.replace("*", "").strip())):
            (record,) = record_format("a.pgn").read(content, "a.pgn")
            assert list(record.moves) == moves, (seed, number)
            assert record.result == "1/2-1/2"


def test_headers_that_we_do_not_know_are_kept_on_conversion(tmp_path):
    moves = written_by_cchess(3, tmp_path / "a.pgn")
    content = f'{HEAD}[Format "ICCS"]\n{numbered(moves)} 1/2-1/2\n{TRAILER}'.encode("gb18030")
    (record,) = record_format("a.pgn").read(content, "a.pgn")
    written = record_format("b.pgn").write(record).decode()
    for word in ("红方甲", "黑方乙", "广东", "上海", "C42", "中炮对屏风马", "广州", "2006.05.01"):
        assert word in written


ELEPHANTOPS = """\
[Event "第十四届演示赛"]
[Site "Melaka"]
[Date "2026.11.14"]
[Round "1"]
[Red "陈红棋"]
[Black "Rook, Anna"]
[Result "*"]
[RedTeam "Johor"]

1. Pc5 ( 1. Ra2 ) 1... Pi6 $1 2. Ch2 Ch9 $1 3. Cg3 ( 3. Ra2 ) 3... Cb5 4. Bge3 Cb2 5. Ri2 Cd2 \
$1 6. Bg1 Ca2 7. Ch5 { 好棋 [%clk 0:59:48] } Ch7 8. Pa5 Cf2 ( 8... Cb2 ) 9. Cg5 Cf5 10. Rb2 Ba8 *
"""
TOLD = [
    "c3c4",
    "i6i5",
    "h2h1",
    "h7h8",
    "b2g2",
    "b7b4",
    "g0e2",
    "b4b1",
    "i0i1",
    "b1d1",
    "e2g0",
    "d1a1",
    "h1h4",
    "h8h6",
    "a3a4",
    "a1f1",
    "h4g4",
    "f1f4",
    "i1b1",
    "c9a7",
]


def test_algebraic_files_as_elephantops_writes_them():
    for coding in ("utf-8", "gb18030"):
        (record,) = record_format("a.pgn").read(ELEPHANTOPS.encode(coding), "a.pgn")
        assert list(record.moves) == TOLD
        assert [branch.moves for branch in record.branches] == [("a0a1",), ("a0a1",), ("a1b1",)]
        assert (record.tags["Red"], record.tags["RedTeam"]) == ("陈红棋", "Johor")
        written = record_format("b.pgn").write(record, "algebraic")
        (again,) = record_format("b.pgn").read(written, "b.pgn")
        assert (again.moves, again.branches) == (record.moves, record.branches)
        assert again.tags["RedTeam"] == "Johor"


def test_a_text_with_two_legal_meanings_is_refused_with_both():
    fen = "4k4/9/9/9/9/9/9/9/2N6/1N1K5 w - - 0 1"
    text = f'[FEN "{fen}"]\n\n1. Na3 *\n'
    with pytest.raises(BadInput, match=r"b0a2.*c1a2"):
        record_format("a.pgn").read(text.encode(), "a.pgn")
    for told in ("Nba3", "Nca3", "N1a3", "Hb1a3"):
        record_format("a.pgn").read(text.replace("Na3", told).encode(), "a.pgn")
