"""Editions: a book as it stood when a competition was created under it, found by its hash.

The content of a book, all its files together, is one text; its SHA-256 names the edition. Whoever
opens a journal shows the texts kept in it (``learn``); from then on ``book_of`` gives the book of
an edition, whatever the files of today say. Because the name is the hash of the text, what is
known here can never be wrong, only missing. ``archive`` holds the editions of releases that stored
no text in their journals, under the names that those releases gave them.
"""

import hashlib
from functools import cache
from pathlib import Path

import msgspec

from qipan.kernel.errors import BadInput
from qipan.rulebooks import loader
from qipan.rulebooks.loader import HOUSE, all_books, book_named, folder_named, read_content
from qipan.rulebooks.schema import Book

ARCHIVE = Path(__file__).parent / "archive"
_known: dict[str, Book] = {}


def current_text(name: str) -> str:
    """Give the content of a book as it stands today. Raises Unknown."""
    book_named(name)
    return _text_in(folder_named(name))


def edition_of(name: str) -> str:
    """Name the edition of a book as it stands today. Raises Unknown."""
    return edition_name(current_text(name))


@cache
def _text_in(folder: Path) -> str:
    return msgspec.json.encode(read_content(folder)).decode()


def edition_name(text: str) -> str:
    """Name an edition: the SHA-256 of its text."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_known(edition: str) -> bool:
    """Say whether the book of an edition can be given."""
    return edition in _known or edition in _today() or edition in _archived()


def is_learned(edition: str) -> bool:
    """Say whether somebody showed the text of an edition: no book of today has to be read."""
    return edition in _known


def learn(text: str) -> str:
    """Keep the text of an edition for ``book_of``; give its name. Raises BadInput if it is none."""
    name = edition_name(text)
    if name not in _known:
        _known[name] = _read(text, name)
    return name


def forget(edition: str) -> None:
    """Let go of an edition that was only tried out; whoever stores it makes it known again."""
    _known.pop(edition, None)


def book_of(book: str, edition: str) -> Book:
    """Give the book of an edition; today's where it is today's, or nothing is known of it.

    Raises Unknown if there is no such book at all.
    """
    if edition in _known:
        return _known[edition]
    if edition in _today():
        return all_books()[_today()[edition]]
    if edition in _archived():
        text = (ARCHIVE / f"{edition}.json").read_text("utf-8")
        return _known.setdefault(edition, _read(text, edition))
    return book_named(book)


def _read(text: str, name: str) -> Book:
    try:
        return msgspec.json.decode(text, type=Book)
    except msgspec.MsgspecError as error:
        raise BadInput(f"not a book: {error}", where=f"edition {name[:8]}") from error


def _today() -> dict[str, str]:
    return _today_in(loader.shelves())


@cache
def _today_in(shelves: tuple[Path, ...]) -> dict[str, str]:
    del shelves  # other shelves have other books
    return {edition_of(name): name for name in all_books() if name != HOUSE}


@cache
def _archived() -> frozenset[str]:
    return frozenset(each.stem for each in ARCHIVE.glob("*.json"))
