"""Pairing a field of any size in about linear time: score groups from the top, then repairs.

In each group whoever is due opposite seats is paired in order; a blocked pair is freed by
breaking the pairs made last; what stays over floats to the next group. What is left at the very
end is placed by breaking pairs from the bottom upwards, and if even that fails by augmenting
paths, so that a complete pairing is found whenever there is one.
"""

from collections.abc import Sequence

from qipan.pairing.matching import FREE, Blocked, complete
from qipan.pairing.swiss.by_score.colours import clash, due
from qipan.pairing.swiss.by_score.criteria import Pair
from qipan.pairing.swiss.by_score.field import NOBODY, ScoreField

_LOOK = 24
"""How many free candidates are looked at before a player is put aside for the repair."""
_BREAK = 400
"""How many pairs of its own group a blocked pair may try to break."""


def quick_pairs(field: ScoreField, ranked: Sequence[int]) -> list[Pair] | Blocked:
    """Pair an even field in ranked order, or say who blocks. Never leaves anybody out."""
    if (crowd := _crowd(field, ranked)) is not None:
        return crowd
    pairs: list[Pair] = []
    floating: list[int] = []
    score = field.score
    start, size = 0, len(ranked)
    while start < size:
        value = score[ranked[start]]
        end = start
        while end < size and score[ranked[end]] == value:
            end += 1
        made, floating = _group(field, floating, ranked[start:end])
        pairs += made
        start = end
    if floating:
        floating = _break(field, pairs, floating, len(pairs))
    if floating:
        return _augment(field, ranked, pairs)
    return pairs


def _crowd(field: ScoreField, ranked: Sequence[int]) -> Blocked | None:
    """Find a protected group of more than half of the field: no search can help there."""
    groups = {id(group): group for group in field.barred.values()}
    present = set(ranked) if groups else set()
    for group in groups.values():
        if 2 * len(group) <= len(ranked):
            continue
        crowd = present.intersection(group)
        mutual = all(field.barred.get(who) is group for who in crowd)
        if mutual and 2 * len(crowd) > len(ranked):
            return Blocked(tuple(crowd), tuple(present - crowd))
    return None


def _group(field: ScoreField, above: list[int], own: Sequence[int]) -> tuple[list[Pair], list[int]]:
    """Pair one score group with those who floated into it; give the pairs and who floats on."""
    down: list[int] = []
    pool = [*above, *own]
    if len(pool) % 2:
        down = [pool.pop()]
    pairs, rest = _by_colour(field, pool)
    if rest:
        more, rest = _in_order(field, rest)
        pairs += more
    if rest:
        rest = _break(field, pairs, rest, _BREAK)
    if rest and down:
        # The one put aside for the odd number may fit where another does not.
        pairs_of_down, rest = _in_order(field, [*rest, *down])
        pairs += pairs_of_down
        down = []
    return pairs, rest + down


def _by_colour(field: ScoreField, pool: list[int]) -> tuple[list[Pair], list[int]]:
    """Pair in order those who are due opposite seats; give the others back in order."""
    sides = _sides(field, pool)
    queues = ([who for who in pool if sides.get(who) == 0], [who for who in pool if sides.get(who)])
    heads = [0, 0]
    taken: set[int] = set()
    pairs: list[Pair] = []
    for who in pool:
        if who in taken or who not in sides:
            continue
        other_side = 1 - sides[who]
        queue = queues[other_side]
        head = heads[other_side]
        while head < len(queue) and queue[head] in taken:
            head += 1
        heads[other_side] = head
        partner = _first(field, who, queue, head, taken)
        if partner != FREE:
            pairs.append((who, partner))
            taken.add(who)
            taken.add(partner)
    return pairs, [who for who in pool if who not in taken] if len(taken) < len(pool) else []


def _sides(field: ScoreField, pool: Sequence[int]) -> dict[int, int]:
    """Give the seat due to everybody; who has no claim fills up the smaller side.

    Where one side is still bigger, its weakest claims stay out: they meet each other.
    """
    history = field.history
    claims = [due(history[who]) for who in pool]
    sides = {who: int(claim < 0) for who, claim in zip(pool, claims, strict=True) if claim}
    seconds = sum(sides.values())
    count = [len(sides) - seconds, seconds]
    for who, claim in zip(pool, claims, strict=True):
        if not claim:
            side = int(count[0] > count[1])
            sides[who] = side
            count[side] += 1
    bigger = int(count[1] > count[0])
    over = count[bigger] - count[1 - bigger]
    for strength in range(4):
        if not over:
            break
        for who, claim in zip(reversed(pool), reversed(claims), strict=True):
            if over and abs(claim) == strength and sides[who] == bigger:
                del sides[who]
                over -= 1
    return sides


def _first(
    field: ScoreField,
    who: int,
    queue: Sequence[int],
    start: int,
    taken: set[int],
) -> int:
    """Find the first free partner; one to avoid only if no other is near."""
    avoided = field.avoided.get(who, NOBODY)
    second_choice = FREE
    looked = 0
    for at in range(start, len(queue)):
        other = queue[at]
        if other in taken:
            continue
        if field.legal(who, other):
            if other not in avoided:
                return other
            if second_choice == FREE:
                second_choice = other
        looked += 1
        if looked >= _LOOK:
            break
    return second_choice


def _in_order(field: ScoreField, rest: Sequence[int]) -> tuple[list[Pair], list[int]]:
    """Pair whoever is left with the next who may be met, the smaller colour clash first."""
    taken: set[int] = set()
    pairs: list[Pair] = []
    for at, who in enumerate(rest):
        if who in taken:
            continue
        best, least = FREE, 1 << 30
        looked = 0
        for other in rest[at + 1 : at + 1 + 4 * _LOOK]:
            if other in taken or not field.legal(who, other):
                continue
            wish = 100 if other in field.avoided.get(who, NOBODY) else 0
            odds = wish + clash(due(field.history[who]), due(field.history[other]))
            if odds < least:
                best, least = other, odds
            looked += 1
            if odds == 0 or looked >= _LOOK:
                break
        if best != FREE:
            pairs.append((who, best))
            taken.add(who)
            taken.add(best)
    return pairs, [who for who in rest if who not in taken]


def _break(field: ScoreField, pairs: list[Pair], rest: list[int], most: int) -> list[int]:
    """Free blocked players two by two by breaking a pair made before, the latest first."""
    left: list[int] = rest[len(rest) - len(rest) % 2 :]
    for x, y in zip(rest[::2], rest[1::2], strict=False):
        if field.legal(x, y):
            pairs.append((x, y))
        elif not _exchange(field, pairs, x, y, most):
            left += [x, y]
    return left


def _exchange(field: ScoreField, pairs: list[Pair], x: int, y: int, most: int) -> bool:
    legal = field.legal
    for at in range(len(pairs) - 1, max(-1, len(pairs) - 1 - most), -1):
        p, q = pairs[at]
        if legal(x, p) and legal(y, q):
            pairs[at] = (x, p)
            pairs.append((y, q))
            return True
        if legal(x, q) and legal(y, p):
            pairs[at] = (x, q)
            pairs.append((y, p))
            return True
    return False


def _augment(
    field: ScoreField, ranked: Sequence[int], pairs: Sequence[Pair]
) -> list[Pair] | Blocked:
    """Complete a pairing by augmenting paths; the lowest ranked are tried first as partners."""
    # Positions run from the bottom, so that the paths disturb the low boards before the high.
    from_below = list(reversed(ranked))
    at = {who: position for position, who in enumerate(from_below)}
    mate = [FREE] * len(from_below)
    for a, b in pairs:
        mate[at[a]], mate[at[b]] = at[b], at[a]
    block = complete(mate, lambda i, j: field.legal(from_below[i], from_below[j]))
    if block is not None:
        return Blocked(
            tuple(from_below[i] for i in block.stuck),
            tuple(from_below[i] for i in block.partners),
        )
    return [(from_below[j], from_below[i]) for i, j in enumerate(mate) if i < j]
