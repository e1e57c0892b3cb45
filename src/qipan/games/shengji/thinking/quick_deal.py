"""A deal played to its end by quick habits, for a search that needs many of them.

All four hands are known here (they are guesses); cards lie in lists by suit, low to high, and are
moved, never copied. Leads are single cards, pairs and tractors; whoever follows wins what is worth
it, feeds the partner and else gives away as little as possible. What a play must be is kept as in
the game itself: led pairs and tractors are followed by the same duty (see ``follow``). Scoring is
the scoresheet's.
"""

from functools import cache
from typing import Final

from qipan.games.shengji.cards import WORTH, Card, Cards, together, without
from qipan.games.shengji.follow import due_runs
from qipan.games.shengji.order import TRUMP, Order
from qipan.games.shengji.rules import BottomBy, ShengjiRules
from qipan.games.shengji.shapes import parts_of, slots_of
from qipan.games.shengji.state import SEATS
from qipan.games.shengji.trick import winner_of

Suits = list[list[Card]]
"""A hand: for each effective suit its cards, low to high."""
_LOWEST: Final = -(10**9)
_SUITS: Final = range(5)
_NO_CARDS: Cards = ()


@cache
def _prices(how: Order) -> tuple[int, ...]:
    """Give what it costs to part with each face, its points aside."""
    return tuple(
        height // 2 + (5 if suit == TRUMP else 0) + (4 if height >= 11 else 0)
        for suit, height in zip(how.suits, how.heights, strict=True)
    )


def price_of(how: Order, card: Card) -> int:
    """Give what it costs to part with a card, its points aside."""
    return _prices(how)[card]


@cache
def _places(how: Order) -> tuple[int, ...]:
    return tuple(height * 64 + card for card, height in enumerate(how.heights))


class QuickDeal:
    """The rest of one deal. ``laid`` counts plays, ``won`` points by side."""

    def __init__(self, rules: ShengjiRules, how: Order, hands: tuple[Cards, ...]) -> None:
        """Take the hands as they are now."""
        self.how, self.step, self.longest = how, rules.step, rules.longest_run_due
        self.largest = rules.bottom_by is BottomBy.LARGEST
        self.suits, self.heights, self.prices = how.suits, how.heights, _prices(how)
        places = _places(how)
        self.hands: list[Suits] = []
        for hand in hands:
            sorted_hand: Suits = [[], [], [], [], []]
            for card in sorted(hand, key=places.__getitem__):
                sorted_hand[self.suits[card]].append(card)
            self.hands.append(sorted_hand)
        self.won = [0, 0]
        self.laid = 0
        self.last_winner = 0
        self.last_length = 0
        """Pairs in the part of the last lead that counts for the bottom."""

    def finish(self, trick: list[Cards], leader: int) -> None:
        """Play on from a trick that may have begun until no card is left."""
        turn = leader
        plays = list(trick)
        while plays or any(self.hands[turn]):
            if not plays:
                plays.append(self._lead(turn))
            lead = plays[0]
            self.laid += SEATS
            if len(lead) == 1:
                winner = self._single(plays, turn)
            elif len(lead) == 2 and lead[0] == lead[1]:
                winner = self._pair(plays, turn)
            else:
                winner = self._other(plays, turn)
            self.won[winner % 2] += sum(WORTH[card] for play in plays for card in play)
            self.last_winner = turn = winner
            if not any(self.hands[turn]):
                parts = parts_of(self.how, lead)
                self.last_length = (parts[0] if self.largest else parts[-1]).length
            plays = []

    # -- leading -------------------------------------------------------------------------------

    def _lead(self, seat: int) -> Cards:
        """Lead what no other hand can beat, side suits and more cards first; else the cheapest."""
        own, heights, prices = self.hands[seat], self.heights, self.prices
        others = [hand for other, hand in enumerate(self.hands) if other != seat]
        best, chosen = _LOWEST, _NO_CARDS
        for suit in _SUITS:
            held = own[suit]
            if not held:
                continue
            trump = 6 if suit == TRUMP else 0
            run = self._best_run(held)
            if run:
                top, length = heights[run[-1]], len(run) // 2
                if self._run_stands(others, suit, top, length):
                    value = 1000 - 20 * trump + 10 * len(run)
                else:
                    value = 3 * length - trump - top - 2 * sum(WORTH[card] for card in run)
                    value += 10 * length if length > 1 else 0
                if value > best:
                    best, chosen = value, tuple(run)
            high = held[-1]
            top = heights[high]
            for hand in others:
                if hand[suit] and heights[hand[suit][-1]] > top:
                    break
            else:
                value = 1000 - 20 * trump + WORTH[high]
                if value > best:
                    best, chosen = value, (high,)
            low = held[0]
            value = -2 * WORTH[low] - prices[low] - trump
            if value > best:
                best, chosen = value, (low,)
        self._take(own, chosen)
        return chosen

    def _best_run(self, held: list[Card]) -> list[Card]:
        """Give the longest run of pairs, the highest of equals, low to high."""
        heights, before = self.heights, Card(-1)
        run: list[Card] = []
        best: list[Card] = []
        for card in held:
            if card == before:
                if run and heights[card] == heights[run[-1]]:
                    pass  # a second pair of the same height: level cards of another suit
                elif run and heights[card] == heights[run[-1]] + 1:
                    run = [*run, card, card]
                else:
                    run = [card, card]
                if len(run) >= len(best):
                    best = run
            before = card
        return best

    def _run_stands(self, others: list[Suits], suit: int, top: int, length: int) -> bool:
        """Say whether no other hand has a higher run of so many pairs."""
        heights = self.heights
        for hand in others:
            held = hand[suit]
            if len(held) < 2 * length or heights[held[-1]] <= top:
                continue
            run, last, before = 0, -2, Card(-1)
            for card in held:
                if card == before:
                    height = heights[card]
                    if height != last:
                        run = run + 1 if height == last + 1 else 1
                        last = height
                    if run >= length and height > top:
                        return False
                before = card
        return True

    def _take(self, hand: Suits, cards: Cards) -> None:
        for card in cards:
            hand[self.suits[card]].remove(card)

    # -- following -----------------------------------------------------------------------------

    def _single(self, plays: list[Cards], leader: int) -> int:
        """Let the others follow a single card; give the winner."""
        heights, prices = self.heights, self.prices
        led = self.suits[plays[0][0]]
        top_suit, top, winner, table = led, -1, leader, 0
        for number, (card,) in enumerate(plays):
            suit = self.suits[card]
            table += WORTH[card]
            if (suit == top_suit and heights[card] > top) or (suit == TRUMP != top_suit):
                top_suit, top, winner = suit, heights[card], (leader + self.step * number) % SEATS
        for number in range(len(plays), SEATS):
            seat = (leader + self.step * number) % SEATS
            hand = self.hands[seat]
            last = number == 3
            bonus = 10 if last else 4
            factor = (2 if last else 1) if (winner - seat) % 2 == 0 else -4
            best, chosen, beats = _LOWEST, -1, False
            for suit in (led,) if hand[led] else _SUITS:
                same, ruffs = suit == top_suit, suit == TRUMP != top_suit
                for card in hand[suit]:
                    if ruffs or (same and heights[card] > top):
                        value = 3 * (table + WORTH[card]) + bonus - prices[card]
                        if value > best:
                            best, chosen, beats = value, card, True
                    else:
                        value = factor * WORTH[card] - prices[card]
                        if value > best:
                            best, chosen, beats = value, card, False
            played = Card(chosen)
            suit = self.suits[played]
            hand[suit].remove(played)
            plays.append((played,))
            table += WORTH[played]
            if beats:
                top_suit, top, winner = suit, heights[played], seat
        return winner

    def _pair(self, plays: list[Cards], leader: int) -> int:
        """Let the others follow a pair; give the winner."""
        heights, prices = self.heights, self.prices
        led = self.suits[plays[0][0]]
        top_suit, top, winner, table = led, -1, leader, 0
        for number, (one, two) in enumerate(plays):
            suit = self.suits[one]
            table += WORTH[one] + WORTH[two]
            if one == two and (
                (suit == top_suit and heights[one] > top) or (suit == TRUMP != top_suit)
            ):
                top_suit, top, winner = suit, heights[one], (leader + self.step * number) % SEATS
        for number in range(len(plays), SEATS):
            seat = (leader + self.step * number) % SEATS
            hand = self.hands[seat]
            held = hand[led]
            last = number == 3
            factor = (2 if last else 1) if (winner - seat) % 2 == 0 else -4
            among = held if len(held) >= 2 else hand[TRUMP] if not held else ()
            best, chosen, before = _LOWEST, -1, -1
            for card in among:
                if card == before:
                    suit = self.suits[card]
                    if (suit == TRUMP != top_suit) or (suit == top_suit and heights[card] > top):
                        value = 3 * (table + 2 * WORTH[card]) + (10 if last else 4)
                    else:
                        value = 2 * factor * WORTH[card]
                    value -= 2 * prices[card]
                    if value > best:
                        best, chosen = value, card
                before = card
            cards: Cards
            if chosen >= 0 and held:
                cards = (Card(chosen), Card(chosen))
            else:
                cheap = self._cheap(hand, led, 2, factor)
                spent = sum(factor * WORTH[card] - prices[card] for card in cheap)
                ruffs = chosen >= 0 and best > spent
                cards = (Card(chosen), Card(chosen)) if ruffs else cheap
            self._take(hand, cards)
            plays.append(cards)
            table += WORTH[cards[0]] + WORTH[cards[1]]
            suit = self.suits[cards[0]]
            if cards[0] == cards[1] and (
                (suit == TRUMP != top_suit) or (suit == top_suit and heights[cards[0]] > top)
            ):
                top_suit, top, winner = suit, heights[cards[0]], seat
        return winner

    def _cheap(self, hand: Suits, led: int, count: int, factor: int) -> Cards:
        """Give the cards that cost least, of the led suit as many as there are."""
        prices = self.prices

        def cost(card: Card) -> int:
            return prices[card] - factor * WORTH[card]

        held = hand[led]
        if len(held) >= count:
            return tuple(sorted(held, key=cost)[:count])
        rest = [card for suit in _SUITS if suit != led for card in hand[suit]]
        return (*held, *sorted(rest, key=cost)[: count - len(held)])

    def _other(self, plays: list[Cards], leader: int) -> int:
        """Let the others follow a tractor or a throw; give the winner."""
        lead = plays[0]
        for number in range(len(plays), SEATS):
            seat = (leader + self.step * number) % SEATS
            ahead = (leader + self.step * winner_of(self.how, plays)) % SEATS
            factor = 1 if (ahead - seat) % 2 == 0 else -4
            cards = self._follow_shape(self.hands[seat], lead, plays, factor)
            self._take(self.hands[seat], cards)
            plays.append(cards)
        return (leader + self.step * winner_of(self.how, plays)) % SEATS

    def _follow_shape(self, hand: Suits, lead: Cards, plays: list[Cards], factor: int) -> Cards:
        led, count = self.suits[lead[0]], len(lead)
        held = hand[led]
        if len(held) > count:
            return self._filled(held, lead, factor)
        if not held and len(hand[TRUMP]) >= count and factor < 0:
            ruff = self._filled(hand[TRUMP], lead, -1)
            if winner_of(self.how, [*plays, ruff]) == len(plays):
                return ruff
        return self._cheap(hand, led, count, factor)

    def _filled(self, held: list[Card], lead: Cards, factor: int) -> Cards:
        """Fill the lead's slots from one suit, the cheapest of equal runs, then cheap cards."""
        prices = self.prices

        def cost(card: Card) -> int:
            return prices[card] - factor * WORTH[card]

        runs = due_runs(
            self.how,
            tuple(held),
            slots_of(parts_of(self.how, lead)),
            lambda found: min(found, key=lambda run: sum(map(cost, run))),
            self.longest,
        )
        rest = sorted(without(held, runs), key=cost)
        return together(runs, rest[: len(lead) - len(runs)])
