"""What a tie-break is to the standings, and where it is found by its name.

A module of ``ranking/tiebreaks/`` that offers ``KEYS`` is found by itself; adding a tie-break is
adding a file, or a package of one's own with an entry point (``kernel.entry_points``). It holds all
there is to say about its keys: how they are computed, what they are called in every language, the
house clause (the rule's own sentences), and cross tables in which they decide. A key is one
of two kinds:

- a **column** gives every entrant a number, whoever he is tied with;
- a **split** looks at one tied group and gives its members numbers, or None: void for this group.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import msgspec

from qipan.kernel import entry_points
from qipan.kernel.errors import Unknown
from qipan.kernel.lots import Draw
from qipan.kernel.points import CHESS, Scoring, decimal
from qipan.kernel.rules import Facts, RuleKey
from qipan.ranking.field import Field
from qipan.ranking.notation import Spec

Number = int | Fraction
Numbers = Sequence[Number | None]
ByLanguage = Mapping[str, str]
"""A name in every language: ``{"zh": "…", "en": "…", "th": "…", "ms": "…"}``."""


class Column(msgspec.Struct, frozen=True):
    """A number for every entrant, in units of ``1/unit``."""

    numbers: Numbers
    unit: int = 1
    places: int = 6
    """Decimals when shown; the comparison is always exact."""
    least: int = 0
    """Decimals that exchange formats write even if they are zero."""

    def number(self, raw: Number | None) -> Number | None:
        """Give a raw number in points."""
        if raw is None or self.unit == 1:
            return raw
        value = Fraction(raw, self.unit)
        return int(value) if value.denominator == 1 else value

    def show(self, raw: Number | None) -> str:
        """Write a raw number for people; nothing if there is none."""
        if raw is None:
            return ""
        if isinstance(raw, int) and raw % self.unit == 0:
            return str(raw // self.unit)
        return decimal(Fraction(raw, self.unit), self.places)

    def write(self, raw: Number | None) -> str:
        """Write a raw number as exchange formats do, with ``least`` decimals; 0 if none."""
        head, _, tail = (self.show(raw) or "0").partition(".")
        tail = tail.ljust(self.least, "0")
        return f"{head}.{tail}" if tail else head


class Cut(msgspec.Struct, frozen=True):
    """What a split found in one tied group."""

    numbers: Numbers
    """One for each member, in the group's order."""
    unit: int = 1
    higher: bool = True
    draw: Draw | None = None
    facts: Facts = {}


class Void(msgspec.Struct, frozen=True):
    """Why a split says nothing about a group."""

    facts: Facts = {}


class NeedsLot(msgspec.Struct, frozen=True):
    """A lot that must be drawn before a group can be told apart."""

    candidates: tuple[str, ...]
    label: str = ""


Group = Sequence[int]
ColumnOf = Callable[[Field, Spec], Column]
SplitOf = Callable[[Field, Spec, Group, Mapping[str, Draw]], Cut | Void | NeedsLot]


def _always(spec: Spec) -> bool:
    del spec
    return True


class DecidingCase(msgspec.Struct, frozen=True):
    """A cross table in which a key parts some whom the keys before it leave level."""

    key: str
    """As an order writes it, variants and modifiers included."""
    table: str
    """As ``kernel.crosstable_text`` reads it."""
    values: str
    """What the key says of each, as it is shown: ``A=3 B=2.5``; of the others nothing."""
    places: str
    """The order it makes: ``A B=C D``, B and C share a place."""
    after: tuple[str, ...] = ("points",)
    """The keys before it."""
    scoring: Scoring = CHESS
    lots: Mapping[str, str] = {}
    """Lots by name, in the order drawn: ``{"place 1": "B A"}``."""
    shows: str = ""
    """For a key that stands for others: which of them the values are of."""


class Key(msgspec.Struct, frozen=True):
    """One tie-break: its names, the rule it cites and how it is computed."""

    names: tuple[str, ...]
    """The words by which an order names it."""
    rule: RuleKey
    column: ColumnOf | None = None
    split: SplitOf | None = None
    higher: bool = True
    expand: Callable[[Field, Spec, Mapping[str, Draw]], "tuple[str, ...] | NeedsLot"] | None = None
    """For a key that stands for several others."""
    local: Callable[[Spec], bool] = _always
    """Whether a split depends on the results of the group's members alone."""
    called: ByLanguage = {}
    """What people call it."""
    also: Mapping[str, ByLanguage] = {}
    """What they call it under one of its words, or under one way to write it."""
    cases: tuple[DecidingCase, ...] = ()
    """Worked by hand; every key has at least one."""


@cache
def registry() -> dict[str, Key]:
    """Find every key of ``tiebreaks`` and of other packages under each of its names."""
    package = import_module("qipan.ranking.tiebreaks")
    found: dict[str, Key] = {}
    names = sorted(each.name for each in iter_modules(package.__path__))
    own = [import_module(f"{package.__name__}.{name}") for name in names]
    for module in (*own, *entry_points.added(entry_points.TIEBREAKS)):
        for key in getattr(module, "KEYS", ()):
            for name in key.names:
                if name in found:
                    raise ValueError(f"two tie-breaks are called {name!r}")
                found[name] = key
    return found


def every_key() -> tuple[Key, ...]:
    """List the keys, each once."""
    return tuple({id(key): key for key in registry().values()}.values())


def called(language: str) -> dict[str, str]:
    """Give the name in a language of every word, and every way to write a key, that has one."""
    found: dict[str, str] = {}
    for key in every_key():
        for word in dict.fromkeys((*key.names, *key.also)):
            name = key.also.get(word, key.called).get(language)
            if name:
                found[word] = name
    return found


def find(spec: Spec) -> Key:
    """Find the tie-break of a name. Raises Unknown and lists those there are."""
    known = registry()
    key = known.get(spec.name) or known.get(spec.name.upper())
    if key is None:
        raise Unknown("tie-break", spec.name, tuple(known))
    return key
