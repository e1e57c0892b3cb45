"""MY 4.5-4.6, MY-V 5.5-5.6, MY-VI 4.6-4.7: drawn finals are played off, by clause."""

from dataclasses import replace

import pytest

from desk.clauses.play import (
    HOME,
    Case,
    behind,
    cited,
    play_boards,
    team_case,
    team_round,
)
from qipan.desk import commands as asked
from qipan.desk.choosing import ChooseSeat, Chosen
from qipan.desk.decide import decide
from qipan.desk.matches import match_of
from qipan.desk.nominating import NominatePlayer
from qipan.desk.online import commands as online
from qipan.desk.online.seating import wanted
from qipan.desk.playoffs import next_play_off
from qipan.desk.records.commands import AttachRecord
from qipan.desk.ruling_commands import RuleGame, Ruling
from qipan.journal.competition import Round
from qipan.journal.events import CompetitionEvent
from qipan.journal.events.matches import SeatChosen
from qipan.journal.events.records import KeptRecord
from qipan.kernel.clock import Increment
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.results import How

BOOK, MINUTE = "my-2018", 60_000
BOARD = BoardNo(1)


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def final(event, rounds, entries=18):
    """The last round of an event with its final drawn; the seats of the final."""
    case = Case(BOOK, event, entries, options={"rounds": rounds}).begin()
    for _ in range(rounds):
        case.round("1-0")
    case.draw_lots()
    case.pair()
    current = case.publish()
    for board in current.missing:
        case.result(board, "0.5-0.5" if board == 1 else "1-0")
    return case, current.tables[0].seats


def team_final(*, live=False):
    """The last round of the teams with its final drawn; the teams of the final."""
    case = team_case()
    if live:
        case.do(online.OpenContest(section=case.section, automatic=False))
    for _ in range(5):
        team_round(case, ("1-0", "0-1", "1-0", "0.5-0.5"))
    case.draw_lots()
    case.pair()
    table = case.publish().tables[0]
    if live:
        seat = online.SeatRound(section=case.section, round=RoundNo(6), at="2026-02-01T10:00:00Z")
        case.do(seat)
    play_boards(case, table.board, ("1-0", "0-1", "1-0", "0-1"))
    for board in case.now.current.missing:
        play_boards(case, board, ("1-0", "1-0", "1-0", "0-1"))
    return case, table.seats


def draw_lot(case):
    """Draw for the next game; say whom the lot names, and who is the other."""
    number = RoundNo(len(case.now.rounds))
    before = set(case.now.lots)
    case.office.draw_play_off(HOME, case.section, "t", (number, BOARD))
    (lot,) = set(case.now.lots) - before
    return case.now.lots[lot].order


def nominate(case, entrant, member):
    person = case.now.entrants[entrant].people[member]
    number = RoundNo(len(case.now.rounds))
    case.do(
        NominatePlayer(
            section=case.section, round=number, board=BOARD, entrant=entrant, person=person
        )
    )
    return person


def choose(case, entrant, chosen):
    number = RoundNo(len(case.now.rounds))
    case.do(
        ChooseSeat(
            section=case.section, round=number, board=BOARD, entrant=entrant, chosen=Chosen(chosen)
        )
    )


def decided(case):
    return case.now.current.decided.get(BOARD)


def terms(case):
    number = RoundNo(len(case.now.rounds))
    return next_play_off(match_of(case.state, case.now, number, BOARD))[1]


def test_my_4_5_drawn_final_is_played_off_with_colours_swapped():
    case, (first, second) = final("individual", 7)
    refused("section.incomplete", lambda: case.do(asked.ApproveStandings(section=case.section)))
    refused("playoff.no-draw", lambda: draw_lot(case))
    error = refused("playoff.seats", lambda: case.game(1, "1-0", first=first))
    assert cited(BOOK, error.rule, "individual") == "MY 4.5"
    case.game(1, "0.5-0.5")
    assert case.now.current.games[1][0].first == second
    assert decided(case) is None  # drawn again: one last rapid game


@pytest.mark.parametrize(("chosen", "mover", "winner"), [("first", 0, 1), ("second", 1, 0)])
def test_my_4_6_the_winner_of_the_lot_chooses_and_a_draw_wins_for_second(chosen, mover, winner):
    case, _ = final("individual", 7)
    case.game(1, "0.5-0.5")
    refused("playoff.no-lot", lambda: case.game(1, "0.5-0.5"))
    refused("playoff.no-lot", lambda: choose(case, case.now.current.tables[0].seats[0], "first"))
    sides = draw_lot(case)
    error = refused("playoff.not-chosen", lambda: case.game(1, "0.5-0.5"))
    assert (error.facts["entrant"], cited(BOOK, error.rule, "individual")) == (sides[0], "MY 4.6")
    refused("playoff.not-the-chooser", lambda: choose(case, sides[1], "first"))
    choose(case, sides[0], chosen)
    refused("playoff.chosen", lambda: choose(case, sides[0], "first"))
    assert (terms(case).clock.minutes, terms(case).second_minutes) == (15, 10)
    refused("playoff.seats", lambda: case.game(1, "0.5-0.5", first=sides[1 - mover]))
    case.game(1, "0.5-0.5")
    assert decided(case) == sides[winner]
    refused("match.over", lambda: case.game(1, "1-0"))


def test_my_4_6_the_choice_is_in_the_journal_with_who_chose_and_the_clause():
    case, _ = final("individual", 7)
    case.game(1, "0.5-0.5")
    one, two = draw_lot(case)
    choose(case, one, "second")
    made = case.now.chosen[8, 1, 2]
    assert isinstance(made, SeatChosen)
    assert isinstance(made, CompetitionEvent)
    assert (made.entrant, made.first, made.cause.facts["chosen"]) == (one, two, "second")
    assert cited(BOOK, made.cause.rule, "individual") == "MY 4.6"


def test_my_4_6_who_does_not_come_loses_without_a_choice_and_two_absent_do_not_win():
    case, (first, _second) = final("individual", 7)
    case.game(1, "0.5-0.5")
    case.game(1, "--")  # neither came: no draw, and nobody wins by it
    assert decided(case) is None
    case.game(1, "+-")
    assert decided(case) == first


def test_my_vi_4_6_school_final_goes_straight_to_the_last_game():
    case, _ = final("school-senior", 6)
    refused("playoff.no-lot", lambda: case.game(1, "0.5-0.5"))
    sides = draw_lot(case)
    choose(case, sides[0], "first")
    case.game(1, "0.5-0.5")
    assert decided(case) == sides[1]
    assert cited(BOOK, "playoff.won", "school-senior") == "MY-VI 4.6"


def test_my_vi_4_7_lot_choice_unequal_clocks_and_draw_odds():
    case, _ = final("school-senior", 6)
    error = refused("playoff.no-lot", lambda: case.game(1, "0.5-0.5"))
    assert cited(BOOK, error.rule, "school-senior") == "MY-VI 4.7"
    sides = draw_lot(case)
    error = refused("playoff.not-chosen", lambda: case.game(1, "0.5-0.5"))
    assert cited(BOOK, error.rule, "school-senior") == "MY-VI 4.7"
    choose(case, sides[0], "second")
    due = terms(case)
    assert (due.clock.minutes, due.second_minutes, due.clock.increment) == (15, 10, 5)
    case.game(1, "0.5-0.5")
    assert decided(case) == sides[0]
    behind(BOOK, "VI-4.7", "playoff.draw-odds", "playoff.choice")


def test_my_v_5_5_a_drawn_final_goes_on_with_nominated_players_and_a_lot():
    case, (one, two) = team_final()
    error = refused("playoff.not-nominated", lambda: case.game(1, "1-0"))
    assert (error.facts["entrant"], cited(BOOK, error.rule, "team")) == (one, "MY-V 5.5")
    nominate(case, one, 0)
    error = refused("playoff.not-nominated", lambda: draw_lot(case))
    assert error.facts["entrant"] == two
    assert "play-off-6-1-1" not in case.now.commitments  # nothing was committed to in vain
    nominate(case, two, 2)
    refused("playoff.no-lot", lambda: case.game(1, "1-0"))
    drawn, other = draw_lot(case)
    refused("playoff.no-choice", lambda: choose(case, drawn, "first"))  # the lot gives the colour
    error = refused("playoff.seats", lambda: case.game(1, "1-0", first=other))
    assert cited(BOOK, error.rule, "team") == "MY-V 5.5"
    assert (terms(case).clock.minutes, terms(case).clock.increment) == (15, 5)
    case.game(1, "1-0")
    assert (decided(case), case.now.current.games[1][-1].first) == (one, drawn)


def test_my_v_5_5_a_nomination_is_final_and_of_a_member():
    case, (one, two) = team_final()
    sent = nominate(case, one, 0)
    error = refused("playoff.nominated", lambda: nominate(case, one, 1))
    assert cited(BOOK, error.rule, "team") == "MY-V 5.5"
    assert case.now.nominated[6, 1, 1, one] == sent
    stranger = next(each for each in case.now.entrants if each not in (one, two))
    refused("playoff.not-a-member", lambda: nominate(case, stranger, 0))


def test_my_v_5_5_a_team_that_sends_nobody_loses_only_by_forfeit():
    case, (one, _two) = team_final()
    refused("playoff.not-nominated", lambda: case.game(1, "+-"))  # the winner's player is named
    nominate(case, one, 0)
    refused("playoff.not-nominated", lambda: case.game(1, "1-0"))
    case.game(1, "+-")
    assert decided(case) == one


def test_my_v_5_6_another_player_a_choice_unequal_clocks_and_draw_odds():
    case, (one, two) = team_final()
    sent = [nominate(case, team, 0) for team in (one, two)]
    draw_lot(case)
    case.game(1, "0.5-0.5")
    assert decided(case) is None
    error = refused("playoff.not-nominated", lambda: draw_lot(case))
    error = refused("playoff.another", lambda: nominate(case, one, 0))
    assert cited(BOOK, error.rule, "team") == "MY-V 5.6"
    other = {team: nominate(case, team, 1) for team in (one, two)}
    assert not set(sent) & set(other.values())
    chooser, opponent = draw_lot(case)
    error = refused("playoff.not-chosen", lambda: case.game(1, "0.5-0.5"))
    assert cited(BOOK, error.rule, "team") == "MY-V 5.6"
    choose(case, chooser, "first")
    assert case.now.chosen[6, 1, 2].person == other[chooser]  # the player chooses, not the team
    assert (terms(case).clock.minutes, terms(case).second_minutes) == (15, 10)
    case.game(1, "0.5-0.5")
    assert decided(case) == opponent
    assert cited(BOOK, "playoff.draw-odds", "team") == "MY-V 5.6"


def test_my_v_5_6_nominated_players_sit_at_the_live_table_as_chosen():
    case, (one, two) = team_final(live=True)
    sent = {team: nominate(case, team, 0) for team in (one, two)}
    assert wanted(case.state, case.now) == ()  # the lot is missing
    drawn, other = draw_lot(case)
    (table,) = wanted(case.state, case.now)
    assert table.opened.occupants == (sent[drawn], sent[other])
    assert table.opened.controls == (Increment(15 * MINUTE, 5_000),) * 2
    assert table.opened.rules["count"] == "forward"
    case.game(1, "0.5-0.5")
    sent = {team: nominate(case, team, 1) for team in (one, two)}
    drawn, other = draw_lot(case)
    assert wanted(case.state, case.now) == ()  # the choice is missing
    choose(case, drawn, "second")
    (table,) = wanted(case.state, case.now)
    assert table.opened.occupants == (sent[other], sent[drawn])
    clocks = (Increment(15 * MINUTE, 5_000), Increment(10 * MINUTE, 5_000))
    assert table.opened.controls == clocks


SHUFFLE = ("a0a1", "a9a8", "a1a0", "a8a9")
QUIET = (*SHUFFLE * 25, "claim:limit")
"""A hundred plies without a capture, and then the claim."""


def test_my_5_2_a_record_of_the_rapid_play_off_is_not_counted_back():
    """The slow final may be counted back (MY 5.1), the rapid games after it not (MY 5.2)."""
    case, _ = final("individual", 7)
    case.game(1, "1-0")  # says nothing of the draw that the record would be under MY 5.1
    place = {"section": case.section, "round": RoundNo(8), "board": BOARD}
    record = KeptRecord("xiangqi", QUIET)
    case.do(AttachRecord(**place, record=record))
    slow = case.now.records[8, 1, 1, False]
    assert (slow.places, slow.rule) == ((1, 1), "xiangqi.move-limit-reached")
    case.do(AttachRecord(**place, record=record, playoff=True))
    rapid = case.now.records[8, 1, 1, True]
    assert (rapid.places, rapid.rule) == ((), None)
    assert cited(BOOK, slow.rule, "individual") == "MY 5.1"


# -- rulings on games of a play-off --------------------------------------------------------------


def ruling(case, said, who=None, *, reason="the clock failed", game=None):
    number = RoundNo(len(case.now.rounds))
    case.do(
        RuleGame(
            section=case.section,
            round=number,
            board=BOARD,
            ruling=Ruling(said),
            reason=reason,
            game=game,
            playoff=True,
            entrant=who,
        )
    )


@pytest.mark.parametrize(
    ("said", "at", "winner"), [("win", 0, 0), ("loss", 0, 1), ("draw", None, None)]
)
def test_my_4_5_an_arbiter_rules_on_a_rapid_game_that_was_broken_off(said, at, winner):
    case, seats = final("individual", 7)
    ruling(case, said, None if at is None else seats[at])
    assert decided(case) == (None if winner is None else seats[winner])
    game = case.now.current.games[1][-1]
    assert (game.result.how, game.playoff, game.number) == (How.ADJUDGED, True, 1)
    said_so = case.now.ruled[-1]
    assert (said_so.playoff, said_so.ruling, said_so.reason) == (True, said, "the clock failed")


def test_my_4_5_a_ruling_after_the_game_gives_the_match_to_the_other_or_back_to_the_board():
    case, (first, second) = final("individual", 7)
    case.game(1, "1-0")
    assert decided(case) == first
    ruling(case, "loss", first, reason="outside help")
    assert decided(case) == second
    refused("result.unchanged", lambda: ruling(case, "win", second))
    ruling(case, "draw")  # and drawn after all: one last game is due
    assert decided(case) is None
    assert terms(case).second_minutes == 10
    ruling(case, "win", first, game=1)
    assert decided(case) == first


def test_my_4_6_a_ruled_draw_of_the_last_game_wins_for_second_and_a_replay_keeps_the_colours():
    case, _ = final("individual", 7)
    case.game(1, "0.5-0.5")
    refused("playoff.no-lot", lambda: ruling(case, "draw"))  # it cannot have begun
    refused("playoff.no-lot", lambda: ruling(case, "replay"))
    chooser, other = draw_lot(case)
    choose(case, chooser, "first")
    case.game(1, "1-0")
    error = refused("ruling.last-game", lambda: ruling(case, "draw", game=1))
    assert (error.facts["game"], error.facts["last"]) == (1, 2)
    refused("match.over", lambda: ruling(case, "draw", game=3))
    ruling(case, "draw")
    assert decided(case) == other
    ruling(case, "both-lose")  # nobody has won
    assert decided(case) is None
    ruling(case, "replay", game=2)
    assert [game.number for game in case.now.current.games[1]] == [1]
    case.game(1, "0.5-0.5")  # the lot and the choice stand
    assert (decided(case), case.now.current.games[1][-1].first) == (other, chooser)
    cause = case.office.around.log.read(f"competition/{HOME}")
    assert "match-reopened/1" in [each.name for each in cause]


def test_a_ruling_on_a_play_off_needs_one_a_reason_and_somebody_who_sits_there():
    case, (first, _) = final("individual", 7)
    refused("ruling.no-reason", lambda: ruling(case, "draw", reason=" "))
    refused("ruling.not-seated", lambda: ruling(case, "win"))
    stranger = next(who for who in case.now.entrants if who not in case.now.current.tables[0].seats)
    refused("ruling.not-seated", lambda: ruling(case, "loss", stranger))
    place = {"section": case.section, "round": RoundNo(8), "board": BoardNo(2)}
    on_another = RuleGame(
        **place,
        ruling=Ruling.WIN,
        reason="x",
        playoff=True,
        entrant=case.now.current.tables[1].seats[0],
    )
    refused("ruling.no-play-off", lambda: case.do(on_another))
    case.game(1, "+-")
    case.draw_lots()
    case.do(asked.ApproveStandings(section=case.section))
    refused("section.approved", lambda: ruling(case, "win", first))


def test_a_forfeit_without_colours_is_not_ruled_a_draw_that_somebody_wins():
    case, _ = final("school-senior", 6)
    case.game(1, "+-")
    refused("ruling.no-colours", lambda: ruling(case, "draw"))
    ruling(case, "replay")
    assert (decided(case), case.now.current.games[1]) == (None, ())


def test_my_v_5_5_a_live_game_of_the_play_off_is_played_again_at_another_table():
    case, (one, two) = team_final(live=True)
    for team in (one, two):
        nominate(case, team, 0)
    draw_lot(case)
    (before,) = wanted(case.state, case.now)
    again = online.TakeTable(
        section=case.section,
        round=RoundNo(6),
        board=BOARD,
        game=before.game,
        table=before.table,
        version=9,
        places=(1, 1),
        again=True,
    )
    case.do(again)  # ended without result: the drawn match before it stands
    assert case.now.current.results[1].score.seats[0] == case.now.current.results[1].score.seats[1]
    (after,) = wanted(case.state, case.now)
    assert after.table != before.table
    assert after.opened.occupants == before.opened.occupants
    ruling(case, "replay")  # and once more, by the arbiter
    (third,) = wanted(case.state, case.now)
    assert third.table not in (before.table, after.table)
    ruling(case, "win", two)
    assert decided(case) == two
    assert wanted(case.state, case.now) == ()


def test_a_play_off_of_which_a_later_round_was_made_is_not_ruled_on_anew():
    case, (first, _) = final("individual", 7)
    case.game(1, "1-0")
    later = [*case.now.rounds, Round(RoundNo(9), (), ())]
    section = replace(case.now, rounds=later)
    state = replace(case.state, sections={**case.state.sections, case.section: section})
    place = {"section": case.section, "round": RoundNo(8), "board": BOARD}
    for said in (Ruling.LOSS, Ruling.REPLAY):
        command = RuleGame(**place, ruling=said, reason="x", playoff=True, entrant=first)
        error = refused("ruling.later-round", lambda command=command: decide(state, command))
        assert error.facts["latest"] == 9
