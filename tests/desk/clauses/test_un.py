"""UN-X and UN-C: the games themselves under the university's rules, by clause."""

import pytest

from desk.clauses.play import Case, behind, cited, rules_under
from games.chinese_checkers.star import does, position, reachable, triangle
from games.xiangqi.test_claims_in_play import CHECKING, CHECKS, ROOKS, SHUFFLE, ended, played
from play.table_room import Hall
from qipan.desk.conduct.commands import PunishOffence
from qipan.desk.online.seating import control_of
from qipan.games.chinese_checkers import GAME as STAR
from qipan.games.xiangqi import GAME, Claim
from qipan.kernel.errors import IllegalMove
from qipan.kernel.game import RESIGNED
from qipan.kernel.ids import Seat
from qipan.rulebooks import book_named

BOOK = "un-games"
RULES = rules_under(BOOK, "xiangqi")[1]
JUMPS = rules_under(BOOK, "checkers")[1]
MATE = {"fen": "3ak4/4a4/9/9/9/9/9/9/4R4/R2K5 w - - 0 1"}


def test_un_x_1_the_chinese_rules_of_2011_decide_repetitions():
    assert RULES.ruleset == "cxa-2011"
    open_case = {"fen": "5a3/9/3k1a3/9/9/9/4n4/9/r8/5K3 b - - 0 1"}
    threat = "e3c2 f0e0 c2e3 e0f0"
    state = played(f"{threat} {threat} claim:repetition", RULES, open_case)
    assert GAME.phase(state) == "ruling"  # what they leave open, the arbiter decides
    assert cited(BOOK, "xiangqi.perpetual-check", "xiangqi").startswith("UN-X")


def test_un_x_3_thirty_minutes_ten_seconds_and_the_flag_loses():
    case = Case(BOOK, "xiangqi", 4)
    control = control_of(book_named(BOOK).event["xiangqi"], case.now, "online")
    assert (control.main, control.bonus) == (30 * 60_000, 10_000)
    hall = Hall()
    room = hall.open("xiangqi", [control] * 2)
    hall.wait(30 * 60_000 - 1)
    assert room.table.outcome is None
    hall.wait(1)
    assert room.table.outcome.places == (2, 1)
    assert cited(BOOK, room.table.outcome.rule, "xiangqi") == "UN-X 3"


def test_un_x_4_1_mate_stalemate_and_resignation_lose():
    mated = played("a0a9", RULES, {"fen": "4k4/1R7/9/9/9/9/9/9/9/R2K5 w - - 0 1"})
    assert ended(mated) == ((1, 2), "xiangqi.mate")
    stuck = played("b8e8", RULES, {"fen": "3k5/1R7/9/9/9/9/9/9/9/4K4 w - - 0 1"})
    assert ended(stuck) == ((1, 2), "xiangqi.stalemate")
    resigned = GAME.outcome(GAME.retire(played("", RULES), Seat(0), RESIGNED))
    assert resigned.places == (2, 1)
    behind(BOOK, "X-4(1)", "xiangqi.mate", "xiangqi.stalemate", resigned.rule)


def test_un_x_4_1_suicide_loses_once_the_piece_is_let_go():
    with pytest.raises(IllegalMove) as caught:
        played("d0e0", RULES, {"fen": "4k4/9/9/9/9/9/9/4r4/9/3K5 w - - 0 1"})
    assert cited(BOOK, caught.value.rule, "xiangqi") == "UN-X 4(1)"


def test_un_x_4_1_a_second_false_claim_in_one_stage_loses():
    state = played("claim:limit", RULES, ROOKS)
    assert ended(state) is None
    state = GAME.play(state, Seat(0), Claim.LIMIT)
    assert ended(state) == ((2, 1), "xiangqi.false-limit-claim")
    behind(BOOK, "X-4(1)", "xiangqi.false-limit-claim")


@pytest.mark.parametrize(("offence", "times"), [("clock-without-move", 2), ("foul", 3)])
def test_un_x_4_1_two_presses_without_a_move_or_three_fouls_lose(offence, times):
    case = Case(BOOK, "xiangqi", 16).begin()
    case.pair()
    table = case.publish().tables[0]
    for time in range(1, times + 1):
        assert table.board in case.now.current.missing
        case.do(
            PunishOffence(
                section=case.section,
                entrant=table.seats[0],
                offence=offence,
                round=1,
                board=table.board,
            )
        )
        assert case.now.penalties[-1].clause == "X-4(1)", time
    assert case.now.current.results[table.board].score.seats == (0, 2)


def test_un_x_4_2_thirty_rounds_without_a_capture_and_agreement_draw():
    setup = {"fen": "r3k4/9/9/9/9/9/9/9/9/3K4R w - - 59 40"}
    assert ended(played("i0i1 claim:limit", RULES, setup)) == (
        (1, 1),
        "xiangqi.move-limit-reached",
    )
    assert ended(GAME.agree_draw(played("", RULES)))[0] == (1, 1)
    behind(BOOK, "X-4(2)", "xiangqi.move-limit-reached", "game.draw-agreed", "match.replayed")


def test_un_x_6_1_three_times_and_a_player_asks():
    twice = played(SHUFFLE, RULES, ROOKS)
    with pytest.raises(IllegalMove) as caught:
        GAME.play(twice, Seat(0), Claim.REPETITION)
    behind(BOOK, "X-6(1)", caught.value.rule)
    unasked = played(f"{SHUFFLE} {SHUFFLE}", RULES, ROOKS)
    assert GAME.view(unasked, None).warned is None
    assert GAME.view(GAME.play(unasked, Seat(0), Claim.REPETITION), None).warned


def test_un_x_6_2_the_move_into_the_cycle_counts_unless_it_captures():
    capture = {"fen": "r3k4/9/9/9/9/9/9/9/8p/3K4R w - - 0 1"}
    line = "i0i1 a9a8 i1i0 a8a9 i0i1 a9a8 i1i0 a8a9"
    with pytest.raises(IllegalMove):  # the first move took a pawn: the position stood but twice
        GAME.play(played(line, RULES, capture), Seat(0), Claim.REPETITION)
    state = played(line, RULES, ROOKS)
    assert GAME.view(GAME.play(state, Seat(0), Claim.REPETITION), None).warned
    behind(BOOK, "X-6(2)", "xiangqi.no-repetition")


NINE_ROUNDS = (
    "e3d3 d9e9 e5f7 e9f9 f7h8 f9e9 d3e3 e9d9 e3e9 d9d8 e9e8 d8d9 e8d8 d9e9 d8d9 e9e8 d9d8 e8e9"
)
"""Red checks with every move, from many points; no position stands three times."""


def test_un_x_6_3_nine_rounds_over_three_points_need_no_threefold():
    start = {"fen": "3k5/9/9/9/4N4/9/4R4/9/4A4/4K4 w - - 0 1"}
    eight = played(" ".join(NINE_ROUNDS.split()[:16]), RULES, start)
    with pytest.raises(IllegalMove) as caught:
        GAME.play(eight, Seat(0), Claim.REPETITION)
    behind(BOOK, "X-6(3)", caught.value.rule)
    nine = played(f"{NINE_ROUNDS} claim:repetition", RULES, start)
    assert ended(nine) == ((2, 1), "xiangqi.perpetual-check")


def test_un_x_6_4_perpetual_check_loses_at_once_and_others_have_two_rounds():
    state = played(f"{CHECKING} {CHECKING} claim:repetition", RULES, CHECKS)
    assert ended(state) == ((2, 1), "xiangqi.perpetual-check")
    assert cited(BOOK, "xiangqi.perpetual-check", "xiangqi") == "UN-X 6(4)"
    asked = f"{SHUFFLE} {SHUFFLE} claim:repetition"
    assert GAME.view(played(asked, RULES, ROOKS), None).warned.plies_left == 4
    unchanged = played(f"{asked} {SHUFFLE}", RULES, ROOKS)
    assert ended(unchanged) == ((1, 1), "xiangqi.repetition-allowed")
    varied = played(f"{asked} i0i5", RULES, ROOKS)
    assert GAME.view(varied, None).warned is None


# -- UN-C ----------------------------------------------------------------------------------------


def star_refused(state, line):
    with pytest.raises(IllegalMove) as caught:
        does(state, line)
    return cited(BOOK, caught.value.rule, "checkers")


def test_un_c_1_left_neighbour_next_and_a_skip_only_if_all_agree():
    state = STAR.start(JUMPS, 6, {})
    order = []
    for move in ("d1-e5", "skip"):
        order.append(state.turn)
        state = does(state, f"{state.turn}: {move}")
    assert order == [0, 1]
    assert (STAR.phase(state), set(STAR.acting(state))) == ("skip", {0, 2, 3, 4, 5})
    for seat in (0, 2, 3, 4):
        state = does(state, f"{seat}: agree")
    assert does(state, "5: agree").turn == 2
    assert does(state, "5: refuse").turn == 1
    assert star_refused(does(state, "5: refuse"), "1: skip") == "UN-C 1"


def test_un_c_2_one_step_to_any_empty_neighbour():
    state = position([f"i5 {triangle(0, 'd1')}", triangle(3)], rules=JUMPS)
    assert len(reachable(state, "i5")) == 6
    assert star_refused(state, "0: i5-i7") == "UN-C 2"
    assert star_refused(state, "0: q1-p1") == "UN-C 2"


def test_un_c_3_jumps_over_single_pieces_of_anybody_but_never_step_and_jump():
    pieces = [f"i5 i6 {triangle(0, 'd1 d2')}", f"i8 {triangle(3, 'q1')}"]
    state = position(pieces, rules=JUMPS)
    found = reachable(state, "i5")
    assert {"i7", "i9"} <= set(found)  # over one's own, then over the other's
    assert "i10" not in found
    behind(BOOK, "C-3", "chinese-checkers.move")


def test_un_c_4_who_first_fills_the_opposite_triangle_wins():
    ready = [f"m5 {triangle(3, 'n1')}", f"e5 {triangle(0, 'd1')}"]
    state = does(position(ready, rules=JUMPS), "0: m5-n1", "1: e5-e6")
    outcome = STAR.outcome(state)
    assert (outcome.places, cited(BOOK, outcome.rule, "checkers")) == ((1, 2), "UN-C 4")


def test_un_c_5_a_piece_in_its_target_stays_there_but_may_leave_other_triangles():
    pieces = [f"n2 {triangle(0, 'd1')}", f"i5 {triangle(4, 'm1')}"]
    state = position(pieces, rules=JUMPS)
    inside = reachable(state, "n2")
    assert inside
    assert set(inside) <= set(triangle(3).split())
    assert star_refused(state, "0: n2-m6") == "UN-C 5"
    elsewhere = position([f"m4 {triangle(0, 'd1')}", triangle(3)], rules=JUMPS)
    assert set(reachable(elsewhere, "m4")) - set(triangle(4).split())
