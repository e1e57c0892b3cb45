"""What each round contributes to Buchholz and Sonneborn-Berger under the international rules.

An *adjusted* score is what a player's opponents see: awarded points, but a bye that somebody took
in the last round, or followed only by rounds missed by his own doing, counts as a draw. A round
not played contributes a *dummy* with the own score; from the 2026 text on at most the scheduled
opponent's adjusted score (forfeits) or a draw for every round (the rest).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from qipan.ranking.field import EDITIONS, NOBODY, OPPONENTS, OWN, PLAYED, VOLUNTARY, Field
from qipan.ranking.keys import Number
from qipan.ranking.notation import Spec
from qipan.ranking.scores import Kind, Score, score

NOTHING: frozenset[int] = frozenset()
_VERSIONS = {"V0": 0, "V1": 0, "V2024": 0, "V": 1, "V2": 1, "V2026": 1}


class Reading(NamedTuple):
    """How a key wants unplayed rounds read."""

    capped: bool
    """The dummy's score has a ceiling (2026 text)."""
    predetermined: bool
    """A forfeited pairing counts like a game."""
    fore: bool
    """Paired games of the last round count as draws."""
    draws: bool
    """An unplayed round counts as a draw for the product."""


def reading(field: Field, spec: Spec, *, fore: bool = False) -> Reading:
    """Read the edition and the modifiers of a key."""
    capped = bool(EDITIONS.index(field.options.edition))
    for word in spec.modifiers:
        capped = bool(_VERSIONS.get(word, capped))
    return Reading(
        capped=capped,
        predetermined="P" in spec.modifiers or (field.round_robin and "S" not in spec.modifiers),
        fore=fore or "F" in spec.modifiers,
        draws="D" in spec.modifiers,
    )


def adjusted(field: Field, kind: Kind, fore: bool) -> tuple[Sequence[int], Sequence[int]]:
    """Give everybody's score as opponents see it, and as his own dummy has it."""
    points = score(field, kind)
    if not fore:
        seen = field.each(("adjusted", kind), OWN, lambda i: _seen(field, points, i))
        return seen, points.totals
    both = field.each(("adjusted-fore", kind), OWN, lambda i: _fore(field, points, i))
    return (
        field.each(("fore-seen", kind), OWN, lambda i: both[i][0]),
        field.each(("fore-own", kind), OWN, lambda i: both[i][1]),
    )


def _seen(field: Field, points: Score, i: int) -> int:
    """Count byes taken at the very end as draws (in a round robin as nothing)."""
    line, found = field.lines[i], points.totals[i]
    n = field.rounds - 1
    while n >= 0 and line.kinds[n] in VOLUNTARY:
        if line.opponents[n] == NOBODY:
            found += (0 if field.round_robin else points.draw) - points.rounds[i][n]
        n -= 1
    return found


def _fore(field: Field, points: Score, i: int) -> tuple[int, int]:
    """Count a paired game of the last round as a draw, for the own dummy too."""
    line, last, own = field.lines[i], field.rounds - 1, points.totals[i]
    if last < 0 or not _paired(line.opponents, line.kinds, last):
        return _seen(field, points, i), own
    shift = 0 if line.opponents[last] == NOBODY else points.draw - points.rounds[i][last]
    return own + shift, own + shift


def _paired(opponents: Sequence[int], kinds: Sequence[int], n: int) -> bool:
    return opponents[n] != NOBODY or kinds[n] not in VOLUNTARY


class Rounds(NamedTuple):
    """The opponents' scores that one entrant collected."""

    seen: tuple[int, ...]
    numbers: Sequence[int]
    """Which round each is from, counted from 0."""
    voluntary: frozenset[int]
    """Places in ``seen`` of rounds missed by his own doing."""


def collected(field: Field, kind: Kind, how: Reading) -> list[Rounds]:
    """Give everybody's opponents' scores, dummies included, computed once for a reading."""
    seen, own = adjusted(field, kind, how.fore)
    limit = score(field, kind).draw * field.rounds if how.capped else None
    every = range(field.rounds)

    def of(i: int) -> Rounds:
        line = field.lines[i]
        if not any(line.kinds) and NOBODY not in line.opponents:
            return Rounds(tuple([seen[other] for other in line.opponents]), every, NOTHING)
        return _rounds(field, how, i, (seen, own[i], limit))

    return field.each(("collected", kind, how), OPPONENTS, of)


def _rounds(
    field: Field, how: Reading, i: int, scores: tuple[Sequence[int], int, int | None]
) -> Rounds:
    """Go through rounds some of which were not played; a limit of None: dummies have none."""
    line = field.lines[i]
    seen, own, limit = scores
    found: list[int] = []
    numbers: list[int] = []
    voluntary: list[int] = []
    for n, other in enumerate(line.opponents):
        counts = line.kinds[n] == PLAYED or how.predetermined
        if other != NOBODY and (counts or (how.fore and n == field.rounds - 1)):
            level = seen[other]
        elif field.round_robin:
            if other == NOBODY:
                continue
            level = 0
        else:
            level = own
            if limit is not None:
                level = min(own, limit if other == NOBODY else seen[other])
            if line.kinds[n] in VOLUNTARY:
                voluntary.append(len(found))
        found.append(level)
        numbers.append(n)
    return Rounds(tuple(found), tuple(numbers), frozenset(voluntary) if voluntary else NOTHING)


def products(field: Field, i: int, mine: Rounds, result: Score, how: Reading) -> list[int]:
    """Multiply what an entrant collected with his own results."""
    own = result.rounds[i]
    if not how.draws or field.round_robin:
        return [level * own[n] for level, n in zip(mine.seen, mine.numbers, strict=True)]
    kinds = field.lines[i].kinds
    return [
        level * (own[n] if kinds[n] == PLAYED else result.draw)
        for level, n in zip(mine.seen, mine.numbers, strict=True)
    ]


def total(mine: Rounds, values: Sequence[int], low: int, high: int, *, by_fault: bool) -> int:
    """Add up values without the ``low`` least and the ``high`` most significant.

    What is least is said by the opponent's score, then by the value. With ``by_fault`` a round
    missed by his own doing goes first, unless it is worth less than the least significant one.
    """
    if not low and not high:
        return sum(values)
    left = list(range(len(values)))
    missed = mine.voluntary if by_fault else NOTHING
    for _ in range(min(low, len(left))):
        least = min(left, key=lambda n: (mine.seen[n], values[n]))
        if missed:
            own = [n for n in left if n in missed]
            first = min(own, key=lambda n: (values[n], mine.seen[n]), default=least)
            least = least if values[least] > values[first] else first
        left.remove(least)
    for _ in range(min(high, len(left))):
        left.remove(max(left, key=lambda n: (mine.seen[n], values[n])))
    return sum(values[n] for n in left)


def cuts(field: Field, spec: Spec) -> tuple[int, int]:
    """Read ``/C1``, ``/M1`` …: how many to leave out at the low and the high end."""
    low = high = 0
    for word in spec.modifiers:
        if word[0] in "CM" and word[1:].isdecimal():
            low = int(word[1:])
            high = low if word[0] == "M" else high
    low = min(low, field.rounds)
    return low, min(high, field.rounds - low)


def mean(values: Sequence[Number]) -> Fraction | None:
    """Give the exact mean, or None of nothing."""
    return Fraction(sum(values), len(values)) if values else None
