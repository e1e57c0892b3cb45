"""Sides are called as in the game, and sections as in the book, by whoever reads."""

import pytest

from qipan.i18n import LANGUAGES, catalogue
from qipan.i18n.customs import days, moment
from qipan.i18n.sides import sides_of_game, sides_of_match
from qipan.rulebooks import all_books
from qipan.rulebooks.loader import HOUSE, book_named

WORDS = [
    # language, game, options, words
    ("en", "xiangqi", {}, ("Red", "Black")),
    ("zh", "xiangqi", {}, ("红", "黑")),
    ("en", "go", {}, ("Black", "White")),
    ("ms", "gomoku", {}, ("Hitam", "Putih")),
    ("en", "gomoku", {"opening": "swap2"}, ("First", "Second")),
    ("en", "shengji", {}, ("First", "Second")),
    ("en", "chinese-checkers", {}, ("First", "Second")),
]


@pytest.mark.parametrize(("language", "game", "options", "words"), WORDS)
def test_a_game_calls_its_sides(language, game, options, words):
    assert tuple(each.word for each in sides_of_game(language, game, options)) == words


MATCHES = [
    # book, event, words: each side of several games has both colours
    ("wx-14", "men", ("Red", "Black")),
    ("my-2018", "team", ("First", "Second")),
    ("th-maklom-2024", "league", ("First", "Second")),
    ("un-games", "shengji", ("First", "Second")),
]


@pytest.mark.parametrize(("book", "event", "words"), MATCHES)
def test_a_match_of_several_games_has_no_colours(book, event, words):
    found = sides_of_match("en", book_named(book).event[event])
    assert tuple(each.word for each in found) == words


@pytest.mark.parametrize("colour", ["red", "black", "white"])
def test_a_colour_is_said_everywhere(colour):
    codes = (f"ui.side-mark.{colour}", f"ui.you-are-{colour}", f"ui.card.you-{colour}")
    for language in LANGUAGES:
        assert [code for code in codes if code not in catalogue(language)] == []


def test_every_event_on_the_shelf_has_a_title_in_every_language():
    titles = [
        (name, part, set(text))
        for name, book in all_books().items()
        for part, text in [("book", book.book.title)]
        + [(event, rules.title) for event, rules in book.event.items()]
        if name != HOUSE
    ]
    assert [(name, part) for name, part, there in titles if there != set(LANGUAGES)] == []


def test_days_are_no_longer_than_they_must_be():
    assert days("en", "2026-11-14", "2026-11-19") == "14–19 Nov 2026"
    assert days("zh", "2026-11-14", "2026-11-19") == "2026年11月14日至19日"
    assert days("en", "2026-11-14", "2026-11-14") == days("en", "2026-11-14") == "14 Nov 2026"


@pytest.mark.parametrize(
    ("zone", "shown"),
    [("UTC", "UTC"), ("Asia/Kuala_Lumpur", "UTC+8"), ("Asia/Kolkata", "UTC+5:30")],
)
def test_a_time_here_names_its_zone(monkeypatch, zone, shown):
    import time

    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert moment("en", "2026-11-14T09:30") == f"14 Nov 2026 09:30 {shown}"
    finally:
        monkeypatch.undo()
        time.tzset()
