"""The bottom: burying, dark counters that take it up and bury again, and the reveal."""

from msgspec.structs import replace

from qipan.games.shengji.cards import Cards, card_names, holds, is_joker, rank_of, together, without
from qipan.games.shengji.dealing import with_hand
from qipan.games.shengji.moves import Bury, Counter, Pass
from qipan.games.shengji.order import trump_of
from qipan.games.shengji.state import BOTTOM, Burial, Commitment, Match, banker_of, next_seat
from qipan.kernel.errors import IllegalMove
from qipan.kernel.rules import rule

BURYING = rule("shengji.bury", "Eight cards of the hand are buried at once, none that is declared.")
COUNTERING = rule(
    "shengji.counter", "A counter is a pair of level cards or jokers that was not declared before."
)
SPEAKERS = 3


def bury(match: Match, seat: int, move: Bury) -> Match:
    """Bury eight cards. Raises IllegalMove on another number, or cards not free to be buried."""
    deal = match.deal
    if len(move.cards) != BOTTOM:
        raise IllegalMove("shengji.bury-count", BURYING, due=BOTTOM, buried=len(move.cards))
    if not holds(buriable(match, seat), move.cards):
        raise IllegalMove("shengji.bury-cards", BURYING, cards=card_names(move.cards))
    hands = with_hand(deal.hands, seat, without(deal.hands[seat], move.cards))
    deal = replace(deal, hands=hands, burials=(*deal.burials, Burial(seat, move.cards)), quiet=())
    if deal.flipped is not None:
        return replace(match, deal=replace(deal, phase="play", turn=banker_of(deal)))
    return replace(match, deal=replace(deal, phase="counter", turn=next_seat(match.rules, seat)))


def buriable(match: Match, seat: int) -> Cards:
    """Give the cards of a hand that are not face down on the table."""
    return without(match.deal.hands[seat], match.deal.committed(seat))


def counters(match: Match, seat: int) -> list[Cards]:
    """List the pairs with which a seat could counter."""
    free = buriable(match, seat)
    named = {card for card in free if is_joker(card) or rank_of(card) == match.deal.level}
    return [(card, card) for card in sorted(named) if free.count(card) == 2]


def counter(match: Match, seat: int, move: Counter) -> Match:
    """Put a pair face down and take up the bottom. Raises IllegalMove if it is no such pair."""
    deal = match.deal
    if move.cards not in counters(match, seat):
        raise IllegalMove("shengji.counter-cards", COUNTERING, cards=card_names(move.cards))
    hands = with_hand(deal.hands, seat, together(deal.hands[seat], deal.bottom))
    commitments = (*deal.commitments, Commitment(seat, move.cards))
    deal = replace(deal, phase="bury", turn=seat, hands=hands, commitments=commitments, quiet=())
    return replace(match, deal=deal)


def no_counter(match: Match, seat: int, move: Pass) -> Match:
    """Pass; after three in a row the declared cards are shown and the banker leads."""
    del move
    deal = match.deal
    quiet = (*deal.quiet, seat)
    if len(quiet) < SPEAKERS:
        turn = next_seat(match.rules, seat)
        return replace(match, deal=replace(deal, quiet=quiet, turn=turn))
    order = trump_of(deal.commitments[-1].cards[0], deal.level)
    deal = replace(deal, phase="play", quiet=(), order=order, turn=banker_of(deal))
    return replace(match, deal=deal)
