"""Neighbours who are protected from each other are parted by the smallest change.

A line of entrants pairs places 0–1, 2–3, … Around each pair that must not meet a stretch of the
line is paired anew: fewest weak protections broken, fewest pairs changed, nearest places, changes
further down before those further up. The rest of the line stays as it is.
"""

from collections.abc import Callable, Sequence

from qipan.kernel.errors import Impossible
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.pairing.matching import FREE, complete, heaviest
from qipan.pairing.protections.forbidden import HARD, Protections, Strength

ONE = RoundNo(1)
_REACHES = (16, 64, 400)
"""How far on either side a stretch goes; a longer one is tried if a shorter has no answer."""
_LONGEST = 800
"""No stretch is longer than this: the pairs in it grow with its square."""

Ask = Callable[[int, int], bool]
Places = list[tuple[int, int]]


def nearest(
    order: Sequence[EntrantId], protections: Protections, *, halves: bool = False
) -> Places:
    """Pair the places of an even line. Raises Impossible naming who blocks.

    With ``halves`` even places hold one half of the field and odd places the other: they are
    mixed only if nothing else helps.
    """
    hard = protections.partners(ONE, Strength.HARD)
    weak = protections.partners(ONE, Strength.WEAK)
    nobody: frozenset[EntrantId] = frozenset()

    def may(a: int, b: int) -> bool:
        return a != b and order[b] not in hard.get(order[a], nobody)

    def wish(a: int, b: int) -> bool:
        return order[b] in weak.get(order[a], nobody)

    plain = [(at, at + 1) for at in range(0, len(order), 2)]
    wrong = [a for a, b in plain if not may(a, b) or wish(a, b)]
    if not wrong:
        return plain
    protections.check_crowd(ONE, order)
    reaches = (len(order), *_REACHES) if weak and len(order) <= _LONGEST else _REACHES
    for reach in reaches:  # the fewest wishes broken are those of the whole line
        found = _stretches(len(order), wrong, reach)
        pairs: Places = []
        for start, end in found:
            part = _anew(start, end, may, wish, halves)
            if 2 * len(part) < end - start:
                break
            pairs += part
        else:
            inside = {place for start, end in found for place in range(start, end)}
            return sorted([*pairs, *(pair for pair in plain if pair[0] not in inside)])
    return _completed(order, may)


def _stretches(size: int, wrong: Sequence[int], reach: int) -> list[tuple[int, int]]:
    """Give the stretches around wrong pairs as (start, end), joined where they overlap."""
    found: list[tuple[int, int]] = []
    for at in wrong:
        start, end = max(0, at - reach), min(size, at + 2 + reach)
        if found and start < found[-1][1]:
            start = found[-1][0] if end - found[-1][0] <= _LONGEST else found[-1][1]
            if start == found[-1][0]:
                found.pop()
        if start < end:
            found.append((start, end))
    return found


def _anew(start: int, end: int, may: Ask, wish: Ask, halves: bool) -> Places:
    """Pair the places of a stretch at the least price; as many as can be."""
    size = end - start
    bits, count = (size**3).bit_length(), size.bit_length()
    top = 1 << (2 * bits + 3 * count)
    edges: list[tuple[int, int, int]] = []
    for a in range(start, end):
        for b in range(a + 1, end):
            if not may(a, b):
                continue
            changed = a // 2 != b // 2
            mixed = halves and a % 2 == b % 2
            price = ((wish(a, b) << count | changed) << count | mixed) << bits | (b - a) ** 2
            height = (end - a) ** 2 if changed else 0
            edges.append((a - start, b - start, top - (price << bits) - height))
    return [(start + a, start + b) for a, b in heaviest(size, edges)]


def _completed(order: Sequence[EntrantId], may: Ask) -> Places:
    """Keep every neighbour pair that may stay and complete the rest by augmenting paths."""
    mate = [FREE] * len(order)
    for a in range(0, len(order), 2):
        if may(a, a + 1):
            mate[a], mate[a + 1] = a + 1, a
    block = complete(mate, may)
    if block is not None:
        raise Impossible(
            "pairing.blocked",
            HARD,
            stuck=sorted(order[at] for at in block.stuck),
            partners=sorted(order[at] for at in block.partners),
        )
    return sorted((a, b) for a, b in enumerate(mate) if a < b)
