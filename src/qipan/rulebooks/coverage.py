"""Which clauses are carried out by what: tests, rules of the code, actions of the desk.

A test belongs to the clause its name begins with: ``test_my_6_1_two_equal_winner_ahead`` to
``MY 6.1``, ``test_my_i_3_2_…`` to ``MY-I 3.2``. The longest number that fits wins.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.schema import Book, Carried

_TEST = re.compile(r"^\s*(?:async )?def (test_\w+)\(", re.MULTILINE)
_OTHER = re.compile(r"[^a-z0-9]+")


class Covered(msgspec.Struct, frozen=True):
    """A clause and what carries it out."""

    book: str
    number: str
    citation: str
    how: Carried
    tests: tuple[str, ...] = ()
    rules: tuple[RuleKey, ...] = ()
    actions: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """Actions the clause names that the desk does not have."""

    @property
    def open(self) -> bool:
        """Say whether nothing carries the clause out though something should."""
        if self.unknown:
            return True
        return self.how is not Carried.NOTICE and not (self.tests or self.rules or self.actions)


def prefix_of_tests(book: Book, number: str) -> str:
    """Give what the names of a clause's tests begin with."""
    return f"test_{_plain(book.book.cite)}_{_plain(number)}_"


def _plain(text: str) -> str:
    return _OTHER.sub("_", text.lower()).strip("_")


def coverage(book: Book, tests: Iterable[str], actions: Collection[str]) -> tuple[Covered, ...]:
    """Say for each clause of a book what carries it out."""
    found = _by_clause(book, tests)
    return tuple(
        Covered(
            book=book.id,
            number=number,
            citation=book.citation(number),
            how=clause.how,
            tests=tuple(found.get(number, ())),
            rules=tuple(dict.fromkeys(clause.rules)),
            actions=tuple(dict.fromkeys(each for each in clause.actions if each in actions)),
            unknown=tuple(each for each in clause.actions if each not in actions),
        )
        for number, clause in book.clause.items()
    )


def _by_clause(book: Book, tests: Iterable[str]) -> Mapping[str, list[str]]:
    prefixes = sorted(
        ((prefix_of_tests(book, number), number) for number in book.clause),
        key=lambda pair: -len(pair[0]),
    )
    found: dict[str, list[str]] = {}
    for test in sorted(set(tests)):
        fitting = next((number for prefix, number in prefixes if test.startswith(prefix)), None)
        if fitting is not None:
            found.setdefault(fitting, []).append(test)
    return found


def names_of_tests(folder: Path) -> tuple[str, ...]:
    """List the test functions of a folder. Raises BadInput if it is none."""
    if not folder.is_dir():
        raise BadInput("no such folder of tests", where=str(folder))
    return tuple(
        name
        for path in sorted(folder.rglob("test_*.py"))
        for name in _TEST.findall(path.read_text("utf-8"))
    )
