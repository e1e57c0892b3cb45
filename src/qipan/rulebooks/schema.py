"""What a book may say. Every number of a regulation lives in a value of these types.

Unknown keys are refused: a misspelt option must not be silently ignored.
"""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import msgspec

from qipan.kernel.points import Points, Scoring
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


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a book."""

    id: str
    cite: str
    """How clauses are cited: ``WX`` in ``WX 6.1(1)A``."""
    title: Text
    source: Text = {}
    """Where the regulation comes from."""


class ScoringTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points as the regulation writes them: exact decimals in quotes."""

    win: str = "1"
    draw: str = "0.5"
    loss: str = "0"
    bye: str = "1"

    def scoring(self) -> Scoring:
        """Give the same in units of the smallest step. Raises ValueError on a wrong number."""
        values = [Fraction(text) for text in (self.win, self.draw, self.loss, self.bye)]
        unit = lcm(*(value.denominator for value in values), 1)
        win, draw, loss, bye = (Points(int(value * unit)) for value in values)
        return Scoring(win, draw, loss, bye, unit)


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time control: main time for the game, and what each move adds."""

    minutes: int
    increment: int = 0
    """Seconds added after each move."""


class Entries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many may enter."""

    least: int = 2
    most: int | None = None


class Ranking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order of keys that decides places."""

    order: tuple[str, ...]


class EventRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of event of a book."""

    title: Text
    game: str
    system: str
    """How rounds are paired: the name of a pairing system."""
    ranking: Ranking
    numbering: str = "lot"
    """How entrants get their numbers: ``lot`` or ``rating``."""
    rounds: int | None = None
    """Number of rounds; None where the system decides it."""
    rules: dict[str, Any] = {}
    """Options of the game."""
    scoring: ScoringTable = ScoringTable()
    clock: Clock | None = None
    entries: Entries = Entries()


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A regulation: its clauses and its events."""

    book: Heading
    clause: dict[str, Clause] = {}
    event: dict[str, EventRules] = {}

    @property
    def id(self) -> str:
        """Give the id, which is also the name of the folder."""
        return self.book.id

    @cached_property
    def clauses_by_rule(self) -> Mapping[RuleKey, tuple[str, ...]]:
        """Find the numbers of the clauses behind a rule."""
        found: dict[RuleKey, tuple[str, ...]] = {}
        for number, clause in self.clause.items():
            for key in clause.rules:
                found[key] = (*found.get(key, ()), number)
        return found

    def citation(self, number: str) -> str:
        """Write a clause as people cite it."""
        return f"{self.book.cite} {number}"


class Cited(msgspec.Struct, frozen=True):
    """The answer to "which clause says so?"."""

    rule: RuleKey
    book: str
    number: str
    citation: str
    text: Text
