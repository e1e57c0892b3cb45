"""What a set of cards of one suit is made of: tractors, pairs and single cards.

The canonical reading takes the longest run of pairs again and again, the highest of equals; what
is left are single cards. A part's length is its number of pairs, 0 for a single card.
"""

from collections import Counter

import msgspec

from qipan.games.shengji.cards import Card, Cards
from qipan.games.shengji.order import LEADING, Order

Heap = list[int]
"""How many pairs there are at each height."""


class Part(msgspec.Struct, frozen=True):
    """One component of a lead."""

    length: int
    """Pairs in it; 0 is a single card."""
    top: int
    """Height of its highest card."""
    cards: Cards
    """From low to high."""


def pair_faces(cards: Cards) -> list[Card]:
    """List the faces that are there twice."""
    return [card for card, copies in Counter(cards).items() if copies == 2]


def heap_of(how: Order, cards: Cards) -> Heap:
    """Count the pairs at each height; all cards are of one effective suit."""
    heap = [0] * LEADING
    for card in pair_faces(cards):
        heap[how.heights[card]] += 1
    return heap


def longest_run(heap: Heap) -> tuple[int, int]:
    """Give length and top of the longest run of pairs, the highest of equals; (0, -1) if none."""
    best, run = (0, -1), 0
    for height, pairs in enumerate(heap):
        run = run + 1 if pairs else 0
        if run and (run, height) > best:
            best = (run, height)
    return best


def has_run_above(heap: Heap, length: int, top: int) -> bool:
    """Say whether there is a run of this many pairs that ends above ``top``."""
    run = 0
    for height, pairs in enumerate(heap):
        run = run + 1 if pairs else 0
        if run >= length and height > top:
            return True
    return False


def parts_of(how: Order, cards: Cards) -> tuple[Part, ...]:
    """Read cards of one effective suit canonically: longest first, highest of equals first."""
    if len(set(cards)) == len(cards):  # no pair: most leads are a single card
        return tuple(
            Part(0, how.heights[card], (card,))
            for card in sorted(cards, key=lambda card: (-how.heights[card], -card))
        )
    at: list[list[Card]] = [[] for _ in range(LEADING)]
    for card in sorted(pair_faces(cards), reverse=True):
        at[how.heights[card]].append(card)
    left = Counter(cards)
    found = []
    while True:
        length, top = longest_run([len(pairs) for pairs in at])
        if not length:
            break
        faces = [at[height].pop() for height in range(top - length + 1, top + 1)]
        left.subtract(dict.fromkeys(faces, 2))
        found.append(Part(length, top, tuple(face for face in faces for _ in range(2))))
    singles = sorted(left.elements(), key=lambda card: (-how.heights[card], -card))
    return (*found, *(Part(0, how.heights[card], (card,)) for card in singles))


def shape_of(parts: tuple[Part, ...]) -> tuple[int, ...]:
    """Give the lengths of the parts, longest first; a single card is 0."""
    return tuple(part.length for part in parts)


def slots_of(parts: tuple[Part, ...]) -> tuple[int, ...]:
    """Give the lengths of tractors and pairs alone, longest first."""
    return tuple(part.length for part in parts if part.length)
