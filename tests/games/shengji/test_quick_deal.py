"""Deals played out quickly: every play is one that the game allows, and the score is the same."""

from random import Random

import pytest

from games.shengji.test_look_ahead import at_cards
from qipan.games.shengji.cards import points_in
from qipan.games.shengji.moves import Play
from qipan.games.shengji.playing import play_cards, trump_order
from qipan.games.shengji.settling import sheet_of
from qipan.games.shengji.thinking.guessed_hands import guessed
from qipan.games.shengji.thinking.look_ahead import DealSearch
from qipan.games.shengji.thinking.quick_deal import QuickDeal
from qipan.kernel.thinking import Limits, Watch


class Recorded(QuickDeal):
    """Writes its tricks down."""

    def __init__(self, *args):
        super().__init__(*args)
        self.tricks = []

    def _single(self, plays, leader):
        return self._noted(plays, super()._single(plays, leader))

    def _pair(self, plays, leader):
        return self._noted(plays, super()._pair(plays, leader))

    def _other(self, plays, leader):
        return self._noted(plays, super()._other(plays, leader))

    def _noted(self, plays, winner):
        self.tricks.append((list(plays), winner))
        return winner


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("plays", [1, 4, 15, 27])
def test_every_play_is_allowed_and_the_sheet_is_that_of_the_game(seed, plays):
    true = at_cards(seed, plays)
    if true.deal.phase != "play":
        pytest.fail("cards are still to be played")
    for number in range(4):
        match = guessed(true, true.deal.turn, Random(number))
        deal = match.deal
        laid = [each.cards for each in deal.trick]
        leader = deal.trick[0].seat if deal.trick else deal.turn
        quick = Recorded(match.rules, trump_order(deal), deal.hands)
        quick.finish(laid, leader)
        told = DealSearch(match, deal.turn, Random(1), Watch(Limits(10**6)))._sheet(match)
        begun = len(laid)
        for played, winner in quick.tricks:
            for cards in played[begun:]:
                match = play_cards(match, match.deal.turn, Play(tuple(sorted(cards))))
            begun = 0
            assert match.deal.tricks[-1].winner == winner
        assert match.deal.phase == "score"
        assert sheet_of(match) == told
        assert sum(quick.won) == sum(
            points_in(cards) for played, _ in quick.tricks for cards in played
        )


def test_pairs_and_tractors_are_led_and_followed():
    shapes = set()
    for seed in range(6):
        match = at_cards(seed, 1)
        quick = Recorded(match.rules, trump_order(match.deal), match.deal.hands)
        quick.finish([laid.cards for laid in match.deal.trick], match.deal.trick[0].seat)
        shapes |= {len(played[0]) for played, _ in quick.tricks}
    assert {1, 2, 4} <= shapes
