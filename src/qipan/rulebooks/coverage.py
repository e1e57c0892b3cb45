"""Which clauses are carried out by what: tests, rules of the code, actions of the desk.

A test belongs to the clause its name begins with: ``test_my_6_1_two_equal_winner_ahead`` to
``MY 6.1``, ``test_my_i_3_2_…`` to ``MY-I 3.2``. The longest number that fits wins. A rule counts
only if some code cites it, an action only if the desk has it.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.schema import Book, Carried

_TEST = re.compile(r"^\s*(?:async )?def (test_\w+)\(", re.MULTILINE)
_OTHER = re.compile(r"[^a-z0-9]+")
_DECLARED = re.compile(r"^([A-Z][A-Z0-9_]*)(?:: Final)? = rule\(\s*\"([^\"]+)\"", re.MULTILINE)
_QUOTED = re.compile(r"\[([a-z0-9.-]+(?:,\s+[a-z0-9.-]+)*)\]")
_WORD = re.compile(r"\b[A-Z][A-Z0-9_]*\b")

K = TypeVar("K", bound=str)


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
    """Actions the clause names that the desk does not have, and rules that no code cites."""

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


def coverage(
    book: Book,
    tests: Iterable[str],
    actions: Collection[str],
    cited: Collection[RuleKey] | None = None,
) -> tuple[Covered, ...]:
    """Say for each clause of a book what carries it out; ``cited`` are the rules code cites."""
    found = _by_clause(book, tests)
    return tuple(
        Covered(
            book=book.id,
            number=number,
            citation=book.citation(number),
            how=clause.how,
            tests=tuple(found.get(number, ())),
            rules=_known(clause.rules, cited),
            actions=_known(clause.actions, actions),
            unknown=(*_unknown(clause.actions, actions), *_unknown(clause.rules, cited)),
        )
        for number, clause in book.clause.items()
    )


def _known(named: Iterable[K], there: Collection[str] | None) -> tuple[K, ...]:
    return tuple(dict.fromkeys(each for each in named if there is None or each in there))


def _unknown(named: Iterable[str], there: Collection[str] | None) -> tuple[str, ...]:
    return tuple(each for each in named if there is not None and each not in there)


def stray_tests(book: Book, tests: Iterable[str]) -> tuple[str, ...]:
    """Name the tests that begin like the book's citations and belong to none of its clauses."""
    named = sorted({each for each in tests if each.startswith(f"test_{_plain(book.book.cite)}_")})
    found = {each for belonging in _by_clause(book, named).values() for each in belonging}
    return tuple(each for each in named if each not in found)


def rules_cited(source: Path) -> frozenset[RuleKey]:
    """Find the rules that code cites: declared, and the name used again or the key in a docstring.

    A function that only computes names its rule in brackets, as ``[tiebreak.buchholz]``.
    """
    texts = {path: path.read_text("utf-8") for path in sorted(source.rglob("*.py"))}
    words = {path: Counter(_WORD.findall(text)) for path, text in texts.items()}
    quoted = {
        key.strip()
        for text in texts.values()
        for keys in _QUOTED.findall(text)
        for key in keys.split(",")
    }
    found = set()
    for path, text in texts.items():
        for name, key in _DECLARED.findall(text):
            if words[path][name] > 1 or key in quoted or _elsewhere(name, path, texts, words):
                found.add(RuleKey(key))
    return frozenset(found)


def _elsewhere(
    name: str, path: Path, texts: Mapping[Path, str], words: Mapping[Path, Counter[str]]
) -> bool:
    """Tell whether another module, one that speaks of this one, uses the name."""
    others = (other for other, used in words.items() if name in used and other != path)
    return any(path.stem in texts[other] for other in others)


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
