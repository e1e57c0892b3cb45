"""The order of cards in a deal: which suit a card counts as, and how high.

With a trump suit, trumps are that suit, the level cards and the jokers; without one, only level
cards and jokers. ``height`` is dense, so that neighbours differ by one: pairs on neighbouring
heights are a tractor, also across the gap that the level rank leaves.
"""

from functools import cache

import msgspec

from qipan.games.shengji.cards import BIG, LITTLE, RANKS, SUITS, Card, Cards, read_rank
from qipan.kernel.errors import BadInput

TRUMP = 4
"""The effective suit of trumps; 0–3 are spades, hearts, diamonds and clubs as side suits."""
LEADING = 16
"""More heights than any effective suit has."""


class Order(msgspec.Struct, frozen=True):
    """Effective suit and height of every face, for one trump suit and level."""

    suit: int | None
    """Trump suit 0–3; None is no-trump."""
    level: int
    """Rank of the level cards, 0 for a 2."""
    suits: tuple[int, ...]
    heights: tuple[int, ...]

    def suit_of(self, card: Card) -> int:
        """Give the effective suit."""
        return self.suits[card]

    def height(self, card: Card) -> int:
        """Give how high a card is within its effective suit; equal cards do not beat."""
        return self.heights[card]

    def only_suit(self, cards: Cards) -> int | None:
        """Give the effective suit of all these cards, or None if they have several."""
        suits = {self.suits[card] for card in cards}
        return suits.pop() if len(suits) == 1 else None

    def of_suit(self, cards: Cards, suit: int) -> Cards:
        """Pick the cards of one effective suit."""
        return tuple(card for card in cards if self.suits[card] == suit)

    def arranged(self, cards: Cards) -> Cards:
        """Sort by effective suit, then height, then face."""
        return tuple(sorted(cards, key=lambda card: (self.suits[card], self.heights[card], card)))

    @property
    def name(self) -> str:
        """Write the trump suit's letter, or ``NT``."""
        return "NT" if self.suit is None else SUITS[self.suit]


@cache
def order(suit: int | None, level: int) -> Order:
    """Build the order for a trump suit (None: no-trump) and a level rank."""
    suits, heights = [], []
    for face in range(52):
        printed, rank = divmod(face, 13)
        plain = rank - (rank > level)
        if rank != level:
            suits.append(TRUMP if printed == suit else printed)
            heights.append(plain)
        else:
            suits.append(TRUMP)
            heights.append(0 if suit is None else 13 if printed == suit else 12)
    joker = 1 if suit is None else 14
    suits += [TRUMP, TRUMP]
    heights += [joker, joker + 1]
    return Order(suit, level, tuple(suits), tuple(heights))


def trump_of(card: Card, level: int) -> Order:
    """Give the order that a shown card makes: its suit, or no-trump for a joker."""
    return order(None if card in (LITTLE, BIG) else card // 13, level)


def read_order(suit: str | None, level: str) -> Order:
    """Read a suit letter (None or ``NT``: no-trump) and a level rank. Raises BadInput."""
    if suit is None or suit == "NT":
        return order(None, read_rank(level))
    if len(suit) != 1 or suit not in SUITS:
        raise BadInput(f"{suit[:20]!r} is no suit (S H D C, or NT)")
    return order(SUITS.index(suit), read_rank(level))


def rank_name(level: int) -> str:
    """Write a level's rank."""
    return RANKS[level]
