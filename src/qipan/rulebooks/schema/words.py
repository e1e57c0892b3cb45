"""Clauses and headings: what a book says in words."""

from enum import StrEnum

import msgspec

from qipan.kernel.rules import RuleKey

Text = dict[str, str]
"""A text by language: ``{ en = "…", zh = "…" }``."""


class Carried(StrEnum):
    """Who carries a clause out."""

    AUTOMATIC = "automatic"
    """The software does it unasked."""
    ARBITER = "arbiter"
    """An arbiter or organiser does it with an action of the desk."""
    NOTICE = "notice"
    """People do it; the software shows the text."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause, in our own words."""

    text: Text
    rules: tuple[RuleKey, ...] = ()
    """The rule keys that this clause is behind."""
    how: Carried = Carried.AUTOMATIC
    actions: tuple[str, ...] = ()
    """The desk's actions that carry it out, for ``how = "arbiter"``."""
    events: tuple[str, ...] = ()
    """The events it is about; none: those of its part, else all."""


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a book."""

    id: str
    cite: str
    """How clauses are cited: ``WX`` in ``WX 6.1(1)A``."""
    title: Text
    source: Text = {}
    """Where the regulation comes from."""
    parts: dict[str, tuple[str, ...]] = {}
    """Parts of the regulation and the events they are about: ``I`` in the number ``I-3.2``."""


class Cited(msgspec.Struct, frozen=True):
    """The answer to "which clause says so?"."""

    rule: RuleKey
    book: str
    number: str
    citation: str
    text: Text
