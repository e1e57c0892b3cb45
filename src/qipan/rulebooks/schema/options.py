"""What a book leaves to the organiser by name: a number or a choice in place of one of its own."""

from typing import Literal

import msgspec

from qipan.rulebooks.schema.words import Text


class OptionTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of an event: what it is called, what it may be, and what it replaces."""

    title: Text
    kind: Literal["number", "choice", "truth", "clock"]
    sets: tuple[str, ...]
    """What it replaces in the event: ``clock.minutes``, ``stage.swiss.rounds``."""
    clause: str = ""
    """The number of the clause that leaves it to the organiser; none: the book is silent."""
    least: int = 0
    most: int = 1000
    choices: tuple[str | int, ...] = ()
    until: Literal["first-entry", "entries-closed", "first-round", "approved"] = "first-round"
