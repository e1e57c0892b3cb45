"""The figures of fair play: what each says of moves made up for the purpose."""

import pytest
from msgspec.structs import replace

from qipan.journal.live.events import MovePlayed, MovesTakenBack, OfferMade
from qipan.play.conduct_log import SeatNoticed
from qipan.views.fair_play.agreement import LevelModel, agreement
from qipan.views.fair_play.contest_figures import contest_figures
from qipan.views.fair_play.examined_game import ExaminedGame, hidden_plies, times_of
from qipan.views.fair_play.hidden_pages import at_least, hidden_pages
from qipan.views.fair_play.measured import measured, wilson
from qipan.views.fair_play.move_facts import MoveFact
from qipan.views.fair_play.move_times import shape
from qipan.views.fair_play.odd_losses import odd_loss

EVEN_CHANCE = LevelModel((0.0, 0.0, 0.0, 0.0), 0.0, 30.0, 1.0)


def fact(ply, *, same=False, loss=30, good=2, chance=500, seat=0):
    best = "a1a2"
    lost = 0 if same else loss
    return MoveFact(ply, seat, best if same else "b1b2", best, chance, lost, good, 30)


def game(number, facts, players=("e1", "e2"), **more):
    return ExaminedGame("xiangqi", number, 1, 1, f"t{number}", 9, players, (), **more), tuple(facts)


def figures_of(*games):
    return contest_figures([each for each, _ in games], {each.key: facts for each, facts in games})


@pytest.mark.parametrize(
    ("move", "counts"),
    [
        (fact(9), False),  # still the opening
        (fact(10), True),
        (fact(10, chance=950), False),  # decided
        (fact(10, chance=50), False),
        (MoveFact(10, 0, "a", "b", 500, 0, 1, 3), False),  # forced
    ],
)
def test_moves_that_tell_nothing_do_not_count(move, counts):
    assert move.counts is counts


def test_agreement_beyond_the_level_is_in_standard_deviations():
    facts = [fact(10 + each, same=each % 4 != 0) for each in range(100)]
    found = agreement(facts, EVEN_CHANCE)
    assert (found.moves, found.same, found.expected, found.uncertainty) == (100, 75, 50.0, 5.0)
    assert found.beyond == 5.0
    assert found.level == 30.0
    assert found.mean_loss == 7.5


def test_a_better_level_explains_more_agreement():
    model = LevelModel((0.0,) * 4, -0.5, 30.0, 1.0)
    weak = agreement([fact(10 + each, same=each % 2 == 0, loss=90) for each in range(40)], model)
    strong = agreement([fact(10 + each, same=each % 2 == 0, loss=5) for each in range(40)], model)
    assert weak.same == strong.same
    assert weak.beyond > strong.beyond


def test_a_hit_that_a_short_look_misses_says_more_than_one_that_all_find():
    model = LevelModel((1.0,) * 4, 0.0, 30.0, 1.0, hard=-3.0, helped=(0.8, 0.7))

    def moves(hard_hits):
        easy = [fact(10 + each, same=each % 4 != 0) for each in range(40)]
        hard = [replace(fact(60 + each, same=each < hard_hits), hard=True) for each in range(20)]
        return agreement([*easy, *hard], model)

    usual, helped = moves(2), moves(8)
    assert (helped.hard, helped.hard_same) == (20, 8)
    assert abs(usual.beyond) < 1
    assert helped.beyond > 3


def test_nothing_judged_is_no_agreement():
    found = agreement([None, fact(1)], EVEN_CHANCE)
    assert (found.moves, found.beyond) == (0, 0.0)


def test_times_add_up_over_offers_and_are_taken_back_with_their_move():
    events = [
        MovePlayed(seat=0, text="a", spent=((0, 500),)),
        OfferMade(seat=1, what="draw"),
        MovePlayed(seat=1, text="b", spent=((1, 900),)),
        MovesTakenBack(plies=1, rule="x", spent=((0, 100),)),
        MovePlayed(seat=1, text="c", spent=((1, 50),)),
        MovePlayed(seat=0, text="d", spent=((0, 70),)),
    ]
    assert times_of(events) == {0: 500, 1: 50, 2: 170}


def test_equal_times_are_even_and_few_say_nothing():
    assert shape([1000] * 12).evenness == 0.0
    assert shape([1000] * 3).evenness is None
    assert shape([]).moves == 0
    assert shape([100, 200, 400, 800] * 4).evenness > 0.7


def test_a_page_hidden_in_ones_own_turn_belongs_to_the_move_that_follows():
    moves = [(3, 0), (5, 1), (8, 0)]
    notes = [
        SeatNoticed(seat=0, what="hidden", seq=2),  # before the first move, seat 0's turn
        SeatNoticed(seat=0, what="hidden", seq=3),  # in the opponent's turn
        SeatNoticed(seat=1, what="hidden", seq=4),
        SeatNoticed(seat=0, what="shown", seq=6),
        SeatNoticed(seat=0, what="hidden", seq=9),  # after the last move
    ]
    assert hidden_plies(notes, moves) == {0, 1}


def test_hidden_pages_are_compared_with_chance_exactly():
    assert at_least(0, 0, 5, 10) == 1.0
    assert at_least(2, 2, 2, 4) == pytest.approx(1 / 6)
    assert at_least(1, 2, 2, 4) == pytest.approx(5 / 6)
    facts = [fact(10 + each, same=each < 5, good=1 if each < 2 else 3) for each in range(20)]
    found = hidden_pages(facts, {10, 11, 12, 13, 14})
    assert (found.hidden, found.same, found.critical) == (5, 5, 2)
    assert found.by_chance == pytest.approx(1 / 15504)


def test_a_loss_far_below_the_others_and_one_given_up_even():
    here = [fact(10 + each, loss=250 + each) for each in range(10)]
    others = [fact(10 + each, loss=20 + each % 3) for each in range(40)]
    odd = odd_loss(here, others, "xiangqi.mate", 0)
    assert odd.below > 10
    assert not odd.given_up_even
    assert odd_loss(here, others, "game.resigned", 480).given_up_even
    assert not odd_loss(here, others, "game.resigned", 100).given_up_even
    assert odd_loss(here[:2], others, "", 0).below is None


def test_the_queue_has_those_first_whose_figures_are_beyond_the_limits():
    helped = [fact(10 + each, same=each % 10 != 0, good=4, loss=250) for each in range(60)]
    plain = [fact(10 + each, same=each % 15 == 0, good=4, seat=1) for each in range(60)]
    found = figures_of(*(game(number, [*helped, *plain]) for number in range(1, 4)))
    assert [each.player for each in found.players] == ["e1", "e2"]
    assert found.players[0].alarms >= 1
    assert found.players[1].alarms == 0
    first = found.players[0].figures[0]
    assert (first.code, first.alarm) == ("agreement", True)
    limit = measured()["xiangqi"].agreement_player
    assert first.false_alarms == round(1000 * limit.false_alarms, 1)
    assert first.bounds == tuple(
        round(1000 * each, 1) for each in wilson(limit.alarms, limit.tested)
    )
    assert first.tested == limit.tested
    assert (found.games, found.judged) == (3, 3)


def test_a_game_without_a_measurement_raises_no_alarm():
    facts = [fact(10 + each, same=True, good=4) for each in range(60)]
    material, _ = game(1, facts)
    gomoku = ExaminedGame("gomoku", 1, 1, 1, "t", 9, material.players, ())
    found = contest_figures([gomoku], {gomoku.key: tuple(facts)})
    assert {each.code for each in found.players[0].figures} == {
        "agreement-unmeasured",
        "strength",
    }
    assert [each.alarms for each in found.players] == [0, 0]
    assert all(each.false_alarms is None for each in found.players[0].figures)


def test_shared_lines_and_one_sided_pairs_are_facts_and_no_alarm():
    seen = ((0, "line-1", "device-1"), (1, "line-1", "device-2"))
    won = [game(number, (), seen=seen, places=(1, 2)) for number in (1, 2, 3)]
    found = figures_of(*won)
    assert [(each.players, each.line, each.device, each.met) for each in found.shared] == [
        (("e1", "e2"), True, False, 3)
    ]
    assert [(each.winner, each.loser, each.games) for each in found.pairs] == [("e1", "e2", 3)]
    assert [each.alarms for each in found.players] == [0, 0]
    answered = figures_of(*won, game(4, (), places=(2, 1)))
    assert answered.pairs == ()


@pytest.mark.parametrize(
    ("found", "of", "low", "high"),
    [(0, 22, 0.0, 0.149), (1, 22, 0.008, 0.218), (6, 12, 0.254, 0.746), (0, 0, 0.0, 1.0)],
)
def test_a_share_has_bounds(found, of, low, high):
    assert wilson(found, of) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_the_measurement_is_there_with_what_it_rests_on():
    found = measured()["xiangqi"]
    for name in ("agreement_player", "strength_player", "times_player", "hidden_player"):
        limit = getattr(found, name)
        assert limit.tested >= 20, name
        assert limit.false_alarms == pytest.approx(limit.alarms / limit.tested, abs=1e-4), name
        assert limit.false_alarms <= 0.1, name
    kinds = {(each.kind, each.figure) for each in found.detections}
    assert {("assisted", "agreement"), ("engine", "strength"), ("throwing", "loss")} <= kinds
