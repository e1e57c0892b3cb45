"""The order of candidates: among the good pairings of a bracket, the first one.

Locals: 0 … m−1 are those moved down, m … nb−1 the residents, the rest lies outside the bracket.
First the set of moved-down players who are paired, then their opponents, then the halves of the
remainder (exchanges), then the opponents of the upper half (transpositions).
"""

from collections.abc import Iterator
from itertools import islice

import msgspec

from qipan.pairing.matching.bits import ALONE, members
from qipan.pairing.matching.weighted import solve
from qipan.pairing.swiss.dutch.choice import Choice

MOST_TRIES = 400


class Found(msgspec.Struct, frozen=True):
    """The pairs of a bracket (higher, lower) and who leaves it, in local numbers."""

    pairs: tuple[tuple[int, int], ...]
    leaving: tuple[int, ...]
    mate: tuple[int, ...]
    """The whole matching that was left in the end."""


def sequence(choice: Choice, moved: int, inside: int) -> Found:
    """Make every decision in order and give the first of the good pairings."""
    residents = (1 << inside) - (1 << moved)
    pairs = []
    kept = [player for player in range(moved) if choice.restrict(player, residents)]
    for player in kept:
        pairs.append((player, choice.first(player, residents)))
    rest = [v for v in range(moved, inside) if choice.alive >> v & 1]
    choice, upper = _halves(choice, rest)
    remainder = sum(1 << v for v in rest)
    for player in upper:
        pairs.append((player, choice.first(player, remainder)))
    paired = {v for pair in pairs for v in pair}
    return Found(
        tuple(pairs), tuple(v for v in range(inside) if v not in paired), tuple(choice.mate)
    )


def _halves(choice: Choice, rest: list[int]) -> tuple[Choice, list[int]]:
    """Settle who is in the upper half of the remainder; give the narrowed choice and the half."""
    remainder = sum(1 << v for v in rest)
    size = sum(1 for v in rest if remainder >> choice.mate[v] & 1) // 2
    upper = rest[:size]
    if choice.reshape(_shape(choice, rest, upper)):
        return choice, upper
    for upper in islice(_single_exchanges(rest, size), MOST_TRIES):
        if choice.reshape(_shape(choice, rest, upper)):
            return choice, upper
    return _weighed(choice, rest, size)


def _shape(choice: Choice, rest: list[int], upper: list[int]) -> dict[int, int]:
    """Say whom everybody may meet if these are the upper half."""
    remainder = sum(1 << v for v in rest)
    above = sum(1 << v for v in upper)
    below = remainder & ~above
    shape = {}
    for vertex in rest:
        lower = (1 << vertex) - 1
        if above >> vertex & 1:
            shape[vertex] = below & ~lower
        else:
            shape[vertex] = choice.adj[vertex] & ~remainder | above & lower
    return shape


def _single_exchanges(rest: list[int], size: int) -> Iterator[list[int]]:
    """Give the halves after one exchange, in their order."""
    for gap in range(1, len(rest)):
        for one in range(min(size, len(rest) - gap) - 1, max(size - gap, 0) - 1, -1):
            yield sorted({*rest[:size], rest[one + gap]} - {rest[one]})


def _weighed(choice: Choice, rest: list[int], size: int) -> tuple[Choice, list[int]]:
    """Find the best exchange of any number of players by weights, then by its order."""
    narrowed = _exchange_choice(choice, rest, size)
    remainder = sum(1 << v for v in rest)
    upper = set(rest[:size])
    for vertex in reversed(rest[:size]):
        lower = (1 << vertex) - 1
        if narrowed.restrict(vertex, narrowed.adj[vertex] & (~remainder | lower)):
            upper.discard(vertex)
    for vertex in rest[size:]:
        if len(upper) == size:
            break
        if narrowed.restrict(vertex, remainder & ~((2 << vertex) - 1)):
            upper.add(vertex)
    half = sorted(upper)
    assert len(half) == size
    assert narrowed.reshape(_shape(narrowed, rest, half))
    return narrowed, half


def _exchange_choice(choice: Choice, rest: list[int], size: int) -> Choice:
    """Weigh pairs of the remainder: few players exchanged first, then a small distance."""
    place = {vertex: at for at, vertex in enumerate(rest)}
    span = len(rest)
    bonus = span * span + 1
    scale = bonus * (span + 1) * 2
    inside = members(choice.alive)
    local = {vertex: at for at, vertex in enumerate(inside)}
    rows: list[dict[int, int]] = []
    for vertex in inside:
        row = {}
        for other in members(choice.adj[vertex] & choice.alive):
            weight = choice.weights[vertex][other] * scale if choice.weights is not None else 0
            if vertex in place and other in place:
                at = min(place[vertex], place[other])
                weight += (bonus if at < size else 0) - at
            row[local[other]] = weight
        rows.append(row)
    found = solve(rows)
    assert found is not None
    return _lifted(choice, inside, rows, Choice.of(rows, found))


def _lifted(choice: Choice, inside: list[int], rows: list[dict[int, int]], own: Choice) -> Choice:
    """Give a choice over the numbers of the old one, decided vertices left as they are."""
    size = len(choice.adj)
    made = Choice([0] * size, [ALONE] * size)
    made.alive = choice.alive
    weights: list[dict[int, int]] = [{} for _ in range(size)]
    for at, vertex in enumerate(inside):
        made.adj[vertex] = sum(1 << inside[w] for w in members(own.adj[at]))
        made.mate[vertex] = inside[own.mate[at]]
        weights[vertex] = {inside[w]: weight for w, weight in rows[at].items()}
    for vertex in range(size):
        if not choice.alive >> vertex & 1:
            made.mate[vertex] = choice.mate[vertex]
            weights[vertex] = {choice.mate[vertex]: 0}
    made.weights, made.best, made.loose = weights, own.best, own.loose
    return made
