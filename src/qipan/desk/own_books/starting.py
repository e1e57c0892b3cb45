"""Beginning a book: from the empty sheet, or like another, with some of its events or all."""

import re
from collections.abc import Collection, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import qipan.rulebooks
from qipan.kernel.errors import Unknown
from qipan.rulebooks.loader import HOUSE, parse_toml
from qipan.rulebooks.schema import Book

STARTER = Path(qipan.rulebooks.__file__).parent / "starter.toml"
Content = dict[str, Any]
_SHORT = re.compile(r"[^a-z0-9]+")


@cache
def _sheet() -> Content:
    return parse_toml(STARTER)


def empty_sheet() -> Content:
    """Give the sheet that a book begins with: one event, three clauses, nothing wrong."""
    return deepcopy(_sheet())


def headed(content: Mapping[str, Any], book: str, title: Mapping[str, str], cite: str) -> Content:
    """Give a book under a name of its own; an empty title or way to cite stays as it was."""
    made = deepcopy(dict(content))
    head = dict(made.get("book") or {})
    words = {language: words for language, words in title.items() if words}
    made["book"] = {**head, "id": book}
    if words:
        made["book"]["title"] = words
    if cite:
        made["book"]["cite"] = cite
    return made


def parse_like(text: str, books: Mapping[str, Book]) -> tuple[str, tuple[str, ...]]:
    """Read what a book is to be like: ``my-2018``, ``my-2018/women,open``, or a part, ``MY-I``.

    Gives the book and its events; none: all. Raises Unknown.
    """
    name, _, events = text.partition("/")
    wanted = tuple(each.strip() for each in events.split(",") if each.strip())
    if name in books and name != HOUSE:
        for each in wanted:
            if each not in books[name].event:
                raise Unknown("event", each[:60], tuple(books[name].event))
        return name, wanted
    for book in books.values():
        for part, about in book.book.parts.items():
            if text.casefold() == f"{book.book.cite}-{part}".casefold():
                return book.id, about
    raise Unknown("rulebook", text[:60], tuple(each for each in books if each != HOUSE))


def only_events(content: Mapping[str, Any], kept: Collection[str]) -> Content:
    """Leave out the other events, and what is about them alone; none named: keep all."""
    made = deepcopy(dict(content))
    if not kept:
        return made
    parts = made["book"].get("parts", {})
    cited = {number for name in kept for number in _cited(made["event"].get(name, {}))}
    for number, clause in list(made.get("clause", {}).items()):
        about = clause.get("events") or parts.get(number.partition("-")[0], ())
        if about and not set(about) & set(kept) and number not in cited:
            del made["clause"][number]
        elif clause.get("events"):
            clause["events"] = [each for each in clause["events"] if each in kept]
    left = {part: [each for each in about if each in kept] for part, about in parts.items()}
    left = {part: about for part, about in left.items() if about}
    made["book"].pop("parts", None)
    if left:
        made["book"]["parts"] = left
    made["event"] = {name: made["event"][name] for name in made["event"] if name in kept}
    for rules in made["event"].values():
        _forget_others(rules, kept)
    return made


def _cited(rules: Content) -> list[str]:
    """Name the clauses that an event's penalties stand on."""
    conduct = rules.get("conduct", {})
    tables = [*conduct.get("offence", {}).values(), conduct.get("record", {})]
    return [each["clause"] for each in tables if "clause" in each]


def _forget_others(rules: Content, kept: Collection[str]) -> None:
    """Take out what an event says of events that are not kept."""
    entries = rules.get("entries", {})
    if entries.get("qualified") and entries["qualified"] not in kept:
        del entries["qualified"]
        entries.pop("same_period", None)
    if not set(entries.get("invited", {}).get("events", ())) <= set(kept):
        del entries["invited"]
    derived = rules.get("ranking", {}).get("derived", {})
    gone = [name for name, each in derived.items() if not set(each.get("events", ())) <= set(kept)]
    for name in gone:
        del derived[name]
    prizes = rules.get("prizes", {})
    lists = prizes.get("lists", {})
    for name in [name for name, each in lists.items() if each.get("table") in gone]:
        del lists[name]
    if prizes.get("no_double"):
        pairs = prizes["no_double"]
        prizes["no_double"] = [e for e in pairs if {e["first"], e["second"]} <= set(lists)]


def new_name(wanted: str, taken: Collection[str]) -> str:
    """Make a short name that nobody has: small letters, figures and hyphens."""
    base = _SHORT.sub("-", wanted.lower()).strip("-")[:50] or "book"
    found, number = base, 2
    while found in taken:
        found, number = f"{base}-{number}", number + 1
    return found
