"""Every rule that code cites has a clause, and every clause speaks of a rule that code has."""

from importlib import import_module
from pkgutil import walk_packages

import pytest

import qipan
from qipan.i18n import LANGUAGES
from qipan.kernel.rules import declared, house_clauses
from qipan.rulebooks import all_books, book_named
from qipan.rulebooks.loader import cite


def every_key():
    for module in walk_packages(qipan.__path__, "qipan."):
        if ".migrations" not in module.name:
            import_module(module.name)
    return {key for key in declared() if not key.startswith("test.")}


KEYS = sorted(every_key())
BOOKS = [name for name, book in all_books().items() if book.event]


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_resolves_to_a_clause_of_the_book_or_the_house(book):
    missing = []
    for key in KEYS:
        try:
            cite(book_named(book), key)
        except qipan.kernel.errors.Unknown:
            missing.append(key)
    assert missing == []


@pytest.mark.parametrize("book", sorted(all_books()))
def test_clauses_name_only_rules_that_code_has(book):
    known = declared()
    unknown = [
        (number, key)
        for number, clause in book_named(book).clause.items()
        for key in clause.rules
        if key not in known
    ]
    assert unknown == []


def test_the_house_repeats_no_rule():
    found = book_named("house").clauses_by_rule
    assert [key for key, numbers in found.items() if len(numbers) > 1] == []
    files = all_books()["house"].clauses_by_rule
    assert [key for key in house_clauses() if key in files] == []


def test_every_house_clause_is_read_in_four_languages():
    house = book_named("house")
    texts = {number: clause.text for number, clause in house.clause.items()}
    texts |= house_clauses()
    wanted = set(LANGUAGES)
    assert [key for key, text in texts.items() if wanted - set(text)] == []


def texts_of(book):
    """Give everything that a book says in words, with the place where it stands."""
    yield "title", book.book.title
    yield "organiser", book.book.organiser
    yield "source", book.book.source
    for number, clause in book.clause.items():
        yield number, clause.text
        yield f"{number} reading", clause.reading
    for name, event in book.event.items():
        yield name, event.title
        for option, offered in event.option.items():
            yield f"{name} {option}", offered.title


@pytest.mark.parametrize("name", sorted(all_books()))
def test_every_regulation_is_read_in_four_languages(name):
    wanted = set(LANGUAGES)
    texts = list(texts_of(book_named(name)))
    assert [place for place, text in texts if text and wanted - set(text)] == []
