"""Books are read strictly; a mistake is named with file, line and key."""

import pytest

from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.rules import RuleKey
from qipan.rulebooks import all_books, book_named, load_book
from qipan.rulebooks.editions import edition_of
from qipan.rulebooks.loader import cite

GOOD = """\
[book]
id = "club"
cite = "CL"
title = { en = "Club", zh = "俱乐部" }

[clause."1"]
text = { en = "Everybody meets.", zh = "循环。" }
rules = ["round-robin.everybody"]

[event.main]
title = { en = "Main", zh = "正赛" }
game = "gomoku"
stage = [{ id = "main", system = "round-robin" }]
ranking = { order = ["points", "lot"] }

[event.main.scoring]
win = "2"
draw = "1"
loss = "-2"
bye = "2"
"""


def written(tmp_path, text, name="club"):
    folder = tmp_path / name
    folder.mkdir()
    (folder / "book.toml").write_text(text, "utf-8")
    return folder


def test_a_good_book_is_read(tmp_path):
    book = load_book(written(tmp_path, GOOD))
    assert book.id == "club"
    scoring = book.event["main"].scoring.scoring()
    assert (scoring.win, scoring.draw, scoring.loss, scoring.unit) == (2, 1, -2, 1)
    assert book.clauses_by_rule[RuleKey("round-robin.everybody")] == ("1",)


MISTAKES = [
    ("broken TOML", 'cite = "CL"', 'cite = "CL', 3, "not valid TOML"),
    ("misspelt option", 'system = "round-robin"', 'sistem = "round-robin"', 13, "event.main"),
    ("unknown option", 'game = "gomoku"', 'game = "gomoku"\ncolour = "red"', 13, "colour"),
    (
        "known options named",
        'win = "2"',
        'won = "2"',
        17,
        "(there is: bye, draw, loss, parts, win)",
    ),
    (
        "known options named inside a list",
        'system = "round-robin"',
        'sistem = "round-robin"',
        13,
        "there is: ",
    ),
    (
        "a clock of two kinds",
        'game = "gomoku"',
        'game = "gomoku"\nclock = { minutes = 5, increment = 3, move_seconds = 9 }',
        13,
        "only one of increment, move_seconds and periods",
    ),
    (
        "half a byo-yomi",
        'game = "gomoku"',
        'game = "gomoku"\nclock = { minutes = 5, periods = 3 }',
        13,
        "periods and period_seconds go together",
    ),
    (
        "an unknown clock",
        'game = "gomoku"',
        'game = "gomoku"\nclock = { minutes = 5, byo_yomi = 3 }',
        13,
        "(there is: increment, minutes, move_seconds, period_seconds, periods, table_minutes)",
    ),
    ("wrong type", 'order = ["points", "lot"]', "order = 5", 14, "event.main.ranking.order"),
    ("no number", 'win = "2"', 'win = "two"', 16, "event.main.scoring"),
    ("no Chinese", 'zh = "循环。"', 'th = "x"', 7, "clause.1.text"),
    ("another id", 'id = "club"', 'id = "clubs"', None, "the folder 'club'"),
    ("unknown table", "[event.main.scoring]", "[prizes]", 16, "prizes"),
]


@pytest.mark.parametrize(
    ("_name", "old", "new", "line", "words"), MISTAKES, ids=[each[0] for each in MISTAKES]
)
def test_a_mistake_is_named(tmp_path, _name, old, new, line, words):
    folder = written(tmp_path, GOOD.replace(old, new))
    with pytest.raises(BadInput) as caught:
        load_book(folder)
    assert words in str(caught.value)
    assert "book.toml" in str(caught.value)
    assert caught.value.line == line


def test_a_book_may_have_parts(tmp_path):
    folder = written(tmp_path, GOOD)
    more = '[clause."2"]\ntext = { en = "More.", zh = "更多。" }\n'
    (folder / "more.toml").write_text(more, "utf-8")
    assert set(load_book(folder).clause) == {"1", "2"}
    (folder / "more.toml").write_text(more.replace('"2"', '"1"'), "utf-8")
    with pytest.raises(BadInput, match=r"already"):
        load_book(folder)


def test_a_part_adds_rules_to_a_clause_that_stands_elsewhere(tmp_path):
    folder = written(tmp_path, GOOD)
    (folder / "more.toml").write_text('[also."1"]\nrules = ["round-robin.colours"]\n', "utf-8")
    found = load_book(folder).clause["1"].rules
    assert found == ("round-robin.everybody", "round-robin.colours")
    (folder / "more.toml").write_text('[also."9"]\nrules = []\n', "utf-8")
    with pytest.raises(BadInput, match=r"also\.9") as caught:
        load_book(folder)
    assert caught.value.line == 1


def test_every_book_is_read_and_has_an_edition():
    assert {"house", "wx-14"} <= set(all_books())
    assert all(len(edition_of(name)) == 64 for name in all_books())


def test_a_rule_is_cited_from_the_book_first_then_from_the_house():
    book = book_named("wx-14")
    assert cite(book, RuleKey("round-robin.everybody")).citation == "WX 1"
    assert cite(book, RuleKey("desk.entry.once")).book == "house"
    with pytest.raises(Unknown, match="no-such"):
        cite(book, RuleKey("no-such.rule"))


def test_an_unknown_book_lists_those_there_are():
    with pytest.raises(Unknown, match="wx-14"):
        book_named("wx-15")
