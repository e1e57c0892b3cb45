"""What differs between two editions of a book, clause by clause, and in the places."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from qipan.journal.state import Competition, Section
from qipan.kernel.ids import EntrantId
from qipan.rulebooks.schema import Book, Text
from qipan.sections.derived import official_places

MOST = 200


class ClauseDifference(msgspec.Struct, frozen=True):
    """A clause that was added, removed or changed."""

    number: str
    citation: str
    before: Text | None
    after: Text | None


class RuleDifference(msgspec.Struct, frozen=True):
    """A setting of an event that differs, by its path in the book."""

    path: str
    before: str
    after: str


class PlaceDifference(msgspec.Struct, frozen=True):
    """Somebody who has another place under the other edition."""

    entrant: EntrantId
    before: int | None
    after: int | None


class EditionDifference(msgspec.Struct, frozen=True):
    """All that differs."""

    clauses: tuple[ClauseDifference, ...]
    rules: tuple[RuleDifference, ...]
    places: tuple[PlaceDifference, ...] = ()


def book_differences(old: Book, new: Book, event: str) -> EditionDifference:
    """Compare two editions: all clauses, and the settings of one event."""
    numbers = [*old.clause, *(each for each in new.clause if each not in old.clause)]
    clauses = [
        ClauseDifference(
            number,
            (new if number in new.clause else old).citation(number),
            old.clause[number].text if number in old.clause else None,
            new.clause[number].text if number in new.clause else None,
        )
        for number in numbers
        if old.clause.get(number) != new.clause.get(number)
    ]
    settings = _compare(
        msgspec.to_builtins(old.event.get(event)), msgspec.to_builtins(new.event.get(event)), ""
    )
    return EditionDifference(tuple(clauses[:MOST]), tuple(settings)[:MOST])


def _compare(old: Any, new: Any, path: str) -> Iterator[RuleDifference]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in [*old, *(each for each in new if each not in old)]:
            yield from _compare(old.get(key), new.get(key), f"{path}.{key}" if path else str(key))
        return
    yield RuleDifference(path, _written(old), _written(new))


def _written(value: Any) -> str:
    return "" if value is None else msgspec.json.encode(value).decode()[:200]


def place_differences(
    before: tuple[Competition, Section], after: tuple[Competition, Section]
) -> tuple[PlaceDifference, ...]:
    """List who has another place afterwards."""
    old = {row.entrant: row.place for row in official_places(*before)}
    new = {row.entrant: row.place for row in official_places(*after)}
    return tuple(
        PlaceDifference(who, old.get(who), new.get(who))
        for who in [*old, *(each for each in new if each not in old)]
        if old.get(who) != new.get(who)
    )
