"""Ranking keys have names, with what they were given."""

import pytest

from qipan.i18n import LANGUAGES
from qipan.i18n.keys import name_key
from qipan.ranking.keys import registry
from qipan.ranking.notation import parse
from qipan.rulebooks import all_books

NAMES = [
    ("en", "points", "Points"),
    ("zh", "opponents-score", "对手分"),
    ("zh", "head-to-head:exactly-two", "相互胜负（两人同分）"),
    ("en", "head-to-head:all-met", "Head to head (all-met)"),
    ("zh", "drawn(BH,MBH,WIN)", "抽签排序 (对手分, 中间对手分, 胜局)"),
    ("en", "BH/C1", "Opponents’ score (C1)"),
    ("ms", "wins-as-second", "Menang sebagai kedua"),
    ("th", "points-as-second", "คะแนนเมื่อเล่นหลัง"),
    ("en", "WON", "Games won at the board"),
    ("zh", "fewer-technical-fouls", "技术犯规"),
    ("en", "buchholz/C1", "Buchholz (C1)"),
    ("en", "bh", "Opponents’ score"),
    ("zh", "EDEC", "团体直胜（台次分）"),
    ("en", "no-such-key", "no-such-key"),
    ("en", "((", "(("),
]


@pytest.mark.parametrize(("language", "key", "name"), NAMES)
def test_a_key_has_a_name(language, key, name):
    assert name_key(language, key) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_name(language):
    assert [word for word in registry() if name_key(language, word) == word] == []


def words_of(key):
    spec = parse(key)
    return {spec.name}.union(*(words_of(inner) for inner in spec.arguments))


def test_every_key_of_a_book_has_a_name():
    used = {
        word
        for book in all_books().values()
        for event in book.event.values()
        for key in event.ranking.order
        for word in words_of(key)
    }
    assert used
    assert sorted(word for word in used if name_key("zh", word) == word) == []
