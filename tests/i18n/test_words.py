"""The table of docs/words.md: words that stand for one thing, and those not used for it."""

import re
from pathlib import Path

import pytest

from qipan.games import all_games
from qipan.i18n import catalogue, facts_in, say

PAGE = Path(__file__).parents[2] / "docs" / "words.md"
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \|([^|]*)\|$", re.MULTILINE)
ELSEWHERE = {
    "退出",
    "结果",
    "批准",
    "确认",
    "核实",
    "接受",
    "拒绝",
    "声明",
    "序号",
    "按金",
    "号码",
    "对局台",
}
"""Words that are right for another thing, too."""


def banned():
    rows = [row for row in ROW.findall(PAGE.read_text("utf-8")) if row[0] not in ("English", "---")]
    assert len(rows) > 20
    words = [word for row in rows for word in re.findall(r"[一-鿿]+", row[2].partition("(")[0])]
    return sorted(set(words) - ELSEWHERE)


@pytest.mark.parametrize("word", banned())
def test_chinese_has_one_word_for_one_thing(word):
    found = {code: text for code, text in catalogue("zh").items() if word in text}
    assert found == {}


PLURALS = [
    ("ui.rounds-n", 1, "1 round"),
    ("ui.rounds-n", 9, "9 rounds"),
    ("ui.entrants-n", 0, "0 entrants"),
    ("desk.import.store", 1, "Import 1 entry"),
    ("ui.board.shengji.cards-n", 1, "1 card"),
    ("ui.board.shengji.tricks-n", 1, "1 trick"),
    ("ui.board.shengji.tricks-n", 0, "0 tricks"),
    ("ui.board.go.group-size", 1, "1 stone"),
    ("ui.board.go.has-prisoners", 1, "1 prisoner"),
]


@pytest.mark.parametrize(("code", "n", "said"), PLURALS)
def test_a_word_agrees_with_its_number(code, n, said):
    (fact,) = facts_in(catalogue("en")[code])
    assert say("en", code, {fact: n}) == said


def test_nothing_is_celebrated_and_nobody_blamed():
    loud = re.compile(
        r"!|\bsuccessfully\b|\binvalid\b|\byou failed\b|\bwrong input\b", re.IGNORECASE
    )
    found = {code: text for code, text in catalogue("en").items() if loud.search(text)}
    assert found == {}


NEVER_ONE = {"shengji.bury-count"}
"""Six or eight cards are buried."""


def test_a_small_number_in_a_game_is_followed_by_one_thing():
    """What a game counts may be one: a card to play, a move or a minute left."""
    counted = re.compile(r"\{(?:count|due|plies|plies_left|rounds|minutes)\} [a-z]+s\b")
    found = {
        code
        for code, text in catalogue("en").items()
        if counted.search(text) and any(f".{name}." in f".{code}" for name in all_games())
    }
    assert found == NEVER_ONE
