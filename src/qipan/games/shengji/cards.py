"""Cards of a double pack: faces as small numbers, and their text.

A face is ``suit * 13 + rank`` for suits S H D C and ranks 2 … A; 52 is the little joker (``LJ``),
53 the big one (``BJ``). Each face is there twice. ``SJ`` is the jack of spades.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NewType

from qipan.kernel.errors import BadInput

Card = NewType("Card", int)
Cards = tuple[Card, ...]
"""Sorted by face unless a function says otherwise; a face may stand in it twice."""

SUITS = "SHDC"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
LITTLE, BIG = Card(52), Card(53)
FACES = tuple(Card(face) for face in range(54))
PACK: Cards = tuple(sorted((*FACES, *FACES)))
NAMES = (*(suit + rank for suit in SUITS for rank in RANKS), "LJ", "BJ")
_BY_NAME = {name: Card(face) for face, name in enumerate(NAMES)}

FIVE, TEN, KING = RANKS.index("5"), RANKS.index("10"), RANKS.index("K")
WORTH = tuple(
    0 if face >= 52 else {FIVE: 5, TEN: 10, KING: 10}.get(face % 13, 0) for face in range(54)
)
"""Points of each face; a double pack holds 200."""


def is_joker(card: Card) -> bool:
    """Say whether a card is a joker."""
    return card >= LITTLE


def rank_of(card: Card) -> int:
    """Give the rank of a suited card: 0 for a 2, 12 for an ace."""
    return card % 13


def points_in(cards: Iterable[Card]) -> int:
    """Add up fives (5), tens and kings (10)."""
    return sum(WORTH[card] for card in cards)


def card_names(cards: Iterable[Card]) -> list[str]:
    """Write cards one by one."""
    return [NAMES[card] for card in cards]


def write_cards(cards: Iterable[Card]) -> str:
    """Write cards with blanks between them."""
    return " ".join(card_names(cards))


def read_card(text: str) -> Card:
    """Read one card. Raises BadInput."""
    card = _BY_NAME.get(text)
    if card is None:
        raise BadInput(f"{text[:20]!r} is no card (S H D C with 2 … 10 J Q K A, or LJ, BJ)")
    return card


def read_cards(words: Sequence[str]) -> Cards:
    """Read and sort cards. Raises BadInput on an unknown card or a third copy of one."""
    if len(words) > len(PACK):
        raise BadInput(f"a double pack has {len(PACK)} cards, not {len(words)}")
    cards = sorted(read_card(word) for word in words)
    for card, copies in Counter(cards).items():
        if copies > 2:
            raise BadInput(f"{NAMES[card]} is there only twice, not {copies} times")
    return tuple(cards)


def read_rank(text: str) -> int:
    """Read a rank: 0 for ``2``, 12 for ``A``. Raises BadInput."""
    if text not in RANKS:
        raise BadInput(f"{text[:20]!r} is no rank (2 … 10 J Q K A)")
    return RANKS.index(text)


def holds(hand: Sequence[Card], cards: Iterable[Card]) -> bool:
    """Say whether all these cards, with their copies, are in the hand."""
    there = Counter(hand)
    return all(there[card] >= copies for card, copies in Counter(cards).items())


def without(hand: Sequence[Card], cards: Iterable[Card]) -> Cards:
    """Take cards out of a hand that holds them."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def together(*groups: Iterable[Card]) -> Cards:
    """Put cards together, sorted."""
    return tuple(sorted(card for group in groups for card in group))
