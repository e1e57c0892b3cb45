"""DhtmlXQ: what is read, what is written, and where an error points."""

import pytest

from qipan.formats.dhtmlxq import read, write
from qipan.formats.record import Branch, Record
from qipan.kernel.errors import BadInput

START = "8979695949392919097717866646260600102030405060708012720323436383"
OPENING = ("h2e2", "h9g7", "h0g2", "i9h9")


def field(name, value):
    return f"[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n"


def test_a_game_is_read():
    text = (
        "[DhtmlXQ]\n" + field("title", "中炮") + field("event", "杯赛") + field("red", "甲")
        + field("result", "红胜") + field("binit", START) + field("movelist", "7747706279678070")
        + field("move_0_2_1", "12427967") + field("comment0", "说明||两行")
        + field("comment2", "好") + field("comment1_3", "支") + "[/DhtmlXQ]"
    )  # fmt: skip
    for data in (text.encode(), text.encode("gb18030"), text.encode("utf-16")):
        (record,) = read(data, "a.dhtmlxq")
        assert record.moves == OPENING
        assert record.setup == {}
        assert record.tags == {"title": "中炮", "event": "杯赛", "red": "甲"}
        assert record.result == "1-0"
        assert record.comments == {0: "说明\n两行", 2: "好"}
        assert record.branches == (Branch(0, 1, ("b7e7", "h0g2"), comments={2: "支"}),)


def test_several_games_and_fields_without_end():
    text = "[DhtmlXQ]\n[DhtmlXQ_movelist]7747\n[DhtmlXQ]\n[dhtmlxq_movelist]1747\n"
    assert [game.moves for game in read(text.encode(), "a.ubb")] == [("h2e2",), ("b2e2",)]


def test_who_begins_is_seen_from_the_first_move():
    fen = "3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1"
    binit = "38" + "99" * 3 + "49" + "99" * 11 + "99" * 4 + "30" + "99" * 11
    (record,) = read((field("binit", binit) + field("movelist", "3040")).encode(), "a.ubb")
    assert (record.setup, record.moves) == ({"fen": fen}, ("d9e9",))


BROKEN = [
    # id, text, line, column
    ("nothing", "some text", 1, 1),
    ("short binit", field("red", "a") + field("binit", "8979"), 2, 16),
    ("letters in binit", field("binit", "x" * 64), 1, 16),
    ("two on a point", field("binit", "8989" + START[4:]), 1, 18),
    ("off the board", field("binit", "95" + START[2:]), 1, 16),
    ("no king", field("binit", START[:8] + "99" + START[10:]), 1, 16),
    ("three digits", field("movelist", "7747706"), 1, 23),
    ("empty point", field("movelist", "77474455"), 1, 23),
    ("no move", field("movelist", "7777"), 1, 19),
    ("variation of nothing", field("movelist", "7747") + field("move_0_9_1", "1242"), 2, 21),
    ("variation of no line", field("movelist", "7747") + field("move_3_1_4", "1747"), 2, 21),
    ("variation twice", field("move_0_1_1", "1747") + field("move_0_2_1", "1747"), 2, 21),
]


@pytest.mark.parametrize(("_id", "text", "line", "column"), BROKEN, ids=[row[0] for row in BROKEN])
def test_errors_have_a_place(_id, text, line, column):
    with pytest.raises(BadInput) as caught:
        read(text.encode(), "a.ubb")
    error = caught.value
    assert (error.where, error.line, error.column) == ("a.ubb", line, column)


RECORDS = [
    Record("xiangqi", OPENING, tags={"title": "A", "place": "[北京]"}, result="1/2-1/2"),
    Record("xiangqi", OPENING[:1], comments={0: "一\n二", 1: "三"}),
    Record(
        "xiangqi",
        OPENING,
        branches=(
            Branch(0, 1, ("b7e7", "h0g2"), comments={1: "甲"}),
            Branch(1, 1, ("b0c2",)),
            Branch(0, 3, ("b9c7",), comments={0: "乙"}),
        ),
    ),
    Record("xiangqi", (), setup={"fen": "3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1"}, result="*"),
    Record("xiangqi", ("d9e9",), setup={"fen": "3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1"}),
]


@pytest.mark.parametrize("record", RECORDS)
def test_what_is_written_is_read_back(record):
    assert read(write(record), "a.ubb") == [record]


def test_the_start_is_written_as_everybody_writes_it():
    text = write(Record("xiangqi", OPENING, tags={"Red": "甲", "Site": "北京"}, result="0-1"))
    assert text.decode() == (
        "[DhtmlXQ]\n"
        + field("red", "甲")
        + field("place", "北京")
        + field("result", "黑胜")
        + field("binit", START)
        + field("movelist", "7747706279678070")
        + "[/DhtmlXQ]\n"
    )


def test_a_name_that_is_none_is_refused():
    with pytest.raises(BadInput):
        write(Record("xiangqi", (), tags={"a b": "c"}))
