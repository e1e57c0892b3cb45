"""Hands as they might be, for one who sees only one of them.

The cards that a seat has not seen are dealt anew to the other hands and the bottom: as many to
each as it is known to hold, none of a suit that it could not follow, and to everybody the cards
that all have seen: shown by a failed throw, or put down to name trump. Of the true hands only
their sizes are read, so that what is guessed follows from what the seat knows and from the dice.
"""

from collections import Counter
from random import Random

from msgspec.structs import replace

from qipan.games.shengji.alike import suits_not_held
from qipan.games.shengji.cards import PACK, Card, Cards
from qipan.games.shengji.state import BOTTOM, SEATS, Burial, Deal, Hands, Match

_BOTTOM_PLACE = SEATS
_TRIES = 12


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


def guessed(match: Match, seat: int, dice: Random) -> Match:
    """Give a match that the seat cannot tell from the true one, while cards are played."""
    deal = match.deal
    others = [other for other in range(SEATS) if other != seat]
    hidden = Counter(unseen_cards(deal, seat))
    sure: dict[int, Counter[Card]] = {}
    for other in others:
        sure[other] = _shown(deal, other) & hidden
        hidden -= sure[other]
    room = {other: len(deal.hands[other]) - sure[other].total() for other in others}
    if not knows_bottom(deal, seat):
        room[_BOTTOM_PLACE] = BOTTOM
    cards = sorted(hidden.elements())
    dealt = None
    for _ in range(_TRIES):
        dealt = dealt or _deal(deal, cards, room, dice)
    if dealt is None:  # a corner that chance does not find: sizes are kept, suits not
        dealt = _deal(replace(deal, tricks=(), trick=()), cards, room, dice)
    assert dealt is not None, "as many cards are unseen as there is room for"
    hands = tuple(
        deal.hands[seat]
        if other == seat
        else tuple(sorted((*sure[other].elements(), *dealt[other])))
        for other in range(SEATS)
    )
    burials = deal.burials
    if _BOTTOM_PLACE in dealt and burials:
        last = Burial(burials[-1].seat, tuple(sorted(dealt[_BOTTOM_PLACE])))
        burials = (*burials[:-1], last)
    whole: Hands = (hands[0], hands[1], hands[2], hands[3])
    return replace(match, deal=replace(deal, hands=whole, burials=burials, pack=()))


def _deal(
    deal: Deal, cards: list[Card], room: dict[int, int], dice: Random
) -> dict[int, list[Card]] | None:
    """Deal cards to places, those with the fewest places first; None if one has none left."""
    assert deal.order is not None, "hands are guessed once trump is known"
    suits, voids = deal.order.suits, suits_not_held(deal)
    left = dict(room)
    found: dict[int, list[Card]] = {place: [] for place in room}
    fits = {
        suit: [place for place in room if place >= SEATS or suit not in voids[place]]
        for suit in range(5)
    }
    mixed = cards[:]
    dice.shuffle(mixed)
    for card in sorted(mixed, key=lambda card: len(fits[suits[card]])):
        open_to = [place for place in fits[suits[card]] if left[place]]
        if not open_to:
            return None
        place = dice.choices(open_to, [left[place] for place in open_to])[0]
        found[place].append(card)
        left[place] -= 1
    return found
