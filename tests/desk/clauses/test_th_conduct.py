"""TH 17 to 44: recounts, wrong moves, conduct and the clock of the Thai league, by clause."""

import pytest

from desk.clauses.play import behind, cited
from desk.clauses.th import BOARD, BOOK, EVENT, counted, league, position, punished
from goboards import play
from qipan.desk.appeals.commands import AnswerAppeal, DecideAppeal, LodgeAppeal, NameCommittee
from qipan.desk.conduct.commands import PunishOffence, ReplaceClock
from qipan.desk.results.commands import CorrectResult, RecordGame
from qipan.desk.rulings.stones import PauseForStones, RuleDroppedStone
from qipan.games.go import GAME
from qipan.journal.state import Official
from qipan.kernel.errors import Refused
from qipan.kernel.game import RESIGNED
from qipan.kernel.ids import PersonId, RoundNo, Seat
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.rulebooks import book_named


def test_th_3_who_has_black_after_the_guess_is_recorded_with_the_game():
    case = league()
    table = case.now.current.tables[0]
    for number, first in ((1, table.seats[1]), (2, table.seats[1])):
        case.do(
            RecordGame(
                section=case.section,
                round=RoundNo(1),
                board=table.board,
                game=number,
                score=Score((Points(2), Points(0))),
                first=first,
            )
        )
    games = case.now.current.games[table.board]
    assert [game.first for game in games] == [table.seats[1]] * 2
    assert "RecordGame" in book_named(BOOK).clause["3"].actions


def test_th_17_a_complaint_after_the_game_is_void():
    case = league()
    table = case.now.current.tables[0]
    complaint = {"section": case.section, "entrant": table.seats[0], "round": 1, "text": "noise"}
    case.do(LodgeAppeal(**complaint, at="2026-01-01T16:00"))
    for game in (1, 2, 3):
        case.game(table.board, "1-0", game=game)
    for board in (None, table.board):
        with pytest.raises(Refused) as caught:
            case.do(LodgeAppeal(**complaint, board=board, at="2026-01-01T16:01"))
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
    command = CorrectResult(**place, score=flipped, how=How.ADJUDGED, reason="recount")
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


def warned(article, offence, **more):
    found, kinds, case = punished(offence)
    assert (found, kinds) == (article, {"warning": 1, **more})
    return case.now.penalties[-1].remedy


def test_th_24_a_lifted_stone_goes_back_with_a_warning():
    assert warned("TH 24", "lifted-stone") == "stone-back"


def test_th_25_a_dropped_stone_is_the_opponents_or_three_referees_matter():
    case = league()
    table = case.now.current.tables[0]
    place = {"section": case.section, "round": RoundNo(1), "board": table.board}
    fell = {**place, "entrant": table.seats[0]}
    three = tuple(PersonId(f"r{number}") for number in (1, 2, 3))
    with pytest.raises(Refused) as caught:  # named by nobody
        case.do(RuleDroppedStone(**fell, referees=three))
    assert cited(BOOK, caught.value.rule, EVENT) == "TH 25"
    members = tuple(Official(person) for person in three)
    case.do(NameCommittee(body="referees", members=members, despite="nobody is online"))
    case.do(RuleDroppedStone(**fell, referees=three, anew=False))
    case.do(RuleDroppedStone(**fell, agreed=True))
    assert [each.anew for each in case.now.stones] == [False, True]


def test_th_26_clock_and_stone_at_once_is_a_warning_and_again_may_lose():
    article, kinds, _ = punished("clock-with-stone")
    assert (article, kinds) == ("TH 26", {"warning": 1})
    with pytest.raises(Refused) as caught:
        punished("clock-with-stone", choice=1)  # never at once
    assert cited(BOOK, caught.value.rule, EVENT) == "TH 26"
    case = punished("clock-with-stone", game=1)[2]
    again = {"section": case.section, "offence": "clock-with-stone", "round": 1, "board": 1}
    who = case.now.current.tables[0].seats[0]
    with pytest.raises(Refused):  # another player of the team
        case.do(PunishOffence(**again, entrant=who, choice=1, game=2))
    case.do(PunishOffence(**again, entrant=who, choice=1, game=1))
    assert case.now.current.games[1][0].result.score.seats == (0, 2)


def test_th_27_captures_belong_to_the_move():
    warned("TH 27", "clock-before-removal")


def test_th_27_five_stones_stop_the_clock_in_the_last_ten_minutes():
    case = league()
    table = case.now.current.tables[0]
    place = {"section": case.section, "round": RoundNo(1), "board": table.board}
    asked = {**place, "entrant": table.seats[0]}
    for stones, left in ((4, 600), (5, 601), (5, None)):
        with pytest.raises(Refused) as caught:
            case.do(PauseForStones(**asked, stones=stones, seconds_left=left))
        assert cited(BOOK, caught.value.rule, EVENT) == "TH 27"
    case.do(PauseForStones(**asked, stones=5, seconds_left=600))
    assert case.now.pauses[0].stones == 5


def test_th_28_a_displaced_stone_by_agreement_ruling_or_loss():
    behind(BOOK, "28", "ruling.draw", "ruling.replay", "ruling.both-lose")
    assert "RuleGame" in book_named(BOOK).clause["28"].actions
    article, kinds, _ = punished("displaced-on-purpose")
    assert (article, kinds) == ("TH 28", {"lost": 1})


def test_th_30_stones_left_or_taken_wrongly_are_a_warning_and_put_right():
    assert warned("TH 30", "stones-left") == "take-off-rest"
    assert warned("TH 30", "wrong-removal") == "put-back"


def test_th_31_a_ko_retaken_does_not_stand_and_the_turn_is_lost():
    assert warned("TH 31", "ko", **{"turn-lost": 1}) == "taken-back"


def test_th_32_a_suicide_does_not_stand_and_the_turn_is_lost():
    assert warned("TH 32", "suicide", **{"turn-lost": 1}) == "taken-back"


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
    assert "DecideAppeal" in book_named(BOOK).clause["33"].actions


def test_th_36_disturbance_is_a_warning_three_points_or_a_loss():
    assert punished("disturbance")[:2] == ("TH 36", {"warning": 1})
    assert punished("disturbance", choice=1)[1] == {"warning": 1, "game-points": 3}
    assert punished("disturbance", choice=2)[1] == {"lost": 1}


def test_th_37_no_advice_on_a_running_game():
    warned("TH 37", "discussion")


def test_th_41_a_clock_that_fails_is_replaced_with_the_times_left():
    case = league()
    case.do(ReplaceClock(section=case.section, round=1, board=1, left=(1200, 900)))
    assert case.now.clocks[1, 1] == (1200, 900)
    assert cited(BOOK, "conduct.clock-replaced", EVENT) == "TH 41"


def test_th_42_stalling_is_told_to_the_committee_at_once():
    found = protest(league(), "the opponent plays for time")
    assert found.outcome.value == "upheld"
    assert {"LodgeAppeal", "DecideAppeal"} <= {*book_named(BOOK).clause["42"].actions}


def test_th_43_a_win_on_time_is_recorded_at_once():
    case = league()
    case.game(1, "1-0", game=1)
    assert case.now.current.games[1][0].result.score.seats == (2, 0)
    behind(BOOK, "43", "play.time")
    assert "RecordGame" in book_named(BOOK).clause["43"].actions


def test_th_44_a_player_may_resign():
    outcome = GAME.outcome(GAME.retire(position(BOARD), Seat(1), RESIGNED))
    assert (outcome.winner, cited(BOOK, outcome.rule, EVENT)) == (0, "TH 44")
