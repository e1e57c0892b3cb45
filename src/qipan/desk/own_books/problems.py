"""A fault of a book: where it stands, what it is, and the facts; ``i18n`` makes the sentence."""

import msgspec

from qipan.kernel.rules import Facts


class Problem(msgspec.Struct, frozen=True):
    """Something that is wrong with a book."""

    path: str
    """The field, as the book writes it: ``event.open.clock.minutes``; lists count from 0."""
    code: str
    """``book.`` and a word: the sentence of the catalogues."""
    facts: Facts = {}


def problem(path: str, word: str, **facts: object) -> Problem:
    """Name a fault."""
    return Problem(path, f"book.{word}", dict(facts))
