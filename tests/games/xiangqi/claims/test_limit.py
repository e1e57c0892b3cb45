"""The move limit: counted ply by ply, with a cap on checks, back or from the request."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.games.xiangqi import legal_moves, ruleset_named, seat_of, write_fen, write_move
from qipan.games.xiangqi.claims import (
    Effect,
    Limit,
    LimitClaim,
    Played,
    count_limit,
    limit_of,
    rule_false_claim,
    rule_limit,
)
from qipan.games.xiangqi.rulesets import Count, FalseClaim
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import Seat
from xiangqi_positions import strewn_board

RED, BLACK = Seat(0), Seat(1)
ROOKS = "3k5/9/9/9/9/9/9/9/r8/R3K4 w - - 0 1"
SHUFFLE = ("e0f0", "d9d8", "f0e0", "d8d9")
"""Four plies without capture or check that come back to where they began."""
CHECKS = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1"
CHECKING = ("a0a9", "e9e8", "a9a8", "e8e9", "a8a0", "e9e8", "a0a8", "e8e9", "a8a0", "e9e8")
"""Three checks by Red; the king steps up and down."""


def times(moves, plies):
    return tuple((moves * (plies // len(moves) + 1))[:plies])


def judge(moves, claim, terms, fen=ROOKS):
    return rule_limit(Played(tuple(moves), fen), claim, terms)


COUNTS = [
    # id, plies, terms, effect, counted
    ("reached", 100, Limit(50), Effect.DRAW, 100),
    ("one ply short", 99, Limit(50), Effect.PLAY_ON, 99),
    ("beyond", 130, Limit(50), Effect.DRAW, 130),
    ("thirty rounds", 60, Limit(30), Effect.DRAW, 60),
    ("sixty rounds", 118, Limit(60), Effect.PLAY_ON, 118),
    ("nothing played", 0, Limit(50), Effect.PLAY_ON, 0),
]


@pytest.mark.parametrize(
    ("_id", "plies", "terms", "effect", "counted"), COUNTS, ids=[row[0] for row in COUNTS]
)
def test_the_count_decides(_id, plies, terms, effect, counted):
    found = judge(times(SHUFFLE, plies), LimitClaim(RED), terms)
    assert (found.effect, found.facts["counted"]) == (effect, counted)
    assert len(found.facts["count"]) == plies
    assert found.rule == (
        "xiangqi.move-limit-reached" if effect is Effect.DRAW else "xiangqi.false-limit-claim"
    )


def test_only_a_capture_begins_the_count_anew():
    before, after = times(SHUFFLE, 96), ("a0a1", "d9d8", "e0f0", "d8d9")
    found = judge(before + after, LimitClaim(RED), Limit(50))
    assert (found.facts["counted"], found.facts["from_ply"]) == (3, 98)


def test_the_first_position_brings_its_plies_along():
    fen = ROOKS.replace("0 1", "96 49")
    found = judge(SHUFFLE, LimitClaim(RED), Limit(50), fen)
    assert (found.effect, found.facts["brought"]) == (Effect.DRAW, 96)
    found = judge(("a0a1", "d9d8"), LimitClaim(RED), Limit(50), fen)
    assert (found.effect, found.facts["brought"]) == (Effect.PLAY_ON, 0)


def test_checks_beyond_the_cap_are_left_out_with_their_answers():
    moves = times(CHECKING, 10)
    free = count_limit(Played(moves, CHECKS), RED, Limit())
    assert [each.total for each in free] == list(range(1, 11))
    assert sum(each.check for each in free) == 3
    capped = count_limit(Played(moves, CHECKS), RED, Limit(checks_counted=1))
    assert [each.counted for each in capped] == [True, True, *[False] * 2, True, True,
                                                 *[False] * 2, True, True]  # fmt: skip
    assert capped[-1].total == 6
    other = count_limit(Played(moves, CHECKS), BLACK, Limit(checks_counted=1))
    assert other[-1].total == 10


def test_what_is_counted_from_the_request():
    forward = Limit(5, Count.FORWARD)
    asked = judge(times(SHUFFLE, 12), LimitClaim(RED), forward)
    assert (asked.effect, asked.rule) == (Effect.PLAY_ON, "xiangqi.limit-count-begins")
    assert asked.facts["from_ply"] == 13
    early = judge(times(SHUFFLE, 20), LimitClaim(RED, requested=12), forward)
    assert (early.effect, early.facts["counted"]) == (Effect.PLAY_ON, 8)
    assert early.technical_fouls == 1
    reached = judge(times(SHUFFLE, 22), LimitClaim(RED, requested=12), forward)
    assert (reached.effect, reached.facts["counted"]) == (Effect.DRAW, 10)
    with pytest.raises(BadInput):
        judge(SHUFFLE, LimitClaim(RED, requested=5), forward)


def test_a_request_lapses_with_a_capture():
    moves = (*times(SHUFFLE, 4), "a0a1", "d9d8")
    found = judge(moves, LimitClaim(RED, requested=2), Limit(1, Count.FORWARD))
    assert found.rule == "xiangqi.limit-count-begins"


def test_mate_and_stalemate_are_lost_and_not_counted():
    fen = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 99 60"
    mate = judge(("b0b9",), LimitClaim(BLACK), Limit(50), fen)
    assert (mate.effect, mate.seat, mate.rule) == (Effect.LOSS, BLACK, "xiangqi.mate")
    fen = "3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 99 60"
    stuck = judge(("e7e8",), LimitClaim(BLACK), Limit(50), fen)
    assert (stuck.effect, stuck.seat, stuck.rule) == (Effect.LOSS, BLACK, "xiangqi.stalemate")


def test_a_claim_in_ones_own_time():
    terms = Limit(2, own_time=True)
    away = judge(SHUFFLE, LimitClaim(BLACK), terms)
    assert (away.effect, away.rule) == (Effect.PLAY_ON, "xiangqi.claim-in-own-time")
    assert judge(SHUFFLE, LimitClaim(RED), terms).effect is Effect.DRAW
    fallen = judge(SHUFFLE, LimitClaim(RED, flag_fallen=True), terms)
    assert (fallen.effect, fallen.seat, fallen.rule) == (
        Effect.LOSS,
        RED,
        "xiangqi.flag-while-claiming",
    )


WORLD = FalseClaim(technical_fouls=1, minutes=5, loses_at=2)
STAGED = FalseClaim(per_stage=True)
LADDER = [
    # id, terms, earlier, ply of the last capture, seconds left, effect, rule
    ("first", WORLD, (), 0, 900, Effect.PLAY_ON, "xiangqi.false-limit-claim"),
    ("just enough time", WORLD, (), 0, 300, Effect.PLAY_ON, "xiangqi.false-limit-claim"),
    ("too little time", WORLD, (), 0, 299, Effect.LOSS, "xiangqi.false-limit-claim-no-time"),
    ("unknown time", WORLD, (), 0, None, Effect.PLAY_ON, "xiangqi.false-limit-claim"),
    ("second", WORLD, (30,), 40, 900, Effect.LOSS, "xiangqi.false-limit-claim-again"),
    ("same stage", STAGED, (45,), 40, None, Effect.LOSS, "xiangqi.false-limit-claim-again"),
    ("right at the capture", STAGED, (40,), 40, None, Effect.LOSS,
     "xiangqi.false-limit-claim-again"),
    ("another stage", STAGED, (30,), 40, None, Effect.PLAY_ON, "xiangqi.false-limit-claim"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("_id", "terms", "earlier", "stage", "left", "effect", "rule"),
    LADDER,
    ids=[row[0] for row in LADDER],
)
def test_what_a_false_claim_costs(_id, terms, earlier, stage, left, effect, rule):
    found = rule_false_claim(BLACK, terms, earlier=earlier, stage=stage, seconds_left=left)
    assert (found.effect, found.rule, found.seat) == (effect, rule, BLACK)
    if effect is Effect.PLAY_ON:
        assert (found.technical_fouls, found.minutes) == (1, terms.minutes)


def test_the_ladder_is_used_by_the_claim():
    terms = limit_of(ruleset_named("wxf-2018"))
    assert (terms.rounds, terms.checks_counted) == (50, 10)
    claim = LimitClaim(RED, seconds_left=1000)
    first = judge(times(SHUFFLE, 80), claim, terms)
    assert (first.effect, first.technical_fouls, first.minutes) == (Effect.PLAY_ON, 1, 5)
    again = judge(times(SHUFFLE, 88), LimitClaim(RED, earlier=(80,)), terms)
    assert (again.effect, again.seat) == (Effect.LOSS, RED)
    assert again.facts["counted"] == 88


@given(st.integers(0, 2**32), st.integers(0, 4))
@settings(max_examples=60)
def test_on_the_claimants_turn_two_plies_are_left_out_for_each_check_too_many(seed, most):
    dice = Random(seed)
    board = strewn_board(dice)
    fen, moves, quiet, checks = write_fen(board), [], 0, 0
    claimant = board.turn
    for _ in range(2 * dice.randint(0, 20)):
        legal = legal_moves(board)
        giving = [move for move in legal if board.after(move).in_check()]
        if not legal:
            return
        move = dice.choice(giving if giving and dice.random() < 0.8 else legal)
        side, taken = board.turn, board.make(move)
        quiet = 0 if taken else quiet + 1
        checks = 0 if taken else checks + (board.in_check() and side == claimant)
        moves.append(write_move(move))
    if not legal_moves(board):
        return
    found = count_limit(Played(tuple(moves), fen), seat_of(claimant), Limit(checks_counted=most))
    total = found[-1].total if found else 0
    if len(found) % 2 == 0:  # the window begins with the claimant's move
        assert total == quiet - 2 * max(0, checks - most)
    assert total <= quiet
