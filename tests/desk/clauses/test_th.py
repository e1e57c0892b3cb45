"""TH 1 to 13: the rules of Go as the Thai league plays it, by clause."""

from decimal import Decimal

import msgspec
import pytest

from desk.clauses.play import behind, cited, read_into
from desk.clauses.th import (
    BOARD,
    BOOK,
    EVENT,
    KO,
    OPEN,
    RULES,
    SPLIT,
    counted,
    position,
    punished,
    refused,
)
from goboards import cells_of, play
from qipan.games.go import GAME
from qipan.games.go.board import chain_at, liberties
from qipan.games.go.count import Marks, count
from qipan.kernel.errors import IllegalMove
from qipan.kernel.ids import Seat


def test_th_1_sides_put_one_stone_in_turn_and_more_surrounded_wins():
    state = play(GAME.start(RULES, 2, {}), "Q16 D4")
    assert (state.turn, sum(state.cells[at] > 0 for at in state.on.points)) == (0, 2)
    assert refused(state, "b:D4") == "TH 4"
    _, cells = cells_of(".X.O. XX.OO .X.O. .XXO. .X.OO")
    assert count(cells, Marks(), msgspec.structs.replace(RULES, size=5, komi=Decimal(0))).margin > 0


def test_th_2_nineteen_lines_and_no_end_of_stones():
    assert RULES.size == 19
    assert len(GAME.start(RULES, 2, {}).on.points) == 361
    full = position("XXXXX XXXXX XXXXX XXXX. .OOO.", turn=0)
    assert GAME.phase(full) == "play"  # stones are not counted against a supply


def test_th_4_black_begins_and_a_placed_stone_stays():
    state = GAME.start(RULES, 2, {})
    assert GAME.acting(state) == (Seat(0),)
    assert refused(state, "w:D4") == "TH 4"
    behind(BOOK, "4", "go.empty-point", "go.phase")


def test_th_5_liberties_and_stones_without_them_are_taken_off():
    on, cells = cells_of("X...X ..... ..X.. ..... ..X..")
    found = [
        len(liberties(cells, on.near, chain_at(cells, on.near, on.read(text))))
        for text in ("A5", "C1", "C3")
    ]
    assert found == [2, 3, 4]
    after = play(position("OX... ..... ..... ..... ....."), "A4")
    assert (GAME.view(after, None).board[0], after.prisoners) == (".X...", (1, 0))
    behind(BOOK, "5", "go.stones-with-liberty")


def test_th_6_no_stone_without_a_liberty_unless_it_captures():
    shut = position(".X... X.... ..... ..... .....", turn=1)
    assert refused(shut, "A5") == "TH 6"
    assert refused(position("OX... .X... X.... ..... .....", turn=1), "A4") == "TH 6"  # two stones
    captures = position(".XO.. XO... O.... ..... .....", turn=1)
    assert play(captures, "A5").prisoners == (0, 2)
    behind(BOOK, "6", "go.no-suicide")


def test_th_7_dead_stones_come_off_after_the_end():
    state = counted(BOARD, "b:dead A2,w:dead E2")
    assert [side.dead for side in state.counted.sides] == [1, 1]
    behind(BOOK, "7", "go.dead-stones")


def test_th_8_a_ko_is_not_retaken_at_once():
    state = play(position(KO, turn=1), "B4")
    assert refused(state, "C4") == "TH 8"
    assert play(state, "E1 A1 C4").prisoners == (1, 1)


def test_th_9_territory_of_groups_that_live_one_point_each():
    on, cells = cells_of(SPLIT)
    rules = msgspec.structs.replace(RULES, size=5, komi=Decimal(0))
    assert [side.territory for side in count(cells, Marks(), rules).sides] == [4, 4]
    false_eye = Marks(neutral=frozenset({on.read("A5")}))
    assert count(cells, false_eye, rules).sides[0].territory == 3
    behind(BOOK, "9", "go.more-points", "go.equal-points")


def test_th_10_no_territory_in_seki():
    on, cells = cells_of(SPLIT)
    seki = Marks(seki=frozenset(at for at in on.points if cells[at]))
    rules = msgspec.structs.replace(RULES, size=5, komi=Decimal(0))
    assert count(cells, seki, rules).totals == (0, 0)
    behind(BOOK, "10", "go.more-points")


TRIPLE_KO = "OOOOOOO OXO.O.O X.XOXOX XXXXXXX OOOOOOO ....... ......."
ROUND = "D6 B5 F6 D5 B6 F5"


def test_th_11_1_a_repetition_of_both_ends_without_a_winner():
    state = play(position(TRIPLE_KO), ROUND)
    outcome = GAME.outcome(play(play(state, "w:draw"), "b:draw"))
    assert (outcome.places, cited(BOOK, outcome.rule, EVENT)) == ((1, 1), "TH 11.1")


def test_th_11_2_who_alone_can_repeat_chooses_whether_it_is_a_draw():
    behind(BOOK, "11.2", "go.repetition-one-sided")
    state = play(position(TRIPLE_KO), ROUND)
    declined = play(state, "A1")  # playing on is the choice against the draw
    assert (GAME.outcome(declined), declined.cycle) == (None, None)


def test_th_12_1_an_open_boundary_is_not_over_and_the_first_passer_resumes():
    state = play(position(OPEN, turn=0), "pass,pass,b:agree,w:agree,pass,pass")
    state = play(state, "t:count 9f86d081884c7d65")
    assert (GAME.phase(state), state.counted, len(state.gaps) > 0) == ("count", None, True)
    assert play(play(position(OPEN, turn=1), "pass pass"), "b:resume").turn == 1
    behind(BOOK, "12.1", "go.open-boundary", "go.resume", "go.close-boundary", "go.referee-closes")


def test_th_12_1_nobody_is_told_where_the_boundary_is_open():
    state = play(position(OPEN, turn=0), "pass,pass,b:agree,w:agree,pass,pass")
    state = play(state, "t:count 9f86d081884c7d65")
    for seat in (None, Seat(0), Seat(1)):
        assert GAME.view(state, seat).gaps == [[]]  # that it is, not where


WIDE = "...X.O... " * 4 + ".....O... " + "...X.O... " * 4


def test_th_12_1_a_closing_that_decides_the_game_is_refused():
    close = play(position(WIDE, komi=Decimal("-0.5")), "pass pass")
    assert refused(close, "t:close D5=b") == "TH 12.1"  # one point behind if White is first
    clear = play(position(WIDE, komi=Decimal("-40")), "pass pass")
    assert play(clear, "t:close D5=b").gaps == ()


def test_th_12_2_an_unclear_group_is_played_out():
    state = play(position(BOARD), "pass,pass,b:dead A2,w:alive A2")
    resumed = play(state, "w:resume")
    assert (GAME.phase(resumed), resumed.turn) == ("play", 0)
    behind(BOOK, "12.2", "go.resume")


def test_th_12_3_a_pass_and_the_clock_stops_for_the_count():
    state = play(position(BOARD), "pass pass")
    assert GAME.phase(state) == "status"
    assert refused(position(BOARD), "b:agree") == "TH 4"  # nothing is agreed before the passes
    behind(BOOK, "12.3", "go.phase")


def test_th_12_4_the_other_hand_costs_a_warning_and_two_points_each_time():
    article, kinds, _ = punished("other-hand", times=2)
    assert (article, kinds) == ("TH 12.4", {"warning": 1, "game-points": 2})


def test_th_12_5_two_passes_are_the_first_set():
    state = play(position(BOARD), "pass")
    assert GAME.phase(state) == "play"
    assert GAME.phase(play(state, "pass")) == "status"
    lost = play(position(BOARD), "t:lost,pass")
    assert GAME.phase(lost) == "play"  # a turn lost is no pass
    behind(BOOK, "12.5", "go.phase")


def test_th_12_5_a_set_of_passes_needs_a_pass_of_both():
    state = play(position(BOARD), "b:pass,t:lost,b:pass")
    assert (GAME.phase(state), state.passes, state.turn) == ("play", 1, 1)
    assert GAME.phase(play(state, "w:pass")) == "status"
    second = play(position(BOARD), "pass,pass,b:agree,w:agree,b:pass,t:lost,b:pass")
    assert GAME.phase(second) == "second-passes"


def test_th_12_6_life_and_death_is_agreed_place_by_place():
    state = play(position(BOARD), "pass,pass,b:dead A2")
    assert len(state.marks.dead) == 1
    assert play(state, "b:agree,w:alive A2").agreed == (False, False)
    with pytest.raises(IllegalMove):
        play(state, "b:dead A1")  # an empty place has no life to agree on
    behind(BOOK, "12.6", "go.status")


def test_th_12_7_two_passes_again_and_the_game_is_over():
    state = play(position(BOARD), "pass,pass,b:dead A2,b:dead E2,b:agree,w:agree")
    assert GAME.phase(state) == "second-passes"
    state = play(state, "pass pass")
    assert GAME.phase(state) == "count"
    over = play(state, "t:count 9f86d081884c7d65,b:confirm,w:confirm")
    assert GAME.acting(over) == ()
    assert refused(over, "b:pass") == "TH 12.7"


def test_th_13_1_only_referees_count():
    state = play(position(BOARD), "pass,pass,b:dead A2,b:dead E2,b:agree,w:agree,pass,pass")
    assert (RULES.referee_counts, GAME.acting(state)) == (True, (Seat(-1),))
    with pytest.raises(IllegalMove):
        play(state, "b:count 9f86d081884c7d65")


def test_th_13_2_a_photograph_before_the_count():
    state = play(position(BOARD), "pass,pass,b:dead A2,b:dead E2,b:agree,w:agree,pass,pass")
    assert refused(state, "t:count") == "TH 13.2"
    assert play(state, "t:count 9f86d081884c7d65").photo == "9f86d081884c7d65"


def test_th_13_3_dead_stones_and_captures_fill_their_own_sides_territory():
    state = counted(BOARD, "b:dead A2,w:dead E2")
    black, white = state.counted.sides
    assert (black.territory, black.dead, white.territory, white.dead) == (5, 1, 5, 1)
    read_into(BOOK, "13.3", "go.dead-stones")


def test_th_13_4_black_deducts_six_and_a_half():
    assert RULES.komi == Decimal("6.5")
    state = play(position(BOARD), "pass,pass,b:dead A2,w:dead E2,b:agree,w:agree,pass,pass")
    assert str(play(state, "t:count 9f86d081884c7d65").counted) == "W+6.5"
    behind(BOOK, "13.4", "go.more-points")


def test_th_13_5_more_points_win():
    state = play(position(BOARD, komi=Decimal("0.5")), "pass,pass,b:dead A2,w:dead E2")
    state = play(state, "b:agree,w:agree,pass,pass,t:count 9f86d081884c7d65,b:confirm,w:confirm")
    outcome = GAME.outcome(state)
    assert (outcome.winner, outcome.rule) == (1, "go.more-points")
    behind(BOOK, "13.5", outcome.rule)
