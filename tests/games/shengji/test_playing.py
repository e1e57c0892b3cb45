"""Leads, throws and following at the table, and how a deal is settled."""

import pytest

from games.shengji.table import all_cards, dealt, does, started
from qipan.games.shengji import GAME, ShengjiRules
from qipan.games.shengji.cards import PACK, card_names, points_in, write_cards
from qipan.games.shengji.scoresheet import BY_LOT, HIGHER, ON_STAGE, PASSED
from qipan.games.shengji.settling import sheet_of
from qipan.kernel.errors import IllegalMove
from qipan.kernel.ids import TABLE, Seat

SPADES = "S3 S3 S4 S4 S6 S6 S7 S7 S8 S8 S9 S9 S10 S10 SJ SJ SQ SQ SK"
FIRST = (f"{SPADES} H2", "SA SK", "SA", "")


def leading(hands=FIRST, rules=None, declare="H2"):
    """Seat 0 declares, buries and is to lead, with nobody countering."""
    state = does(dealt(hands, rules=rules, declare=(f"0: declare {declare}",)), "T: close")
    hand = state.deal.hands[0]
    spare = [card for card in hand if card // 13 != 0 and card not in state.deal.committed(0)]
    state = does(state, f"0: bury {write_cards(spare[:8])}")
    for seat in (1, 2, 3):
        state = does(state, f"{seat}: pass")
    return state


def refused(state, line):
    with pytest.raises(IllegalMove) as caught:
        does(state, line)
    return caught.value.code


def test_the_banker_leads_one_suit():
    state = leading()
    assert (state.deal.phase, GAME.acting(state)) == ("play", (Seat(0),))
    assert refused(state, "0: play S3 H2") == "shengji.lead-suits"
    assert refused(state, "0: play SA") == "shengji.not-in-hand"
    assert refused(state, "1: play SA") == "game.not-your-turn"


def test_a_failed_throw_plays_the_small_part_costs_and_stays_open():
    state = leading()
    state = does(state, "0: play SK SQ SQ")
    assert card_names(state.deal.trick[0].cards) == ["SK"]
    seen = GAME.view(state, None).deal
    assert seen.exposed == [["SQ", "SQ"], [], [], []]
    assert [(each.side, each.points) for each in seen.penalties] == [(0, 30)]
    assert all_cards(state.deal) == PACK


@pytest.mark.parametrize(("on_all", "cost"), [(True, 30), (False, 10)])
def test_what_a_failed_throw_costs_is_an_option(on_all, cost):
    state = leading(rules=ShengjiRules(throw_penalty_on_all=on_all))
    state = does(state, "0: play SK SQ SQ")
    assert state.deal.adjustments[0].points == cost


def test_following_is_enforced_with_the_rule():
    state = does(leading(), "0: play S3")
    card = next(card for card in state.deal.hands[1] if state.deal.order.suits[card] != 0)
    with pytest.raises(IllegalMove) as caught:
        does(state, f"1: play {write_cards([card])}")
    assert (caught.value.code, caught.value.rule) == ("shengji.follow-suit", "shengji.follow.suit")


def played_out(state, dice):
    """Play a deal to its last card with random legal plays."""
    while state.deal.phase == "play":
        seat = Seat(state.deal.turn)
        state = GAME.play(state, seat, GAME.sample(state, seat, dice))
    return state


def test_a_deal_is_settled_from_its_tricks(dice):
    state = played_out(leading(), dice)
    assert GAME.acting(state) == (TABLE,)
    deal = state.deal
    sheet = sheet_of(state)
    lost = sum(trick.points for trick in deal.tricks if trick.winner % 2 == 1)
    total = sum(trick.points for trick in deal.tricks) + points_in(deal.bottom)
    assert (sheet.banker, sheet.trick_points, total) == (0, lost, 200)
    assert GAME.view(state, None).deal.bottom == card_names(deal.bottom)
    after = does(state, "T: settle")
    entry = after.finished[0].entry
    assert (after.deal.number, after.deal.banker, after.levels) == (
        2,
        entry.next_banker,
        entry.after,
    )
    opened = GAME.view(after, None).opened
    assert opened.pack == card_names(deal.pack)
    assert opened.hash == state.hash


def test_the_arbiter_enters_penalties_for_the_deal(dice):
    state = played_out(leading(), dice)
    plain = does(state, "T: settle").finished[0].entry
    state = does(
        state,
        "T: adjust 1 shengji.penalty.signalling levels 2",
        "T: adjust 0 shengji.penalty.looking-back points 10",
        "T: settle",
    )
    entry = state.finished[0].entry
    assert entry.points == plain.points + 10
    assert entry.after[1] == entry.before[1] + entry.gain.defenders - 2


def test_a_settled_deal_is_only_corrected_in_levels(dice):
    state = does(played_out(leading(), dice), "T: settle")
    before = state.levels
    late = does(state, "T: adjust 1 shengji.penalty.concealment levels 3 1")
    assert late.levels == (before[0], before[1] - 3)
    assert GAME.view(late, None).ledger[0].penalties[-1].levels == 3
    assert late.deal.level == max(0, late.levels[late.deal.banker % 2] - 2)
    for line in (
        "T: adjust 1 shengji.penalty.looking-back points 10 1",
        "T: adjust 1 shengji.penalty.concealment levels 3 5",
    ):
        assert refused(state, line) == "shengji.adjust-too-late"


def test_a_full_trick_lies_until_the_next_lead(dice):
    state = does(leading(), "0: play S3")
    while state.deal.trick:
        seat = Seat(state.deal.turn)
        state = GAME.play(state, seat, GAME.sample(state, seat, dice))
    seen = GAME.view(state, None).deal
    assert (len(seen.trick), seen.trick_won_by) == (4, state.deal.turn)
    seat = Seat(state.deal.turn)
    after = GAME.view(GAME.play(state, seat, GAME.sample(state, seat, dice)), None).deal
    assert (len(after.trick), after.trick_won_by) == (1, None)


TIMES = [
    # when time is up, phase after it, rule of the outcome
    ("before the pack", "lot", None),
    ("while drawing", "lot", None),
    ("before the first lead", "over", ON_STAGE),
    ("after the first lead", "play", None),
]


@pytest.mark.parametrize(("when", "phase", "rule"), TIMES)
def test_time(when, phase, rule):
    state = {
        "before the pack": started,
        "while drawing": dealt,
        "before the first lead": leading,
        "after the first lead": lambda: does(leading(), "0: play S3"),
    }[when]()
    state = does(state, "T: time")
    outcome = GAME.outcome(state)
    assert (GAME.phase(state), outcome and outcome.rule) == (phase, rule)
    if phase == "lot":
        ended = GAME.outcome(does(state, "T: lot 3"))
        assert (ended.places, ended.rule) == ((2, 1, 2, 1), BY_LOT)
    elif phase == "play":
        assert refused(state, "T: time") == "shengji.time-twice"


def test_a_deal_that_was_led_to_is_finished_and_decides(dice):
    state = played_out(does(leading(), "0: play S3", "T: time"), dice)
    state = does(state, "T: settle")
    outcome = GAME.outcome(state)
    assert outcome.rule in (HIGHER, ON_STAGE, PASSED)
    if outcome.rule == HIGHER:
        assert state.levels[outcome.facts["side"]] == max(state.levels)
