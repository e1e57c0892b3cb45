"""MY-V: line-ups, tie-breaks, prizes and fees of the team event, by clause."""

import pytest

from desk.clauses.my_events import (
    BOOK,
    fee_limit,
    placed,
    planned,
    prizes,
    refused,
)
from desk.clauses.play import (
    Case,
    behind,
    cited,
    clock_at_table,
    play_boards,
    read_into,
    team_case,
    team_round,
    worked_by_hand,
)
from qipan.desk.line_ups import HandInLineUp
from qipan.desk.money import prizes_of
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.rulebooks import book_named
from qipan.rulebooks.cases import cases_of
from qipan.sections.line_ups import line_up_of
from qipan.sections.places import key_standings, places
from qipan.sections.systems import rounds_planned


@pytest.fixture
def teams():
    return team_case()


def test_my_v_2_forty_and_twenty():
    assert clock_at_table(BOOK, "team") == (40, 20)


def test_my_v_1_five_rounds_and_the_final(teams):
    assert rounds_planned(teams.state, teams.now) == 6
    assert [stage.system for stage in book_named(BOOK).event["team"].stage] == [
        "team-swiss",
        "n-plus-one",
    ]
    behind(BOOK, "V-1", "desk.round.number")


def test_my_v_3_4_the_arbiters_choose_the_format_of_the_non_chinese_section():
    for rounds in (3, 5, 7):
        assert planned("non-chinese", rounds=rounds) == rounds
    refused("option.value", lambda: planned("non-chinese", rounds=2))
    assert book_named(BOOK).clause["V-3.4"].actions == ("OpenSection",)


def test_my_v_4_1_teams_are_ordered_by_the_average_of_all_their_players(teams):
    ratings = [teams.now.entrants[each].rating for each in teams.now.order]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] == (4 * 2000 + 1950) // 5
    behind(BOOK, "V-4.1", "team.mean-rating")


def test_my_v_4_2_after_five_rounds_the_first_two_teams_play_the_final(teams):
    for _ in range(5):
        team_round(teams, ("1-0", "0-1", "1-0", "0.5-0.5"))
    teams.draw_lots()
    best = [each.entrant for each in places(teams.state, teams.now).rows][:2]
    final = teams.pair().tables[0]
    assert (set(final.seats), final.group) == (set(best), "final")
    assert cited(BOOK, "n-plus-one.final", "team") == "MY-V 4.2"


def test_my_v_4_4_the_junior_plays_on_board_four(teams):
    team = teams.now.entrants[teams.now.order[0]]
    junior = team.people[team.roles.index("junior")]
    adults = [each for each in team.people if each != junior]
    place = {"section": teams.section, "round": RoundNo(1), "entrant": team.id}
    wrong = HandInLineUp(**place, people=(junior, *adults[:3]), minutes_before=60)
    error = refused("lineup.fixed", lambda: teams.do(wrong))
    assert (error.facts["board"], cited(BOOK, error.rule, "team")) == (4, "MY-V 4.4")
    teams.do(HandInLineUp(**place, people=(*adults[1:], junior), minutes_before=60))
    assert line_up_of(teams.now, team.id, RoundNo(1))[3] == junior


def test_my_v_4_5_first_move_on_boards_one_and_three(teams):
    teams.pair()
    table = teams.publish().tables[0]
    play_boards(teams, table.board, ("1-0", "1-0", "1-0", "1-0"))
    one, two = table.seats
    assert [game.first for game in teams.now.current.games[table.board]] == [one, two, one, two]
    behind(BOOK, "V-4.5", "team.odd-boards")


MATCHES = [
    # results of four boards, match points in halves
    (("1-0", "1-0", "0-1", "0.5-0.5"), (2, 0)),
    (("1-0", "0-1", "0.5-0.5", "0.5-0.5"), (1, 1)),
    (("0-1", "0-1", "0.5-0.5", "0.5-0.5"), (0, 2)),
]


@pytest.mark.parametrize(("texts", "points"), MATCHES)
def test_my_v_5_1_a_match_counts_one_half_or_nothing(teams, texts, points):
    teams.pair()
    teams.publish()
    play_boards(teams, 1, texts)
    assert teams.now.current.results[1].score.seats == points
    behind(BOOK, "V-5.1", "ranking.match-points")


def test_my_v_5_2_a_board_counts_one_half_or_nothing(teams):
    first = team_round(teams).tables[0].seats[0]
    row = next(each for each in key_standings(teams.state, teams.now).rows if each.entrant == first)
    shown = {value.key: value.shown for value in row.values}
    assert shown["game-points"] == "2.5"  # 1, 1, 0 and a half
    behind(BOOK, "V-5.2", "ranking.game-points")
    read_into(BOOK, "V-5.2", "match.sum")


LEVEL = {
    # boards of the first team: it wins, draws or loses the match
    ("e1", "e2"): ("1-0", "1-0", "0-1", "0.5-0.5"),
    ("e3", "e1"): ("1-0", "1-0", "1-0", "1-0"),
    ("e1", "e4"): ("1-0", "0-1", "1-0", "0-1"),
    ("e2", "e4"): ("1-0", "1-0", "1-0", "1-0"),
    ("e2", "e3"): ("1-0", "0-1", "1-0", "0-1"),
    ("e3", "e4"): ("1-0", "0-1", "1-0", "0-1"),
}
TURNED = {"1-0": "0-1", "0-1": "1-0", "0.5-0.5": "0.5-0.5"}


def test_my_v_5_3_of_two_level_teams_the_winner_of_their_match_is_ahead():
    case = Case(BOOK, "team", 4).begin()
    for _ in range(3):
        case.pair()
        for table in case.publish().tables:
            texts = LEVEL.get(table.seats)
            texts = texts or [TURNED[each] for each in LEVEL[table.seats[::-1]]]
            play_boards(case, table.board, texts)
    found = key_standings(case.state, case.now)
    assert [row.entrant for row in found.rows] == ["e3", "e1", "e2", "e4"]
    values = {each.key: each.shown for each in found.row(EntrantId("e2")).values}
    assert (values["points"], values["game-points"]) == ("1.5", "7.5")  # e1 has 1.5 and 4.5
    last = found.why(EntrantId("e1"), EntrantId("e2"))[-1]
    assert cited(BOOK, last.rule, "team") == "MY-V 5.3"
    assert worked_by_hand(BOOK, "V-5.3")


def test_my_v_5_4_of_three_or_more_in_the_order_of_the_clause():
    assert worked_by_hand(BOOK, "V-5.4")
    keys = {step for case in cases_of(BOOK) for step in case.parted.values()}
    assert {"conduct-foul", "opponents-score", "wins", "game-points", "board-wins"} <= keys


def test_my_v_6_team_six_trophies_medals_and_prizes():
    money, trophies, found = prizes("team", "V-6(team)", 8)
    assert money == [5000, 3500, 2000, 1000, 600, 400]
    assert trophies == list(range(1, 7))
    assert all("5 medals" in each.goods for each in found if each.list_name == "main")


def test_my_v_6_non_chinese_four_trophies_and_prizes():
    money, trophies, _ = prizes("non-chinese", "V-6(non-chinese)", 6)
    assert (money, trophies) == ([500, 300, 200, 100], [1, 2, 3, 4])


def test_my_v_6_best_one_junior_and_one_adult(teams):
    teams.pair()
    for board in teams.publish().missing:  # one adult of each first team wins
        play_boards(teams, board, ("1-0", "0.5-0.5", "0.5-0.5", "0.5-0.5"))
    state = placed(teams)
    found = prizes_of(state, state.sections[teams.section])
    best = {each.list_name: each for each in found if each.list_name.startswith("best-")}
    assert {name: each.cents for name, each in best.items()} == {
        "best-junior": 50000,
        "best-adult": 50000,
    }
    assert all("trophy" in each.goods for each in best.values())
    people = {who: team for team in teams.now.entrants.values() for who in team.people}
    adult, junior = best["best-adult"].entrant, best["best-junior"].entrant
    assert line_up_of(teams.now, people[junior].id, RoundNo(1))[3] == junior
    assert adult in line_up_of(teams.now, people[adult].id, RoundNo(1))[:3]
    behind(BOOK, "V-6(best)", "ranking.best-player")


def test_my_v_7_the_fee_is_at_most_three_hundred_a_team():
    assert fee_limit("team", 30000) == "MY-V 7"
