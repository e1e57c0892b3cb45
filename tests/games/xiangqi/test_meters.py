"""What everybody sees before a claim: repetition, the count without captures, its price."""

import gc

import pytest

from qipan.games.xiangqi import GAME, Board
from qipan.games.xiangqi.rulesets import Count, XiangqiRules
from qipan.kernel.ids import Seat

QUIET = "3k5/9/9/9/9/9/9/9/8R/4K4 w - - 0 1"
CHECKS = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1"


def after(fen, moves, **rules):
    state = GAME.start(XiangqiRules(**rules), 2, {"fen": fen})
    for number, text in enumerate(moves.split()):
        state = GAME.play(state, Seat(number % 2), GAME.read(state, Seat(number % 2), text))
    return GAME.view(state, None)


def test_times_of_the_position_and_no_ruling_before_the_third():
    meter = after(QUIET, "i1h1 d9d8 h1i1 d8d9").repetition
    assert (meter.times, meter.needed, meter.verdict) == (2, 3, None)


@pytest.mark.parametrize(
    ("fen", "loop", "verdict", "must_vary", "rule"),
    [
        (QUIET, "i1h1 d9d8 h1i1 d8d9", "draw", None, "xiangqi.repetition-allowed"),
        (CHECKS, "a8a9 d9d8 a9a8 d8d9", "must-vary", "red", "xiangqi.perpetual-check"),
    ],
)
def test_at_the_third_time_the_ruling_is_told_before_anybody_claims(
    fen, loop, verdict, must_vary, rule
):
    meter = after(fen, " ".join([loop] * 3)).repetition
    assert meter.times >= 3
    assert (meter.verdict, meter.must_vary, meter.rule) == (verdict, must_vary, rule)


def test_of_a_ruling_that_was_told_no_boards_are_kept():
    """A ruling rests on a board for every ply: fifty kilobytes that nobody asks for again."""

    def boards():
        gc.collect()
        return sum(isinstance(each, Board) for each in gc.get_objects())

    loop = "i1i2 d9d8 i2i1 d8d9"
    assert after(QUIET, " ".join([loop] * 2)).repetition.verdict  # a first one, for what is shared
    before = boards()
    for times in (3, 4, 5):
        assert after(QUIET, " ".join([loop] * times)).repetition.verdict == "draw"
    assert boards() == before


def test_the_limit_counts_plies_and_names_the_price_of_a_wrong_claim():
    limit = after(QUIET, "i1h1 d9d8", ruleset="wxf-2018").limit
    assert (limit.rounds, limit.counted, limit.minutes) == (50, (2, 2), 5)
    assert (limit.technical_fouls, limit.loses) == (1, (False, False))
    claimed = after(QUIET, "i1h1 d9d8 claim:limit", ruleset="wxf-2018")
    assert claimed.limit.loses == (True, False)


def test_where_the_count_begins_with_a_request_nothing_is_counted_before():
    assert after(QUIET, "i1h1 d9d8", count=Count.FORWARD).limit.counted == (0, 0)


def test_a_game_that_is_over_has_no_meters():
    state = GAME.start(XiangqiRules(), 2, {"fen": QUIET})
    view = GAME.view(GAME.agree_draw(state), None)
    assert (view.repetition, view.limit) == (None, None)
