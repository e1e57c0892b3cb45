"""Stacked packs and short scripts for tests of shengji."""

from random import Random

from qipan.games.shengji import GAME, ShengjiRules
from qipan.games.shengji.cards import PACK, read_cards, together, write_cards
from qipan.games.shengji.state import Match, next_seat
from qipan.kernel.ids import TABLE, Seat

SALT = "0" * 32


def cards(text):
    return read_cards(text.split())


def started(rules=None, flip="SA"):
    """Seat 0 flips an ace and so draws first itself."""
    return GAME.start(rules or ShengjiRules(), 4, {"flip": flip, "flipper": 0})


def stacked(hands, bottom="", first=0, seed=1, step=1):
    """Make a pack that gives each seat these cards, the bottom these first, the rest by chance."""
    rest = list(PACK)
    wanted = [list(cards(text)) for text in hands]
    low = [card for word in bottom.split() for card in cards(word)]
    for card in (*low, *(card for hand in wanted for card in hand)):
        rest.remove(card)
    Random(seed).shuffle(rest)
    for hand in wanted:
        while len(hand) < 25:
            hand.append(rest.pop())
    pack = []
    for number in range(100):
        pack.append(wanted[(first + step * number) % 4][number // 4])
    return write_cards([*pack, *low, *rest])


def does(state: Match, *script: str) -> Match:
    """Play lines like ``0: declare S2``; ``T`` is the table."""
    for line in script:
        who, _, text = line.partition(": ")
        seat = TABLE if who == "T" else Seat(int(who))
        state = GAME.play(state, seat, GAME.read(state, seat, text))
    return state


def dealt(hands=("", "", "", ""), bottom="", rules=None, declare=()):
    """Bring a stacked pack and draw all cards, then let seats declare."""
    state = started(rules)
    first, step = state.deal.first, state.rules.step
    pack = stacked(hands, bottom, first, step=step)
    cutter = next_seat(state.rules, first, 3)
    return does(state, f"T: pack {SALT} {pack}", f"{cutter}: cut 0", "T: draw 100", *declare)


def lowest(state, seat, count=8):
    """Name the first cards of a hand that are not face down."""
    free = list(state.deal.hands[seat])
    for card in state.deal.committed(seat):
        free.remove(card)
    return write_cards(free[:count])


def all_cards(deal):
    """Gather every card of a deal, wherever it is."""
    laid = [play for trick in deal.tricks for play in trick.plays] + list(deal.trick)
    before = deal.phase in ("cut", "draw", "close", "lot")
    stock = deal.stock[deal.drawn :] if before else ()
    return together(*deal.hands, *(play.cards for play in laid), stock, deal.bottom)
