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
def best_fill(pairs: Profile, slots: Slots, longest: bool = True) -> tuple[int, ...]:
    """Give the greatest filling of the slots, as lengths taken; 0 ends a slot.

    For each slot in turn the longest run that still fits is taken, again until the slot is full
    or no pair is left; where several runs are equally long, the choice that gives the greatest
    result counts. Unless ``longest``, a run shorter than the slot is not due, only its pairs.
    """
    if not slots or not pairs:
        return (0,) * len(slots)
    wanted = slots[0]
    if not wanted:
        return (0, *best_fill(pairs, slots[1:], longest))
    length = taken_length(pairs, wanted, longest)
    rest = still_open(slots, length, longest)
    return (length, *max(best_fill(left, rest, longest) for left in _removals(pairs, length)))


def taken_length(pairs: Profile, wanted: int, longest: bool) -> int:
    """Give the length of the run that is due next for a slot."""
    length = min(wanted, max(map(len, pairs)))
    return length if longest or length == wanted else 1


def still_open(slots: Slots, length: int, longest: bool) -> Slots:
    """Give the slots that are left after a run went into the first one."""
    missing = slots[0] - length
    if longest or not missing:
        return (missing, *slots[1:])
    return (0, *(1,) * missing, *slots[1:])


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
