"""Winners of tricks and fates of throws."""

from itertools import combinations
from random import Random

import pytest

from qipan.games.shengji.cards import PACK, card_names, read_cards
from qipan.games.shengji.order import TRUMP, order, read_order
from qipan.games.shengji.rules import ForcedPart
from qipan.games.shengji.shapes import parts_of, slots_of
from qipan.games.shengji.trick import challenge, trick_points, try_throw, winner_of

TRICKS = [
    # trump, level, plays, winner, points
    ("H", "2", "SA|SK|H3|S5", 2, 15),
    ("H", "2", "S5 S5|SK SA|CA CA|H3 H4", 0, 20),
    ("H", "2", "S5 S5|H3 H3|H4 H4|SK SK", 2, 30),
    ("H", "2", "S5 S8|H3 H3|C3 C4|D3 D4", 1, 5),
    (None, "5", "SA SA|D5 D5|C5 C5|LJ BJ", 1, 20),
    ("H", "7", "S3 S3 S4 S4|HA HA S7 S7|H7 H7 D7 D7|S9 S9 S8 S8", 2, 0),
    ("H", "2", "SK SQ SQ|SA SJ SJ|S3 S4 S6|S7 S8 S9", 0, 10),
]


@pytest.mark.parametrize(("trump", "level", "plays", "winner", "points"), TRICKS)
def test_winner(trump, level, plays, winner, points):
    found = [read_cards(play.split()) for play in plays.split("|")]
    assert winner_of(read_order(trump, level), found) == winner
    assert trick_points(found) == points


THROWS = [
    # lead, other hands, what is played (trump H, level 2)
    ("SA SK SK", "SQ S4|H5|C6", "SA SK SK"),
    ("S3 SK SK", "SQ S4|H5|C6", "S3"),
    ("SA S5 S5", "S9 S9|H2|C3", "S5 S5"),
    ("SA S3 S3 S4 S4", "S5 S5 S9 S9|C3|C4", "SA S3 S3 S4 S4"),
    ("SA S3 S3 S4 S4", "S5 S5 S6 S6|C3|C4", "S3 S3 S4 S4"),
    ("SK SQ", "SA|C3|C4", "SQ"),
    ("S2 D2", "C2|C3|C4", "S2 D2"),
    ("SQ", "SA|SK|SA", "SQ"),
]


@pytest.mark.parametrize(("lead", "others", "played"), THROWS)
def test_throw(lead, others, played):
    hands = [read_cards(hand.split()) for hand in others.split("|")]
    found = try_throw(read_order("H", "2"), read_cards(lead.split()), hands)
    assert sorted(card_names(found.played)) == sorted(played.split())
    assert found.stood == (sorted(lead.split()) == sorted(played.split()))


def test_the_lowest_of_all_parts_may_be_forced():
    how, hands = read_order("H", "2"), [read_cards(["S9", "S9"]), (), ()]
    lead = read_cards(["SA", "S5", "S5"])
    found = [try_throw(how, lead, hands, forced).played for forced in ForcedPart]
    assert [card_names(cards) for cards in found] == [["S5", "S5"], ["SA"]]


def plain_top(heights, slots):
    """Try every way to cut pairs into runs for the slots; heights of pairs in, best top out."""
    if not slots:
        return -1
    best = None
    for run in combinations(range(len(heights)), slots[0]):
        tops = sorted(heights[at] for at in run)
        if tops == list(range(tops[0], tops[0] + slots[0])):
            rest = [height for at, height in enumerate(heights) if at not in run]
            if plain_top(rest, slots[1:]) is not None and (best is None or tops[-1] > best):
                best = tops[-1]
    return best


@pytest.mark.parametrize("seed", range(200))
def test_challenge_agrees_with_a_plain_search(seed):
    dice = Random(seed)
    how = order(dice.choice([None, 0, 1]), dice.randrange(13))
    trumps = sorted({card for card in PACK if how.suits[card] == TRUMP})
    side = sorted({card for card in PACK if how.suits[card] == 2})
    pairs = dice.randint(1, min(5, len(trumps)))
    singles = dice.randint(0, 2)
    start = dice.randrange(len(side) - pairs)
    lead = tuple(sorted(side[start : start + pairs] * 2 + side[:singles]))
    if max(lead.count(card) for card in lead) > 2:
        return
    chosen = dice.sample(trumps, min(len(trumps), pairs + dice.randrange(2)))
    play = sorted((chosen * 2)[: len(lead)])
    if len(play) < len(lead):
        return
    play = tuple(play)
    slots = slots_of(parts_of(how, lead))
    heights = [how.heights[card] for card in sorted(set(play)) if play.count(card) == 2]
    top = plain_top(heights, slots)
    wanted = None if top is None else (1, top)
    assert challenge(how, lead, parts_of(how, lead), play) == wanted
