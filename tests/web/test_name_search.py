"""People are found by any piece of their words, however these are written."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.web.shared.long_lists.name_search import matches, plain, searchable, stands_in

NAMES = ("李玫玫", "LI Méiméi", "Ōsaka ＡＢＣ")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        *(("mei", True), ("MÉI li", True), ("玫", True), ("osaka", True), ("abc li", True)),
        *(("", True), ("li osaka x", False), ("玫玫 玫", True), ("meili", False), ("玫li", False)),
    ],
)
def test_every_word_that_is_asked_for_stands_somewhere(asked, found):
    assert matches(asked, *NAMES) is found
    assert stands_in(asked, searchable(*NAMES)) is found


@given(st.text(max_size=12))
def test_the_quick_way_for_plain_letters_is_the_long_one(text):
    apart = unicodedata.normalize("NFKD", text.casefold())
    assert plain(text) == "".join(c for c in apart if unicodedata.category(c) != "Mn")


@given(st.text("aé 玫", max_size=6), st.lists(st.text("aé 玫B", max_size=5), max_size=3))
def test_no_word_is_found_across_two(asked, words):
    alone = [plain(word) for word in words]
    wanted = all(any(part in word for word in alone) for part in plain(asked).split())
    assert matches(asked, *words) is wanted
