"""Every book's cases, worked by hand from the regulation, come out as the book ranks."""

import msgspec
import pytest

from qipan.kernel.crosstable_text import read_crosstable
from qipan.kernel.errors import BadInput, Unknown
from qipan.rulebooks import all_books, book_named
from qipan.rulebooks.cases import Under, cases_of, read_final
from qipan.simulation.book_cases import check_cases

RANKING = {
    "my-2018": {
        *("6.1", "6.2", "6.3", "6.4", "6.5"),
        *("V-5.1", "V-5.2", "V-5.3", "V-5.4", "V-5.7"),
        *("VI-1.2", "VI-5.1", "VI-5.2", "VI-5.3", "VI-5.4", "VI-5.5", "VI-5.6"),
    },
    "gm-2025": {"6.1.2(2)", "6.1.2(4)", "6.1.2(5)", "6.1.4"},
    "wx-14": {"2.3", "6.1(1)", "6.1(2)", "6.1(3)", "6.2(1)", "6.2(2)"},
}
"""Clauses on places. TH and UN have none: their order is the book's own, or goes by knockout."""
FIRST = ("ranking.", "tiebreak.")


@pytest.mark.parametrize("book", sorted(RANKING))
def test_every_case_comes_out_as_worked_by_hand(book):
    found = check_cases(book_named(book))
    assert [(each.citation, each.case.name, each.differs) for each in found if each.differs] == []
    assert {each.under.clause for each in found} == RANKING[book]


def test_every_key_of_an_order_parts_somebody_in_a_case():
    """What no case shows could be left out of a book without anybody noticing."""
    for book in RANKING:
        shown = {key.partition(":")[0] for case in cases_of(book) for key in case.parted.values()}
        for name in {under.event for case in cases_of(book) for under in case.under}:
            order = [key.partition(":")[0] for key in book_named(book).event[name].ranking.order]
            keys = {key for key in order if key not in ("points", "drawn")}
            if name == "women":  # the regulation only names a chapter of other rules
                continue
            left = keys - shown - ({"lot"} if book != "my-2018" else set())
            assert left == set(), (book, name)


def test_clauses_that_rank_are_those_of_the_table():
    for book in RANKING:
        clauses = book_named(book).clause
        ranking = {
            number
            for number, clause in clauses.items()
            if any(key.startswith(FIRST) for key in clause.rules)
        }
        rest = ranking - RANKING[book]
        assert rest <= {"4.10", "7.6", "V-6(best)", "5"}, (book, rest)
    others = [name for name in all_books() if name not in RANKING and cases_of(name)]
    assert others == []


def test_a_case_that_is_wrong_is_named():
    book = book_named("my-2018")
    case = cases_of("my-2018")[0]
    turned = msgspec.structs.replace(
        case, places="C B A D", parted={"B A": "wins"}, values={"A": {"points": "9"}}
    )
    (found, *_) = check_cases(book, [turned])
    assert found.citation == "MY 6.1"
    assert found.differs == (
        "places are C A B D, not C B A D",
        "points of A is 1.5, not 9",
        "B is not ahead of A",
        "head-to-head parts B and A, not wins",
    )
    teams = next(each for each in cases_of("my-2018") if each.derived == "team")
    wrong = msgspec.structs.replace(teams, places="B A C", without=(), values={"A": {"total": "7"}})
    assert len(check_cases(book, [wrong])[0].differs) == 3


def test_a_change_of_the_book_is_seen():
    """Without the foul before the drawn keys, MY 6.2 comes out differently."""
    book = book_named("my-2018")
    event = book.event["individual"]
    order = tuple(key for key in event.ranking.order if key != "conduct-foul")
    ranking = msgspec.structs.replace(event.ranking, order=order)
    events = {**book.event, "individual": msgspec.structs.replace(event, ranking=ranking)}
    found = check_cases(msgspec.structs.replace(book, event=events))
    assert {each.citation for each in found if each.differs} >= {"MY 6.1", "MY 6.2"}


def test_what_cannot_be_read_is_refused_by_name():
    for text in ("A +B1", "A: B1", "A: +B1\nB: -A2 +C1"):
        with pytest.raises(BadInput):
            read_crosstable(text)
    with pytest.raises(BadInput):
        read_final("a@")
    case = msgspec.structs.replace(
        cases_of("my-2018")[0], under=(Under(clause="99", event="individual"),)
    )
    with pytest.raises(Unknown):
        check_cases(book_named("my-2018"), [case])


def test_a_file_of_cases_that_says_something_unknown_is_refused(tmp_path):
    folder = tmp_path / "b" / "cases"
    folder.mkdir(parents=True)
    (folder / "x.toml").write_text('[[case]]\nname = "x"\nunder = []\nsays = {}\nplace = "A"\n')
    with pytest.raises(BadInput) as caught:
        cases_of("b", tmp_path)
    assert "place" in str(caught.value)
