"""What a tie-break is to the standings, and where it is found by its name.

A module of ``ranking/tiebreaks/`` that offers ``KEYS`` is found by itself; adding a tie-break is
adding a file. A key is one of two kinds:

- a **column** gives every entrant a number, whoever he is tied with;
- a **split** looks at one tied group and gives its members numbers, or None: void for this group.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import msgspec

from qipan.kernel.errors import Unknown
from qipan.kernel.lots import Draw
from qipan.kernel.points import decimal
from qipan.kernel.rules import Facts, RuleKey
from qipan.ranking.field import Field
from qipan.ranking.notation import Spec

Number = int | Fraction
Numbers = Sequence[Number | None]


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


class Key(msgspec.Struct, frozen=True):
    """One tie-break: its names, the rule it cites and how it is computed."""

    names: tuple[str, ...]
    rule: RuleKey
    column: ColumnOf | None = None
    split: SplitOf | None = None
    higher: bool = True
    expand: Callable[[Field, Spec, Mapping[str, Draw]], "tuple[str, ...] | NeedsLot"] | None = None
    """For a key that stands for several others."""
    local: Callable[[Spec], bool] = _always
    """Whether a split depends on the results of the group's members alone."""


@cache
def registry() -> dict[str, Key]:
    """Find every key of every module of ``tiebreaks`` under each of its names."""
    package = import_module("qipan.ranking.tiebreaks")
    found: dict[str, Key] = {}
    for module in sorted(iter_modules(package.__path__), key=lambda each: each.name):
        for key in getattr(import_module(f"{package.__name__}.{module.name}"), "KEYS", ()):
            for name in key.names:
                if name in found:
                    raise ValueError(f"two tie-breaks are called {name!r}")
                found[name] = key
    return found


def find(spec: Spec) -> Key:
    """Find the tie-break of a name. Raises Unknown and lists those there are."""
    known = registry()
    key = known.get(spec.name) or known.get(spec.name.upper())
    if key is None:
        raise Unknown("tie-break", spec.name, tuple(known))
    return key
