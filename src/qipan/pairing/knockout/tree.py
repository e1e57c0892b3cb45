"""Where entrants stand in a knockout tree: seeds apart, units apart, free passes to the top.

A list in seeding (or drawn) order is halved again and again. Neighbours in the list go to
different halves (1 and 2, 3 and 4, …), so do consecutive members of one unit. Each of these two
demands pairs entrants off, and two such pairings together never make an odd circle: the halves
can always be chosen. Without units the result is the usual seeded tree.
"""

from collections.abc import Mapping, Sequence

from qipan.kernel.ids import EntrantId

Leaf = tuple[EntrantId, ...]
"""One entrant who passes freely, or two who meet."""


def leaves(order: Sequence[EntrantId], unit: Mapping[EntrantId, str]) -> list[Leaf]:
    """Give the leaves of the tree from top to bottom; their number is a power of two."""
    depth = max((len(order) - 1).bit_length() - 1, 0)
    return _split(list(order), unit, depth)


def _split(order: list[EntrantId], unit: Mapping[EntrantId, str], depth: int) -> list[Leaf]:
    if depth == 0:
        return [tuple(order)]
    top, bottom = halve(order, unit)
    return _split(top, unit, depth - 1) + _split(bottom, unit, depth - 1)


def halve(
    order: Sequence[EntrantId], unit: Mapping[EntrantId, str]
) -> tuple[list[EntrantId], list[EntrantId]]:
    """Split a list into two halves that differ by at most one, and each unit as evenly."""
    tied: dict[EntrantId, list[EntrantId]] = {who: [] for who in order}
    for a, b in zip(order[::2], order[1::2], strict=False):
        tied[a].append(b)
        tied[b].append(a)
    waiting: dict[str, EntrantId] = {}
    for who in order:
        name = unit.get(who)
        if name is None:
            continue
        mate = waiting.pop(name, None)
        if mate is None:
            waiting[name] = who
        else:
            tied[who].append(mate)
            tied[mate].append(who)
    side: dict[EntrantId, int] = {}
    for place, who in enumerate(order):
        if who not in side:
            _colour(who, _to_and_fro(place), tied, side)
    return [who for who in order if side[who] == 0], [who for who in order if side[who]]


def _to_and_fro(place: int) -> int:
    # Seeds 1, 4, 5, 8, … above and 2, 3, 6, 7, … below.
    return int(place % 4 in (1, 2))


def _colour(
    start: EntrantId,
    half: int,
    tied: Mapping[EntrantId, Sequence[EntrantId]],
    side: dict[EntrantId, int],
) -> None:
    side[start] = half
    stack = [start]
    while stack:
        who = stack.pop()
        for other in tied[who]:
            if other not in side:
                side[other] = 1 - side[who]
                stack.append(other)
