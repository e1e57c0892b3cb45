"""From the pack to the moment when the bottom is taken: cut, draw, declarations, close."""

from collections.abc import Iterable

from msgspec.structs import replace

from qipan.games.shengji.cards import (
    PACK,
    Card,
    Cards,
    card_names,
    holds,
    is_joker,
    rank_of,
    together,
    without,
)
from qipan.games.shengji.moves import Close, Cut, Declare, Draw, Lot, Pack, Pass
from qipan.games.shengji.order import trump_of
from qipan.games.shengji.rules import OpenBanker
from qipan.games.shengji.state import (
    DRAWN,
    NO_CARDS,
    SEATS,
    Commitment,
    Deal,
    Hands,
    Match,
    next_seat,
    pack_hash,
)
from qipan.kernel.errors import IllegalMove
from qipan.kernel.rules import rule

WHOLE = rule("shengji.pack", "A deal is played with two whole packs, committed first.")
CUTTING = rule("shengji.cut", "The player before the first drawer may cut.")
DRAWING = rule("shengji.draw", "Each player draws 25 cards in turn; 8 are the bottom.")
DECLARING = rule(
    "shengji.declare", "A level card face down names trump; the first on the table counts."
)
GRABBING = rule(
    "shengji.grab-bank", "In the first deal a pair of level cards takes trump and bank."
)
HELD = rule("shengji.declare.own-cards", "A card is declared once, from your own hand.")


def bring_pack(match: Match, move: Pack) -> Match:
    """Put a committed pack on the table. Raises IllegalMove if it is not whole."""
    if tuple(sorted(move.cards)) != PACK:
        raise IllegalMove("shengji.pack-not-whole", WHOLE, cards=len(move.cards))
    deal = replace(match.deal, phase="cut", salt=move.salt, pack=move.cards)
    return replace(match, deal=deal, hash=pack_hash(move.salt, move.cards))


def cutter(match: Match) -> int:
    """Give the seat that may cut: the one before the first drawer."""
    return next_seat(match.rules, match.deal.first, SEATS - 1)


def cut_pack(match: Match, move: Cut) -> Match:
    """Cut. Raises IllegalMove if there are not so many cards."""
    if not 0 <= move.at < len(PACK):
        raise IllegalMove("shengji.cut-range", CUTTING, at=move.at, cards=len(PACK))
    return replace(match, deal=replace(match.deal, phase="draw", cut=move.at, hands=NO_CARDS))


def draw_cards(match: Match, move: Draw) -> Match:
    """Let the next cards go round. Raises IllegalMove if there are not so many."""
    deal = match.deal
    left = DRAWN - deal.drawn
    if not 1 <= move.count <= left:
        raise IllegalMove("shengji.draw-count", DRAWING, count=move.count, left=left)
    stock = deal.stock
    taken: list[list[Card]] = [[], [], [], []]
    for at in range(deal.drawn, deal.drawn + move.count):
        taken[next_seat(match.rules, deal.first, at)].append(stock[at])
    hands = deal.hands
    for seat, cards in enumerate(taken):
        if cards:
            hands = with_hand(hands, seat, together(hands[seat], cards))
    drawn = deal.drawn + move.count
    phase = "close" if drawn == DRAWN else "draw"
    return replace(match, deal=replace(deal, phase=phase, drawn=drawn, hands=hands, quiet=()))


def may_declare(deal: Deal) -> tuple[int, ...]:
    """Give the seats that may still declare, as all at the table know it: no card decides."""
    asked: Iterable[int] = ()
    if not deal.commitments:
        asked = range(SEATS)
    elif deal.number == 1:
        asked = [seat for seat in range(SEATS) if seat != deal.commitments[-1].seat]
    return tuple(seat for seat in asked if seat not in deal.quiet)


def declarations(match: Match, seat: int) -> list[Cards]:
    """List what a seat could put face down now."""
    deal = match.deal
    free = without(deal.hands[seat], deal.committed(seat))
    level = sorted({card for card in free if not is_joker(card) and rank_of(card) == deal.level})
    if deal.commitments:
        return [(card, card) for card in level if free.count(card) == 2]
    found: list[Cards] = [(card,) for card in level]
    if deal.number > 1 and match.rules.opening_joker_pair:
        jokers = {card for card in free if is_joker(card) and free.count(card) == 2}
        found += [(card, card) for card in sorted(jokers)]
    return found


def declare(match: Match, seat: int, move: Declare) -> Match:
    """Put cards face down. Raises IllegalMove if they name no trump now."""
    deal = match.deal
    if not holds(without(deal.hands[seat], deal.committed(seat)), move.cards):
        raise IllegalMove("shengji.declare-not-held", HELD, cards=card_names(move.cards))
    if move.cards not in declarations(match, seat):
        rule_key = GRABBING if deal.commitments else DECLARING
        raise IllegalMove("shengji.declare-cards", rule_key, cards=card_names(move.cards))
    commitments = (*deal.commitments, Commitment(seat, move.cards))
    return replace(match, deal=replace(deal, commitments=commitments, quiet=()))


def keep_quiet(match: Match, seat: int, move: Pass) -> Match:
    """Say that there is nothing to declare at this card."""
    del move
    return replace(match, deal=replace(match.deal, quiet=(*match.deal.quiet, seat)))


def close(match: Match, move: Close | Lot) -> Match:
    """Fix the banker, who takes the bottom; without a declaration its first card names trump."""
    deal = match.deal
    banker = deal.banker
    if banker is None and isinstance(move, Lot):
        banker = move.seat
    if banker is None and deal.commitments:
        banker = deal.commitments[-1].seat
    if banker is None and match.rules.open_banker is OpenBanker.FIRST_DRAWER:
        banker = deal.first
    if banker is None:
        return replace(match, deal=replace(deal, phase="lot", quiet=()))
    bottom = deal.stock[DRAWN:]
    flipped = None if deal.commitments else bottom[0]
    order = None if flipped is None else trump_of(flipped, deal.level)
    hands = with_hand(deal.hands, banker, together(deal.hands[banker], bottom))
    deal = replace(
        deal, phase="bury", banker=banker, turn=banker, hands=hands, flipped=flipped, order=order
    )
    return replace(match, deal=replace(deal, quiet=()))


def with_hand(hands: Hands, seat: int, cards: Cards) -> Hands:
    """Put another hand in a seat's place."""
    new = list(hands)
    new[seat] = cards
    return new[0], new[1], new[2], new[3]


def first_drawer(flip: Card, flipper: int) -> int:
    """Count a flipped card's rank clockwise (seats are numbered the other way), flipper is one."""
    count = (rank_of(flip) + 1) % 13 + 1
    return (flipper - (count - 1)) % SEATS
