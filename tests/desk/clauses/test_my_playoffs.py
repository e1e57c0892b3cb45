"""MY 4.5-4.6, MY-V 5.5-5.6, MY-VI 4.6-4.7: drawn finals are played off, by clause."""

import pytest

from desk.clauses.my_playoffs import (
    BOARD,
    BOOK,
    MINUTE,
    choose,
    decided,
    draw_lot,
    final,
    nominate,
    refused,
    team_final,
    terms,
)
from desk.clauses.play import (
    behind,
    cited,
)
from qipan.desk.closing import ApproveStandings
from qipan.desk.online.seating import wanted
from qipan.desk.records.commands import AttachRecord
from qipan.journal.events import CompetitionEvent
from qipan.journal.play_offs import SeatChosen
from qipan.journal.state import KeptRecord
from qipan.kernel.clock import Increment
from qipan.kernel.ids import RoundNo


def test_my_4_5_drawn_final_is_played_off_with_colours_swapped():
    case, (first, second) = final("individual", 7)
    refused("section.incomplete", lambda: case.do(ApproveStandings(section=case.section)))
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
