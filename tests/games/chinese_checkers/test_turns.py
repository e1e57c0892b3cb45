"""Finishing, ties, passing, skipping, and the options against blocking."""

from random import Random

import pytest

from games.chinese_checkers.star import does, position, triangle
from qipan.games.chinese_checkers import AS_WRITTEN, GAME, CheckersRules
from qipan.games.computer_players import play_out
from qipan.kernel.errors import IllegalMove
from qipan.kernel.game import RESIGNED
from qipan.kernel.ids import Seat

ONE_LEFT = [f"m5 {triangle(3, 'n1')}", f"e5 {triangle(0, 'd1')}"]
"""Both are one step from the end; seat 0 moves first."""


def refused(state, line):
    with pytest.raises(IllegalMove) as caught:
        does(state, line)
    return caught.value.code


def test_two_who_finish_in_the_same_round_share_the_place():
    state = does(position(ONE_LEFT), "0: m5-n1")
    assert (GAME.phase(state), GAME.acting(state)) == ("play", (Seat(1),))
    state = does(state, "1: e5-d1")
    assert GAME.outcome(state).places == (1, 1)


def test_who_does_not_follow_in_the_same_round_is_second():
    state = does(position(ONE_LEFT), "0: m5-n1", "1: e5-e6")
    assert GAME.outcome(state).places == (1, 2)
    alone = CheckersRules(same_round_ties=False)
    assert GAME.outcome(does(position(ONE_LEFT, rules=alone), "0: m5-n1")).places == (1, 2)


def test_the_second_seat_ends_the_round():
    state = does(position(ONE_LEFT, turn=1), "1: e5-d1")
    assert GAME.outcome(state).places == (2, 1)


REFUSALS = [
    ("0: e5-e6", "chinese-checkers.not-own-piece"),
    ("0: m5-m9", "chinese-checkers.no-way"),
    ("0: n2-m6", "chinese-checkers.locked"),
    ("0: pass", "chinese-checkers.no-pass"),
    ("0: agree", "chinese-checkers.nothing-asked"),
    ("1: e5-d1", "game.not-your-turn"),
]


@pytest.mark.parametrize(("line", "code"), REFUSALS)
def test_refusals(line, code):
    assert refused(position(ONE_LEFT), line) == code


def test_a_turn_is_skipped_only_if_all_agree():
    state = does(GAME.start(CheckersRules(), 4, {}), "0: skip")
    assert (GAME.phase(state), GAME.acting(state)) == ("skip", (1, 2, 3))
    assert refused(state, "1: e5-e6") == "chinese-checkers.answer-first"
    agreed = does(state, "2: agree", "1: agree", "3: agree")
    assert (GAME.phase(agreed), agreed.turn) == ("play", 1)
    against = does(state, "2: agree", "3: refuse")
    assert (GAME.phase(against), against.turn) == ("play", 0)
    assert refused(against, "0: skip") == "chinese-checkers.no-skip"
    never = GAME.start(CheckersRules(skipping=False), 4, {})
    assert refused(never, "0: skip") == "chinese-checkers.no-skip"


def test_who_cannot_move_passes_or_must_be_let_skip():
    # nine are locked in the full target, the tenth stands in its old corner, walled in
    pieces = [
        f"a1 {triangle(3, 'q1')}",
        f"b1 b2 c1 c3 q1 {triangle(0, 'a1 b1 b2 c1 c3')}",
    ]
    state = position(pieces)
    assert [GAME.write(state, Seat(0), move) for move in GAME.moves(state, Seat(0))] == ["pass"]
    assert does(state, "0: pass").turn == 1
    written = position(pieces, rules=AS_WRITTEN)
    assert [GAME.write(state, Seat(0), move) for move in GAME.moves(written, Seat(0))] == ["skip"]
    again = does(written, "0: skip", "1: refuse", "0: skip", "1: agree")
    assert again.turn == 1


def shuttle(state, rounds):
    """Let seat 0 pass or wait while seat 1 goes to and fro."""
    for number in range(rounds):
        state = does(state, "0: pass")
        if state.ended:
            return state
        state = does(state, "1: " + ("i5-i6", "i6-i5")[number % 2])
    return state


def walled():
    """Nine own pieces in the target; the tenth hole is foreign, the tenth piece shut in."""
    return [f"a1 {triangle(3, 'q1')}", f"i5 q1 {triangle(0, 'a1 d4')}"]


def test_a_foreign_piece_in_the_target_counts_as_own_after_ten_turns():
    state = shuttle(position(walled()), 9)
    assert (state.finished, state.blocked[0]) == ((), 9)
    state = does(state, "0: pass")
    assert state.finished == ((0, 10),)
    never = shuttle(position(walled(), rules=CheckersRules(blocked_turns=0)), 12)
    assert never.finished == ()


def test_a_target_that_others_have_not_left_is_not_won():
    """Full with one own piece is not enough: at least eight must be own."""
    state = position([f"n1 {triangle(0, 'd1')}", f"d1 {triangle(3, 'n1')}"], round=5)
    for number in range(12):
        state = does(state, "0: " + ("d2-e6", "e6-d2")[number % 2])
        state = does(state, "1: " + ("n2-m6", "m6-n2")[number % 2])
        assert state.finished == ()


def test_from_a_round_on_home_must_be_left():
    state = GAME.start(CheckersRules(leave_home_from=2), 2, {})
    state = does(state, "0: d1-e5", "1: n1-m5")
    assert refused(state, "0: e5-f5") == "chinese-checkers.leave-home"
    assert does(state, "0: d2-e6").turn == 1


def test_after_the_last_round_the_rest_is_measured():
    state = GAME.start(CheckersRules(round_cap=1), 3, {})
    state = does(state, "0: d1-e5", "1: skip", "0: agree", "2: agree", "2: n1-m5")
    outcome = GAME.outcome(state)
    assert (outcome.rule, outcome.places) == ("chinese-checkers.round-cap", (1, 3, 1))


def test_who_retires_is_last_and_the_pieces_stay():
    state = GAME.start(CheckersRules(), 3, {})
    state = GAME.retire(state, Seat(0), RESIGNED)
    assert (state.turn, state.ended, state.pieces[0].bit_count()) == (1, None, 10)
    state = GAME.retire(state, Seat(2), RESIGNED)
    assert GAME.outcome(state).places == (3, 1, 2)


def test_who_retires_need_not_be_asked():
    state = does(GAME.start(CheckersRules(), 3, {}), "0: skip", "1: agree")
    state = GAME.retire(state, Seat(2), RESIGNED)
    assert (GAME.phase(state), state.turn) == ("play", 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_computer_players_finish_and_all_are_ranked(players):
    played = play_out(GAME, GAME.start(CheckersRules(), players, {}), Random(players))
    assert played.outcome is not None
    assert len(played.outcome.places) == players
    assert played.outcome.rule == "chinese-checkers.finish"
    assert len(played.state.finished) >= players - 1


def test_the_same_dice_play_the_same_game():
    games = [play_out(GAME, GAME.start(CheckersRules(), 6, {}), Random(7)) for _ in range(2)]
    assert games[0] == games[1]
