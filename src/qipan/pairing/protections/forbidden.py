"""Forbidden pairs: who must not, or should rather not, meet, and in which rounds.

A **hard** protection makes a pair illegal; a **weak** one is a wish that gives way to completeness
and to the scores. A group of people (a unit, a country, a family) protects each of its pairs.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cached_property

import msgspec

from qipan.kernel.crosstable import Entry
from qipan.kernel.errors import BadInput, Impossible
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.pairing.plan import Reason

HARD = rule("protection.hard", "These entrants must not meet in this round.")
WEAK = rule("protection.weak", "These entrants should not meet in this round if it can be avoided.")


class Strength(StrEnum):
    """Whether a protection forbids or only asks."""

    HARD = "hard"
    WEAK = "weak"


class Protection(msgspec.Struct, frozen=True):
    """A group whose members do not meet each other in the rounds named."""

    kind: str
    """Why they are protected: ``unit``, ``country``, ``family``, ``pair`` …"""
    name: str
    members: frozenset[EntrantId]
    strength: Strength = Strength.HARD
    first: int = 1
    last: int | None = None
    """The last round it holds for; None for ever."""

    def holds(self, number: int) -> bool:
        """Say whether it holds in a round."""
        return self.first <= number and (self.last is None or number <= self.last)

    def reason(self) -> Reason:
        """Give the reason to cite."""
        key = HARD if self.strength is Strength.HARD else WEAK
        return Reason(key, {"kind": self.kind, "group": self.name})


class Protections(msgspec.Struct, frozen=True, dict=True):
    """All protections of an event. A value: the empty one protects nobody."""

    rows: tuple[Protection, ...] = ()

    @cached_property
    def _groups_of(self) -> Mapping[EntrantId, tuple[Protection, ...]]:
        found: defaultdict[EntrantId, list[Protection]] = defaultdict(list)
        for row in self.rows:
            for member in row.members:
                found[member].append(row)
        return {who: tuple(rows) for who, rows in found.items()}

    def between(self, a: EntrantId, b: EntrantId, number: RoundNo) -> Protection | None:
        """Find what protects a pair in a round, a hard protection before a weak one."""
        rows = [
            row
            for row in self._groups_of.get(a, ())
            if b in row.members and a != b and row.holds(number)
        ]
        return min(rows, key=lambda row: row.strength is not Strength.HARD, default=None)

    def partners(
        self, number: RoundNo, strength: Strength
    ) -> Mapping[EntrantId, frozenset[EntrantId]]:
        """Give, for everybody protected in a round, the group they do not meet; it holds them too.

        Members of one group and no other share one set, so that big units cost little.
        """
        found: dict[EntrantId, frozenset[EntrantId]] = {}
        for row in self.rows:
            if row.strength is strength and row.holds(number):
                for who in row.members:
                    found[who] = found[who] | row.members if who in found else row.members
        return found

    def check_crowd(self, number: RoundNo, present: Iterable[EntrantId]) -> None:
        """Raise Impossible if more than half of those present must not meet each other."""
        there = set(present)
        for row in self.rows:
            if row.strength is Strength.HARD and row.holds(number):
                crowd = row.members & there
                if 2 * len(crowd) > len(there) + len(there) % 2:
                    raise Impossible(
                        "pairing.blocked",
                        HARD,
                        kind=row.kind,
                        group=row.name,
                        stuck=sorted(crowd),
                        partners=sorted(there - crowd),
                    )

    def yielding(self, present: Iterable[EntrantId]) -> "Protections":
        """Let protections of crowds that cannot be kept apart altogether only ask.

        Of a unit with more than half of the field as many as possible meet others. In an odd
        field somebody rests, maybe of another unit.
        """
        there = set(present)
        return Protections(
            tuple(
                msgspec.structs.replace(row, strength=Strength.WEAK)
                if len(row.members & there) > len(there) // 2
                else row
                for row in self.rows
            )
        )

    def plus(self, *rows: Protection) -> "Protections":
        """Give the same protections and more."""
        return Protections(self.rows + rows)

    def ending(self, last: RoundNo) -> "Protections":
        """Give the same protections, none of them beyond a round."""
        return Protections(
            tuple(
                msgspec.structs.replace(row, last=last if row.last is None else min(last, row.last))
                for row in self.rows
            )
        )


NONE = Protections()


def by_unit(
    entries: Iterable[Entry],
    *,
    kind: str = "unit",
    strength: Strength = Strength.HARD,
    first: int = 1,
    last: int | None = None,
) -> Protections:
    """Protect the entrants of each unit (state, country, club) from each other."""
    units: defaultdict[str, set[EntrantId]] = defaultdict(set)
    for entry in entries:
        if entry.unit is not None:
            units[entry.unit].add(entry.id)
    return Protections(
        tuple(
            Protection(kind, name, frozenset(members), strength, first, last)
            for name, members in sorted(units.items())
            if len(members) > 1
        )
    )


def protect(
    members: Iterable[EntrantId],
    *,
    kind: str = "pair",
    name: str = "",
    strength: Strength = Strength.HARD,
    first: int = 1,
    last: int | None = None,
) -> Protection:
    """Protect a family, a carpool, a single pair. Raises BadInput below two members."""
    group = frozenset(members)
    if len(group) < 2:
        raise BadInput("a protection needs at least two entrants")
    if first < 1 or (last is not None and last < first):
        raise BadInput(f"a protection cannot hold from round {first} to {last}")
    return Protection(kind, name or "+".join(sorted(group)), group, strength, first, last)
