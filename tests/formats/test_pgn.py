"""PGN for xiangqi: what is read, what is written, and where an error points."""

import pytest

from qipan.formats import record_format
from qipan.formats.pgn import read, write
from qipan.formats.record import Branch, Record
from qipan.games.xiangqi.notation import Notation
from qipan.kernel.errors import BadInput

OPENING = ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5")

MOVETEXTS = [
    # id, movetext that plays the opening
    ("chinese", "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二 马２进３ 兵七进一 卒７进１"),
    ("glued numbers", "1.炮二平五 马8进7 2．马二进三 车9平8 3.车一平二 马2进3 4、兵七进一 卒7进1"),
    ("traditional", "炮二平五 馬8進7 馬二進三 車9平8 俥一平二 馬２進３ 兵七進一 卒７進１"),
    ("wxf", "1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2 H2+3 4. P7+1 P7+1"),
    ("wxf with dots", "1. C2.5 n8+7 2. N2+3 r9.8 3. R1.2 n2+3 4. P7+1 p7+1"),
    ("iccs", "1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 B9-C7 4. C3-C4 G6-G5"),
    ("ucci", "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5"),
    ("marks", "炮二平五! 马8进7?! $1 2. 马二进三 ... 车9平8 车一平二 …… 马2进3 兵七进一！ 卒7进1"),
    ("variations", "C2=5 H8+7 (C8=5 (1... C2=5) {no} x) H2+3 R9=8 R1=2 H2+3 (a (b)) P7+1 P7+1"),
]  # fmt: skip


@pytest.mark.parametrize(("_id", "text"), MOVETEXTS, ids=[row[0] for row in MOVETEXTS])
def test_every_notation_is_read(_id, text):
    (record,) = read(f'[Red "甲"]\n\n{text}\n1-0\n'.encode(), "a.pgn")
    assert record.moves == OPENING
    assert (record.tags, record.result) == ({"Red": "甲"}, "1-0")


def test_tags_comments_and_results():
    text = (
        '[Game "Chinese Chess"]\n[Event "“杯”\\"A\\" 赛"]\n[Red "甲"][Black "乙"]\n'
        '[Site ""中立杯"电视赛"]\n[Result "1/2-1/2"]\n'
        "{before}\n1. 炮二平五 {one} {more} 马8进7 ; to the end\n2. 马二进三 1/2-1/2\n"
    )
    (record,) = read(text.encode("gb18030"), "a.pgn")
    assert record.tags == {
        "Event": '“杯”"A" 赛',
        "Red": "甲",
        "Black": "乙",
        "Site": '"中立杯"电视赛',
    }
    assert record.comments == {0: "before", 1: "one\nmore", 2: "to the end"}
    assert record.result == "1/2-1/2"


def test_many_games_a_file():
    text = '[Event "a"]\n1. C2=5 *\n[Event "b"]\n1. C8=5\n[Event "c"]\n[Event "d"]\nP7+1 红胜\nP3+1'
    games = read(text.encode(), "a.pgn")
    assert [game.tags.get("Event") for game in games] == ["a", "b", "c", "d", None]
    assert [game.moves for game in games] == [
        ("h2e2",), ("b2e2",), (), ("c3c4",), ("g3g4",),
    ]  # fmt: skip
    assert [game.result for game in games] == ["*", None, None, "1-0", None]


@pytest.mark.parametrize("result", ["1-0\n", "*\n", ""])
def test_what_programs_write_under_a_game_is_passed_over(result):
    under = "============\n 本棋谱由某程序写出 {x\n http://x.example/ [1] 1.0\n\n"
    game = f'[Game "Chinese Chess"]\n[Red "甲"]\n\n1. 炮二平五 马８进７\n{result}{under}'
    first, second = read((game + game.replace("甲", "乙")).encode(), "a.pgn")
    assert [first.moves, second.moves] == [OPENING[:2]] * 2
    assert [first.tags["Red"], second.tags["Red"]] == ["甲", "乙"]
    (alone,) = read(f"炮二平五\n{result}=========\n".encode("gb18030"), "a.pgn")
    assert alone.moves == OPENING[:1]


def test_signs_within_a_line_end_no_game():
    with pytest.raises(BadInput, match="====="):
        read("炮二平五 ===== 马８进７".encode(), "a.pgn")


def test_a_diagram_with_black_to_move():
    fen = "3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1"
    (record,) = read(f'[FEN "{fen}"]\n1. ... 将4平5'.encode(), "a.pgn")
    assert (record.setup, record.moves) == ({"fen": fen}, ("d9e9",))


def test_a_move_that_exposes_the_king_is_read_for_the_replay():
    fen = "4k4/9/9/9/4C4/9/9/9/9/4K4 w - - 0 1"
    (record,) = read(f'[FEN "{fen}"]\n1. 炮五平四 将5进1'.encode(), "a.pgn")
    assert record.moves == ("e5f5", "e9e8")


BROKEN = [
    # id, text, line, column
    ("nothing", "", 1, 1),
    ("blank", " \n ", 1, 1),
    ("wrong move", '[Red "a"]\n1. 炮二平五\n马9进7', 3, 1),
    ("glued wrong move", "1.炮二平五 1.车九平五", 1, 10),
    ("ambiguous", '[FEN "3k5/9/9/9/R8/9/9/R8/9/4K4 w"]\n1. R9=5', 2, 4),
    ("open comment", "1. C2=5 {no end", 1, 9),
    ("open variation", "1. C2=5 (1. C8=5", 1, 9),
    ("closing bracket", "1. C2=5 )", 1, 9),
    ("closing brace", "1. C2=5 }", 1, 9),
    ("tag without value", "[Red]", 1, 1),
    ("tag over two lines", '[Red "a\nb"]', 1, 1),
    ("bad diagram", '[Red "a"]\n[FEN "9/9 w"]', 2, 1),
    ("king taken", '[FEN "4k4/9/9/9/4C4/9/9/9/9/4K4 w"]\n炮五平四 e9e0 炮四平五', 2, 6),
    ("not text", b"1. \xff\xff\xff", 1, 4),
]


@pytest.mark.parametrize(("_id", "text", "line", "column"), BROKEN, ids=[row[0] for row in BROKEN])
def test_errors_have_a_place(_id, text, line, column):
    with pytest.raises(BadInput) as caught:
        read(text if isinstance(text, bytes) else text.encode(), "a.pgn")
    error = caught.value
    assert (error.where, error.line, error.column) == ("a.pgn", line, column)


def test_an_ambiguous_move_lists_its_candidates():
    with pytest.raises(BadInput, match=r"前车平五 \(a5e5\)"):
        read(b'[FEN "3k5/9/9/9/R8/9/9/R8/9/4K4 w"]\n1. R9=5', "a.pgn")


GAME = Record(
    "xiangqi",
    OPENING[:5],
    tags={"Event": 'Cup "A" \\ b', "Red": "甲", "Black": "乙", "ECCO": "C00"},
    result="1-0",
    comments={0: "start", 1: "central\ncannon", 5: "end"},
)


@pytest.mark.parametrize("notation", list(Notation))
def test_what_is_written_is_read_back(notation):
    (record,) = read(write(GAME, notation), "a.pgn")
    form = record.tags.pop("Format")
    assert form.lower() == notation
    assert record == GAME


def test_the_written_text_is_pleasant():
    text = write(Record("xiangqi", OPENING[:3], tags={"red": "甲"}, comments={1: "中炮"}))
    assert text.decode() == (
        '[Game "Chinese Chess"]\n[Red "甲"]\n[Result "*"]\n[Format "Chinese"]\n\n'
        "1. 炮二平五\n{中炮}\n1. ... 马8进7\n2. 马二进三\n*\n"
    )


def test_the_records_own_notation_is_kept():
    (record,) = read(b'[Format "WXF"]\n1. C2=5 H8+7', "a.pgn")
    assert b"1. C2=5 H8+7" in write(record)


def test_a_move_the_pieces_cannot_make_is_not_written():
    with pytest.raises(BadInput, match="move 2 cannot be written"):
        write(Record("xiangqi", ("h2e2", "h2e2")))


def test_the_format_is_found_by_ending():
    assert record_format("Game.PGN").read is read


def test_variations_are_kept():
    text = "1. C2=5 H8+7 {a} (C8=5 {b} 2. H2+3 (2. H8+7 H8+7) H8+7) (1... H2+3) 2. H2+3 *"
    (record,) = read(text.encode(), "a.pgn")
    assert record.moves == ("h2e2", "h9g7", "h0g2")
    assert record.branches == (
        Branch(0, 1, ("h7e7", "h0g2", "h9g7"), comments={1: "b"}),
        Branch(1, 1, ("b0c2", "h9g7")),
        Branch(0, 1, ("b9c7",)),
    )
    (again,) = read(write(record), "a.pgn")
    assert again.branches == record.branches


def test_words_in_brackets_stay_as_a_comment():
    text = "(as played) 1. C2=5 (a {good} (very good) move) H8+7 () (H2+3 or so) 2. H2+3"
    (record,) = read(text.encode(), "a.pgn")
    assert record.moves == ("h2e2", "h9g7", "h0g2")
    assert record.branches == ()
    assert record.comments == {
        0: "(as played)",
        1: "(a good (very good) move)",
        2: "(H2+3 or so)",
    }


def test_the_written_variations_are_pleasant():
    record = Record(
        "xiangqi", OPENING[:3], branches=(Branch(0, 1, ("h7e7", "h0g2"), comments={1: "顺炮"}),)
    )
    assert write(record).decode().splitlines()[-4:] == [
        "1. 炮二平五 马8进7",
        "(1. ... 炮8平5 {顺炮} 2. 马二进三)",
        "2. 马二进三",
        "*",
    ]


def test_a_variation_of_nothing_is_not_written():
    with pytest.raises(BadInput, match="variation 1"):
        write(Record("xiangqi", OPENING[:1], branches=(Branch(0, 1, ("h9g7",)),)))
