"""Every clause of every regulation is carried out by something, or is a notice to people."""

from pathlib import Path
from textwrap import dedent

import pytest

from qipan.desk.decide import DECISIONS
from qipan.kernel.errors import BadInput
from qipan.kernel.rules import RuleKey
from qipan.rulebooks import all_books, book_named, load_book
from qipan.rulebooks.coverage import (
    coverage,
    names_of_tests,
    prefix_of_tests,
    rules_found,
    stray_tests,
)
from qipan.rulebooks.loader import cite
from qipan.rulebooks.schema import Carried

TESTS = Path(__file__).parent.parent
ACTIONS = {kind.__name__ for kind in DECISIONS}
BOOKS = sorted(name for name in all_books() if name != "house")
CLAUSES = {
    "club-swiss": 3,
    "gm-2025": 27,
    "my-2018": 147,
    "th-maklom-2024": 55,
    "un-games": 37,
    "wx-14": 16,
}
FOUND = rules_found(TESTS.parent / "src" / "qipan")

BOOK = """\
[book]
id = "club"
cite = "CL"
title = { en = "Club", zh = "俱乐部" }
parts = { A = ["main"] }

[clause."1"]
text = { en = "One.", zh = "一。" }

[clause."1.2"]
text = { en = "Two.", zh = "二。" }
how = "arbiter"
actions = ["PairRound", "Conjure"]

[clause."2"]
text = { en = "Three.", zh = "三。" }
how = "notice"

[clause."A-1(2)"]
text = { en = "Four.", zh = "四。" }
rules = ["round-robin.everybody"]

[clause."3"]
text = { en = "Five.", zh = "五。" }
rules = ["round-robin.everybody"]
"""


@pytest.fixture
def club(tmp_path):
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "book.toml").write_text(BOOK, "utf-8")
    return load_book(folder)


@pytest.mark.parametrize("name", BOOKS)
def test_every_clause_is_carried_out_or_is_a_notice(name):
    rows = coverage(book_named(name), names_of_tests(TESTS), ACTIONS, FOUND)
    assert [(row.number, row.unknown, row.unreached) for row in rows if row.open] == []


@pytest.mark.parametrize("name", BOOKS)
def test_no_clause_boasts_of_a_rule_that_nothing_leads_to(name):
    rows = coverage(book_named(name), (), ACTIONS, FOUND)
    assert [(row.number, row.unreached) for row in rows if row.unreached] == []


@pytest.mark.parametrize("name", BOOKS)
def test_what_needs_a_click_is_not_called_automatic(name):
    rows = coverage(book_named(name), (), ACTIONS, FOUND)
    clicks = [row.number for row in rows if row.how is Carried.AUTOMATIC and not row.rules]
    assert clicks == []


@pytest.mark.parametrize("name", sorted(CLAUSES))
def test_every_clause_that_is_no_notice_has_a_test_of_its_own(name):
    """Of the books kept here; a new one needs no more than its folder."""
    rows = coverage(book_named(name), names_of_tests(TESTS), ACTIONS)
    assert [row.number for row in rows if not row.tests and row.how is not Carried.NOTICE] == []


@pytest.mark.parametrize("name", BOOKS)
def test_no_test_is_named_after_a_clause_that_is_not_there(name):
    assert stray_tests(book_named(name), names_of_tests(TESTS)) == ()


@pytest.mark.parametrize("name", BOOKS)
def test_what_an_arbiter_carries_out_has_an_action_or_a_ruling(name):
    """A notice has neither: what the software does is none."""
    for number, clause in book_named(name).clause.items():
        if clause.how is Carried.ARBITER:
            assert clause.actions or clause.rules, number
        if clause.how is Carried.NOTICE:
            assert not clause.actions, number


def test_the_books_have_all_their_clauses():
    assert {name: len(book_named(name).clause) for name in CLAUSES} == CLAUSES


def test_regulations_also_speak_their_own_language():
    for number, clause in book_named("th-maklom-2024").clause.items():
        assert clause.text.get("th"), number
    malay = [number for number, each in book_named("my-2018").clause.items() if "ms" in each.text]
    assert len(malay) > 100


def test_clauses_and_parts_speak_of_events_there_are():
    for name in BOOKS:
        book = book_named(name)
        named = {each for number in book.clause for each in book.events_of(number)}
        if book.event:
            assert named - set(book.event) == set()


def test_a_test_belongs_to_the_longest_number_it_begins_with(club):
    names = ["test_cl_1_2_pairs", "test_cl_1_alone", "test_cl_12_no", "test_cl_a_1_2_x", "test_x"]
    found = {row.number: row for row in coverage(club, names, {"PairRound"})}
    assert found["1.2"].tests == ("test_cl_1_2_pairs",)
    assert found["1"].tests == ("test_cl_1_alone",)
    assert found["A-1(2)"].tests == ("test_cl_a_1_2_x",)
    assert prefix_of_tests(club, "A-1(2)") == "test_cl_a_1_2_"


def test_a_clause_with_nothing_behind_it_is_open(club):
    found = {row.number: row for row in coverage(club, [], {"PairRound"})}
    assert {number for number, row in found.items() if row.open} == {"1", "1.2"}
    assert found["1.2"].unknown == ("Conjure",)


def test_a_rule_that_nothing_leads_to_carries_nothing_out(club, tmp_path):
    program(tmp_path)
    found = rules_found(tmp_path, "small")
    assert found.declared - found.reached == {
        *("round-robin.everybody", "a.declared-only", "a.imported-only", "a.by-a-tool"),
        *("a.method-nobody-speaks-of", "a.offered-elsewhere"),
    }
    rows = {row.number: row for row in coverage(club, ["test_cl_3_x"], {"PairRound"}, found)}
    assert rows["3"].unreached == ("round-robin.everybody",)
    assert rows["3"].open  # whatever test bears its name
    assert {row.number for row in coverage(club, [], {"PairRound"}) if row.open} == {"1", "1.2"}


PROGRAM = {
    "__init__": "",
    "cli/__init__": """
        from small import desk
        from small.pages import shown
        from small.kernel import rule
        IN_MAIN = rule("a.in-main", "x")
        def main():
            \"\"\"Compute [a.in-a-docstring].\"\"\"
            shown()
            return desk.decide(IN_MAIN)
    """,
    "cli/tools/__init__": """
        from small.kernel import rule
        TOOL = rule("a.by-a-tool", "x")
        def register():
            return TOOL
    """,
    "kernel": """
        def rule(key, meaning):
            return key
    """,
    "desk/__init__": "from small.desk.deciding import decide, unused",
    "desk/deciding": """
        from small.kernel import rule
        from small.desk.table import Table
        CITED = rule("a.cited", "x")
        EVERYBODY = rule("round-robin.everybody", "x")
        QUOTED = rule("a.in-a-docstring", "x")
        BY_KEY = rule("a.by-key", "x")
        DECLARED = rule("a.declared-only", "x")
        DECISIONS = {"a": CITED}
        def decide(key):
            return DECISIONS[key], "a.by-key", Table().seats()
        def unused():
            return EVERYBODY
    """,
    "desk/table": """
        from small.kernel import rule
        SEATS = rule("a.method", "x")
        LOST = rule("a.method-nobody-speaks-of", "x")
        class Table:
            def seats(self):
                return SEATS
            def lost(self):
                return LOST
    """,
    "desk/other": """
        from small.kernel import rule
        IMPORTED = rule("a.imported-only", "x")
    """,
    "pages/__init__": """
        from importlib import import_module
        from pkgutil import iter_modules
        from small.desk.other import IMPORTED
        def shown():
            for each in iter_modules(__path__):
                getattr(import_module(each.name), "PAGE")
    """,
    "pages/one": """
        from small.kernel import rule
        OFFERED = rule("a.offered", "x")
        ELSE = rule("a.offered-elsewhere", "x")
        def show():
            return OFFERED
        PAGE = show
        BOOK = ELSE
    """,
}
"""A small program, module by module."""


def program(folder):
    for name, text in PROGRAM.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), "utf-8")


def test_a_test_of_no_clause_is_a_stray(club):
    assert stray_tests(club, ["test_cl_1_x", "test_cl_9_y", "test_club"]) == ("test_cl_9_y",)


def test_a_folder_of_tests_must_exist(tmp_path):
    with pytest.raises(BadInput):
        names_of_tests(tmp_path / "none")


def test_parts_are_cited_as_people_write_them(club):
    assert club.citation("A-1(2)") == "CL-A 1(2)"
    assert club.citation("1.2") == "CL 1.2"
    assert book_named("my-2018").citation("I-3.2") == "MY-I 3.2"
    assert book_named("un-games").citation("X-4(1)") == "UN-X 4(1)"


def test_a_clause_of_the_event_is_cited_before_the_others(club):
    rule = RuleKey("round-robin.everybody")
    assert cite(club, rule).number == "A-1(2)"
    assert cite(club, rule, "main").number == "A-1(2)"
    assert cite(club, rule, "other").number == "3"
    book = book_named("wx-14")
    assert cite(book, RuleKey("ranking.points"), "women").citation == "WX 6.1(2)"
    assert cite(book, RuleKey("ranking.points"), "men").citation == "WX 6.1(1)"
