"""The duty to follow, against a search that knows nothing of profiles."""

from random import Random

import pytest

from qipan.games.shengji import fill
from qipan.games.shengji.cards import PACK, read_cards
from qipan.games.shengji.follow import (
    all_follows,
    any_follow,
    choices,
    count_choices,
    count_follows,
    follow_fault,
)
from qipan.games.shengji.order import TRUMP, order, read_order
from qipan.games.shengji.shapes import heap_of, pair_faces, parts_of, slots_of

FAULTS = [
    # hand, lead, play, code (trump H, level 2)
    ("S3 S4 S9 S9 C2 C7", "S5 S5", "S3 S4", "shengji.follow-pairs"),
    ("S3 S4 S9 S9 C2 C7", "S5 S5", "S9 S9", None),
    ("S3 S4 S9 S9", "S5 S5", "S9 S9 S3", "shengji.follow-count"),
    ("S3 S4 S9 S9", "S5 S5", "SK SK", "shengji.not-in-hand"),
    ("S3 C7 C8", "S5 S5", "C7 C8", "shengji.follow-suit"),
    ("S3 C7 C8", "S5 S5", "S3 C8", None),
    ("S3 S3 S4 S4 S6 S6 SJ SJ SK", "S7 S7 S8 S8 S9 S9", "S3 S3 S6 S6 SJ SJ", "tractor"),
    ("S3 S3 S4 S4 S6 S6 SJ SJ SK", "S7 S7 S8 S8 S9 S9", "S3 S3 S4 S4 SJ SJ", None),
    ("S3 S3 S4 S6 S8", "SA SK", "S4 S6", None),
]


@pytest.mark.parametrize(("hand", "lead", "play", "code"), FAULTS)
def test_fault(hand, lead, play, code):
    how = read_order("H", "2")
    fault = follow_fault(how, *(read_cards(text.split()) for text in (hand, lead, play)))
    if code is None:
        assert fault is None
    else:
        assert fault.code.endswith(code.removeprefix("shengji."))


def test_a_shorter_run_may_be_made_not_due():
    how = read_order("H", "2")
    hand, lead, play = (
        read_cards(text.split())
        for text in (
            "S3 S3 S4 S4 S6 S6 SJ SJ SK",
            "S7 S7 S8 S8 S9 S9",
            "S3 S3 S6 S6 SJ SJ",
        )
    )
    assert follow_fault(how, hand, lead, play, longest=True) is not None
    assert follow_fault(how, hand, lead, play, longest=False) is None


def plain_best(heap, slots):
    """Search every way to fill the slots, as the rule is worded, without remembering."""
    if not slots:
        return ()
    if not slots[0] or not any(heap):
        return (0, *plain_best(heap, slots[1:]))
    for length in range(slots[0], 0, -1):
        found = []
        for low in range(len(heap) - length + 1):
            if all(heap[low : low + length]):
                left = list(heap)
                for at in range(low, low + length):
                    left[at] -= 1
                rest = (slots[0] - length, *slots[1:])
                found.append((length, *plain_best(left, rest)))
        if found:
            return max(found)
    raise AssertionError("a heap with pairs has runs of one")


def random_case(dice):
    how = order(dice.choice([None, 0, 1, 2, 3]), dice.randrange(13))
    suit = TRUMP if dice.random() < 0.5 else dice.choice([s for s in range(4) if s != how.suit])
    pool = [card for card in PACK if how.suits[card] == suit]
    dice.shuffle(pool)
    pool.sort(key=lambda card: (card * 7 + dice.randrange(3)) % 11)
    size = dice.randint(1, min(6, len(pool) - 1))
    lead, others = tuple(sorted(pool[:size])), pool[size:]
    hand = others[: dice.randint(0, 9)] + dice.sample(
        [card for card in PACK if how.suits[card] != suit], 6
    )
    return how, tuple(sorted(hand)), lead


@pytest.mark.parametrize("seed", range(150))
def test_legal_plays_are_those_that_fill_best(seed):
    dice = Random(seed)
    how, hand, lead = random_case(dice)
    held = how.of_suit(hand, how.suits[lead[0]])
    slots = slots_of(parts_of(how, lead))
    wanted = plain_best(heap_of(how, held), slots)
    legal = set()
    for play in choices(hand, len(lead)):
        inside = how.of_suit(play, how.suits[lead[0]])
        if len(held) <= len(lead):
            good = len(inside) == len(held)
        else:
            good = len(inside) == len(play) and plain_best(heap_of(how, play), slots) == wanted
        assert (follow_fault(how, hand, lead, play) is None) == good
        if good:
            legal.add(play)
    listed = list(all_follows(how, hand, lead))
    assert (set(listed), len(listed)) == (legal, len(legal))
    assert count_follows(how, hand, lead) == len(legal)
    assert count_choices(hand, len(lead)) == len(set(choices(hand, len(lead))))
    for _ in range(5):
        assert any_follow(how, hand, lead, dice) in legal
    shorter = set(all_follows(how, hand, lead, longest=False))
    for _ in range(5):
        assert any_follow(how, hand, lead, dice, longest=False) in shorter
    assert {len(pair_faces(play)) for play in legal} <= {len(pair_faces(play)) for play in shorter}


@pytest.mark.parametrize("seed", range(60))
def test_filling_agrees_with_a_plain_search_on_wide_heaps(seed):
    dice = Random(seed)
    heap = [int(dice.random() < 0.6) for _ in range(16)]
    heap[12] = dice.randrange(4)
    heap[15] = 0
    slots = tuple(sorted((dice.randint(1, 4) for _ in range(dice.randint(1, 2))), reverse=True))
    assert fill.best_fill(fill.profile_of(heap), slots) == plain_best(heap, slots)


def test_hostile_hands_cost_few_profiles():
    """The work on any 12 pairs is bounded by the number of remembered profiles, not by 12!."""
    dice = Random(5)
    for _ in range(30):
        fill.best_fill.cache_clear()
        heap = [0] * 16
        for _ in range(12):
            at = dice.randrange(15)
            if heap[at] < (3 if at == 12 else 1):
                heap[at] += 1
        slots = dice.choice([(1,) * 12, (2,) * 6, (3, 3, 2, 2, 1, 1), (5, 4, 3), (12,), (2, 1) * 4])
        slots = tuple(sorted(slots, reverse=True))
        fill.best_fill(fill.profile_of(heap), slots)
        assert fill.best_fill.cache_info().misses < 1500
