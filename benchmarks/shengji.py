"""Measure shengji: whole matches between bots with every step checked, and the slowest checks.

``python benchmarks/shengji.py [MATCHES] [SEARCH]``: how many matches, how many hostile hands.
"""

import sys
from collections import Counter
from random import Random
from time import process_time

from qipan.games.computer_players import steps
from qipan.games.shengji import GAME, ShengjiRules, fill
from qipan.games.shengji.cards import PACK, points_in, together
from qipan.games.shengji.follow import any_follow, follow_fault
from qipan.games.shengji.order import TRUMP, order
from qipan.games.shengji.trick import try_throw, winner_of


def check(step):
    """Find all 108 cards and 200 points after a move."""
    deal = step.after.deal
    if not deal.pack:
        return
    laid = [play.cards for trick in deal.tricks for play in trick.plays]
    laid += [play.cards for play in deal.trick]
    before = deal.phase in ("cut", "draw", "close", "lot")
    stock = deal.stock[deal.drawn :] if before else ()
    everything = together(*deal.hands, *laid, stock, deal.bottom)
    assert everything == PACK
    assert points_in(everything) == 200
    if deal.phase == "score":
        assert sum(trick.points for trick in deal.tricks) + points_in(deal.bottom) == 200


def matches(count):
    """Play whole matches; say how they ended."""
    began, endings, deals, moves = process_time(), Counter(), 0, 0
    for seed in range(count):
        dice = Random(seed)
        state = GAME.start(ShengjiRules(), 4, GAME.deal(ShengjiRules(), 4, dice))
        for step in steps(GAME, state, dice):
            check(step)
            state = step.after
            moves += 1
        outcome = GAME.outcome(state)
        endings[outcome.rule if outcome else "NOT OVER"] += 1
        deals += len(state.finished)
    seconds = process_time() - began
    print(f"{count} matches, {deals} deals, {moves} moves in {seconds:.1f} s CPU: {dict(endings)}")


def hostile(dice):
    """Make a lead and hands of many pairs in one suit, most of them trumps."""
    how = order(dice.choice([None, 0, 1]), dice.randrange(13))
    suit = TRUMP if dice.random() < 0.8 else 2
    faces = sorted({card for card in PACK if how.suits[card] == suit})
    dice.shuffle(faces)
    cut = dice.randint(1, max(1, min(len(faces) - 1, 12)))
    lead = tuple(sorted(faces[:cut] * 2))
    if dice.random() < 0.5:
        lead = lead[dice.randrange(len(lead)) :]
    own = sorted(faces, key=lambda card: dice.random())[:12]
    hand = sorted(own * 2)
    hand += dice.sample([card for card in PACK if how.suits[card] != suit], 25 - len(hand))
    return how, lead, tuple(sorted(hand))


def slowest(count):
    """Time checks on hostile hands with nothing remembered from before; print the worst."""
    dice = Random(1)
    worst, total = Counter(), Counter()
    for _ in range(count):
        how, lead, hand = hostile(dice)
        if len(hand) < len(lead):
            continue
        play = any_follow(how, hand, lead, dice)
        jobs = {
            "follow": (follow_fault, how, hand, lead, play),
            "winner": (winner_of, how, [lead, play, play, play]),
            "throw": (try_throw, how, lead, [hand, hand, hand]),
            "sample": (any_follow, how, hand, lead, dice),
        }
        for name, (job, *given) in jobs.items():
            for cached in (fill.best_fill, fill.can_fill, fill._removals):
                cached.cache_clear()
            began = process_time()
            job(*given)
            spent = int((process_time() - began) * 1e6)
            worst[name] = max(worst[name], spent)
            total[name] += spent
    for name in worst:
        mean = total[name] / count / 1000
        print(
            f"{name}: mean {mean:.3f} ms, worst {worst[name] / 1000:.2f} ms CPU, nothing remembered"
        )


def work(heap, slots):
    """Count the profiles that a cold search looks at: a measure without a clock."""
    for cached in (fill.best_fill, fill.can_fill, fill._removals):
        cached.cache_clear()
    fill.best_fill(fill.profile_of(heap), slots)
    fill.highest_top(heap, slots)
    caches = (fill.best_fill, fill.can_fill, fill._removals)
    return sum(cached.cache_info().misses for cached in caches)


def twelve_pairs(dice):
    """Make a heap of twelve pairs and slots of at most twelve."""
    heap = [0] * 16
    while sum(heap) < 12:
        at = dice.randrange(16)
        heap[at] += heap[at] < (3 if at == 12 else 1)
    slots, left = [], dice.randint(2, 12)
    while left:
        slots.append(dice.randint(1, min(left, 5)))
        left -= slots[-1]
    return heap, tuple(sorted(slots, reverse=True))


def climb(starts, tries=60):
    """Search for the hand and lead that make the most work, by small changes."""
    dice = Random(2)
    worst = (0, [], ())
    for _ in range(starts):
        heap, slots = twelve_pairs(dice)
        most = work(heap, slots)
        for _ in range(tries):
            other, shape = heap[:], slots
            if dice.random() < 0.6:
                source = dice.choice([at for at in range(16) if heap[at]])
                target = dice.randrange(16)
                if other[target] < (3 if target == 12 else 1):
                    other[source] -= 1
                    other[target] += 1
            else:
                shape = twelve_pairs(dice)[1]
            found = work(other, shape)
            if found >= most:
                heap, slots, most = other, shape, found
        worst = max(worst, (most, heap, slots))
    most, heap, slots = worst
    began = process_time()
    work(heap, slots)
    spent = (process_time() - began) * 1000
    print(f"most work found by climbing: {most} profiles, {spent:.2f} ms CPU: {heap} {slots}")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    slowest(numbers[1] if len(numbers) > 1 else 5000)
    climb(100)
    matches(numbers[0] if numbers else 1000)
