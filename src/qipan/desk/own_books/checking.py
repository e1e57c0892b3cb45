"""Everything that is wrong with a book, each fault with the field it stands in.

A book that has no fault here can be published, simulated and played: what it names is there, and
every number is one the desk can work with. Nothing of a book is ever run.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from qipan.desk.own_books.events import event_faults
from qipan.desk.own_books.kinds import convert
from qipan.desk.own_books.problems import Problem, problem
from qipan.kernel.rules import RuleKey, declared
from qipan.rulebooks import all_books
from qipan.rulebooks.schema import Book, Clause, EventRules, Heading

LANGUAGES = ("zh", "en", "th", "ms")
MOST_EVENTS, MOST_CLAUSES = 40, 400
LONGEST_TITLE, LONGEST_CLAUSE = 200, 2_000
LONGEST_BOOK = 400_000
"""Characters of a whole book."""
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CITE = re.compile(r"[^\W_][\w .()/&-]{0,19}")
_NUMBER = re.compile(r"[^\W_][\w.()/-]{0,29}")
LONGEST_ID = 60


class CheckedBook(msgspec.Struct, frozen=True):
    """What was found."""

    book: Book | None
    """The book, if everything in it is of the right kind."""
    problems: tuple[Problem, ...]


def check(content: Mapping[str, Any], actions: Collection[str] = ()) -> CheckedBook:
    """Look through a book as TOML gives it; ``actions`` are those of the desk."""
    if len(msgspec.json.encode(content)) > LONGEST_BOOK:
        return CheckedBook(None, (problem("", "too-long", most=LONGEST_BOOK),))
    found = list(_tables(content))
    head, wrong = convert(content.get("book", {}), Heading, "book")
    found += wrong
    clauses = _each(content, "clause", Clause, found)
    events = _each(content, "event", EventRules, found)
    if head is not None:
        found += _head(head, events)
    found += _clauses(clauses, _names(content, "event"), actions)
    for name, rules in events.items():
        path = f"event.{name}"
        found += _short(f"event.{name}", name)
        found += _text(f"{path}.title", rules.title, LONGEST_TITLE)
        found += event_faults(path, rules, _names(content, "event"), _names(content, "clause"))
    whole = head is not None and not any(each.code in _KINDS for each in found)
    book = Book(head, clauses, events) if whole and head is not None else None
    return CheckedBook(book, tuple(_once(found)))


_KINDS = frozenset(
    f"book.{word}"
    for word in (
        *("missing", "unknown-field", "choice", "wrong-kind", "too-many"),
        *(f"expected-{kind}" for kind in ("number", "text", "truth", "list", "table")),
    )
)
"""Faults of a book that cannot even be read."""


def _once(found: list[Problem]) -> list[Problem]:
    """Leave out what is told twice."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for each in found:
        if (each.path, each.code) not in seen:
            seen.add((each.path, each.code))
            kept.append(each)
    return kept


def _names(content: Mapping[str, Any], table: str) -> tuple[str, ...]:
    found = content.get(table, {})
    return tuple(found) if isinstance(found, dict) else ()


def _tables(content: Mapping[str, Any]) -> Iterator[Problem]:
    known = ["book", "clause", "event"]
    for name, value in content.items():
        if name not in known:
            yield problem(str(name), "unknown-field", known=known)
        elif not isinstance(value, dict):
            yield problem(name, "expected-table")
    for name, most in (("clause", MOST_CLAUSES), ("event", MOST_EVENTS)):
        if len(_names(content, name)) > most:
            yield problem(name, "too-many", most=most)
    if not _names(content, "event"):
        yield problem("event", "no-event")


def _each(content: Mapping[str, Any], table: str, kind: Any, found: list[Problem]) -> Any:
    good = {}
    most = MOST_EVENTS if table == "event" else MOST_CLAUSES
    for name in _names(content, table)[:most]:
        value, wrong = convert(content[table][name], kind, f"{table}.{name}")
        found += wrong
        if value is not None:
            good[name] = value
    return good


def is_short_name(name: str) -> bool:
    """Say whether this can name a book or an event: it stands in addresses and on command lines."""
    return len(name) <= LONGEST_ID and _ID.fullmatch(name) is not None


def _short(path: str, name: str) -> Iterator[Problem]:
    if not is_short_name(name):
        yield problem(path, "id", name=name[:LONGEST_ID])


def _text(path: str, text: Mapping[str, str], longest: int) -> Iterator[Problem]:
    for language, words in text.items():
        if language not in LANGUAGES:
            yield problem(f"{path}.{language}", "language", known=list(LANGUAGES))
        elif len(words) > longest:
            yield problem(f"{path}.{language}", "long", most=longest)
        elif any(ord(sign) < 32 or ord(sign) == 127 for sign in words.replace("\n", " ")):
            yield problem(f"{path}.{language}", "signs")
    if not any(words.strip() for words in text.values()):
        yield problem(path, "no-words")


def _head(head: Heading, events: Collection[str]) -> Iterator[Problem]:
    yield from _short("book.id", head.id)
    if not _CITE.fullmatch(head.cite):
        yield problem("book.cite", "cite")
    yield from _text("book.title", head.title, LONGEST_TITLE)
    if head.source:
        yield from _text("book.source", head.source, LONGEST_TITLE)
    for part, named in head.parts.items():
        if not _NUMBER.fullmatch(part):
            yield problem(f"book.parts.{part}", "number-of-clause")
        for event in named:
            if event not in events:
                yield problem(f"book.parts.{part}", "no-such", name=event, known=[*events])


def known_rules() -> frozenset[RuleKey]:
    """Give the rules that a clause may stand behind: those of code, and of the books there are."""
    written = (key for book in all_books().values() for key in book.clauses_by_rule)
    return frozenset((*declared(), *written))


def _reading(path: str, clause: Clause) -> Iterator[Problem]:
    """Check that what is read into a clause is told apart from what it says, in words."""
    if clause.reading:
        yield from _text(f"{path}.reading", clause.reading, LONGEST_CLAUSE)
    elif clause.reads:
        yield problem(f"{path}.reading", "no-words")
    for key in sorted({*clause.rules} & {*clause.reads}):
        yield problem(f"{path}.reads", "said-and-read", name=key)


def _clauses(
    clauses: Mapping[str, Clause], events: Collection[str], actions: Collection[str]
) -> Iterator[Problem]:
    rules = known_rules()
    for number, clause in clauses.items():
        path = f"clause.{number}"
        if not _NUMBER.fullmatch(number):
            yield problem(path, "number-of-clause")
        yield from _text(f"{path}.text", clause.text, LONGEST_CLAUSE)
        for table, keys in (("rules", clause.rules), ("reads", clause.reads)):
            for key in keys:
                if key not in rules:
                    yield problem(f"{path}.{table}", "no-rule", name=key)
        yield from _reading(path, clause)
        for action in clause.actions:
            if actions and action not in actions:
                yield problem(f"{path}.actions", "no-action", name=action)
        for event in clause.events:
            if event not in events:
                yield problem(f"{path}.events", "no-such", name=event, known=[*events])
