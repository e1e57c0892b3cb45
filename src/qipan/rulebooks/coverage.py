"""Which clauses are carried out by what: tests, rules of the code, actions of the desk.

A test belongs to the clause its name begins with: ``test_my_6_1_two_equal_winner_ahead`` to
``MY 6.1``, ``test_my_i_3_2_…`` to ``MY-I 3.2``. The longest number that fits wins. A rule counts
only if something people can ask of the program leads to it (``reachability``), an action only if
the desk has it; a test shows that a clause is carried out and carries nothing out itself.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.reachability import Definition, Module, Node, Reach, read_modules
from qipan.rulebooks.schema import Book, Carried

_TEST = re.compile(r"^\s*(?:async )?def (test_\w+)\(", re.MULTILINE)
_OTHER = re.compile(r"[^a-z0-9]+")
_QUOTED = re.compile(r"\[([a-z0-9.-]+(?:,\s+[a-z0-9.-]+)*)\]")
_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+")
ASIDE = ("cli.tools", "simulation")
"""Rooms that judge files or play by themselves: no competition is carried out by them."""

K = TypeVar("K", bound=str)


class RulesFound(msgspec.Struct, frozen=True):
    """The rules that a program declares, and those that something it does can cite."""

    declared: frozenset[RuleKey]
    reached: frozenset[RuleKey]


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
    """Actions the clause names that the desk does not have, and rules that no code declares."""
    unreached: tuple[RuleKey, ...] = ()
    """Rules that are declared and that nothing people can do ever leads to."""

    @property
    def open(self) -> bool:
        """Say whether nothing carries the clause out though something should; a test does not."""
        if self.unknown:
            return True
        return self.how is not Carried.NOTICE and not (self.rules or self.actions)


def prefix_of_tests(book: Book, number: str) -> str:
    """Give what the names of a clause's tests begin with."""
    return f"test_{_plain(book.book.cite)}_{_plain(number)}_"


def _plain(text: str) -> str:
    return _OTHER.sub("_", text.lower()).strip("_")


def coverage(
    book: Book,
    tests: Iterable[str],
    actions: Collection[str],
    rules: RulesFound | None = None,
) -> tuple[Covered, ...]:
    """Say for each clause of a book what carries it out; without ``rules`` all count as reached."""
    found = _by_clause(book, tests)
    return tuple(
        Covered(
            book=book.id,
            number=number,
            citation=book.citation(number),
            how=clause.how,
            tests=tuple(found.get(number, ())),
            rules=_known((*clause.rules, *clause.reads), rules.reached if rules else None),
            actions=_known(clause.actions, actions),
            unknown=(
                *_unknown(clause.actions, actions),
                *_unknown((*clause.rules, *clause.reads), rules.declared if rules else None),
            ),
            unreached=_unreached((*clause.rules, *clause.reads), rules),
        )
        for number, clause in book.clause.items()
    )


def _known(named: Iterable[K], there: Collection[str] | None) -> tuple[K, ...]:
    return tuple(dict.fromkeys(each for each in named if there is None or each in there))


def _unknown(named: Iterable[str], there: Collection[str] | None) -> tuple[str, ...]:
    return tuple(each for each in named if there is not None and each not in there)


def _unreached(named: Iterable[RuleKey], rules: RulesFound | None) -> tuple[RuleKey, ...]:
    dead: frozenset[RuleKey] = rules.declared - rules.reached if rules else frozenset()
    return tuple(dict.fromkeys(each for each in named if each in dead))


def stray_tests(book: Book, tests: Iterable[str]) -> tuple[str, ...]:
    """Name the tests that begin like the book's citations and belong to none of its clauses."""
    named = sorted({each for each in tests if each.startswith(f"test_{_plain(book.book.cite)}_")})
    found = {each for belonging in _by_clause(book, named).values() for each in belonging}
    return tuple(each for each in named if each not in found)


def rules_found(source: Path, package: str = "qipan") -> RulesFound:
    """Find the rules of a program, and which can be reached from what people can ask of it.

    A rule is cited by its name, by its key, or in brackets by a function that only computes, as
    ``[tiebreak.buchholz]``; the citing definition must be reached from an entry of the program. Its
    tools and its simulation are no entries: what only they use carries nothing out.
    """
    modules = read_modules(source, package)
    reach = Reach(modules, tuple(f"{package}.{each}" for each in ASIDE))
    reach.enter(*(node for node in _entries(package) if node[0] in reach.modules))
    reach.enter(*((each.name, name) for each in modules.values() for name in _pages(each)))
    said: set[str] = set()
    for node in reach.nodes:
        definition = reach.definition(node)
        if definition is not None and not _declares(definition):
            said |= definition.strings
            said |= {
                key.strip() for keys in _QUOTED.findall(definition.text) for key in keys.split(",")
            }
    declared: dict[RuleKey, set[Node]] = {}
    for module in modules.values():
        for name, definition in module.defined.items():
            if _declares(definition):
                key = next(each for each in sorted(definition.strings) if _KEY.fullmatch(each))
                declared.setdefault(RuleKey(key), set()).add((module.name, name))
    reached = {key for key, nodes in declared.items() if nodes & reach.nodes or key in said}
    return RulesFound(frozenset(declared), frozenset(reached))


def _entries(package: str) -> Iterable[Node]:
    return [(f"{package}.cli", "main"), (f"{package}.web.app", ""), (package, "")]


def _pages(module: Module) -> Iterable[str]:
    """Name what a module of pages offers: it is imported when somebody asks for a page of it."""
    return [name for name in ("ROUTES", "ROUTER") if name in module.defined]


def _declares(definition: Definition) -> bool:
    """Tell whether a definition is ``NAME = rule("some.key", …)``."""
    return definition.names >= {"rule"} and any(map(_KEY.fullmatch, definition.strings))


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
