"""A person's name for a reader: one function, for every page, document and sentence.

The form that the reader reads comes first, the other one beside it: Chinese in zh and Thai in th if
the name is written so, else the Latin one.
"""

import unicodedata
from typing import Protocol

import msgspec

_OWN = {"zh": "CJK", "th": "THAI"}


class HasName(Protocol):
    """Whoever has a name as its owner writes it, and in Latin letters where that differs."""

    @property
    def name(self) -> str:
        """The name as its owner writes it."""

    @property
    def latin(self) -> str:
        """The name in Latin letters, or nothing."""


class Shown(msgspec.Struct, frozen=True):
    """Both forms of a name, the reader's own first."""

    main: str
    other: str = ""

    @property
    def both(self) -> str:
        """Write both forms in one line."""
        return f"{self.main} {self.other}" if self.other else self.main


def shown(person: HasName, language: str) -> Shown:
    """Put the form first that the reader reads."""
    if not person.latin or person.latin == person.name:
        return Shown(person.name)
    if language in _OWN and _written_in(person.name, _OWN[language]):
        return Shown(person.name, person.latin)
    return Shown(person.latin, person.name)


def _written_in(text: str, script: str) -> bool:
    return any(unicodedata.name(each, "").startswith(script) for each in text)
