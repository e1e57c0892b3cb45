"""Rating lists in storage: kept whole, found by words in any order, copied with their words."""

import pytest

from qipan.desk.rating_lists import ListedPlayer, RatingListHead
from qipan.kernel.errors import Unknown
from qipan.store.database import open_sqlite
from qipan.store.lists.rating_lists import SqlRatingLists, make_words
from qipan.store.schema import listed_word

PLAYERS = [
    ListedPlayer("10254318", "Kulkova Andrea", rank="6d", rating=2662, country="CZ"),
    ListedPlayer("10254319", "Müller Jan", rank="3k", rating=1790),
    ListedPlayer("10254320", "Müller Hanna", rank="9k", rating=1190),
    ListedPlayer("X1", "王小天", "Wang Xiaotian", rating=2642),
    ListedPlayer("X2", "陈乐"),
]


def head(date="2026-11", name="egd", rows=5):
    return RatingListHead(name, date, "{}", rows, "d", "2026-11-01T00:00:00", "t")


@pytest.fixture
def engine(tmp_path):
    opened = open_sqlite(tmp_path / "j.sqlite")
    yield opened
    opened.dispose()


@pytest.fixture
def lists(engine):
    found = SqlRatingLists(engine)
    found.keep(head(), PLAYERS)
    return found


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("jan muller", ["10254319"]),
        ("MUELLER", ["10254319", "10254320"]),
        ("mül", ["10254319", "10254320"]),
        ("10254318", ["10254318"]),
        ("tian wang", ["X1"]),
        ("xiaotian", ["X1"]),
        ("小天", ["X1"]),
        ("chen le", ["X2"]),
        ("chenle", ["X2"]),
        ("陈", ["X2"]),
        ("m", []),
        ("", []),
        ("% _", []),
        ("nobody", []),
    ],
)
def test_people_are_found_whatever_is_typed(lists, typed, found):
    assert [each.id for each in lists.find(head(), typed)] == found


def test_an_edition_takes_the_place_of_the_one_of_its_date_alone(lists):
    lists.keep(head(rows=1), PLAYERS[:1])
    lists.keep(head("2026-12", rows=2), PLAYERS[:2])
    lists.keep(head("2025", "aga", rows=0), [])
    assert [(each.name, each.date, each.rows) for each in lists.heads()] == [
        ("aga", "2025", 0),
        ("egd", "2026-12", 2),
        ("egd", "2026-11", 1),
    ]
    assert lists.head("egd").date == "2026-12"
    assert lists.find(lists.head("egd", "2026-11"), "jan muller") == []
    assert lists.remove("egd", "2026-11")
    assert not lists.remove("egd", "2026-11")
    with pytest.raises(Unknown, match="egd 2026-12"):
        lists.head("egd", "2026-11")


def test_a_list_that_could_not_be_written_whole_is_not_there(lists):
    with pytest.raises(AttributeError):
        lists.keep(head("2027"), [*PLAYERS, "nobody"])
    assert [each.date for each in lists.heads()] == ["2026-11"]


def test_found_by_number_and_by_a_shared_word(lists):
    assert set(lists.with_ids(head(), ["X1", "", "none"])) == {"X1"}
    near = lists.sharing(head(), ["Muller Jann", "Zzz"], 10)
    assert {each.id for each in near["Muller Jann"]} >= {"10254319"}
    assert near["Zzz"] == []


def test_words_are_made_again_where_a_copy_has_none(engine, lists):
    with engine.begin() as connection:
        count = connection.execute(listed_word.select()).all()
        connection.execute(listed_word.delete())
    assert lists.find(head(), "mueller") == []
    assert make_words(engine) == len(count)
    assert len(lists.find(head(), "mueller")) == 2
