"""Claims, warnings and arbiters' decisions while a game is played."""

import pytest

from qipan.games.xiangqi import GAME, Claim, Decision, XiangqiRules
from qipan.games.xiangqi.rulesets import Count
from qipan.games.xiangqi.state import Penalty
from qipan.games.xiangqi.view import WarningView
from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.ids import TABLE, Seat

ROOKS = {"fen": "r3k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1"}
SHUFFLE = "i0i1 a9a8 i1i0 a8a9"
CHECKS = {"fen": "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"}
CHECKING = "e1d1 d9e9 d1e1 e9d9"
OPEN = {"fen": "5a3/9/3k1a3/9/9/9/4n4/9/r8/5K3 b - - 0 1"}
THREAT = "e3c2 f0e0 c2e3 e0f0"


def played(text, rules=None, setup=None):
    state = GAME.start(rules or XiangqiRules(), 2, setup or {})
    for word in text.split():
        seat = GAME.acting(state)[0]
        state = GAME.play(state, seat, GAME.read(state, seat, word))
    return state


def ended(state):
    outcome = GAME.outcome(state)
    return outcome and (outcome.places, outcome.rule)


def test_a_claimed_repetition_is_a_draw():
    state = played(f"{SHUFFLE} {SHUFFLE} claim:repetition", setup=ROOKS)
    assert ended(state) == ((1, 1), "xiangqi.repetition-allowed")


def test_a_claim_that_comes_too_early_is_refused_and_changes_nothing():
    state = played(SHUFFLE, setup=ROOKS)
    with pytest.raises(IllegalMove) as caught:
        GAME.play(state, Seat(0), Claim.REPETITION)
    assert caught.value.code == "xiangqi.nothing-to-rule"
    assert GAME.phase(state) == "play"


@pytest.mark.parametrize("ruleset", ["axf", "wxf-2018", "cxa-2011", "cxa-2020"])
def test_perpetual_check_loses_at_once_under_every_ruleset(ruleset):
    state = played(f"{CHECKING} {CHECKING} claim:repetition", XiangqiRules(ruleset=ruleset), CHECKS)
    assert ended(state) == ((2, 1), "xiangqi.perpetual-check")


def test_without_claims_the_ruling_comes_by_itself():
    state = played(f"{CHECKING} {CHECKING}", XiangqiRules(claimed=False), CHECKS)
    assert ended(state) == ((2, 1), "xiangqi.perpetual-check")


def test_chinese_rules_give_two_rounds_to_vary():
    rules = XiangqiRules(ruleset="cxa-2020")
    state = played(f"{SHUFFLE} {SHUFFLE} claim:repetition", rules, ROOKS)
    assert ended(state) is None
    assert GAME.view(state, None).warned == WarningView(
        must_vary=None, rule="xiangqi.repetition-allowed", plies_left=4
    )
    again = f"{SHUFFLE} {SHUFFLE} claim:repetition {SHUFFLE}"
    assert ended(played(again, rules, ROOKS)) == ((1, 1), "xiangqi.repetition-allowed")


def test_who_varies_in_time_lifts_the_warning():
    rules = XiangqiRules(ruleset="cxa-2020")
    state = played(f"{SHUFFLE} {SHUFFLE} claim:repetition i0i5", rules, ROOKS)
    assert (ended(state), GAME.view(state, None).warned) == (None, None)


def test_in_the_first_rounds_a_draw_means_that_red_must_vary():
    rules = XiangqiRules(draw_from=16)
    state = played(f"{SHUFFLE} {SHUFFLE} claim:repetition", rules, ROOKS)
    assert GAME.view(state, None).warned.must_vary == "red"
    with pytest.raises(IllegalMove) as caught:
        GAME.agree_draw(state)
    assert (caught.value.code, caught.value.facts) == (
        "xiangqi.draw-too-early",
        {"round": 5, "first_round": 16},
    )
    assert ended(GAME.agree_draw(played("", XiangqiRules(draw_from=1)))) == (
        (1, 1),
        "game.draw-agreed",
    )


def test_the_move_limit_is_claimed():
    rules = XiangqiRules(limit=2)
    assert ended(played(f"{SHUFFLE} claim:limit", rules, ROOKS)) == (
        (1, 1),
        "xiangqi.move-limit-reached",
    )


def test_the_first_position_brings_its_quiet_plies():
    setup = {"fen": "r3k4/9/9/9/9/9/9/9/9/3K4R w - - 98 80"}
    assert ended(played("i0i1 a9a8 claim:limit", setup=setup)) == (
        (1, 1),
        "xiangqi.move-limit-reached",
    )


def test_a_false_claim_costs_minutes_and_the_second_loses():
    rules = XiangqiRules(ruleset="wxf-2018")
    state = played("i0i1 claim:limit", rules, ROOKS)
    assert GAME.view(state, None).penalties == (
        Penalty(seat=1, ply=1, technical_fouls=1, minutes=5),
    )
    assert ended(state) is None
    state = GAME.play(state, Seat(1), Claim.LIMIT)
    assert ended(state) == ((1, 2), "xiangqi.false-limit-claim")


def test_chinese_rules_count_false_claims_anew_after_a_capture():
    rules = XiangqiRules(ruleset="cxa-2011")
    setup = {"fen": "r3k4/9/9/9/9/9/9/8p/9/3K4R w - - 0 1"}
    state = played("claim:limit i0i2 a9a8 claim:limit", rules, setup)
    assert ended(state) is None
    assert ended(GAME.play(state, Seat(0), Claim.LIMIT)) == ((2, 1), "xiangqi.false-limit-claim")


def test_of_the_claimants_checks_only_some_count():
    rules = XiangqiRules(ruleset="wxf-2018", limit=4, checks_counted=1)
    state = played(f"{CHECKING} {CHECKING}", rules, CHECKS)
    assert ended(GAME.play(state, Seat(0), Claim.LIMIT)) is None
    state = played(f"{CHECKING} {CHECKING} e1b1 claim:limit", rules, CHECKS)
    assert ended(state) == ((1, 1), "xiangqi.move-limit-reached")


def test_a_check_that_captures_begins_the_count_and_is_not_in_it():
    setup = {"fen": "3k5/9/9/9/9/9/9/9/3pR4/5K3 w - - 0 1"}
    rules = XiangqiRules(ruleset="wxf-2018", limit=4, checks_counted=0)
    assert played("e1d1 d9e9", rules, setup).checks == (0, 0)
    assert played("e1d1 d9e9 d1e1", rules, setup).checks == (1, 0)


def test_a_rapid_game_counts_from_the_request():
    rules = XiangqiRules(limit=2, count=Count.FORWARD)
    state = played(f"{SHUFFLE} claim:limit", rules, ROOKS)
    assert (ended(state), GAME.view(state, None).counted_from) == (None, 4)
    with pytest.raises(IllegalMove) as caught:
        GAME.play(state, Seat(0), Claim.LIMIT)
    assert caught.value.facts == {"plies_left": 4}
    state = played(f"{SHUFFLE} claim:limit {SHUFFLE}", rules, ROOKS)
    assert ended(state) == ((1, 1), "xiangqi.move-limit-reached")


def asked():
    """Give a game in which a mate stood there all the time: only an arbiter can say what for."""
    return played(f"{THREAT} {THREAT} claim:repetition", XiangqiRules(ruleset="cxa-2020"), OPEN)


DECISIONS = [
    (Decision.PLAY_ON, None),
    (Decision.DRAW, ((1, 1), "xiangqi.arbiter-decides")),
    (Decision.RED_WINS, ((1, 2), "xiangqi.arbiter-decides")),
    (Decision.BLACK_WINS, ((2, 1), "xiangqi.arbiter-decides")),
]


@pytest.mark.parametrize(("decision", "want"), DECISIONS)
def test_what_the_rules_leave_open_the_arbiter_decides(decision, want):
    state = asked()
    assert (GAME.phase(state), GAME.acting(state)) == ("ruling", (TABLE,))
    assert list(GAME.moves(state, TABLE)) == list(Decision)
    assert GAME.view(state, None).ruling.evidence.proposal == "red_wins"
    with pytest.raises(IllegalMove):
        GAME.play(state, Seat(1), GAME.read(state, Seat(1), "e3c2"))
    text = GAME.write(state, TABLE, decision)
    assert ended(GAME.play(state, TABLE, GAME.read(state, TABLE, text))) == want


def test_nobody_else_decides_for_the_arbiter():
    state = played("", XiangqiRules(), ROOKS)
    with pytest.raises(IllegalMove):
        GAME.play(state, Seat(0), Decision.DRAW)
    with pytest.raises(IllegalMove):
        GAME.play(state, TABLE, Decision.DRAW)


@pytest.mark.parametrize("text", ["claim:", "claim:win", "ruling:", "claim:limit x"])
def test_other_words_are_refused(text):
    with pytest.raises(BadInput):
        GAME.read(GAME.start(XiangqiRules(), 2, {}), Seat(0), text)


@pytest.mark.parametrize("text", ["h2e2", "H2-E2", "炮二平五", "C2=5"])
def test_moves_are_read_in_every_notation(text):
    state = GAME.start(XiangqiRules(), 2, {})
    assert GAME.write(state, Seat(0), GAME.read(state, Seat(0), text)) == "h2e2"
