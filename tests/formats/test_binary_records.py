"""XQF and CBR: what was built by the layout is read back, plain and scrambled."""

import pytest

from qipan.formats import record_format
from qipan.formats.record import Branch, Record
from qipan.kernel.errors import BadInput
from xiangqi_files import cbl, cbr, xqf

OPENING = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"]
NOTES = {0: "全局说明", 3: "跳正马", 6: "屏风马"}
ENDGAME = "3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1"


def read(data, name):
    return record_format(name).read(data, name)


SCRAMBLED = [
    # version, keys, mask, either
    (10, (0, 0, 0, 0), 0, (0, 0, 0, 0)),
    (11, (7, 33, 91, 200), 0xFF, (1, 2, 3, 4)),
    (12, (90, 17, 250, 3), 0x5A, (0x10, 0x81, 0x44, 0x07)),
    (18, (255, 255, 255, 255), 0xFF, (255, 255, 255, 255)),
    (18, (1, 2, 3, 4), 0, (0, 0, 0, 0)),
]


@pytest.mark.parametrize(("version", "keys", "mask", "either"), SCRAMBLED)
def test_xqf_of_every_version(version, keys, mask, either):
    texts = {0x50: "中炮对屏风马", 0xD0: "杯赛", 0x130: "红方手", 0x140: "黑方手"}
    data = xqf(OPENING, version=version, keys=keys, mask=mask, either=either,
               comments=NOTES, texts=texts, result=1)  # fmt: skip
    (record,) = read(data, "game.XQF")
    assert record.game == "xiangqi"
    assert record.moves == tuple(OPENING)
    assert record.setup == {}
    assert record.comments == NOTES
    assert record.result == "1-0"
    assert record.tags == {
        "Title": "中炮对屏风马", "Event": "杯赛", "Red": "红方手", "Black": "黑方手",
    }  # fmt: skip


@pytest.mark.parametrize(("version", "keys", "mask", "either"), SCRAMBLED)
def test_xqf_is_read_alike_by_another_reader(tmp_path, version, keys, mask, either):
    reader = pytest.importorskip("cchess.read_xqf", reason="cchess is not installed")
    data = xqf(OPENING, version=version, keys=keys, mask=mask, either=either, comments=NOTES)
    path = tmp_path / "game.xqf"
    path.write_bytes(data)
    game = reader.read_from_xqf(str(path))
    assert game.dump_iccs_moves()[0] == OPENING


@pytest.mark.parametrize("version", [10, 11, 18])
def test_xqf_endgame_with_black_to_move(version):
    keys = (0, 0, 0, 0) if version == 10 else (5, 6, 7, 8)
    data = xqf(["d9e9"], fen=ENDGAME, version=version, keys=keys, mask=0xFF)
    assert read(data, "end.xqf")[0].setup == {"fen": ENDGAME}
    data = xqf([], fen=ENDGAME, version=version, keys=keys, mask=0xFF, black_first=True)
    (record,) = read(data, "end.xqf")
    assert (record.setup, record.moves) == ({"fen": ENDGAME}, ())


BRANCHES = (
    Branch(0, 1, ("h7e7", "h0g2", "h9g7"), comments={1: "顺炮"}),
    Branch(1, 1, ("b0c2",)),
    Branch(0, 1, ("b9c7", "h0g2"), comments={2: "后"}),
    Branch(0, 5, ("c6c5",)),
)


def paths(record):
    """Give every line from the first move on, with the comments along it."""
    found = [(record.moves, record.comments)]
    for branch in record.branches:
        whole, notes = found[branch.of]
        begin = branch.after + len(whole) - len(line_of(record, branch.of))
        kept = {at: note for at, note in notes.items() if at <= begin}
        own = {at + begin: note for at, note in branch.comments.items()}
        found.append((whole[:begin] + branch.moves, kept | own))
    return sorted((moves, sorted(notes.items())) for moves, notes in found)


def line_of(record, number):
    return record.branches[number - 1].moves if number else record.moves


@pytest.mark.parametrize("version", [10, 11, 18])
def test_variations_of_xqf(version):
    keys = (0, 0, 0, 0) if version == 10 else (5, 6, 7, 8)
    data = xqf(OPENING, version=version, keys=keys, mask=0xFF, comments=NOTES, branches=BRANCHES)
    wanted = Record("xiangqi", tuple(OPENING), comments=NOTES, branches=BRANCHES)
    assert paths(read(data, "a.xqf")[0]) == paths(wanted)


def test_variations_of_cbr():
    wanted = Record("xiangqi", tuple(OPENING), comments=NOTES, branches=BRANCHES)
    data = cbr(OPENING, comments=NOTES, branches=BRANCHES)
    assert paths(read(data, "a.cbr")[0]) == paths(wanted)


def test_variations_go_from_format_to_format():
    (first,) = read(cbr(OPENING, comments=NOTES, branches=BRANCHES), "a.cbr")
    (second,) = read(record_format("a.pgn").write(first), "a.pgn")
    (third,) = read(record_format("a.ubb").write(second), "a.ubb")
    assert paths(first) == paths(second) == paths(third)


BROKEN_XQF = [
    # id, file, byte where it goes wrong (from 1)
    ("no mark", b"QX" + bytes(2000), 1),
    ("empty", b"", 1),
    ("short header", xqf([])[:1000], 1001),
    ("cut move", xqf(OPENING)[:-3], len(xqf(OPENING)) - 2),
    ("empty point", xqf(["e4e5"]), 0x409),
    ("two on a point", xqf([])[:0x11] + xqf([])[0x10:0x11] + xqf([])[0x12:], 0x12),
    ("no king", xqf([])[:0x14] + b"\xff" + xqf([])[0x15:], 0x11),
]


@pytest.mark.parametrize(("_id", "data", "byte"), BROKEN_XQF, ids=[row[0] for row in BROKEN_XQF])
def test_broken_xqf_names_the_byte(_id, data, byte):
    with pytest.raises(BadInput) as caught:
        read(data, "game.xqf")
    assert (caught.value.where, caught.value.column) == ("game.xqf", byte)


def test_cbr_is_read():
    texts = {180: "中炮", 692: "杯赛", 1076: "红方手", 1300: "黑方手"}
    (record,) = read(cbr(OPENING, comments=NOTES, texts=texts, result=3), "game.cbr")
    assert record.moves == tuple(OPENING)
    assert record.comments == NOTES
    assert record.result == "1/2-1/2"
    assert record.tags == {"Title": "中炮", "Event": "杯赛", "Red": "红方手", "Black": "黑方手"}
    assert record.setup == {}


def test_cbr_endgame_with_black_to_move():
    (record,) = read(cbr(["d9e9"], fen=ENDGAME), "end.cbr")
    assert record.setup == {"fen": ENDGAME}
    (record,) = read(cbr([], fen=ENDGAME, black_first=True), "end.cbr")
    assert (record.setup, record.moves) == ({"fen": ENDGAME}, ())


def test_cbr_is_read_alike_by_another_reader():
    reader = pytest.importorskip("cchess.read_cbr", reason="cchess is not installed")
    game = reader.read_from_cbr_buffer(cbr(OPENING, comments=NOTES))
    assert game.dump_iccs_moves()[0] == OPENING


def test_a_library_gives_all_its_games():
    records = [cbr(OPENING), cbr(OPENING * 1, comments={1: "长" * 3000}), cbr(["b2e2"])]
    assert [len(game.moves) for game in read(cbl(records), "lib.cbl")] == [6, 6, 1]


BROKEN_CBR = [
    ("no mark", bytes(5000), 1),
    ("empty library", b"CCBridgeLibrary\0", 17),
    ("short", cbr([])[:2000], 2001),
    ("cut move", cbr(OPENING)[: 2214 + 4 + 2], 2214 + 4 + 3),
    ("empty point", cbr(["e4e5"]), 2214 + 4 + 1),
    ("no such piece", cbr([])[:2120] + b"\x1f" + cbr([])[2121:], 2121),
    ("long comment", cbr([])[:2214] + b"\x04\0\0\0\xff\xff\xff\x7f", 2219),
]


@pytest.mark.parametrize(("_id", "data", "byte"), BROKEN_CBR, ids=[row[0] for row in BROKEN_CBR])
def test_broken_cbr_names_the_byte(_id, data, byte):
    with pytest.raises(BadInput) as caught:
        read(data, "game.cbr")
    assert (caught.value.where, caught.value.column) == ("game.cbr", byte)
