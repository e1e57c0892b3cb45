"""Options of events: each with a type, a clause and words; values are read as people write."""

import pytest

from qipan.i18n import LANGUAGES, catalogue
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.rules import declared
from qipan.rulebooks import all_books, book_named, load_book
from qipan.rulebooks.adjusted_rules import adjusted
from qipan.rulebooks.loader import HOUSE
from qipan.rulebooks.option_values import expected, read_option, read_options, written
from qipan.rulebooks.options import Option, OptionKind, Until, clause_of, options_of

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
        assert clause_of(found, event, option).text["zh"]
        assert expected(option)
        for language in LANGUAGES:
            assert option.title.get(language) or catalogue(language)[f"option.name.{name}"]
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


# -- what a book leaves to the organiser by name ---------------------------------------------------

BOOK = """
[book]
id = "own"
cite = "OWN"
title = {{ en = "Own", zh = "自定" }}
[clause."1"]
text = {{ en = "The organiser states the clock.", zh = "用时由主办者定。" }}
how = "notice"
[event.cup]
title = {{ en = "Cup", zh = "杯" }}
game = "go"
stage = [{{ id = "swiss", system = "dutch-2026", rounds = 5 }}]
clock = {{ minutes = 40 }}
ranking = {{ order = ["points", "lot"] }}
[event.cup.option.{name}]
title = {{ en = "Clock", zh = "用时" }}
{terms}
"""


def own_book(tmp_path, name="time", terms='kind = "clock"\nsets = ["clock"]\nclause = "1"'):
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "book.toml").write_text(BOOK.format(name=name, terms=terms), "utf-8")
    return load_book(folder)


def test_a_regulation_of_ones_own_declares_its_options(tmp_path):
    book = own_book(tmp_path)
    option = options_of(book, "cup")["time"]
    assert (option.default, clause_of(book, "cup", option).citation) == ("40+0", "OWN 1")
    rules = book.event["cup"]
    assert adjusted(rules, {}) is rules
    set_so = adjusted(rules, read_options(options_of(book, "cup"), {"time": "45 + 3x30"}))
    assert (set_so.clock.minutes, set_so.clock.periods, set_so.clock.period_seconds) == (45, 3, 30)
    assert adjusted(rules, {"time": "45+3x30"}) is set_so
    assert adjusted(rules, {"time": "nonsense"}) == rules  # kept by somebody, somehow
    assert adjusted(rules, {"time": ["x"]}) is rules


@pytest.mark.parametrize(
    ("name", "terms", "says"),
    [
        ("Time", 'kind = "clock"\nsets = ["clock"]', "small letters"),
        ("time", 'kind = "clock"\nsets = []', "sets something"),
        ("time", 'kind = "clock"\nsets = ["clock"]\nclause = "9"', "no clause"),
        ("time", 'kind = "number"\nsets = ["clock.hours"]', "no such place"),
        ("time", 'kind = "number"\nleast = -1\nsets = ["clock.minutes"]', "less than nothing"),
        ("time", 'kind = "choice"\nsets = ["clock.minutes"]', "choices"),
        ("time", 'kind = "choice"\nchoices = ["x"]\nsets = ["clock.minutes"]', "int"),
    ],
)
def test_an_option_that_fits_nowhere_is_named_with_its_line(tmp_path, name, terms, says):
    with pytest.raises(BadInput, match=says) as error:
        own_book(tmp_path, name, terms)
    assert error.value.line is not None


def test_boards_and_clock_of_a_season_are_options():
    book = book_named("th-maklom-2024")
    known = options_of(book, "league")
    assert (known["boards"].default, known["clock"].default) == (3, "45+0")
    rules = adjusted(book.event["league"], read_options(known, {"boards": "5", "clock": "60+3x30"}))
    assert (rules.match["boards"].games, rules.line_ups.boards) == (5, 5)
    assert (rules.clock.minutes, rules.clock.periods) == (60, 3)


@pytest.mark.parametrize("text", ["40+", "40+x", "40+3x", "x", "40+3x30x2", "-1+3", "40+0x30"])
def test_what_is_no_clock_is_refused(text):
    option = options("th-maklom-2024", "league")["clock"]
    assert read_option(option, "40") == "40+0"
    with pytest.raises(Refused):
        read_option(option, text)
