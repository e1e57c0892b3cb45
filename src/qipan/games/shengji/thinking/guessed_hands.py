"""Hands as they might be, for one who sees only one of them.

The cards that a seat has not seen are dealt anew to the other hands and the bottom: as many to
each as it is known to hold, none of a suit that it could not follow, and to everybody the cards
that all have seen: shown by a failed throw, or put down to name trump. Trumps, high cards and
points are seldom buried. Of the true hands only their sizes are read, so that what is guessed
follows from what the seat knows and from the dice.
"""

from collections import Counter
from random import Random

from msgspec.structs import replace

from qipan.games.shengji.alike import suits_not_held
from qipan.games.shengji.cards import FACES, PACK, WORTH, Card, Cards
from qipan.games.shengji.order import TRUMP
from qipan.games.shengji.state import BOTTOM, SEATS, Burial, Deal, Hands, Match

_BOTTOM_PLACE = SEATS
_TRIES = 12
_HIGH = 10
"""Heights of side suits from here on are kings or aces."""


def unseen_cards(deal: Deal, seat: int) -> Cards:
    """Give all cards that a seat has not seen, as far as it remembers."""
    seen = Counter(deal.hands[seat])
    for plays in (*(trick.plays for trick in deal.tricks), deal.trick):
        for laid in plays:
            seen.update(laid.cards)
    if knows_bottom(deal, seat):
        seen.update(deal.bottom)
    return tuple((Counter(PACK) - seen).elements())


def knows_bottom(deal: Deal, seat: int) -> bool:
    """Say whether a seat buried the cards that lie at the bottom."""
    return bool(deal.burials) and deal.burials[-1].seat == seat


def _shown(deal: Deal, seat: int) -> Counter[Card]:
    """Give the cards in a hand that all have seen."""
    laid = Counter(
        card
        for plays in (*(trick.plays for trick in deal.tricks), deal.trick)
        for play in plays
        if play.seat == seat
        for card in play.cards
    )
    named = Counter(deal.committed(seat))
    at_most_a_pair = Counter({card: min(copies, 2) for card, copies in named.items()})
    return (at_most_a_pair - laid) | Counter(deal.exposed[seat])


class HiddenHands:
    """What a seat knows of the other hands and the bottom, while cards are played."""

    def __init__(self, match: Match, seat: int) -> None:
        """Gather it once; of the true hands only their sizes are read."""
        self.match, self.seat = match, seat
        deal = match.deal
        assert deal.order is not None, "hands are guessed once trump is known"
        hidden = Counter(unseen_cards(deal, seat))
        self.sure: dict[int, Cards] = {}
        self.room: dict[int, int] = {}
        for other in range(SEATS):
            if other == seat:
                continue
            shown = _shown(deal, other) & hidden
            hidden -= shown
            self.sure[other] = tuple(shown.elements())
            self.room[other] = len(deal.hands[other]) - len(self.sure[other])
        if not knows_bottom(deal, seat):
            self.room[_BOTTOM_PLACE] = BOTTOM
        voids = suits_not_held(deal)
        suits, heights = deal.order.suits, deal.order.heights
        fits = [
            tuple(place for place in self.room if place >= SEATS or suit not in voids[place])
            for suit in range(5)
        ]
        likely = [_likely_buried(suits[card] == TRUMP, heights[card], card) for card in FACES]
        self._cards = [
            (card, fits[suits[card]], likely[card]) for card in sorted(hidden.elements())
        ]
        self._anywhere = [(card, tuple(self.room), chance) for card, _, chance in self._cards]

    def draw(self, dice: Random) -> Match:
        """Give a match that the seat cannot tell from the true one."""
        dealt = None
        for _ in range(_TRIES):
            dealt = dealt or self._deal(self._cards, dice)
        if dealt is None:  # a corner that chance does not find: sizes are kept, suits not
            dealt = self._deal(self._anywhere, dice)
        assert dealt is not None, "as many cards are unseen as there is room for"
        deal = self.match.deal
        hands = tuple(
            deal.hands[place]
            if place == self.seat
            else tuple(sorted((*self.sure[place], *dealt[place])))
            for place in range(SEATS)
        )
        burials = deal.burials
        if _BOTTOM_PLACE in dealt and burials:
            last = Burial(burials[-1].seat, tuple(sorted(dealt[_BOTTOM_PLACE])))
            burials = (*burials[:-1], last)
        whole: Hands = (hands[0], hands[1], hands[2], hands[3])
        return replace(self.match, deal=replace(deal, hands=whole, burials=burials, pack=()))

    def _deal(
        self, cards: list[tuple[Card, tuple[int, ...], float]], dice: Random
    ) -> dict[int, list[Card]] | None:
        """Deal cards to places, those with the fewest places first; None if one has none left."""
        left: dict[int, float] = dict(self.room)
        found: dict[int, list[Card]] = {place: [] for place in self.room}
        mixed = cards[:]
        dice.shuffle(mixed)
        mixed.sort(key=_places)
        for card, open_to, likely in mixed:
            total = 0.0
            for place in open_to:
                total += left[place] * likely if place == _BOTTOM_PLACE else left[place]
            if not total:
                return None
            at = dice.random() * total
            chosen = -1
            for place in open_to:
                room = left[place]
                if room:
                    chosen = place
                    at -= room * likely if place == _BOTTOM_PLACE else room
                    if at < 0:
                        break
            found[chosen].append(card)
            left[chosen] -= 1
        return found


def _places(card: tuple[Card, tuple[int, ...], float]) -> int:
    return len(card[1])


def _likely_buried(trump: bool, height: int, card: Card) -> float:
    """Say how much more likely than another place the bottom is for a card: few bury strength."""
    if trump or height >= _HIGH:
        return 0.1
    return 0.3 if WORTH[card] else 2.0


def guessed(match: Match, seat: int, dice: Random) -> Match:
    """Give a match that the seat cannot tell from the true one, while cards are played."""
    return HiddenHands(match, seat).draw(dice)
