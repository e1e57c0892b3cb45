"""Whatever bytes a reader gets, it gives records or a BadInput with a place; nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.formats import record_format
from qipan.formats.dhtmlxq import write as write_dhtmlxq
from qipan.formats.pgn import write as write_pgn
from qipan.formats.record import Branch, Record
from qipan.games.xiangqi import Board, legal_moves, parse_fen, read_fen, write_fen
from qipan.kernel.errors import BadInput
from xiangqi_files import cbl, cbr, xqf

MOVES = ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5")
BRANCHES = (Branch(0, 1, ("h7e7", "h0g2"), comments={1: "顺"}), Branch(1, 1, ("b0c2",)))
GAME = Record(
    "xiangqi",
    MOVES,
    tags={"Red": "甲", "Event": "杯"},
    comments={0: "始", 4: "中"},
    branches=BRANCHES,
)
KEYS = {"version": 18, "keys": (1, 2, 3, 4), "mask": 255, "either": (9, 8, 7, 6)}
SEEDS = {
    ".pgn": [write_pgn(GAME), b'[FEN "3k5/9/9/9/R8/9/9/R8/9/4K4 w"]\n1. R+=5 (1. x) $1 ; y\n'],
    ".dhtmlxq": [write_dhtmlxq(GAME)],
    ".xqf": [xqf(MOVES, comments={2: "注"}, branches=BRANCHES, **keys) for keys in ({}, KEYS)],
    ".cbr": [cbr(MOVES, comments={0: "注", 2: "注"}, branches=BRANCHES)[:2400]],
    ".cbl": [cbl([cbr(MOVES)[:2400], cbr(MOVES)[:2400]])[60000:]],
}
SEEDS[".cbl"] = [b"CCBridgeLibrary\0" + seed for seed in SEEDS[".cbl"]]


def read_or_error(name, data):
    """Read; let nothing but BadInput through. Check what came out."""
    try:
        records = record_format(name).read(data, name)
    except BadInput as error:
        return error
    assert records
    for record in records:
        assert record.game == "xiangqi"
        assert all(len(move) == 4 for move in record.moves)
        for number, line in enumerate([record, *record.branches]):
            assert all(0 <= at <= len(line.moves) for at in line.comments)
            if number:
                assert line.moves
                assert line.of < number
                assert 0 <= line.after <= len([record, *record.branches][line.of].moves)
        if record.setup:
            read_fen(record.setup["fen"])
    return records


def check(ending, data):
    found = read_or_error(f"fuzz{ending}", data)
    if isinstance(found, BadInput):
        assert found.where == f"fuzz{ending}"
        assert (found.column or 0) > 0, found


@st.composite
def damaged(draw, seed):
    """Change, cut out, repeat or put in some bytes of a good file."""
    data = bytearray(seed)
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data)))
        size = draw(st.integers(0, 8))
        data[at : at + size] = draw(st.binary(max_size=8))
    return bytes(
        data[: draw(st.integers(len(data) // 2, len(data)))] if draw(st.booleans()) else data
    )


@pytest.mark.parametrize("ending", SEEDS)
@given(data=st.data())
@settings(max_examples=150)
def test_damaged_files(ending, data):
    check(ending, data.draw(damaged(data.draw(st.sampled_from(SEEDS[ending])))))


@pytest.mark.parametrize("ending", SEEDS)
@given(data=st.binary(max_size=300))
@settings(max_examples=60)
def test_any_bytes(ending, data):
    check(ending, data)
    head = SEEDS[ending][0]
    check(ending, head[: len(head) // 2] + data)


@given(st.text('[]{}()"\\;$ \n123.…=+-炮二平五马8进7CHRPx*/', max_size=60))
@settings(max_examples=200)
def test_any_pgn_text(text):
    check(".pgn", text.encode())


@given(st.text("[]/_DhtmlXQ_binit movelist comment0123456789\n", max_size=80))
@settings(max_examples=100)
def test_any_dhtmlxq_text(text):
    check(".dhtmlxq", text.encode())
    check(".dhtmlxq", f"[DhtmlXQ_movelist]{text}[/DhtmlXQ_movelist]".encode())
    check(".dhtmlxq", f"[DhtmlXQ_binit]{text}[/DhtmlXQ_binit]".encode())


@given(st.text("rnbakchepRNBAKCHEP0123456789/ wb-[]é", max_size=90))
@settings(max_examples=200)
def test_any_fen(text):
    try:
        fen = parse_fen(text)
    except BadInput:
        return
    board = fen.board
    assert isinstance(board, Board)
    legal_moves(board)
    assert read_fen(write_fen(board)).key == board.key


LONG = 200_000
HEAVY = [
    # ending, file of a size at which anything worse than linear would never end
    (".pgn", b"(" * LONG),
    (".pgn", b"{" * LONG),
    (".pgn", b"1." * LONG),
    (".pgn", b'[a "' + b'" ' * LONG),
    (".pgn", b"[" + b" " * LONG),
    (".pgn", b'[a "\\' * (LONG // 5)),
    (".pgn", b"1. C2=5 " + b"() " * (LONG // 8)),
    (".pgn", b"1. C2=5 " + b"(x) " * (LONG // 10)),
    (".pgn", b"1. C2=5 " + b"(C8=5) " * 2000),
    (".pgn", b"1. C2=5 " + b"(C8=5 " * 2000),
    (".pgn", b"1. C2=5 " + b"{x}\n" * (LONG // 4)),
    (".pgn", b"C2=5 C8=5 C5=2 C5=8 " * 500 + b"?" * LONG),
    (".dhtmlxq", b"[DhtmlXQ_a]" * (LONG // 10)),
    (".dhtmlxq", b"[DhtmlXQ_movelist]" + b"7747 " * LONG),
    (".dhtmlxq", b"[DhtmlXQ]" * (LONG // 10)),
    (".dhtmlxq", b"".join(b"[DhtmlXQ_move_0_1_%d]7747\n" % at for at in range(9000))),
    (".dhtmlxq", b"[DhtmlXQ_a" * (LONG // 10)),
    (".xqf", xqf([])[:0x400] + b"\x18\x20\xf0\xff\0\0\0\0" * (LONG // 8)),
    (".xqf", xqf([])[:0x400] + b"\x18\x20\xff\xff\0\0\0\0" + b"\x5f\x3e\xff\0\0\0\0\0" * 9999),
    (".xqf", xqf([])[:0x404] + b"\xff\xff\xff\x7f"),
    (".cbr", cbr([])[:2214] + b"\0\0\x55\x54" * (LONG // 4)),
    (".cbl", b"CCBridgeLibrary\0" + b"CCBridge Record\0" * (LONG // 16)),
]


@pytest.mark.parametrize(("ending", "data"), HEAVY, ids=range(len(HEAVY)))
def test_large_nonsense_ends(ending, data):
    check(ending, data)
