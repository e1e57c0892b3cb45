"""The duty to follow: how many cards, of which suit, and with which pairs and tractors.

Whoever has no more cards of the led suit than were led plays all of them and anything beside.
Whoever has more plays that suit alone, and fills the slots of the lead (its tractors and pairs)
as well as the whole hand could.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from random import Random

from qipan.games.shengji.cards import Card, Cards, card_names, holds, together, without
from qipan.games.shengji.fill import Profile, Slots, best_fill, next_length, profile_of, whole_slots
from qipan.games.shengji.order import LEADING, Order
from qipan.games.shengji.shapes import Heap, heap_of, pair_faces, parts_of, slots_of
from qipan.kernel.errors import Refusal
from qipan.kernel.rules import rule

COUNT = rule("shengji.follow.count", "A follower plays as many cards as were led.")
HAND = rule("shengji.own-cards", "Play only cards from your own hand.")
SUIT = rule("shengji.follow.suit", "Follow the led suit for as long as you hold it.")
PAIRS = rule("shengji.follow.pairs", "A led pair asks for a pair, if there is one.")
TRACTOR = rule(
    "shengji.follow.tractor", "If a tractor is led, follow with the longest run of pairs that fits."
)

Pick = Callable[[list[list[Card]]], list[Card]]
"""Chooses one of several runs that are equally due; each is a list of faces, low to high."""


def follow_fault(
    how: Order, hand: Cards, lead: Cards, play: Cards, *, longest: bool = True
) -> Refusal | None:
    """Say why a play does not follow, or None if it does."""
    if not holds(hand, play):
        return Refusal("shengji.not-in-hand", HAND, {"cards": card_names(play)})
    if len(play) != len(lead):
        return Refusal("shengji.follow-count", COUNT, {"due": len(lead), "played": len(play)})
    suit = how.suits[lead[0]]
    held = how.of_suit(hand, suit)
    following = how.of_suit(play, suit)
    due = min(len(held), len(lead))
    if len(following) < due:
        return Refusal("shengji.follow-suit", SUIT, {"due": due, "played": len(following)})
    if len(held) <= len(lead):
        return None
    slots = slots_of(parts_of(how, lead))
    wanted = _duty(profile_of(heap_of(how, held)), slots, longest)
    given = _duty(profile_of(heap_of(how, play)), slots, longest)
    if given == wanted:
        return None
    facts = {"due": [n for n in wanted if n], "played": [n for n in given if n]}
    if sum(given) < sum(wanted):
        return Refusal("shengji.follow-pairs", PAIRS, facts)
    return Refusal("shengji.follow-tractor", TRACTOR, facts)


def due_runs(how: Order, held: Cards, slots: Slots, pick: Pick, longest: bool = True) -> Cards:
    """Choose pairs that fill the slots as well as the hand can; ``pick`` decides among equals."""
    at: list[list[Card]] = [[] for _ in range(LEADING)]
    for card in sorted(pair_faces(held), reverse=True):
        at[how.heights[card]].append(card)
    taken: list[Card] = []
    if not longest:
        slots = whole_slots(profile_of([len(faces) for faces in at]), slots)
    while slots:
        pairs = profile_of([len(faces) for faces in at])
        if not pairs:
            break
        if not slots[0]:
            slots = slots[1:]
            continue
        length = next_length(pairs, slots)
        rest = (slots[0] - length, *slots[1:])
        runs = _runs_towards(at, length, rest, best_fill(pairs, slots)[1:])
        for face in pick(runs):
            taken += (face, face)
            at[how.heights[face]].remove(face)
        slots = rest
    return tuple(sorted(taken))


def any_follow(how: Order, hand: Cards, lead: Cards, dice: Random, longest: bool = True) -> Cards:
    """Pick some legal play at random, without listing all."""
    held = how.of_suit(hand, how.suits[lead[0]])
    if len(held) <= len(lead):
        beside = dice.sample(without(hand, held), len(lead) - len(held))
        return together(held, beside)
    runs = due_runs(how, held, slots_of(parts_of(how, lead)), dice.choice, longest)
    beside = dice.sample(without(held, runs), len(lead) - len(runs))
    return together(runs, beside)


def all_follows(how: Order, hand: Cards, lead: Cards, longest: bool = True) -> Iterator[Cards]:
    """Give every legal play, one by one."""
    held = how.of_suit(hand, how.suits[lead[0]])
    if len(held) <= len(lead):
        for beside in choices(without(hand, held), len(lead) - len(held)):
            yield together(held, beside)
        return
    faces = sorted(set(held))
    for pairs in _due_pair_sets(how, held, lead, longest):
        singles = [face for face in faces if face not in pairs]
        for beside in combinations(singles, len(lead) - 2 * len(pairs)):
            yield together(pairs, pairs, beside)


def count_follows(how: Order, hand: Cards, lead: Cards, longest: bool = True) -> int:
    """Count the different legal plays without listing them."""
    held = how.of_suit(hand, how.suits[lead[0]])
    if len(held) <= len(lead):
        return count_choices(without(hand, held), len(lead) - len(held))
    faces = len(set(held))
    return sum(
        comb(faces - len(pairs), len(lead) - 2 * len(pairs))
        for pairs in _due_pair_sets(how, held, lead, longest)
    )


def choices(cards: Cards, size: int) -> Iterator[Cards]:
    """Give every different choice of so many cards; copies of a face are alike."""
    pairs = pair_faces(cards)
    faces = sorted(set(cards))
    for double in range(min(size // 2, len(pairs)) + 1):
        for chosen in combinations(pairs, double):
            singles = [face for face in faces if face not in chosen]
            for beside in combinations(singles, size - 2 * double):
                yield together(chosen, chosen, beside)


def count_choices(cards: Sequence[Card], size: int) -> int:
    """Count the different choices of so many cards."""
    copies = Counter(Counter(cards).values())
    return sum(
        comb(copies[2], double) * comb(copies[1] + copies[2] - double, size - 2 * double)
        for double in range(min(size // 2, copies[2]) + 1)
    )


def _duty(pairs: Profile, slots: Slots, longest: bool) -> tuple[int, ...]:
    return best_fill(pairs, slots) if longest else whole_slots(pairs, slots)


def _due_pair_sets(
    how: Order, held: Cards, lead: Cards, longest: bool
) -> Iterator[tuple[Card, ...]]:
    """Give every set of faces that, played as the only pairs, does the duty."""
    slots = slots_of(parts_of(how, lead))
    wanted = _duty(profile_of(heap_of(how, held)), slots, longest)
    pairs = sorted(pair_faces(held))
    for size in range(sum(wanted), min(len(lead) // 2, len(pairs)) + 1):
        for chosen in combinations(pairs, size):
            heap = [0] * LEADING
            for face in chosen:
                heap[how.heights[face]] += 1
            if _duty(profile_of(heap), slots, longest) == wanted:
                yield chosen


def _runs_towards(
    at: list[list[Card]], length: int, rest: Slots, wanted: tuple[int, ...]
) -> list[list[Card]]:
    found = []
    for low in range(LEADING - length + 1):
        rows = at[low : low + length]
        if not all(rows):
            continue
        left: Heap = [len(faces) for faces in at]
        for height in range(low, low + length):
            left[height] -= 1
        if best_fill(profile_of(left), rest) == wanted:
            found.append([faces[-1] for faces in rows])
    return found
