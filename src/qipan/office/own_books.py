"""Regulations of one's own in storage: drafts, editions, and the books that are offered."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from threading import Lock
from typing import Any

import msgspec

from qipan.desk.own_books import draft
from qipan.desk.own_books.draft import ANYBODY, content_text
from qipan.journal.books.drafts import PREFIX, OwnBook, follow, stream_of_book
from qipan.journal.envelope import Batch
from qipan.journal.event import Event, fresh
from qipan.journal.log import Log
from qipan.kernel.errors import Conflict, Unknown
from qipan.office.editions import store_edition
from qipan.rulebooks import Book, all_books, editions
from qipan.rulebooks.loader import HOUSE

MOST_KNOWN = 20


class OwnBooks:
    """The books of one's own of one storage."""

    def __init__(self, log: Log, now: Callable[[], datetime]) -> None:
        """Work on a log."""
        self._log, self._now = log, now
        self._known: dict[str, OwnBook] = {}
        self._lock = Lock()

    # -- reading -----------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Name the books, drafts among them."""
        return [name.removeprefix(PREFIX) for name in self._log.streams(PREFIX)]

    def every(self) -> list[OwnBook]:
        """Give the books as they stand, drafts among them."""
        return [self.state(name) for name in self.names()]

    def state(self, book: str) -> OwnBook:
        """Give a book as it stands; one that was never saved has version 0."""
        with self._lock:
            found = self._known.get(book, OwnBook(book))
        for envelope in self._log.read(stream_of_book(book), found.version):
            found = follow(found, envelope)
        if found.version:
            with self._lock:
                self._known[book] = found
        return found

    def find(self, book: str) -> OwnBook:
        """Give a book that there is. Raises Unknown."""
        found = self.state(book)
        if not found.version:
            raise Unknown("regulation", book[:60], tuple(self.names())[:MOST_KNOWN])
        return found

    def offered(self) -> dict[str, OwnBook]:
        """Give the books under which competitions can be created, but for names of the shelf."""
        return {each.id: each for each in self.every() if each.offered and not _on_shelf(each.id)}

    def text_of(self, book: str) -> str:
        """Give the newest edition of any book, also one that is offered no more. Raises Unknown."""
        if _on_shelf(book):
            return editions.current_text(book)
        own = self.state(book)
        if not own.editions:
            raise self._unknown(book)
        return own.published

    def require_offered(self, book: str) -> None:
        """Raise Unknown unless competitions can be created under a book."""
        if not _on_shelf(book) and not self.state(book).offered:
            raise self._unknown(book)

    def _unknown(self, book: str) -> Unknown:
        there = (name for name in all_books() if name != HOUSE)
        return Unknown("rulebook", book[:60], (*there, *self.offered()))

    def books(self) -> dict[str, Book]:
        """Give every book that a competition can be created under, the shelf's first."""
        found = {name: book for name, book in all_books().items() if name != HOUSE}
        return {**found, **{name: _read(own.published) for name, own in self.offered().items()}}

    def book_named(self, book: str) -> Book:
        """Give one of them. Raises Unknown and lists what there is."""
        self.require_offered(book)
        return all_books()[book] if _on_shelf(book) else _read(self.text_of(book))

    # -- writing -----------------------------------------------------------------------------

    def save(
        self,
        content: Mapping[str, Any],
        by: str,
        actor: str = "",
        *,
        expected: int | None = None,
    ) -> OwnBook:
        """Save a draft under the name it has; ``expected`` is the version its writer saw.

        Raises Refused, BadInput, or Conflict if somebody else saved meanwhile.
        """
        head = content.get("book")
        name = str(head.get("id", "")) if isinstance(head, dict) else ""
        draft.require_name(name, ())
        own = self.state(name)
        if expected is not None and expected != own.version:
            raise Conflict(stream_of_book(name), expected, own.version)
        return self._store(own, draft.save(own, content, by, self._taken()), actor or by)

    def publish(self, book: str, by: str, actions: Collection[str], actor: str = "") -> OwnBook:
        """Publish a draft: its text is kept as an edition. Raises Refused or Unknown."""
        own = self.find(book)
        event = draft.publish(own, by, actions)
        store_edition(self._log, book, own.draft, actor or by, self._at())
        return self._store(own, event, actor or by)

    def withdraw(self, book: str, by: str, actor: str = "") -> OwnBook:
        """Offer a book no more. Raises Refused or Unknown."""
        own = self.find(book)
        return self._store(own, draft.withdraw(own, by), actor or by)

    def _taken(self) -> Collection[str]:
        return {*all_books(), *self.names()}

    def _at(self) -> str:
        return self._now().isoformat(timespec="milliseconds")

    def _store(self, own: OwnBook, event: Event, actor: str) -> OwnBook:
        batch = Batch(
            stream=stream_of_book(own.id),
            expected=own.version,
            actor=actor,
            at=self._at(),
            events=(fresh(event),),
        )
        self._log.append(batch)
        return self.state(own.id)


def content_of(text: str) -> dict[str, Any]:
    """Give the content of a stored book."""
    found: dict[str, Any] = msgspec.json.decode(text)
    return found


def _read(text: str) -> Book:
    return editions.book_of("", editions.learn(text))


def _on_shelf(book: str) -> bool:
    return book in all_books() and book != HOUSE


__all__ = ["ANYBODY", "OwnBooks", "content_of", "content_text"]
