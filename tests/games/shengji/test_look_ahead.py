"""A search for shengji knows what its seat knows: guessed hands, and the plays that follow."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from qipan.games import game_named
from qipan.games.computer_players import computer_of
from qipan.games.shengji.alike import suits_not_held
from qipan.games.shengji.cards import PACK
from qipan.games.shengji.computer import LEVELS, think
from qipan.games.shengji.thinking.guessed_hands import guessed, knows_bottom, unseen_cards
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.thinking import Limits, Watch

SHENGJI = game_named("shengji")


def at_cards(seed, plays):
    """Play a first deal by habit until so many hands of cards are laid."""
    dice = Random(seed)
    rules = SHENGJI.rules_type()
    state = SHENGJI.start(rules, 4, SHENGJI.deal(rules, 4, dice))
    choose, laid = computer_of(SHENGJI), 0
    while laid < plays and not state.finished:
        seat = SHENGJI.acting(state)[-1]
        if seat == TABLE:
            move = SHENGJI.table_move(state, dice)
        else:
            move = choose(state, seat, dice)
            laid += state.deal.phase == "play"
        state = SHENGJI.play(state, seat, move)
    return state


def held(state):
    """Count every card in the deal, wherever it is."""
    deal = state.deal
    laid = [play.cards for trick in deal.tricks for play in trick.plays]
    laid += [play.cards for play in deal.trick]
    return Counter(card for group in (*deal.hands, deal.bottom, *laid) for card in group)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("plays", [0, 3, 21, 37])
def test_guessed_hands_keep_what_the_seat_knows(seed, plays):
    state = at_cards(seed, plays + 1)
    deal = state.deal
    voids = suits_not_held(deal)
    for seat in range(4):
        for number in range(3):
            other = guessed(state, seat, Random(number)).deal
            assert other.hands[seat] == deal.hands[seat]
            assert [len(hand) for hand in other.hands] == [len(hand) for hand in deal.hands]
            assert held(replace(state, deal=other)) == held(state) == Counter(PACK)
            assert knows_bottom(deal, seat) <= (other.bottom == deal.bottom)
            for place, hand in enumerate(other.hands):
                assert place == seat or not {deal.order.suits[c] for c in hand} & voids[place]
                assert not Counter(deal.exposed[place]) - Counter(hand)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("plays", [1, 22, 38])
def test_the_same_knowledge_and_dice_give_the_same_play(seed, plays):
    """Other hidden cards, as far as the seat cannot tell: every decision is the same."""
    state = at_cards(seed, plays)
    seat = SHENGJI.acting(state)[0]
    if seat == TABLE:
        pytest.fail("a seat is to play")
    others = [SHENGJI.alike(state, seat, Random(number)) for number in range(3)]
    others += [guessed(state, seat, Random(number)) for number in range(3)]
    assert any(other.deal.hands != state.deal.hands for other in others)
    for level in (1, 3, 4, 6):
        plays_of = {
            SHENGJI.write(each, seat, think(each, seat, level, Random(5), Watch(Limits(260))))
            for each in (state, *others)
        }
        assert len(plays_of) == 1


def test_what_is_unseen_is_neither_held_nor_laid():
    state = at_cards(1, 20)
    for seat in range(4):
        unseen = Counter(unseen_cards(state.deal, seat))
        others = Counter(c for s, hand in enumerate(state.deal.hands) if s != seat for c in hand)
        assert unseen >= others
        assert unseen.total() == others.total() + (0 if knows_bottom(state.deal, seat) else 8)


def test_a_search_ends_with_its_nodes_and_plays_what_is_legal():
    state = at_cards(2, 5)
    seat = SHENGJI.acting(state)[0]
    for limit in (1, 40, 400):
        watch = Watch(Limits(limit))
        move = think(state, Seat(seat), len(LEVELS), Random(1), watch)
        assert watch.nodes <= limit
        assert SHENGJI.play(state, seat, move).deal.hands != state.deal.hands
