"""SGF: bytes in, a value or a BadInput with a place out; nothing else, however bad the bytes."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.formats import record_format, sgf
from qipan.formats.record import Record
from qipan.formats.sgf.tree import MAX_NODES, escape, parse, serialise, text
from qipan.games import game_named
from qipan.kernel.errors import BadInput, IllegalMove, Unknown
from qipan.kernel.ids import Seat

GAME = b"(;GM[1]FF[4]SZ[9]KM[5.5]PB[A]PW[B]RE[B+3.5]C[hi];B[ee]BL[59.5]OB[3];W[gc];B[];W[tt])"


def replayed(record):
    game = game_named(record.game)
    state = game.start(msgspec.convert(record.rules, game.rules_type), record.seats, record.setup)
    for number, word in enumerate(record.moves):
        seat = Seat(record.by.get(number, game.acting(state)[0]))
        state = game.play(state, seat, game.read(state, seat, word))
    return msgspec.to_builtins(game.view(state, None))


def test_a_go_record():
    record = sgf.read(GAME, "a.sgf")[0]
    assert record == Record(
        game="go",
        moves=("E5", "G7", "pass", "pass"),
        rules={"size": 9, "komi": "5.5"},
        tags={"PB": "A", "PW": "B"},
        result="B+3.5",
        comments={0: "hi"},
        clocks={1: "59.5/3"},
    )
    assert record_format("x.SGF") is not None


def test_setup_handicap_and_turn():
    record = sgf.read(b"(;SZ[9]HA[2]AB[cg][gc]AW[aa];W[ee])", "a")[0]
    assert record.setup == {"handicap": 2, "black": ["C3", "G7"], "white": ["A9"]}
    assert record.moves == ("E5",)
    first = sgf.read(b"(;SZ[9]AB[aa:bb];PL[W])", "a")[0]
    assert first.setup == {"black": ["A8", "B8", "A9", "B9"], "turn": 1}


def test_setup_in_a_later_node_before_the_first_move():
    record = sgf.read(b"(;SZ[9];AB[ee]AW[aa];AE[aa];W[ab])", "a")[0]
    assert (record.setup, record.moves) == ({"black": ["E5"], "turn": 1}, ("A8",))


def test_what_sgf_leaves_unsaid_is_told_by_the_table():
    record = sgf.read(b"(;SZ[9];B[aa];B[bb];W[];B[];B[cc];AW[dd]AE[aa];W[ee])", "a")[0]
    assert record.moves == (
        *("A9", "lost", "B8", "pass", "pass", "resume b", "C7", "set D6=w A9=.", "E5"),
    )
    assert record.by == {1: -1, 5: -1, 7: -1}
    view = replayed(record)
    assert (view["board"][0], view["board"][3]) == (".........", "...O.....")
    assert sgf.read(sgf.write(record), "b")[0] == record


def test_variations_are_kept_and_written_again():
    data = b"(;SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]C[x]))(;W[ff](;B[gg])(;B[hh])))"
    record = sgf.read(data, "a")[0]
    assert record.moves == ("A9", "B8", "C7", "D6")
    lines = [(line.of, line.after, line.moves) for line in record.branches]
    assert sorted(lines) == sorted(
        [(0, 1, ("F4", "G3")), (0, 3, ("E5",)), (lines.index((0, 1, ("F4", "G3"))) + 1, 1, ("H2",))]
    )
    assert sgf.read(sgf.write(record), "b")[0] == record


def test_a_tree_is_written_as_it_was_read():
    data = b"(;GM[1]XX[a\\]b][c:d](;B[aa]C[x\\\\y]LB[aa:1])(;W[bb];;B[](;N[z])(;N[y])))(;GM[4])"
    trees = parse(data)
    assert parse(serialise(trees)) == trees
    assert text(trees[0].node(0).get("XX")[0]) == "a]b"


@pytest.mark.parametrize(
    ("charset", "words"),
    [
        ("UTF-8", "本因坊 หมากล้อม é"),
        ("GB18030", "聂卫平"),
        ("Shift_JIS", "表ソ構"),  # the second byte of these is a backslash
        ("Big5", "功許"),
        ("EUC-KR", "이창호"),
        ("ISO-8859-1", "Grüße"),
    ],
)
def test_charsets(charset, words):
    data = f"(;CA[{charset}]PB[{words}])".encode(charset)
    record = sgf.read(data, "a")[0]
    assert record.tags["PB"] == words
    assert sgf.read(sgf.write(record), "b")[0].tags["PB"] == words


def test_without_charset_utf8_then_latin1():
    assert sgf.read("(;PB[é])".encode(), "a")[0].tags["PB"] == "é"
    assert sgf.read("(;PB[é])".encode("latin-1"), "a")[0].tags["PB"] == "é"
    assert sgf.read(b"\xef\xbb\xbf(;PB[x])", "a")[0].tags["PB"] == "x"
    assert sgf.read("(;PB[é])".encode("utf-16"), "a")[0].tags["PB"] == "é"


def test_old_files_write_words_and_only_capitals_count():
    record = sgf.read(b"(;GaMe[1]SiZe[9];White[ee];Black[gg])", "a")[0]
    assert record.moves == ("E5", "G3")


BAD = [
    # bytes, line, column
    (b"", 1, 1),
    (b"hello", 1, 1),
    (b"(", 1, 2),
    (b"()", 1, 2),
    (b"(;B[aa]", 1, 8),
    (b"(;B[aa", 1, 3),
    (b"(;B[aa]\n ? )", 2, 2),
    (b"(B[aa])", 1, 2),
    (b"((;B[aa]))", 1, 2),
    (b"(;GM[1]\n[aa])", None, None),
    (b"(;B)", 1, 3),
    (b"(;CA[klingon]PB[x])", 1, 6),
    (b"(;CA[UTF-8]\nPB[\xff])", 2, 4),
    (b"(;CA[punycode]PB[x])", None, None),
    (b"(;GM[2])", None, None),
    (b"(;SZ[99])", None, None),
    (b"(;SZ[9:13])", None, None),
    (b"(;SZ[\xc2\xb2])", None, None),
    (b"(;KM[much])", None, None),
    (b"(;KM[NaN])", None, None),
    (b"(;SZ[9];B[zz])", None, None),
    (b"(;SZ[9];B[aaa])", None, None),
    (b"(;SZ[9]AB[aa:zz])", None, None),
    (b"(;GM[4];B[aa];B[bb])", None, None),
]


@pytest.mark.parametrize(("data", "line", "column"), BAD, ids=[repr(each[0]) for each in BAD])
def test_bad_files_are_refused_with_their_place(data, line, column):
    if data == b"(;GM[1]\n[aa])":
        # A value after a blank still belongs to the property before it.
        assert parse(data)[0].node(0).get("GM") == ("1", "aa")
        return
    with pytest.raises(BadInput) as caught:
        sgf.read(data, "bad.sgf")
    error = caught.value
    assert error.where == "bad.sgf"
    if line is not None:
        assert (error.line, error.column) == (line, column)


def test_ten_thousand_nested_variations():
    data = b"(;SZ[19]" + b"(;B[aa];W[bb]" * 10_000 + b")" * 10_001
    trees = parse(data)
    assert len(trees[0]) == 20_001
    assert parse(serialise(trees)) == trees
    with pytest.raises(BadInput, match="ends inside"):
        parse(data[:-1])


def test_ten_thousand_sibling_variations_of_a_record():
    data = b"(;SZ[19];B[aa]" + b"(;W[bb];B[cc])" * 10_000 + b")"
    record = sgf.read(data, "a")[0]
    assert len(record.branches) == 9_999
    assert sgf.read(sgf.write(record), "a")[0] == record


def test_ten_megabytes_are_read_and_more_than_sixteen_refused():
    data = b"(;C[" + b"x" * 10_000_000 + b"];B[aa])"
    assert len(parse(data)[0]) == 2
    with pytest.raises(BadInput, match="longer than"):
        parse(b"(;C[" + b"x" * 17_000_000 + b"])")
    with pytest.raises(BadInput, match="no end"):
        parse(b"(;C[" + b"\\]" * 5_000_000)


def test_too_many_nodes_are_refused():
    with pytest.raises(BadInput, match=str(MAX_NODES)):
        parse(b"(" + b";" * (MAX_NODES + 2) + b")")


PIECES = st.sampled_from(
    [
        *(b"(", b")", b";", b"[", b"]", b"\\", b":", b"\n", b" ", b"aa", b"tt", b"B", b"W"),
        *(b"AB", b"AW", b"AE", b"SZ", b"9", b"GM[4]", b"GM[1]", b"KM", b"HA[2]", b"CA[gbk]"),
        *(b"\xff", b"\x00", b"RU", b"PL", b"C", b"(;", b";B[aa]", b";W[bb]", b";B[]"),
    ]
)


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=40).map(b"".join) | st.binary(max_size=60))
def test_any_bytes_give_a_record_or_bad_input(data):
    try:
        records = sgf.read(b"(;" + data + b")", "fuzz")
    except BadInput:
        return
    for record in records:
        again = sgf.read(sgf.write(record), "again")
        assert [each.moves for each in again] == [record.moves]
        try:
            replayed(record)
        except (BadInput, IllegalMove):
            continue


@settings(max_examples=200)
@given(st.text(alphabet="ab[]\\:;\n\r\t é表ソ", max_size=40))
def test_any_text_survives_its_escapes(plain):
    assert text(escape(plain)) == plain.replace("\t", " ").replace("\v", " ").replace("\f", " ")


def test_gomoku_records():
    record = sgf.read(b"(;GM[4]SZ[15]RU[renju];B[hh];W[ig])", "a")[0]
    assert (record.game, record.moves, record.rules) == (
        "gomoku",
        ("h8", "i9"),
        {"size": 15, "win": "renju"},
    )
    assert replayed(record)["moves"] == ["h8", "i9"]
    assert sgf.read(sgf.write(record), "b")[0] == record
    assert sgf.read(b"(;GM[4];B[h8];W[i10])", "a")[0].moves == ("h8", "i10")
    begun = sgf.read(b"(;GM[4]AB[aa]AW[bb][cc];B[hh])", "a")[0]
    assert begun.setup == {"black": ["a15"], "white": ["b14", "c13"]}
    assert replayed(begun)["moves"] == ["h8"]


def test_other_games_are_not_written():
    with pytest.raises(Unknown):
        sgf.write(Record("xiangqi", ()))


@pytest.mark.parametrize(
    ("told", "counting"), [("Chinese", "area"), ("AGA", "area"), ("Japanese", None), ("what", None)]
)
def test_rules_are_read_by_their_names(told, counting):
    record = sgf.read(f"(;RU[{told}]KM[6.5])".encode(), "a")[0]
    assert record.rules.get("counting") == counting
    assert sgf.read(sgf.write(record), "b")[0] == record


@pytest.mark.parametrize(
    ("komi", "read"), [("6.5", "6.5"), ("5.50", "5.5"), ("0", "0"), ("3.75", "7.5"), ("6,5", "6.5")]
)
def test_komi(komi, read):
    assert sgf.read(f"(;KM[{komi}])".encode(), "a")[0].rules["komi"] == read
