"""Notation: known spellings, canonical forms, errors that help, and round trips."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.games.xiangqi import START, legal_moves, read_fen, read_move, write_fen, write_move
from qipan.games.xiangqi.notation import (
    Misread,
    Notation,
    notation_named,
    possible_moves,
    read_notation,
    write_notation,
)
from qipan.games.xiangqi.notation.spelling import spellings
from qipan.kernel.errors import Unknown
from xiangqi_positions import boards

BLACK_START = START.replace(" w ", " b ")
TWO_ROOKS = "3k5/9/9/9/R8/9/9/R8/9/4K4 w"
TWO_CANNONS = "3k5/9/c8/9/9/c8/9/9/9/4K4 b"
THREE_PAWNS = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w"
FOUR_PAWNS = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w"
FIVE_BLACK = "3k5/9/9/4p4/4p4/4p4/4p4/4p4/9/5K3 b"
TWO_AND_TWO = "3k5/9/P1P6/P1P6/9/9/9/9/9/5K3 w"
THREE_AND_TWO_BLACK = "5k3/9/9/9/9/2p3p2/2p3p2/2p6/9/3K5 b"
KNIGHTS = "3k5/9/9/9/4N4/9/4N4/9/9/5K3 w"

SPELLINGS = [
    # position, move, spellings that mean it
    (
        START,
        "h2e2",
        "炮二平五 砲二平五 炮２平５ 炮2平5 包二平五 C2=5 c2.5 C2=５ h2e2 H2-E2 Ｈ２－Ｅ２",
    ),
    (START, "h0g2", "马二进三 馬二進三 傌２進３ H2+3 N2+3 n2+3 h0g2"),
    (START, "g0e2", "相三进五 象三进五 E3+5 B3+5 e3+5"),
    (START, "f0e1", "仕四进五 士四進五 A4+5"),
    (START, "e0e1", "帅五进一 帥五進一 将5进1 K5+1"),
    (START, "i0i1", "车一进一 俥一進一 R1+1"),
    (BLACK_START, "h7e7", "炮8平5 炮８平５ 炮八平五 砲8平5 C8=5 c8.5"),
    (BLACK_START, "b9c7", "马2进3 馬２進３ H2+3"),
    (BLACK_START, "g6g5", "卒7进1 卒７進１ 兵七进一 P7+1"),
    (TWO_ROOKS, "a5d5", "前车平六 前車平六 R+=6 +R=6 R+.6 前车九平六"),
    (TWO_ROOKS, "a2d2", "后车平六 後俥平六 R-=6 -R=6"),
    (TWO_ROOKS, "a2a1", "后车退一 R--1"),
    (TWO_ROOKS, "a5a9", "前车进四 R++4 车九进四 R9+4"),
    (TWO_CANNONS, "a4d4", "前炮平4 C+=4 前包平四"),
    (TWO_CANNONS, "a7d7", "后炮平4 後砲平４ C-=4"),
    (THREE_PAWNS, "e6d6", "中兵平六 二兵平六 P==6 P.=6 25=6 25.6 中五平六 中兵五平六"),
    (THREE_PAWNS, "e5d5", "后兵平六 後兵平六 三兵平六 P-=6 35=6"),
    (FOUR_PAWNS, "e8d8", "一兵平六 前兵平六 15=6 前五平六 PA=6"),
    (FOUR_PAWNS, "e7d7", "二兵平六 25=6 PB=6"),
    (FOUR_PAWNS, "e6d6", "三兵平六 35=6 PC=6"),
    (FOUR_PAWNS, "e5d5", "四兵平六 后兵平六 45=6 PD=6 pd.6"),
    (FIVE_BLACK, "e2d2", "一卒平4 前卒平4 15=4"),
    (FIVE_BLACK, "e3d3", "二卒平4 2卒平4 25=4"),
    (TWO_AND_TWO, "c7d7", "一兵平六 前兵七平六 前七平六 17=6 PA=6"),
    (TWO_AND_TWO, "c6d6", "二兵平六 后兵七平六 后七平六 27=6 PB=6"),
    (TWO_AND_TWO, "a7b7", "三兵平八 前兵九平八 前九平八 19=8 PC=8"),
    (TWO_AND_TWO, "a6b6", "四兵平八 后兵九平八 後九平八 29=8 PD=8"),
    (THREE_AND_TWO_BLACK, "c2c1", "一卒进1 前卒3进1 13+1 PC+1"),
    (THREE_AND_TWO_BLACK, "c3b3", "二卒平2 中卒3平2 23=2 PD=2"),
    (THREE_AND_TWO_BLACK, "g3h3", "四卒平8 前卒7平8 17=8 PA=8"),
    (THREE_AND_TWO_BLACK, "g4h4", "五卒平8 后卒7平8 27=8 PB=8"),
    (KNIGHTS, "e5c4", "前马退七 H+-7 N+-7"),
    (KNIGHTS, "e3c4", "后马进七 H-+7 N-+7"),
]


@pytest.mark.parametrize(("fen", "move", "texts"), SPELLINGS)
def test_every_spelling_is_read(fen, move, texts):
    board = read_fen(fen)
    for text in texts.split():
        assert write_move(read_notation(board, text)) == move, text


CANONICAL = [
    # position, move, chinese, traditional, wxf, iccs, algebraic
    (START, "h2e2", "炮二平五", "炮二平五", "C2=5", "H2-E2", "Che3"),
    (START, "h0g2", "马二进三", "馬二進三", "H2+3", "H0-G2", "Ng3"),
    (BLACK_START, "c9e7", "象3进5", "象3進5", "E3+5", "C9-E7", "Bce8"),
    (TWO_ROOKS, "a2d2", "后车平六", "後車平六", "R-=6", "A2-D2", "Rd3"),
    (THREE_PAWNS, "e6f6", "中兵平四", "中兵平四", "25=4", "E6-F6", "Pf7"),
    (FOUR_PAWNS, "e5d5", "四兵平六", "四兵平六", "45=6", "E5-D5", "Pd6"),
    (FIVE_BLACK, "e4d4", "三卒平4", "三卒平4", "35=4", "E4-D4", "Pd5"),
    (TWO_AND_TWO, "a7b7", "三兵平八", "三兵平八", "19=8", "A7-B7", "Pab8"),
    ("3k5/9/9/9/9/9/9/3A5/9/3AK4 w", "d2e1", "仕六退五", "仕六退五", "A6-5", "D2-E1", "A3e2"),
]


@pytest.mark.parametrize(
    ("fen", "move", "chinese", "traditional", "wxf", "iccs", "algebraic"), CANONICAL
)
def test_one_canonical_form(fen, move, chinese, traditional, wxf, iccs, algebraic):
    board, played = read_fen(fen), read_move(move)
    forms = {Notation.CHINESE: chinese, Notation.TRADITIONAL: traditional, Notation.WXF: wxf}
    forms |= {Notation.ICCS: iccs, Notation.UCCI: move, Notation.ALGEBRAIC: algebraic}
    assert {name: write_notation(board, played, name) for name in Notation} == forms


MISREAD = [
    # position, text, code, candidates
    (START, "炮二平十", "xiangqi.notation-unreadable", ()),
    (START, "", "xiangqi.notation-unreadable", ()),
    (START, "C2=5C2=5C2=5C2=5C2=5", "xiangqi.notation-unreadable", ()),
    (START, "车二平五", "xiangqi.notation-no-such-move", ("a0a1", "a0a2", "i0i1", "i0i2")),
    (START, "h2h2", "xiangqi.notation-no-such-move", None),
    (START, "e0e5", "xiangqi.notation-no-such-move", ("e0e1",)),
    (TWO_ROOKS, "车九平六", "xiangqi.notation-ambiguous", ("a2d2", "a5d5")),
    (TWO_AND_TWO, "前兵进一", "xiangqi.notation-ambiguous", ("a7a8", "c7c8")),
    ("4k4/9/9/9/4C4/9/9/9/9/4K4 w", "炮五平四", "xiangqi.notation-exposes-king", ("e5f5",)),
]


@pytest.mark.parametrize(("fen", "text", "code", "candidates"), MISREAD)
def test_errors_say_what_may_have_been_meant(fen, text, code, candidates):
    with pytest.raises(Misread) as caught:
        read_notation(read_fen(fen), text)
    assert caught.value.code == code
    if candidates is not None:
        assert tuple(sorted(caught.value.candidates)) == candidates
        assert all(move in str(caught.value) for move in candidates)


def test_an_exposing_move_is_read_when_asked_for():
    board = read_fen("4k4/9/9/9/4C4/9/9/9/9/4K4 w")
    assert write_move(read_notation(board, "炮五平四", exposing=True)) == "e5f5"
    assert read_move("e5f5") in possible_moves(board)
    assert read_move("e5f5") not in legal_moves(board)


def test_notations_are_found_by_name():
    assert notation_named("WXF") is Notation.WXF
    with pytest.raises(Unknown):
        notation_named("morse")


def read_or_error(board, text):
    try:
        return read_notation(board, text)
    except Misread as error:
        return error


@given(boards())
@settings(max_examples=80)
def test_what_is_written_is_read_back(board):
    for move in legal_moves(board):
        for notation in Notation:
            text = write_notation(board, move, notation)
            assert read_notation(board, text) == move, (write_fen(board), text)


@given(boards())
@settings(max_examples=80)
def test_a_spelling_is_read_as_its_move_or_named_ambiguous(board):
    moves = legal_moves(board)
    for move in moves:
        for text in spellings(board, move):
            chinese = text.translate(str.maketrans("^~_", "前中后"))
            found = read_or_error(board, chinese)
            if isinstance(found, Misread):
                assert found.code == "xiangqi.notation-ambiguous"
                assert write_move(move) in found.candidates
            else:
                assert found == move


@given(boards(), st.text("炮马车相兵卒前中后一二三平进退CHREPAK123+-=.abc029 ", max_size=6))
def test_any_text_is_a_legal_move_or_misread(board, text):
    found = read_or_error(board, text)
    if isinstance(found, Misread):
        assert found.code.startswith("xiangqi.notation-")
    else:
        assert found in legal_moves(board)


def test_wxf_agrees_with_an_independent_writer():
    """Compare with pyffish, which leaves out front and rear where the direction decides."""
    pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed")
    for fen, *_ in SPELLINGS:
        board = read_fen(fen)
        full = write_fen(board)
        for move in legal_moves(board):
            origin, target = write_move(move)[:2], write_move(move)[2:]
            text = "".join(f"{at[0]}{int(at[1]) + 1}" for at in (origin, target))
            other = pyffish.get_san("xiangqi", full, text, False, pyffish.NOTATION_XIANGQI_WXF)
            assert read_notation(board, other) == move
            assert write_notation(board, move, Notation.WXF) == other or other[1].isdigit()
