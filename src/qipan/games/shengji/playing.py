"""Leading, throwing and following, trick by trick."""

from collections import Counter as Count

from msgspec.structs import replace

from qipan.games.shengji.cards import Cards, card_names, holds, together, without
from qipan.games.shengji.dealing import with_hand
from qipan.games.shengji.follow import HAND, follow_fault
from qipan.games.shengji.moves import Play
from qipan.games.shengji.order import Order
from qipan.games.shengji.penalties import FAILED_THROW, Adjustment
from qipan.games.shengji.state import SEATS, Deal, Laid, Match, Trick, next_seat
from qipan.games.shengji.trick import trick_points, try_throw, winner_of
from qipan.kernel.errors import IllegalMove
from qipan.kernel.rules import rule

ONE_SUIT = rule("shengji.lead.one-suit", "A lead is of one suit; all trumps are one suit.")


def trump_order(deal: Deal) -> Order:
    """Give the order of cards; there is one from the reveal on."""
    assert deal.order is not None, "no order before the reveal"
    return deal.order


def play_cards(match: Match, seat: int, move: Play) -> Match:
    """Lead or follow. Raises IllegalMove with the duty that was not done."""
    if match.deal.trick:
        match = _follow(match, seat, move.cards)
    else:
        match = _lead(match, seat, move.cards)
    deal = match.deal
    if len(deal.trick) < SEATS:
        return replace(match, deal=replace(deal, turn=next_seat(match.rules, seat)))
    return replace(match, deal=_gathered(deal))


def _lead(match: Match, seat: int, cards: Cards) -> Match:
    deal = match.deal
    how = trump_order(deal)
    if not cards or not holds(deal.hands[seat], cards):
        raise IllegalMove("shengji.not-in-hand", HAND, cards=card_names(cards))
    if how.only_suit(cards) is None:
        raise IllegalMove("shengji.lead-suits", ONE_SUIT, cards=card_names(cards))
    others = [hand for other, hand in enumerate(deal.hands) if other != seat]
    throw = try_throw(how, cards, others, match.rules.forced_part)
    deal = _laid(deal, seat, throw.played)
    if not throw.stood:
        known = Count(deal.exposed[seat]) | (Count(cards) - Count(throw.played))
        exposed = with_hand(deal.exposed, seat, together(known.elements()))
        counted = cards if match.rules.throw_penalty_on_all else throw.played
        cost = match.rules.throw_penalty * len(counted)
        penalty = Adjustment(seat % 2, FAILED_THROW, points=cost)
        deal = replace(deal, exposed=exposed, adjustments=(*deal.adjustments, penalty))
    return replace(match, deal=deal)


def _follow(match: Match, seat: int, cards: Cards) -> Match:
    deal = match.deal
    fault = follow_fault(
        trump_order(deal),
        deal.hands[seat],
        deal.trick[0].cards,
        cards,
        longest=match.rules.longest_run_due,
    )
    if fault is not None:
        raise IllegalMove(fault.code, fault.rule, **fault.facts)
    return replace(match, deal=_laid(deal, seat, cards))


def _laid(deal: Deal, seat: int, cards: Cards) -> Deal:
    hands = with_hand(deal.hands, seat, without(deal.hands[seat], cards))
    exposed = deal.exposed
    if exposed[seat]:
        known = Count(exposed[seat]) - Count(cards)
        exposed = with_hand(exposed, seat, together(known.elements()))
    return replace(deal, hands=hands, exposed=exposed, trick=(*deal.trick, Laid(seat, cards)))


def _gathered(deal: Deal) -> Deal:
    plays = [laid.cards for laid in deal.trick]
    winner = deal.trick[winner_of(trump_order(deal), plays)].seat
    trick = Trick(deal.trick, winner, trick_points(plays))
    phase = "play" if deal.hands[winner] else "score"
    return replace(deal, phase=phase, turn=winner, trick=(), tricks=(*deal.tricks, trick))
