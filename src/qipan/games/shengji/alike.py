"""Another state that one viewer cannot tell from the true one.

All cards that the viewer has not seen change places: between the other hands, the undrawn pack
and the bottom. What the viewer knows stays: hand, own burials (those cards are still with a later
burier or on the bottom), suits that somebody could not follow, cards shown by a failed throw, and
that a card face down on the table can name trump.
"""

from collections import Counter
from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from qipan.games.shengji.cards import BIG, LITTLE, Card, Cards
from qipan.games.shengji.state import (
    BOTTOM,
    DRAWN,
    SEATS,
    Burial,
    Commitment,
    Deal,
    Match,
    next_seat,
)

STOCK, BURIED = 4, 5
"""Places beside the hands 0–3: the undrawn pack and the bottom."""


BEFORE_BOTTOM = ("cut", "draw", "close", "lot")


class _Places:
    """Hidden cards by place, and where each may go."""

    def __init__(self, deal: Deal, viewer: int | None) -> None:
        self.deal, self.viewer = deal, viewer
        stock = deal.stock[deal.drawn :] if deal.phase in BEFORE_BOTTOM else ()
        self.cards: list[list[Card]] = [*map(list, deal.hands), list(stock), list(deal.bottom)]
        owners = {burial.seat for burial in deal.burials}
        if deal.phase == "bury":
            owners.add(deal.turn)
        self.owners = owners
        self.fixed: list[Counter[Card]] = [Counter() for _ in self.cards]
        self.voids = suits_not_held(deal)

    def known(self, place: int) -> bool:
        if place == BURIED:
            last = self.deal.burials[-1].seat if self.deal.burials else None
            return self.deal.phase == "score" or (last is not None and last == self.viewer)
        return place == self.viewer

    def hidden(self) -> list[int]:
        return [place for place in range(6) if not self.known(place)]

    def fix(self, place: int, cards: Iterable[Card]) -> None:
        """Keep these cards where they are."""
        wanted = Counter(self.fixed[place])
        wanted.update(cards)
        self.fixed[place] = wanted & Counter(self.cards[place])

    def may_hold(self, place: int, card: Card, bound: bool) -> bool:
        if bound and place != BURIED and place not in self.owners:
            return False
        if place >= SEATS or self.deal.order is None:
            return True
        return self.deal.order.suits[card] not in self.voids[place]


def likeness(match: Match, viewer: int | None, dice: Random) -> Match:
    """Shuffle what the viewer may not know; at the end of a match nothing is hidden."""
    deal = match.deal
    if match.ended or not deal.pack:
        return match
    places = _Places(deal, viewer)
    commitments = _other_commitments(match, places, dice)
    for seat in range(SEATS):
        places.fix(seat, deal.exposed[seat])
        if seat != viewer:
            places.fix(seat, (c for each in commitments if each.seat == seat for c in each.cards))
    _shuffle(places, dice)
    hands = tuple(tuple(sorted(cards)) for cards in places.cards[:SEATS])
    burials = deal.burials
    if burials and deal.phase != "bury" and not places.known(BURIED):
        burials = (*burials[:-1], Burial(burials[-1].seat, tuple(sorted(places.cards[BURIED]))))
    other = replace(
        deal,
        hands=(hands[0], hands[1], hands[2], hands[3]),
        burials=burials,
        commitments=commitments,
    )
    return replace(match, deal=replace(other, pack=_pack(match, other, places)))


def suits_not_held(deal: Deal) -> list[set[int]]:
    """Find the suits that each seat is known not to hold."""
    found: list[set[int]] = [set() for _ in range(SEATS)]
    if deal.order is None:
        return found
    for plays in (*(trick.plays for trick in deal.tricks), deal.trick):
        for laid in plays[1:]:
            led = deal.order.suits[plays[0].cards[0]]
            if any(deal.order.suits[card] != led for card in laid.cards):
                found[laid.seat].add(led)
    return found


def _bound(places: _Places) -> Counter[Card]:
    """Count the cards that the viewer knows to be with another burier or on the bottom.

    Going back from the hand of today, burial by burial, gives all copies the viewer has seen.
    """
    deal, viewer = places.deal, places.viewer
    laid = Counter(card for seat in places.owners if seat != viewer for card in _played(deal, seat))
    if viewer is None or viewer not in places.owners:
        return Counter(() if deal.flipped is None else (deal.flipped,)) - laid
    own = Counter(places.cards[viewer]) + Counter(_played(deal, viewer))
    held, seen = own, Counter(own)
    if deal.phase == "bury" and deal.turn == viewer:
        held = own - Counter(_taken(deal, len(deal.burials)))
    for index in range(len(deal.burials) - 1, -1, -1):
        if deal.burials[index].seat == viewer:
            whole = held + Counter(deal.burials[index].cards)
            seen |= whole
            held = whole - Counter(_taken(deal, index))
    return seen - own - laid


def _taken(deal: Deal, index: int) -> Cards:
    """Give the bottom that was taken up before a burial."""
    return deal.burials[index - 1].cards if index else deal.stock[DRAWN:]


def _shuffle(places: _Places, dice: Random) -> None:
    """Swap hidden cards that may each go to the other's place, many times."""
    bound = _bound(places)
    slots: list[tuple[int, int, bool]] = []
    for place in places.hidden():
        fixed = Counter(places.fixed[place])
        for index, card in enumerate(places.cards[place]):
            if fixed[card]:
                fixed[card] -= 1
                continue
            tied = bound[card] > 0 and (place == BURIED or place in places.owners)
            bound[card] -= tied
            slots.append((place, index, tied))
    dice.shuffle(slots)
    for number, (place, index, tied) in enumerate(slots):
        other_number = dice.randrange(len(slots))
        other, at, other_tied = slots[other_number]
        mine, theirs = places.cards[place][index], places.cards[other][at]
        if places.may_hold(other, mine, tied) and places.may_hold(place, theirs, other_tied):
            places.cards[place][index], places.cards[other][at] = theirs, mine
            slots[number] = (place, index, other_tied)
            slots[other_number] = (other, at, tied)


def _other_commitments(match: Match, places: _Places, dice: Random) -> tuple[Commitment, ...]:
    """Let others' face-down cards be others that name trump as well, while nobody has seen them."""
    deal = match.deal
    if deal.phase in ("play", "score"):
        return deal.commitments
    found = list(deal.commitments)
    for index, each in enumerate(found):
        if each.seat == places.viewer:
            continue
        taken = {card for other in found for card in other.cards}
        level = [Card(suit * 13 + deal.level) for suit in range(4)]
        if len(each.cards) == 1:
            faces = level
        elif index == 0:
            faces = [LITTLE, BIG]
        else:
            banked = deal.number == 1 and not _after_burial(deal, index)
            faces = level if banked else [*level, LITTLE, BIG]
        choices = [face for face in faces if face not in taken and _free(places, face, each.cards)]
        if choices and dice.random() < 0.7:
            face = dice.choice(choices)
            _exchange(places, each, face)
            found[index] = Commitment(each.seat, (face,) * len(each.cards))
    return tuple(found)


def _after_burial(deal: Deal, index: int) -> bool:
    """Say whether a commitment was a counter: each burial but the first came after one."""
    buried = len(deal.burials) + (deal.phase == "bury")
    return index >= len(deal.commitments) - max(buried - 1, 0)


def _free(places: _Places, face: Card, cards: Cards) -> bool:
    """Say whether enough copies of a face lie where the viewer cannot see them."""
    there = sum(places.cards[place].count(face) for place in places.hidden())
    return there >= len(cards) and _untied(places, face) and _untied(places, cards[0])


def _untied(places: _Places, face: Card) -> bool:
    return not _bound(places)[face]


def _exchange(places: _Places, each: Commitment, face: Card) -> None:
    """Give a seat so many copies of another face for those it committed."""
    for card in each.cards:
        own = places.cards[each.seat]
        if face in own and own.count(face) >= len(each.cards):
            return
        for place in places.hidden():
            if face in places.cards[place] and place != each.seat:
                there = places.cards[place]
                there[there.index(face)] = card
                own[own.index(card)] = face
                break


def _pack(match: Match, deal: Deal, places: _Places) -> Cards:
    """Write the pack that would have dealt these cards, as far as the viewer can know."""
    stock: list[Card | None] = [None] * len(deal.pack)
    true = match.deal.stock
    for at in range(deal.drawn):
        if next_seat(match.rules, deal.first, at) == places.viewer:
            stock[at] = true[at]
    if deal.phase in BEFORE_BOTTOM:
        stock[deal.drawn :] = places.cards[STOCK]
    if deal.flipped is not None:
        stock[DRAWN] = deal.flipped
    first = deal.burials[0].seat if deal.burials else deal.turn if deal.phase == "bury" else None
    if first is not None and first == places.viewer:
        stock[DRAWN:] = true[-BOTTOM:]
    for seat in range(SEATS):
        if seat != places.viewer and seat not in places.owners:
            _fill(stock, _positions(match, seat), _passed_through(deal, seat))
    rest = Counter(deal.pack) - Counter(card for card in stock if card is not None)
    _fill(stock, range(len(stock)), rest.elements())
    cards = [card for card in stock if card is not None]
    back = len(cards) - deal.cut
    return tuple(cards[back:] + cards[:back])


def _positions(match: Match, seat: int) -> list[int]:
    deal = match.deal
    return [at for at in range(deal.drawn) if next_seat(match.rules, deal.first, at) == seat]


def _passed_through(deal: Deal, seat: int) -> list[Card]:
    return [*deal.hands[seat], *_played(deal, seat)]


def _played(deal: Deal, seat: int) -> list[Card]:
    laid = [play for trick in deal.tricks for play in trick.plays] + list(deal.trick)
    return [card for play in laid if play.seat == seat for card in play.cards]


def _fill(stock: list[Card | None], positions: Iterable[int], cards: Iterable[Card]) -> None:
    left = iter(cards)
    for at in positions:
        if stock[at] is None:
            stock[at] = next(left)
