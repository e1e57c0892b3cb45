"""Options of events: each with a type, a clause and words; values are read as people write."""

import pytest

from qipan.i18n import LANGUAGES, catalogue
from qipan.kernel.errors import Refused
from qipan.kernel.rules import declared
from qipan.rulebooks import all_books, book_named
from qipan.rulebooks.loader import HOUSE, cite
from qipan.rulebooks.option_values import expected, read_option, read_options, written
from qipan.rulebooks.options import Option, OptionKind, Until, options_of

EVENTS = [
    (name, event) for name, book in all_books().items() if name != HOUSE for event in book.event
]


@pytest.mark.parametrize(("book", "event"), EVENTS)
def test_every_option_has_words_a_clause_and_a_readable_default(book, event):
    import qipan.desk.decide  # the rules of the desk are declared where they are used

    assert qipan.desk.decide.DECISIONS
    found = book_named(book)
    for name, option in options_of(found, event).items():
        assert option.rule in declared()
        assert cite(found, option.rule, event).text["zh"]
        assert expected(option)
        for language in LANGUAGES:
            assert catalogue(language)[f"option.name.{name}"]
            assert catalogue(language)[f"option.until.{option.until.value}"]
        if option.default is not None:
            again = read_option(option, written(option, option.default))
            assert again == option.default


def options(book, event):
    return options_of(book_named(book), event)


def test_rounds_are_an_option_only_where_the_book_has_choices():
    assert options("my-2018", "individual")["rounds"].choices == (7, 8)
    assert "rounds" not in options("wx-14", "men")
    assert "rounds" not in options("my-2018", "team")
    assert options("gm-2025", "qualifier")["rounds"].kind is OptionKind.NUMBER


@pytest.mark.parametrize(
    ("option", "value", "kept"),
    [
        ("fee", "80.00", 8000),
        ("fee", "80", 8000),
        ("fee", 80, 8000),
        ("fee", 80.5, 8050),
        ("fee", "RM80", 8000),
        ("fee", "rm 80.50", 8050),
        ("fee", "80 RM", 8000),
        ("fee", "100", 10000),
        ("entry_checks", "false", False),
        ("entry_checks", False, False),
        ("entry_checks", "true", True),
        ("entry_checks", "no", False),
        ("rounds", "8", 8),
        ("rounds", 8, 8),
        ("year", "2026", 2026),
        ("declare_by", "2026-03-01", "2026-03-01"),
    ],
)
def test_values_are_read_as_people_write_them(option, value, kept):
    found = read_option(options("my-2018", "individual")[option], value)
    assert (found, type(found)) == (kept, type(kept))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("fee", "RM"),
        ("fee", "USD80"),
        ("fee", "-1"),
        ("fee", "80.001"),
        ("fee", True),
        ("fee", "1e3"),
        ("fee", "100.01"),
        ("fee", "10000"),
        ("fee", ["80"]),
        ("entry_checks", "maybe"),
        ("entry_checks", 2),
        ("rounds", 9),
        ("rounds", "7.0"),
        ("rounds", True),
        ("year", "26"),
        ("year", "²026"),
        ("year", {}),
        ("declare_by", "tomorrow"),
        ("starts", "1=14:00"),
        ("starts", "x=2026-03-01T14:00+08:00"),
        ("nonsense", "5"),
    ],
)
def test_what_is_no_value_is_refused_and_the_options_are_named(option, value):
    known = options("my-2018", "individual")
    with pytest.raises(Refused) as error:
        read_options(known, {option: value})
    assert error.value.code in ("option.unknown", "option.value", "section.fee")
    assert error.value.facts["known"] == [*known]


TITLES = Option(name="titles", kind=OptionKind.TITLES, until=Until.FIRST_ROUND, unplaced=1)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("5-dan:1,4-dan:2,1-kyu", [["5-dan", 1], ["4-dan", 2], ["1-kyu", 0]]),
        (" 5-dan : 1 , 4-dan:2", [["5-dan", 1], ["4-dan", 2]]),
        ("五段：1，四段：2，一级", [["五段", 1], ["四段", 2], ["一级", 0]]),
        ([["4-dan", 1], ["1-dan", 0]], [["4-dan", 1], ["1-dan", 0]]),
    ],
)
def test_gm_8_2_titles_are_typed_highest_first(text, kept):
    assert read_option(TITLES, text) == kept
    assert read_option(TITLES, written(TITLES, kept)) == kept


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5-dan",
        "5-dan,4-dan:2",
        "5-dan:1,4-dan,1-kyu",
        "5-dan:2,4-dan:1",
        "5-dan:1,4-dan:1",
        "5-dan:1,5-dan:2",
        "5-dan:0,4-dan:1",
        "5-dan:-1",
        "5-dan:x",
        "5-dan:1:2",
        ":1",
        "5-dan:1,,1-kyu",
        5,
        True,
        [["5-dan"], "x"],
        [[1, 2, 3]],
        [[["a"], 1]],
        {"5-dan": 1},
    ],
)
def test_gm_8_2_a_wrong_text_of_titles_is_refused(text):
    with pytest.raises(Refused):
        read_option(TITLES, text)
