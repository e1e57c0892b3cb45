"""Penalties, lateness, annulment and bans of WX, GM, TH and UN, clause by clause."""

import pytest

from desk.conduct import FIRST, SECOND, Cup, kinds, people, refused
from qipan.desk.appeals.commands import DeclareConflict
from qipan.desk.conduct.annulment import moved_places, preview
from qipan.desk.conduct.commands import (
    Annulment,
    AnnulResults,
    CheckRecord,
    PunishGravely,
    PunishOffence,
    RecordLateness,
)
from qipan.desk.results.commands import RecordGame
from qipan.journal.folding import fold
from qipan.journal.state import PenaltyKind
from qipan.kernel.results import How
from qipan.sections.matches import match_of
from qipan.sections.places import crosstable, key_standings

MISSING = [(3, None, False), (4, 1, False), (7, 1, False), (8, 2, False)]


@pytest.mark.parametrize(("missing", "fouls", "lost"), MISSING)
def test_wx_4_3_missing_moves_are_fouls(missing, fouls, lost):
    cup = Cup("wx-14", "women", 4)
    who = cup.round().tables[0].seats[0]

    def check():
        return cup.give(CheckRecord, round=1, board=1, entrant=who, run=1, total=missing)

    if fouls is None:
        refused("conduct.record-complete", check)
        return
    check()
    assert cup.section.marks[who] == {"technical-foul": fouls}
    assert (1 in cup.section.rounds[0].results) is lost


def test_wx_4_3_four_fouls_in_one_game_lose_it():
    cup = Cup("wx-14", "women", 4)
    who = cup.round().tables[0].seats[0]
    cup.give(CheckRecord, round=1, board=1, entrant=who, run=1, total=8)
    cup.give(PunishOffence, entrant=who, offence="technical", round=1, board=1)
    assert cup.section.rounds[0].results == {}
    cup.give(PunishOffence, entrant=who, offence="technical", round=1, board=1)
    assert cup.section.rounds[0].results[1].score == SECOND


def test_wx_5_a_wrong_claim_costs_five_minutes_and_the_second_the_game():
    cup = Cup("wx-14", "women", 4)
    who = cup.round().tables[0].seats[1]
    claim = {"entrant": who, "offence": "wrong-claim", "round": 1, "board": 1}
    cup.give(PunishOffence, **claim, seconds_left=300)
    assert kinds(cup) == [PenaltyKind.TECHNICAL_FOUL, PenaltyKind.CLOCK]
    cup.give(PunishOffence, **claim, seconds_left=300)
    assert cup.section.rounds[0].results[1].score == FIRST


def test_wx_5_a_wrong_claim_with_less_than_five_minutes_loses():
    cup = Cup("wx-14", "women", 4)
    who = cup.round().tables[0].seats[1]
    cup.give(PunishOffence, entrant=who, offence="wrong-claim", round=1, board=1, seconds_left=299)
    assert cup.section.rounds[0].results[1].score == FIRST


def test_gm_6_1_3_2_later_than_five_minutes_loses_that_round_only():
    cup = Cup("gm-2025", "entry", 6)
    here = cup.round()
    one, two = here.tables[0].seats[0], here.tables[1].seats[0]
    cup.give(RecordLateness, round=1, board=1, entrant=one, seconds=300)
    assert cup.section.rounds[0].results == {}
    cup.give(RecordLateness, round=1, board=2, entrant=two, seconds=301)
    result = cup.section.rounds[0].results[2]
    assert (result.how, result.score.seats[0]) == (How.FORFEIT, -2)
    assert not cup.section.entrants[two].withdrawn
    refused(
        "conduct.game-over",
        lambda: cup.give(RecordLateness, round=1, board=2, entrant=two, seconds=400),
    )


@pytest.mark.parametrize(("seconds", "deducted", "lost"), [(60, 60, 0), (900, 900, 0), (901, 0, 1)])
def test_th_14_lateness_comes_off_the_clock_up_to_fifteen_minutes(seconds, deducted, lost):
    cup = Cup("th-maklom-2024", "league", 4)
    who = cup.round().tables[0].seats[0]
    cup.give(RecordLateness, round=1, board=1, entrant=who, seconds=seconds)
    assert cup.section.late[(1, who)] == (seconds, deducted)
    games = cup.section.rounds[0].games.get(1, ())
    assert [game.result.how for game in games] == [How.FORFEIT] * lost
    assert cup.section.rounds[0].results == {}


def test_th_12_4_and_36_take_points_and_other_warnings_none():
    cup = Cup("th-maklom-2024", "league", 4)
    cup.round()
    who = cup.section.order[0]
    cup.give(PunishOffence, entrant=who, offence="other-hand")
    cup.give(PunishOffence, entrant=who, offence="lifted-stone")
    cup.give(PunishOffence, entrant=who, offence="disturbance", choice=1)
    taken = [
        (each.clause, penalty.amount)
        for each in cup.section.penalties
        for penalty in each.penalties
        if penalty.kind is PenaltyKind.GAME_POINTS
    ]
    assert taken == [("12.4", 2), ("36", 3)]
    assert kinds(cup).count(PenaltyKind.WARNING) == 3


def team_round(cup, winner=0):
    """Play all boards of all matches; the same seat wins everywhere."""
    here = cup.round()
    score = (FIRST, SECOND)[winner]
    for table in here.tables:
        for _ in range(match_of(cup.state, cup.section, here.number, table.board).rule.games):
            cup.give(RecordGame, round=here.number, board=table.board, score=score)
    return here


def test_th_34_results_are_annulled_rounds_later_and_pairings_stay():
    cup = Cup("th-maklom-2024", "league", 4)
    for _ in range(3):
        team_round(cup)
    before = cup.state
    best = key_standings(before, cup.section).rows[0].entrant
    pairings = [[table.seats for table in each.tables] for each in cup.section.rounds]
    command = AnnulResults(section=cup.section_id, entrant=best, reason="outside help")
    changes, after = preview(before, command)
    assert cup.state is before
    cup.do(command)
    assert [[t.seats for t in each.tables] for each in cup.section.rounds] == pairings
    row = key_standings(cup.state, cup.section).row(best)
    assert row.values[0].shown == "0"
    assert row.place == 4
    moved = moved_places(before, cup.state, cup.section_id)
    assert {each.entrant: (each.before, each.after) for each in moved} == {
        each.entrant: (each.before, each.after) for each in changes
    }
    assert best in {each.entrant for each in moved}
    assert after.sections[cup.section_id].rounds == cup.section.rounds
    olds = [len(each.corrected) for each in cup.section.rounds]
    assert olds == [1, 1, 1]


def test_th_34_one_board_of_a_match_is_annulled_and_the_match_counted_again():
    cup = Cup("th-maklom-2024", "league", 4)
    here = cup.round()
    table = here.tables[0]
    for score in (FIRST, FIRST, SECOND):
        cup.give(RecordGame, round=1, board=table.board, score=score)
    assert cup.section.rounds[0].results[table.board].score == FIRST
    offender = table.seats[0]
    cup.give(AnnulResults, entrant=offender, rounds=(1,), game=1, reason="outside help")
    found = cup.section.rounds[0]
    assert [game.result.score for game in found.games[table.board]] == [SECOND, FIRST, SECOND]
    assert found.results[table.board].score == SECOND


@pytest.mark.parametrize(
    ("outcome", "points", "how"),
    [(Annulment.BOTH_LOSE, (0, 0), How.ADJUDGED), (Annulment.VOID, (0, 0), How.ANNULLED)],
)
def test_th_34_both_may_lose_or_nothing_count(outcome, points, how):
    cup = Cup("th-maklom-2024", "league", 4)
    table = team_round(cup).tables[0]
    cup.give(AnnulResults, entrant=table.seats[0], outcome=outcome, reason="quarrel")
    result = cup.section.rounds[0].results[table.board]
    assert (result.score.seats, result.how) == (points, how)


def test_th_34_needs_a_reason_a_result_and_a_book_that_knows_it():
    cup = Cup("th-maklom-2024", "league", 4)
    who = team_round(cup).tables[0].seats[0]
    refused("annul.no-reason", lambda: cup.give(AnnulResults, entrant=who, reason=" "))
    refused("annul.nothing", lambda: cup.give(AnnulResults, entrant=who, rounds=(2,), reason="x"))
    other = Cup("wx-14", "women", 4)
    table = other.round(FIRST).tables[0]
    refused(
        "annul.not-in-book", lambda: other.give(AnnulResults, entrant=table.seats[0], reason="x")
    )


def test_th_34_an_approved_table_is_open_again_until_it_is_approved_anew():
    cup = Cup("th-maklom-2024", "league", 4)
    for _ in range(3):
        team_round(cup)
    cup.approve()
    first = cup.section.approved[0][0]
    cup.give(AnnulResults, entrant=first, reason="outside help")
    assert cup.section.approved is None
    cup.approve()
    assert cup.section.approved[0][0] != first


def test_th_35_an_unjustified_withdrawal_excludes_and_bans():
    cup = Cup("th-maklom-2024", "league", 4)
    cup.round()
    who = cup.section.order[1]
    cup.give(PunishGravely, entrant=who, offence="withdrawal")
    assert cup.section.entrants[who].withdrawn
    assert cup.section.bans[who].clause == "35"
    assert len(cup.section.rounds[0].results) == 1


def test_th_39_an_official_does_not_rule_on_people_close_to_them():
    cup = Cup("th-maklom-2024", "league", 4)
    cup.round()
    who = cup.section.order[0]
    (referee,) = people(1)
    cup.do(DeclareConflict(person=referee, unit=cup.section.entrants[who].unit, reason="pupil"))
    rule = {"entrant": who, "offence": "ko"}
    refused("committee.conflict", lambda: cup.give(PunishOffence, **rule, by=referee))
    cup.give(PunishOffence, **rule, by=people(1, 5)[0])
    refused("committee.conflict-of-whom", lambda: cup.do(DeclareConflict(person=referee)))


def test_un_x_4_1_fouls_are_counted_game_by_game():
    cup = Cup("un-games", "xiangqi", 4)
    who = cup.round().tables[0].seats[0]
    for _ in range(3):
        cup.give(PunishOffence, entrant=who, offence="foul", round=1, board=1)
    assert len(cup.section.rounds[0].games[1]) == 1
    cup.give(PunishOffence, entrant=who, offence="foul", round=1, board=1)
    assert len(cup.section.rounds[0].games[1]) == 1


def test_un_x_4_1_three_fouls_lose_the_game():
    cup = Cup("un-games", "xiangqi", 8)
    who = cup.round().tables[0].seats[0]
    for fouls in range(3):
        assert cup.section.rounds[0].results == {}, fouls
        cup.give(PunishOffence, entrant=who, offence="foul", round=1, board=1)
    assert cup.section.rounds[0].results[1].score == SECOND


def test_un_s_12_1_levels_are_lost_one_more_each_time():
    cup = Cup("un-games", "shengji", 4)
    who = cup.round().tables[0].seats[0]
    for _ in range(3):
        cup.give(PunishOffence, entrant=who, offence="wrong-cards", round=1, board=1)
    amounts = [penalty.amount for each in cup.section.penalties for penalty in each.penalties]
    assert amounts == [1, 2, 3]


def test_points_taken_away_count_in_their_round():
    from qipan.journal.conduct import PenaltyImposed
    from qipan.journal.events import Cause
    from qipan.journal.state import Penalty
    from qipan.kernel.rules import RuleKey

    cup = Cup("my-2018", "individual", 4)
    cup.round(FIRST)
    who = cup.section.rounds[0].tables[0].seats[0]
    event = PenaltyImposed(
        section=cup.section_id,
        entrant=who,
        offence="x",
        penalties=(Penalty(PenaltyKind.POINTS, 1),),
        cause=Cause(RuleKey("conduct.offence")),
        round=1,
    )
    after = fold([event], cup.state)
    table = crosstable(after, after.sections[cup.section_id])
    assert table.scores[who] == crosstable(cup.state, cup.section).scores[who] - 1
