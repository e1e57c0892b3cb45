"""Computer players for shengji.

``choose`` has sound habits and does not search; ``think`` plays cards by trying the likely plays on
hands as they might be (see ``look_ahead``), and declares and buries by habit. Both know what their
seat may know: its hand, its burials and what was played, nothing else.

By habit it declares and counters with a long suit, buries cheap cards of short suits, leads what
cannot be beaten by any unseen card, takes tricks that are worth it, feeds its partner's, and else
gives away as little as it can.
"""

from collections import Counter as Count
from collections.abc import Callable
from random import Random

from qipan.games.shengji.burying import buriable, counters
from qipan.games.shengji.cards import PACK, WORTH, Card, Cards, points_in, together, without
from qipan.games.shengji.dealing import declarations
from qipan.games.shengji.follow import due_runs
from qipan.games.shengji.moves import Bury, Counter, Cut, Declare, Move, Pass, Play
from qipan.games.shengji.options import any_move
from qipan.games.shengji.order import TRUMP, Order, trump_of
from qipan.games.shengji.playing import trump_order
from qipan.games.shengji.shapes import Part, parts_of, slots_of
from qipan.games.shengji.state import BOTTOM, DRAWN, Match
from qipan.games.shengji.thinking.guessed_hands import unseen_cards
from qipan.games.shengji.thinking.look_ahead import DealSearch
from qipan.games.shengji.thinking.quick_deal import price_of
from qipan.games.shengji.trick import try_throw, winner_of
from qipan.kernel.ids import Seat
from qipan.kernel.levels import Level
from qipan.kernel.thinking import Watch

ENOUGH_TRUMPS = 9
"""Of a full hand of 25, so many trumps are worth a declaration."""
Price = Callable[[Card], int]


LEVELS = (
    Level(1, careless=90),
    Level(1, careless=72),
    Level(1, careless=51),
    Level(1, careless=34),
    Level(1, careless=20),
    Level(1, careless=9),
    Level(1),
    Level(20_000),
)
"""Nodes are cards laid in deals played out."""
_SEARCHES = 8
"""From this level on it searches; below it plays by habit, more or less carelessly: luck decides
a deal as much as a search does, so that several searches are not told apart by their results."""
_MOST_LEADS = 14


def think(state: Match, seat: Seat, level: int, dice: Random, watch: Watch) -> Move:
    """Search as long as the watch allows, while cards are played."""
    if state.deal.phase != "play":
        return choose(state, seat, dice)
    if dice.randrange(100) < LEVELS[level - 1].careless:
        return any_move(state, seat, dice)
    by_habit = _habit(state, seat)
    if level < _SEARCHES:
        return Play(by_habit)
    others = _candidates(state, seat) if state.deal.trick else _leads(state, seat)
    plays = [by_habit, *sorted(others - {by_habit})]
    return Play(DealSearch(state, seat, dice, watch).run(plays))


def _habit(state: Match, seat: int) -> Cards:
    return _follow(state, seat) if state.deal.trick else _lead(state, seat, lambda: 0.0)


def _leads(state: Match, seat: int) -> set[Cards]:
    """Give the leads worth a thought: pairs and tractors, of each suit the lowest and highest."""
    how, hand = trump_order(state.deal), state.deal.hands[seat]
    found: list[Cards] = []
    for suit in range(5):
        held = how.of_suit(hand, suit)
        parts = parts_of(how, held) if held else ()
        found += [part.cards for part in parts if part.length]
        single = sorted((part for part in parts if not part.length), key=lambda part: part.top)
        found += [part.cards for part in (*single[:1], *single[-1:])]
        worth = [part.cards for part in single[1:-1] if points_in(part.cards)]
        found += worth[:1]
    return set(found[:_MOST_LEADS])


def choose(state: Match, seat: Seat, dice: Random) -> Move:
    """Pick a move for a seat that acts."""
    match state.deal.phase:
        case "cut":
            return Cut(dice.randrange(len(PACK)))
        case "draw" | "close":
            return _declare(state, seat)
        case "bury":
            return _bury(state, seat)
        case "counter":
            return _counter(state, seat)
        case _:
            return Play(
                _follow(state, seat) if state.deal.trick else _lead(state, seat, dice.random)
            )


def _trumps(how: Order, hand: Cards) -> int:
    return sum(how.suits[card] == TRUMP for card in hand)


def _strongest(options: list[Cards], hand: Cards, level: int) -> tuple[int, Cards]:
    return max((_trumps(trump_of(cards[0], level), hand), cards) for cards in options)


def _declare(state: Match, seat: int) -> Move:
    deal = state.deal
    options = declarations(state, seat)
    if not options:
        return Pass()
    trumps, cards = _strongest(options, deal.hands[seat], deal.level)
    needed = 2 + ENOUGH_TRUMPS * deal.drawn // (DRAWN + 30)
    return Declare(cards) if trumps >= needed else Pass()


def _counter(state: Match, seat: int) -> Move:
    options = counters(state, seat)
    if not options:
        return Pass()
    trumps, cards = _strongest(options, state.deal.hands[seat], state.deal.level)
    return Counter(cards) if trumps > ENOUGH_TRUMPS else Pass()


def _expected(state: Match, seat: int) -> Order:
    """Give the order that a seat must reckon with while trump is face down."""
    deal = state.deal
    own = [each for each in deal.commitments if each.seat == seat]
    if deal.order is not None:
        return deal.order
    if own:
        return trump_of(own[-1].cards[0], deal.level)
    longest = max(range(4), key=lambda suit: sum(c // 13 == suit for c in deal.hands[seat]))
    return trump_of(Card(longest * 13), deal.level)


def _bury(state: Match, seat: int) -> Move:
    """Bury low cards of short side suits; points only where nothing else is left."""
    how = _expected(state, seat)
    free = buriable(state, seat)
    copies = Count(free)
    lengths = Count(how.suits[card] for card in free)

    def keep(card: Card) -> int:
        if how.suits[card] == TRUMP:
            return 200 + how.heights[card]
        top = 60 if how.heights[card] == 11 else 0
        pair = 40 if copies[card] == 2 else 0
        return 4 * WORTH[card] + top + pair + 4 * lengths[how.suits[card]] + how.heights[card]

    return Bury(tuple(sorted(sorted(free, key=keep)[:BOTTOM])))


def _lead(state: Match, seat: int, chance: Callable[[], float]) -> Cards:
    how, hand = trump_order(state.deal), state.deal.hands[seat]
    unseen = unseen_cards(state.deal, seat)
    safe: list[Cards] = []
    others: list[Part] = []
    for suit in range(5):
        held = how.of_suit(hand, suit)
        parts = parts_of(how, held) if held else ()
        sure = [part for part in parts if not _beaten(how, part, unseen)]
        others += [part for part in parts if part not in sure]
        cards = together(*(part.cards for part in sure))
        if cards and try_throw(how, cards, [unseen]).stood:
            safe.append(cards)
        elif cards:
            safe.append(sure[0].cards)
    if safe:
        return max(safe, key=lambda cards: (how.suits[cards[0]] != TRUMP, len(cards), cards))
    return min(others, key=lambda part: (_lead_price(how, part), chance())).cards


def _beaten(how: Order, part: Part, unseen: Cards) -> bool:
    """Say whether some unseen cards could beat a part."""
    suit = how.suits[part.cards[0]]
    held = how.of_suit(unseen, suit)
    if not part.length:
        return any(how.heights[card] > part.top for card in held)
    twice = [how.heights[card] for card, copies in Count(held).items() if copies == 2]
    return any(
        all(top - step in twice for step in range(part.length)) for top in twice if top > part.top
    )


def _lead_price(how: Order, part: Part) -> int:
    """Prefer tractors, then pairs, then low single cards without points."""
    if part.length > 1:
        return -10 * part.length
    trump = 6 if how.suits[part.cards[0]] == TRUMP else 0
    return 2 * points_in(part.cards) + part.top + trump - 3 * part.length


def _follow(state: Match, seat: int) -> Cards:
    how = trump_order(state.deal)
    plays = [laid.cards for laid in state.deal.trick]
    leading = state.deal.trick[winner_of(how, plays)].seat
    on_table = sum(map(points_in, plays))
    last = len(plays) == 3

    def worth(cards: Cards) -> tuple[int, Cards]:
        wins = winner_of(how, [*plays, cards]) == len(plays)
        own = points_in(cards)
        spent = sum(price_of(how, card) for card in cards)
        if wins:
            return 3 * (on_table + own) + (10 if last else 4) - spent, cards
        partner = leading % 2 == seat % 2
        return (2 * own if partner and last else own if partner else -4 * own) - spent, cards

    return max(map(worth, _candidates(state, seat)))[1]


def _candidates(state: Match, seat: int) -> set[Cards]:
    """Make some plausible legal plays: low, high, with points, without, and ruffs."""
    how, hand = trump_order(state.deal), state.deal.hands[seat]
    lead = state.deal.trick[0].cards
    suit, count = how.suits[lead[0]], len(lead)
    held = how.of_suit(hand, suit)
    prices: list[Price] = [
        lambda card: price_of(how, card) + 4 * WORTH[card],
        lambda card: -how.heights[card],
        lambda card: price_of(how, card) - 4 * WORTH[card],
    ]
    if count == 1 and held:
        return {(card,) for card in held}
    if len(held) <= count:
        found = {_completed(held, without(hand, held), count, price) for price in prices}
        trumps = how.of_suit(hand, TRUMP)
        if not held and len(trumps) >= count:
            found |= {_filled(state, trumps, lead, price) for price in prices}
        return found
    return {_filled(state, held, lead, price) for price in prices}


def _completed(due: Cards, rest: Cards, count: int, price: Price) -> Cards:
    return together(due, sorted(rest, key=price)[: count - len(due)])


def _filled(state: Match, held: Cards, lead: Cards, price: Price) -> Cards:
    """Fill the lead's slots from one suit, the cheapest of equal runs, then cheap cards."""
    how = trump_order(state.deal)
    runs = due_runs(
        how,
        held,
        slots_of(parts_of(how, lead)),
        lambda found: min(found, key=lambda run: sum(map(price, run))),
        state.rules.longest_run_due,
    )
    return _completed(runs, without(held, runs), len(lead), price)
