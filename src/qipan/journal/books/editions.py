"""Editions: the text of a book as it was, in a stream of its own that bears its name."""

from qipan.journal.event import Event


class EditionStored(Event, frozen=True, tag="edition-stored/1"):
    """The text of an edition, in a stream of its own that bears its name; all share it."""

    book: str
    text: str
