"""The best pairing of a small field: one weighted matching over all legal pairs."""

from collections.abc import Sequence

from qipan.pairing.matching import heaviest
from qipan.pairing.swiss.by_score.criteria import Cost, Pair, pair_cost, places
from qipan.pairing.swiss.by_score.field import ScoreField

LIMIT = 400
"""Fields up to this size are paired exactly; the number of pairs grows with its square."""
_MIXED = 24


def best_pairs(field: ScoreField, ranked: Sequence[int]) -> list[Pair]:
    """Give the pairing of least cost; an incomplete one if no complete one exists."""
    place = places(field, ranked)
    edges: list[tuple[int, int, Cost]] = []
    for i, a in enumerate(ranked):
        for j in range(i + 1, len(ranked)):
            b = ranked[j]
            if field.legal(a, b):
                edges.append((i, j, pair_cost(field, a, b, place)))
    if not edges:
        return []
    packed = _pack(edges, len(ranked) // 2)
    weighed = [(i, j, worth) for (i, j, _), worth in zip(edges, packed, strict=True)]
    return sorted((ranked[i], ranked[j]) for i, j in heaviest(len(ranked), weighed))


def better_ends(field: ScoreField, ranked: Sequence[int], pairs: list[Pair]) -> list[Pair]:
    """Pair the top and the bottom of a big field anew as well as can be; keep what lies between."""
    size = len(ranked)
    for end in (ranked[: LIMIT // 2], ranked[max(0, size - LIMIT // 2) :]):
        reach = set(end)
        inside = [pair for pair in pairs if pair[0] in reach or pair[1] in reach]
        members = {who for pair in inside for who in pair}
        found = best_pairs(field, [who for who in ranked if who in members])
        if len(found) == len(inside):
            pairs = [pair for pair in pairs if pair[0] not in members] + found
    return pairs


def _pack(edges: Sequence[tuple[int, int, Cost]], pairs: int) -> list[int]:
    """Put the criteria into one number each, first criterion highest; more is better."""
    shifts, width = [], _MIXED + pairs.bit_length()
    for criterion in reversed(range(5)):
        shifts.append(width)
        width += (max(cost[criterion] for _, _, cost in edges) * pairs).bit_length()
    shifts.reverse()
    top = 1 << width
    return [
        top - sum(part << shift for part, shift in zip(cost, shifts, strict=True)) - _mixed(i, j)
        for i, j, cost in edges
    ]


def _mixed(i: int, j: int) -> int:
    """Give two places a fixed small number that looks like chance.

    What all criteria leave open would be settled by the inner order of the matching. This
    makes one pairing the best by itself, whoever looks for it and however.
    """
    mixed = (i * 0x9E3779B1 ^ j * 0x85EBCA77) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return (mixed ^ mixed >> 13) & ((1 << _MIXED) - 1)
