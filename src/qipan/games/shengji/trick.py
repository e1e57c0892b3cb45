"""Who wins a trick, and what becomes of a throw.

A lead of several parts is a throw. It stands only if no part can be beaten by any other hand;
else its lowest beatable part is played and every card of the attempt costs points.
"""

from collections.abc import Sequence

import msgspec

from qipan.games.shengji.cards import Cards, points_in
from qipan.games.shengji.fill import highest_top
from qipan.games.shengji.order import TRUMP, Order
from qipan.games.shengji.rules import ForcedPart
from qipan.games.shengji.shapes import Part, has_run_above, heap_of, parts_of, slots_of
from qipan.kernel.rules import rule

BEATS = rule("shengji.trick.winner", "The highest play of the lead's shape wins; equal: first.")
FORCED = rule("shengji.throw.forced", "After a failed throw a small part is played.")

Key = tuple[int, int]
"""1 for a ruff, then the height of the part that decides."""


class Throw(msgspec.Struct, frozen=True):
    """What a lead became: the cards that lie, and whether it stood as it was meant."""

    played: Cards
    stood: bool


def winner_of(how: Order, plays: Sequence[Cards]) -> int:
    """Give the index of the winning play; the first is the lead [shengji.trick.winner]."""
    lead = plays[0]
    if len(lead) == 1:
        return _highest_card(how, plays)
    parts = parts_of(how, lead)
    best: Key = (0, parts[0].top)
    winner = 0
    for index in range(1, len(plays)):
        key = challenge(how, lead, parts, plays[index])
        if key is not None and key > best:
            best, winner = key, index
    return winner


def _highest_card(how: Order, plays: Sequence[Cards]) -> int:
    """Give the winner of a trick of single cards."""
    suit, height, winner = how.suits[plays[0][0]], how.heights[plays[0][0]], 0
    for index in range(1, len(plays)):
        card = plays[index][0]
        if how.suits[card] == suit:
            higher = how.heights[card] > height
        else:
            higher = how.suits[card] == TRUMP
        if higher and len(plays[index]) == 1:
            suit, height, winner = how.suits[card], how.heights[card], index
    return winner


def challenge(how: Order, lead: Cards, parts: tuple[Part, ...], play: Cards) -> Key | None:
    """Give how high a later play stands, or None if it only follows."""
    suit = how.only_suit(play)
    led = how.suits[lead[0]]
    if suit is None or suit not in (led, TRUMP) or len(play) != len(lead):
        return None
    ruff = int(suit != led)
    slots = slots_of(parts)
    if not slots:
        return ruff, max(how.heights[card] for card in play)
    top = highest_top(heap_of(how, play), slots)
    return None if top is None else (ruff, top)


def trick_points(plays: Sequence[Cards]) -> int:
    """Add up the points in a trick."""
    return sum(map(points_in, plays))


def try_throw(
    how: Order,
    lead: Cards,
    others: Sequence[Cards],
    forced: ForcedPart = ForcedPart.LOWEST_BEATABLE,
) -> Throw:
    """Test a lead of one suit against the other hands [shengji.throw.forced]."""
    parts = parts_of(how, lead)
    if len(parts) == 1:
        return Throw(lead, stood=True)
    suit = how.suits[lead[0]]
    held = [how.of_suit(hand, suit) for hand in others]
    tops = [max((how.heights[card] for card in hand), default=-1) for hand in held]
    heaps = [heap_of(how, hand) for hand in held]
    beatable = [
        part
        for part in parts
        if (not part.length and max(tops, default=-1) > part.top)
        or (part.length and any(has_run_above(heap, part.length, part.top) for heap in heaps))
    ]
    if not beatable:
        return Throw(lead, stood=True)
    among = parts if forced is ForcedPart.LOWEST else beatable
    small = min(among, key=lambda part: (part.length, part.top, part.cards))
    return Throw(small.cards, stood=False)
