"""The scoresheet: points to levels, bottom, penalties, bank and match result."""

import pytest

from qipan.games.shengji import penalties as p
from qipan.games.shengji.penalties import Adjustment, usual
from qipan.games.shengji.rules import NextBanker, ShengjiRules, checked
from qipan.games.shengji.score import bottom_change, gain_of, multiplier, rank_played
from qipan.games.shengji.scoresheet import Sheet, ledger, settle, verdict
from qipan.kernel.errors import BadInput

LEVELS = [
    # defenders' points, banker's levels, defenders' levels, bank lost
    (-30, 3, 0, False),
    (0, 3, 0, False),
    (5, 2, 0, False),
    (35, 2, 0, False),
    (40, 1, 0, False),
    (75, 1, 0, False),
    (80, 0, 0, True),
    (115, 0, 0, True),
    (120, 0, 1, True),
    (200, 0, 3, True),
    (520, 0, 11, True),
]


@pytest.mark.parametrize(("points", "banker", "defenders", "lost"), LEVELS)
def test_levels(points, banker, defenders, lost):
    gain = gain_of(points)
    assert (gain.banker, gain.defenders, gain.bank_lost) == (banker, defenders, lost)


def test_levels_by_other_readings():
    assert gain_of(80, ShengjiRules(bank_gain_from=80)).defenders == 1
    assert gain_of(-35, ShengjiRules(negative_steps=True)).banker == 3
    assert gain_of(-80, ShengjiRules(negative_steps=True)).banker == 5


@pytest.mark.parametrize(("pairs", "times"), [(0, 2), (1, 4), (2, 8), (3, 12), (4, 16)])
def test_multiplier(pairs, times):
    assert multiplier(pairs) == times


BOTTOMS = [
    # defenders buried, defenders won the last trick, change of 20 points times 4
    (False, False, 0),
    (False, True, 80),
    (True, True, 80),
    (True, False, -80),
]


@pytest.mark.parametrize(("buried", "won", "change"), BOTTOMS)
def test_bottom(buried, won, change):
    assert bottom_change(20, 4, defenders_buried=buried, defenders_won=won) == change


@pytest.mark.parametrize(("level", "rank"), [(-4, 0), (2, 0), (5, 3), (10, 8), (14, 12), (15, 12)])
def test_rank_played(level, rank):
    assert rank_played(level) == rank


PENALTIES = [
    # offence, count, points, levels
    (p.FAILED_THROW, 3, 30, 0),
    (p.WRONG_FOLLOW, 2, 20, 0),
    (p.MISSED_PAIR, 1, 20, 0),
    (p.MISSED_PAIR, 2, 40, 0),
    (p.OUT_OF_TURN, 1, 10, 0),
    (p.LOOKING_BACK, 1, 10, 0),
    (p.DISHONEST, 1, 0, 1),
    (p.DISHONEST, 2, 0, 2),
    (p.OVERDRAWN, 1, 0, 1),
    (p.LEFT_OVER, 1, 0, 3),
    (p.REBURIED, 1, 0, 1),
    (p.CONCEALED, 1, 0, 3),
    (p.SCRAMBLED, 1, 0, 3),
    (p.SIGNALLED, 1, 0, 2),
    (p.BURIED_SINGLY, 1, 0, 2),
]


@pytest.mark.parametrize(("offence", "count", "points", "levels"), PENALTIES)
def test_usual_penalties(offence, count, points, levels):
    assert usual(1, offence, count) == Adjustment(1, offence, points, levels)


def test_a_wrong_follow_is_punished_by_when_it_was_noticed():
    found = [p.wrong_follow(noticed) for noticed in p.Noticed]
    assert found == [p.WRONG_FOLLOW, p.DISHONEST, p.CONCEALED]


@pytest.mark.parametrize(
    ("side", "offence", "count"),
    [(2, p.SIGNALLED, 1), (0, "shengji.phase", 1), (0, p.FAILED_THROW, -1), (0, p.DISHONEST, 5000)],
)
def test_no_such_penalty(side, offence, count):
    with pytest.raises(BadInput):
        usual(side, offence, count)


def test_a_deal_with_everything_in_it():
    sheet = Sheet(
        banker=1,
        trick_points=60,
        bottom_points=10,
        last_length=2,
        defenders_won_last=True,
        adjustments=(usual(1, p.FAILED_THROW, 2), usual(0, p.LOOKING_BACK), usual(1, p.SIGNALLED)),
    )
    entry = settle(ShengjiRules(), 1, (2, 2), sheet)
    assert (entry.bottom_change, entry.penalty_change, entry.points) == (80, 10, 150)
    assert (entry.after, entry.next_banker) == ((3, 0), 2)


def test_levels_may_not_go_below_two_where_the_rules_say_so():
    sheet = Sheet(banker=1, trick_points=80, adjustments=(usual(1, p.CONCEALED),))
    assert settle(ShengjiRules(), 1, (2, 2), sheet).after == (2, -1)
    assert settle(ShengjiRules(negative_levels=False), 1, (2, 3), sheet).after == (2, 2)


def test_the_last_level_may_have_to_be_passed_as_banker():
    rules = ShengjiRules(pass_as_banker=True)
    as_defender = settle(rules, 5, (10, 4), Sheet(banker=1, trick_points=200))
    assert as_defender.after == (10, 4)
    up_to = settle(rules, 5, (9, 4), Sheet(banker=0, trick_points=0))
    assert up_to.after == (10, 4)
    as_banker = settle(rules, 5, (10, 4), Sheet(banker=0, trick_points=40))
    assert as_banker.after == (11, 4)


def test_the_bank_goes_to_partner_or_the_next_seat():
    kept, lost = Sheet(banker=3, trick_points=0), Sheet(banker=3, trick_points=80)
    assert settle(ShengjiRules(), 1, (2, 2), kept).next_banker == 1
    assert settle(ShengjiRules(next_banker=NextBanker.SAME), 1, (2, 2), kept).next_banker == 3
    assert settle(ShengjiRules(), 1, (2, 2), lost).next_banker == 0


VERDICTS = [
    # levels, banker, time up, result
    ((11, 2), 0, False, (0, "shengji.match.passed")),
    ((10, 10), 0, False, None),
    ((5, 4), 1, True, (0, "shengji.match.higher-level")),
    ((4, 4), 1, True, (1, "shengji.match.on-stage")),
    ((2, 2), None, True, (None, "shengji.match.lot")),
]


@pytest.mark.parametrize(("levels", "banker", "time_up", "result"), VERDICTS)
def test_verdict(levels, banker, time_up, result):
    assert verdict(ShengjiRules(), levels, banker, time_up=time_up) == result


def test_a_match_from_its_sheets():
    sheets = [
        Sheet(banker=0, trick_points=0),
        Sheet(banker=2, trick_points=35),
        Sheet(banker=0, trick_points=120),
        Sheet(banker=1, trick_points=40),
    ]
    found = ledger(ShengjiRules(), sheets, time_up=True)
    assert [entry.after for entry in found.entries] == [(5, 2), (7, 2), (7, 3), (7, 4)]
    assert (found.winner, found.rule, found.banker) == (0, "shengji.match.higher-level", 3)
    assert ledger(ShengjiRules(), [], time_up=True, lot=1).winner == 1


@pytest.mark.parametrize(
    "sheets",
    [
        [Sheet(banker=4, trick_points=0)],
        [Sheet(banker=0, trick_points=3)],
        [Sheet(banker=0, trick_points=150, bottom_points=60)],
        [Sheet(banker=0, trick_points=0), Sheet(banker=1, trick_points=0)],
        [Sheet(banker=0, trick_points=0, last_length=13)],
        [Sheet(banker=2 * (n % 2), trick_points=0) for n in range(5)],
    ],
)
def test_sheets_that_cannot_be(sheets):
    with pytest.raises(BadInput):
        ledger(ShengjiRules(), sheets)


@pytest.mark.parametrize(
    "rules",
    [
        ShengjiRules(last_level=15),
        ShengjiRules(bank_gain_from=60),
        ShengjiRules(throw_penalty=-1),
        ShengjiRules(minutes=0),
    ],
)
def test_rules_out_of_bounds(rules):
    with pytest.raises(BadInput):
        checked(rules)
