"""Filling the slots of a lead with the pairs of a hand.

A *profile* is what matters of the pairs of one suit: the unbroken segments of heights, each with
the number of pairs at every height (more than one only for level cards of several suits). Mirror
images and the order of segments do not matter, so few profiles exist and every search below is
over remembered values: no hand takes exponential time.
"""

from functools import lru_cache

from qipan.games.shengji.shapes import Heap

Segment = tuple[int, ...]
Profile = tuple[Segment, ...]
Slots = tuple[int, ...]

REMEMBERED = 1 << 17


def profile_of(heap: Heap) -> Profile:
    """Cut the heights into segments."""
    return _canonical([tuple(heap)])


@lru_cache(REMEMBERED)
def best_fill(pairs: Profile, slots: Slots) -> tuple[int, ...]:
    """Give the greatest filling of the slots, as lengths taken; 0 ends a slot.

    For each slot in turn the longest run that still fits is taken, again until the slot is full
    or no pair is left; where several runs are equally long, the choice that gives the greatest
    result counts.
    """
    if not slots or not pairs:
        return (0,) * len(slots)
    if max(slots) <= 1 or max(map(len, pairs)) == 1:
        return _loose_fill(sum(map(sum, pairs)), slots)
    if not slots[0]:
        return (0, *best_fill(pairs, slots[1:]))
    length = next_length(pairs, slots)
    rest = (slots[0] - length, *slots[1:])
    return (length, *max(best_fill(left, rest) for left in _removals(pairs, length)))


def next_length(pairs: Profile, slots: Slots) -> int:
    """Give the length of the run that is due next."""
    return min(slots[0], max(map(len, pairs)))


def whole_slots(pairs: Profile, slots: Slots) -> Slots:
    """Give the slots that can be filled by whole runs, then one for each loose pair that is due.

    This is the duty where a run shorter than the led tractor is not asked for.
    """
    whole: Slots = ()
    for wanted in slots:
        if wanted > 1 and can_fill(pairs, (*whole, wanted)):
            whole = (*whole, wanted)
    loose = min(sum(slots), sum(map(sum, pairs))) - sum(whole)
    return (*whole, *(1,) * loose)


def _loose_fill(left: int, slots: Slots) -> tuple[int, ...]:
    """Fill slots pair by pair, where no run is asked for or none is there."""
    found: list[int] = []
    for wanted in slots:
        taken = min(wanted, left)
        left -= taken
        found += (1,) * taken
        found.append(0)
    return tuple(found)


@lru_cache(REMEMBERED)
def can_fill(pairs: Profile, slots: Slots) -> bool:
    """Say whether every slot can be filled by a run of exactly its length at the same time."""
    if not slots:
        return True
    if sum(map(sum, pairs)) < sum(slots):
        return False
    return any(can_fill(left, slots[1:]) for left in _removals(pairs, slots[0]))


def highest_top(heap: Heap, slots: Slots) -> int | None:
    """Give the highest top that the first slot can have in any complete filling, or None."""
    for top in range(len(heap) - 1, slots[0] - 2, -1):
        low = top - slots[0] + 1
        if all(heap[low : top + 1]):
            left = [pairs - (low <= height <= top) for height, pairs in enumerate(heap)]
            if can_fill(profile_of(left), slots[1:]):
                return top
    return None


@lru_cache(REMEMBERED)
def _removals(pairs: Profile, length: int) -> tuple[Profile, ...]:
    found = set()
    for index, segment in enumerate(pairs):
        others = [*pairs[:index], *pairs[index + 1 :]]
        for start in range(len(segment) - length + 1):
            taken = (count - (start <= at < start + length) for at, count in enumerate(segment))
            found.add(_canonical([*others, tuple(taken)]))
    return tuple(sorted(found))


def _canonical(counts: list[Segment]) -> Profile:
    segments = []
    for row in counts:
        run: list[int] = []
        for count in (*row, 0):
            if count:
                run.append(count)
            elif run:
                segments.append(max(tuple(run), tuple(reversed(run))))
                run = []
    return tuple(sorted(segments))
