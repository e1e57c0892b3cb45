"""What can be done now: all of it, one by one, or something at random.

Packs, burials and throws are too many to go through; whoever needs one move takes ``any_move``.
"""

from collections.abc import Iterator
from random import Random

from qipan.games.shengji.burying import buriable, counters
from qipan.games.shengji.cards import PACK, Card, Cards
from qipan.games.shengji.dealing import declarations
from qipan.games.shengji.follow import all_follows, any_follow, choices
from qipan.games.shengji.moves import (
    Bury,
    Close,
    Counter,
    Cut,
    Declare,
    Draw,
    Lot,
    Move,
    Pack,
    Pass,
    Play,
    Settle,
)
from qipan.games.shengji.playing import trump_order
from qipan.games.shengji.shapes import parts_of
from qipan.games.shengji.state import BOTTOM, DRAWN, SEATS, Match


def table_moves(state: Match) -> Iterator[Move]:
    """Give the moves that the table can make; of packs only one in order."""
    deal = state.deal
    match deal.phase:
        case "pack":
            yield Pack("0" * 32, PACK)
        case "draw":
            yield from (Draw(count) for count in range(1, DRAWN - deal.drawn + 1))
        case "close":
            yield Close()
        case "lot":
            yield from (Lot(seat) for seat in range(SEATS))
        case _:
            yield Settle()


def seat_moves(state: Match, seat: int) -> Iterator[Move]:
    """Give the moves of a seat that acts."""
    deal = state.deal
    match deal.phase:
        case "cut":
            yield from (Cut(at) for at in range(len(PACK)))
        case "draw" | "close":
            yield Pass()
            yield from (Declare(cards) for cards in declarations(state, seat))
        case "bury":
            yield from (Bury(cards) for cards in choices(buriable(state, seat), BOTTOM))
        case "counter":
            yield Pass()
            yield from (Counter(cards) for cards in counters(state, seat))
        case _:
            yield from (Play(cards) for cards in _plays(state, seat))


def _plays(state: Match, seat: int) -> Iterator[Cards]:
    deal = state.deal
    how, hand = trump_order(deal), deal.hands[seat]
    if deal.trick:
        lead = deal.trick[0].cards
        yield from all_follows(how, hand, lead, state.rules.longest_run_due)
        return
    suits = [how.of_suit(hand, suit) for suit in range(5)]
    for size in range(1, max(map(len, suits)) + 1):
        for cards in suits:
            if size <= len(cards):
                yield from choices(cards, size)


def any_table_move(state: Match, dice: Random) -> Move:
    """Pick a move for the table: a shuffled pack, a card for each seat, a lot."""
    deal = state.deal
    match deal.phase:
        case "pack":
            return shuffled(dice)
        case "draw":
            return Draw(min(DRAWN - deal.drawn, SEATS))
        case "lot":
            return Lot(dice.randrange(SEATS))
        case "close":
            return Close()
        case _:
            return Settle()


def shuffled(dice: Random) -> Pack:
    """Shuffle two packs, with a salt so that the hash tells nothing."""
    cards = list(PACK)
    dice.shuffle(cards)
    return Pack(f"{dice.getrandbits(128):032x}", tuple(cards))


def any_move(state: Match, seat: int, dice: Random) -> Move:
    """Pick a legal move of a seat without listing all."""
    deal = state.deal
    match deal.phase:
        case "cut":
            return Cut(dice.randrange(len(PACK)))
        case "draw" | "close":
            cards = declarations(state, seat)
            return Declare(dice.choice(cards)) if cards and dice.random() < 0.3 else Pass()
        case "bury":
            return Bury(tuple(sorted(dice.sample(buriable(state, seat), BOTTOM))))
        case "counter":
            cards = counters(state, seat)
            return Counter(dice.choice(cards)) if cards and dice.random() < 0.6 else Pass()
        case _:
            return Play(_any_play(state, seat, dice))


def _any_play(state: Match, seat: int, dice: Random) -> Cards:
    deal = state.deal
    how, hand = trump_order(deal), deal.hands[seat]
    if deal.trick:
        return any_follow(how, hand, deal.trick[0].cards, dice, state.rules.longest_run_due)
    suit = how.suits[dice.choice(hand)]
    parts = parts_of(how, how.of_suit(hand, suit))
    chosen = [dice.choice(parts)]
    if dice.random() < 0.1:
        chosen = dice.sample(parts, min(len(parts), dice.randint(1, 3)))
    cards: list[Card] = [card for part in chosen for card in part.cards]
    return tuple(sorted(cards))
