"""TH: the 44 articles, by article: the game under the league's rules, and the referee's desk."""

from decimal import Decimal

import msgspec
import pytest

from desk.clauses.play import Case, behind, cited, rules_under
from goboards import cells_of, play
from goboards import position as drawn_position
from qipan.desk import commands as asked
from qipan.desk.appeals.commands import AnswerAppeal, DecideAppeal, LodgeAppeal, NameCommittee
from qipan.desk.discipline.commands import PunishOffence, ReplaceClock
from qipan.games.go import GAME, rulings
from qipan.games.go.board import chain_at, liberties
from qipan.games.go.count import Marks, count
from qipan.games.go.rulings import Choice, Offence
from qipan.journal.events.appeals import Official
from qipan.kernel.errors import IllegalMove, Refused
from qipan.kernel.game import RESIGNED
from qipan.kernel.ids import PersonId, Seat
from qipan.kernel.results import How
from qipan.rulebooks import book_named

BOOK, EVENT = "th-maklom-2024", "league"
RULES = rules_under(BOOK, EVENT)[1]
OPTIONS = {name: getattr(RULES, name) for name in RULES.__struct_fields__ if name not in ("size",)}
SPLIT = ".X.O. XX.OO .X.O. .XXO. .X.O."
BOARD = ".X.O. .X.O. .X.O. OX.OX .X.O."
OPEN = ".X.O. .X.O. ..... .X.O. .X.O."
KO = ".XO.. X.XO. .XO.. ..... ....."


def position(drawn, turn=0, **options):
    return drawn_position(drawn, turn, **{**OPTIONS, **options})


def refused(state, words):
    """Play what is not allowed; give the article cited."""
    with pytest.raises(IllegalMove) as caught:
        play(state, words)
    return cited(BOOK, caught.value.rule, EVENT)


def league(**options):
    """A league of four teams with the first round published."""
    case = Case(BOOK, EVENT, 4, options=options).begin()
    case.pair()
    case.publish()
    return case


def punished(offence, *, times=1, choice=None, engine=None):
    """Punish an offence of the book; give its article and the penalties of the last time."""
    case = league()
    table = case.now.current.tables[0]
    for _ in range(times):
        case.do(
            PunishOffence(
                section=case.section,
                entrant=table.seats[0],
                offence=offence,
                round=1,
                board=table.board,
                choice=choice,
            )
        )
    found = case.now.penalties[-1]
    if engine is not None:
        behind(BOOK, found.clause, rulings.assess(engine, 0)[0].rule)
    kinds = {each.kind.value: each.amount for each in found.penalties}
    return book_named(BOOK).citation(found.clause), kinds, case


def test_th_1_sides_put_one_stone_in_turn_and_more_surrounded_wins():
    state = play(GAME.start(RULES, 2, {}), "Q16 D4")
    assert (state.turn, sum(state.cells[at] > 0 for at in state.on.points)) == (0, 2)
    assert refused(state, "b:D4") == "TH 1"
    _, cells = cells_of(".X.O. XX.OO .X.O. .XXO. .X.OO")
    assert count(cells, Marks(), msgspec.structs.replace(RULES, size=5, komi=Decimal(0))).margin > 0


def test_th_2_nineteen_lines_and_no_end_of_stones():
    assert RULES.size == 19
    assert len(GAME.start(RULES, 2, {}).on.points) == 361
    full = position("XXXXX XXXXX XXXXX XXXX. .OOO.", turn=0)
    assert GAME.phase(full) == "play"  # stones are not counted against a supply
    behind(BOOK, "2", "go.empty-point")


def test_th_3_nigiri_by_odd_and_even():
    assert rulings.nigiri(7, 1)
    assert rulings.nigiri(8, 2)
    assert not rulings.nigiri(8, 1)
    behind(BOOK, "3", "go.nigiri")


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
    assert (GAME.view(after, None)["board"][0], after.prisoners) == (".X...", (1, 0))
    behind(BOOK, "5", "go.no-suicide")


def test_th_6_no_stone_without_a_liberty_unless_it_captures():
    shut = position(".X... X.... ..... ..... .....", turn=1)
    assert refused(shut, "A5") == "TH 5"
    assert refused(position("OX... .X... X.... ..... .....", turn=1), "A4") == "TH 5"  # two stones
    captures = position(".XO.. XO... O.... ..... .....", turn=1)
    assert play(captures, "A5").prisoners == (0, 2)
    behind(BOOK, "6", "go.no-suicide")


def counted(drawn, words, **options):
    """Go from the first passes to the count, with what players mark."""
    state = play(position(drawn, turn=0, komi=Decimal(0), **options), f"pass,pass,{words}")
    return play(state, "b:agree,w:agree,pass,pass,t:count 9f86d081884c7d65")


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
    closed = play(play(position(OPEN), "pass pass"), "t:close B3=b D3=w")
    assert closed.gaps == ()
    assert not rulings.may_close(1, -1)  # it would change who wins: play on, without a hint
    behind(BOOK, "12.1", "go.open-boundary", "go.resume", "go.close-boundary", "go.referee-closes")


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
    article, kinds, _ = punished("other-hand", times=2, engine=Offence.WRONG_HAND)
    assert (article, kinds) == ("TH 12.4", {"warning": 1, "game-points": 2})


def test_th_12_5_two_passes_are_the_first_set():
    state = play(position(BOARD), "pass")
    assert GAME.phase(state) == "play"
    assert GAME.phase(play(state, "pass")) == "status"
    lost = play(position(BOARD), "t:lost,pass")
    assert GAME.phase(lost) == "play"  # a turn lost is no pass
    behind(BOOK, "12.5", "go.phase")


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
    behind(BOOK, "13.3", "go.dead-stones")


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


def test_th_17_a_complaint_after_the_game_is_void():
    rulings.complaint(game_over=False)
    with pytest.raises(Refused) as caught:
        rulings.complaint(game_over=True)
    assert cited(BOOK, caught.value.rule, EVENT) == "TH 17"


def test_th_18_a_recount_until_the_result_is_confirmed():
    state = counted(BOARD, "b:dead A2,w:dead E2")
    assert GAME.phase(play(state, "b:recount")) == "count"
    case = league()
    case.game(1, "1-0", game=1)
    case.game(1, "1-0", game=2)
    case.game(1, "0-1", game=3)
    before = case.now.current.results[1].score
    place = {"section": case.section, "round": 1, "board": 1}
    flipped = type(before)((before.seats[1], before.seats[0]))
    command = asked.CorrectResult(**place, score=flipped, how=How.ADJUDGED, reason="recount")
    case.do(command)
    assert case.now.current.results[1].score == flipped
    assert "CorrectResult" in book_named(BOOK).clause["18"].actions


def test_th_23_two_moves_in_a_row_lose():
    case = league()
    table = case.now.current.tables[0]
    command = PunishOffence(
        section=case.section, entrant=table.seats[1], offence="two-moves", round=1, board=1
    )
    case.do(command)
    game = case.now.current.games[1][0]
    assert (game.result.score.seats, case.now.penalties[-1].clause) == ((2, 0), "23")
    log = play(position(BOARD), "C1").log
    assert rulings.double_move(log, 0).lost
    behind(BOOK, "23", rulings.double_move(log, 0).rule)


WARNED = [
    # test's article, offence of the book, offence of the engine
    ("TH 24", "lifted-stone", Offence.LIFTED_STONE),
    ("TH 27", "clock-before-removal", Offence.CLOCK_BEFORE_CAPTURES),
    ("TH 31", "ko", Offence.KO_RETAKEN),
    ("TH 32", "suicide", Offence.SUICIDE),
    ("TH 37", "discussion", Offence.ADVICE),
]


def warned(article, offence, engine):
    assert punished(offence, engine=engine)[:2] == (article, {"warning": 1})


def test_th_24_a_lifted_stone_goes_back_with_a_warning():
    warned(*WARNED[0])
    assert rulings.assess(Offence.LIFTED_STONE, 0)[0].put_right == "restore-stone"


def test_th_25_a_dropped_stone_is_the_opponents_or_three_referees_matter():
    assert rulings.dropped(opponent_lets=True).replay
    with pytest.raises(Refused) as caught:
        rulings.dropped(opponent_lets=False)
    assert cited(BOOK, caught.value.rule, EVENT) == "TH 25"
    assert rulings.dropped(opponent_lets=False, committee="replay").by_committee


def test_th_26_clock_and_stone_at_once_is_a_warning_and_again_may_lose():
    article, kinds, _ = punished("clock-with-stone", engine=Offence.CLOCK_WITH_STONE)
    assert (article, kinds) == ("TH 26", {"warning": 1})
    article, kinds, case = punished("clock-with-stone", choice=1)
    assert (article, kinds) == ("TH 26", {"lost": 1})
    assert case.now.current.games[1][0].result.score.seats == (0, 2)
    with pytest.raises(Refused) as caught:
        rulings.assess(Offence.CLOCK_BEFORE_STONE, 0, lose=True)
    behind(BOOK, "26", caught.value.rule)


def test_th_27_captures_belong_to_the_move_and_five_stones_stop_the_clock():
    warned(*WARNED[1])
    pause = rulings.may_pause(5, in_overtime=True, overtime_exists=True, main_left=0)
    few = rulings.may_pause(4, in_overtime=True, overtime_exists=True, main_left=0)
    last = rulings.may_pause(5, in_overtime=False, overtime_exists=False, main_left=600)
    early = rulings.may_pause(5, in_overtime=False, overtime_exists=False, main_left=601)
    assert [each.allowed for each in (pause, few, last, early)] == [True, False, True, False]
    behind(BOOK, "27", pause.rule)


def test_th_28_a_displaced_stone_by_agreement_ruling_or_loss():
    agreed = rulings.displaced((Choice.RESTORE, Choice.RESTORE))
    assert (agreed.by_agreement, agreed.choice) == (True, Choice.RESTORE)
    ruled = rulings.displaced((None, None), Choice.BOTH_LOSE)
    assert ruled.halves == (0, 0)
    purpose = rulings.displaced((None, None), moved_by=0)
    assert purpose.halves == (0, 2)
    behind(BOOK, "28", agreed.rule, purpose.rule)
    article, kinds, _ = punished("displaced-on-purpose")
    assert (article, kinds) == ("TH 28", {"lost": 1})


def test_th_30_stones_left_or_taken_wrongly_are_a_warning_and_put_right():
    article, kinds, _ = punished("wrong-removal", engine=Offence.STONES_LEFT)
    assert (article, kinds) == ("TH 30", {"warning": 1})
    living = rulings.assess(Offence.LIVING_STONES_TAKEN, 0)[0]
    assert living.put_right == "put-back"
    behind(BOOK, "30", living.rule)


def test_th_31_a_ko_retaken_does_not_stand_and_the_turn_is_lost():
    warned(*WARNED[2])
    ruling = rulings.assess(Offence.KO_RETAKEN, 0)[0]
    assert (ruling.turn_lost, ruling.put_right) == (True, "take-back")


def test_th_32_a_suicide_does_not_stand_and_the_turn_is_lost():
    warned(*WARNED[3])
    ruling = rulings.assess(Offence.SUICIDE, 0)[0]
    assert (ruling.turn_lost, ruling.put_right) == (True, "take-back")


def protest(case, text):
    """Take a protest to the committee of three; give the outcome."""
    members = tuple(Official(PersonId(f"p-{name}")) for name in "abc")
    case.do(NameCommittee(body="arbitration", members=members))
    entrant = case.now.current.tables[0].seats[0]
    case.do(
        LodgeAppeal(
            section=case.section, entrant=entrant, round=1, text=text, at="2026-01-01T16:00"
        )
    )
    case.do(AnswerAppeal(section=case.section, appeal="a1", accept=True))
    case.do(DecideAppeal(section=case.section, appeal="a1", upheld=True, reasons="seen"))
    return case.now.appeals["a1"]


def test_th_33_a_dispute_after_the_second_passes_goes_to_the_committee():
    found = protest(league(), "the corner was not dead")
    assert (found.outcome.value, len(found.members)) == ("upheld", 3)
    behind(BOOK, "33", "go.protest-committee")
    assert "DecideAppeal" in book_named(BOOK).clause["33"].actions


def test_th_36_disturbance_is_a_warning_three_points_or_a_loss():
    assert punished("disturbance")[:2] == ("TH 36", {"warning": 1})
    assert punished("disturbance", choice=1)[1] == {"warning": 1, "game-points": 3}
    assert punished("disturbance", choice=2)[1] == {"lost": 1}
    behind(BOOK, "36", rulings.assess(Offence.DISTURBANCE, 0)[0].rule)


def test_th_37_no_advice_on_a_running_game():
    warned(*WARNED[4])


def test_th_41_a_clock_that_fails_is_replaced_with_the_times_left():
    case = league()
    case.do(ReplaceClock(section=case.section, round=1, board=1, left=(1200, 900)))
    assert case.now.clocks[1, 1] == (1200, 900)
    assert cited(BOOK, "conduct.clock-replaced", EVENT) == "TH 41"


def test_th_42_stalling_is_told_to_the_committee_at_once():
    found = protest(league(), "the opponent plays for time")
    assert found.outcome.value == "upheld"
    behind(BOOK, "42", "go.protest-committee")


def test_th_43_a_win_on_time_is_recorded_at_once():
    case = league()
    case.game(1, "1-0", game=1)
    assert case.now.current.games[1][0].result.score.seats == (2, 0)
    behind(BOOK, "43", "play.time")
    assert "RecordGame" in book_named(BOOK).clause["43"].actions


def test_th_44_a_player_may_resign():
    outcome = GAME.outcome(GAME.retire(position(BOARD), Seat(1), RESIGNED))
    assert (outcome.winner, cited(BOOK, outcome.rule, EVENT)) == (0, "TH 44")
