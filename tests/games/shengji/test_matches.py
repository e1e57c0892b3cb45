"""Whole matches between computer players, checked at every step.

The benchmark plays a thousand; here a few, with the same checks.
"""

from random import Random

import pytest

from games.shengji.table import all_cards
from qipan.games.computer_players import steps
from qipan.games.shengji import GAME, ShengjiRules
from qipan.games.shengji.cards import PACK, points_in
from qipan.games.shengji.state import pack_hash


def check_step(step):
    """Card conservation, points and hashes after one move."""
    deal = step.after.deal
    if deal.pack:
        assert all_cards(deal) == PACK
        laid = sum(trick.points for trick in deal.tricks)
        held = sum(map(points_in, deal.hands)) + points_in(deal.bottom)
        trick = sum(points_in(play.cards) for play in deal.trick)
        if deal.phase in ("bury", "counter", "play", "score"):
            assert laid + held + trick == 200
        assert step.after.hash == pack_hash(deal.salt, deal.pack)


@pytest.mark.parametrize("seed", range(3))
def test_a_match_ends_by_the_rules(seed):
    dice = Random(seed)
    state = GAME.start(ShengjiRules(), 4, GAME.deal(ShengjiRules(), 4, dice))
    for step in steps(GAME, state, dice):
        check_step(step)
        state = step.after
    outcome = GAME.outcome(state)
    assert outcome.rule == "shengji.match.passed"
    assert state.levels[outcome.facts["side"]] > 10
    assert [deal.entry.deal for deal in state.finished] == list(range(1, len(state.finished) + 1))
    for deal in state.finished:
        assert deal.commitment == pack_hash(deal.salt, deal.pack)
