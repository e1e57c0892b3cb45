"""MY-I to MY-VI: formats, line-ups, tie-breaks, prizes and fees of the six events, by clause."""

import pytest

from desk.clauses.play import (
    HOME,
    Case,
    behind,
    cited,
    clock_at_table,
    play_boards,
    team_case,
    team_round,
    who,
    worked_by_hand,
)
from desk.entry_desk import Desk
from qipan.desk import commands as asked
from qipan.desk.derived import derived_tables
from qipan.desk.discipline.commands import PunishOffence
from qipan.desk.matches import line_up_of
from qipan.desk.money import AwardPrizes, PostMoney, ledger_of, prizes_of
from qipan.desk.office import Newcomer
from qipan.desk.stages import first_standing
from qipan.desk.standings import final_places, pending_lots, standings
from qipan.desk.systems import rounds_planned
from qipan.desk.systems.groups import Groups, groups_of
from qipan.journal.events.closing import StandingsApproved
from qipan.journal.folding import fold
from qipan.journal.people import Person
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.ranking.ledger import Reason
from qipan.rulebooks import book_named
from qipan.rulebooks.cases import cases_of

BOOK = "my-2018"
SCHOOLS = ("school-senior", "school-junior", "school-primary", "school-girls")


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def planned(event, entries=20, **options):
    case = Case(BOOK, event, entries, options=options).begin()
    return rounds_planned(case.state, case.now)


def swiss_played(event, rounds, entries=18):
    """An event with its Swiss rounds played and the lots for the finalists drawn."""
    case = Case(BOOK, event, entries).begin()
    for _ in range(rounds):
        case.round("1-0")
    case.draw_lots()
    return case


def placed(case):
    """Approve a section in the order of entry, without playing it."""
    places = tuple((entrant, number) for number, entrant in enumerate(case.now.entrants, 1))
    return fold([StandingsApproved(section=case.section, places=places)], case.state)


def prizes(event, number, entries=14):
    """Give what each place of an event wins: money in RM and goods; and check the clause."""
    case = Case(BOOK, event, entries)
    state = placed(case)
    found = prizes_of(state, state.sections[case.section])
    behind(BOOK, number, *{each.rule for each in found if each.list_name == "main" and each.cents})
    assert "AwardPrizes" in book_named(BOOK).clause[number].actions
    main = [each for each in found if each.list_name == "main"]
    money = [each.cents // 100 for each in main if each.cents]
    trophies = [each.place for each in main if "trophy" in each.goods]
    return money, trophies, found


# -- MY-I ----------------------------------------------------------------------------------------


def test_my_i_1_seven_or_eight_rounds_and_one_more():
    assert planned("individual", rounds=7) == planned("women", rounds=7) == 8
    assert planned("individual", rounds=8) == 9
    error = refused("round.choice", lambda: planned("individual", rounds=6))
    assert cited(BOOK, error.rule, "individual") == "MY-I 1"


def test_my_i_4_1_the_first_eight_men_get_a_trophy():
    case = Case(BOOK, "individual", 14)
    state = placed(case)
    found = prizes_of(state, state.sections[case.section])
    assert [each.place for each in found if "trophy" in each.goods] == list(range(1, 9))


def test_my_i_4_3_women_six_trophies_and_eight_prizes():
    money, trophies, _ = prizes("women", "I-4.3")
    assert money == [1000, 600, 400, 200, 150, 150, 100, 100]
    assert trophies == list(range(1, 7))


def test_my_i_4_bank_prizes_of_500_are_paid_after_seven_days():
    assert book_named(BOOK).event["individual"].prizes.delay.least == 500
    case = Case(BOOK, "individual", 14)
    state = placed(case)
    found = prizes_of(state, state.sections[case.section])
    assert [each.due_days for each in found if each.cents] == [7] * 5 + [0] * 7
    behind(BOOK, "I-4(bank)", "prizes.delayed-payment")


def test_my_i_4_fees_at_most_a_hundred_a_player():
    for event in ("individual", "women"):
        most = book_named(BOOK).event[event].entries.fees.most
        error = refused("section.fee", lambda e=event: Case(BOOK, e, 0, options={"fee": 10001}))
        assert (most, cited(BOOK, error.rule, event)) == (10000, "MY-I 4(fees)")


# -- MY-II ---------------------------------------------------------------------------------------


def test_my_ii_1_seven_or_eight_rounds_and_one_more():
    assert (planned("open", rounds=7), planned("open", rounds=8)) == (8, 9)
    error = refused("round.choice", lambda: planned("open", rounds=9))
    assert cited(BOOK, error.rule, "open") == "MY-II 1"


def test_my_ii_4_eight_trophies_twelve_prizes_and_late_payment():
    money, trophies, found = prizes("open", "II-4")
    assert money == [2000, 1300, 1000, 600, 500, 300, 200, 150, 150, 100, 100, 100]
    assert trophies == list(range(1, 9))
    assert [each.due_days for each in found if each.cents] == [7] * 5 + [0] * 7


# -- MY-III --------------------------------------------------------------------------------------


def elite(rounds):
    case = Case(BOOK, "elite", 12).begin()
    for _ in range(rounds):
        case.round("1-0")
    case.draw_lots()
    return case


def test_my_iii_1_five_rounds_in_groups_and_two_cross_rounds():
    case = elite(5)
    assert rounds_planned(case.state, case.now) == 7
    assert {found.stage for found in case.now.rounds} == {"groups"}
    assert case.pair().stage == "cross"
    behind(BOOK, "III-1", "groups.own-group")


def test_my_iii_5_three_trophies_and_ten_prizes():
    money, trophies, _ = prizes("elite", "III-5", 12)
    assert money == [4000, 2500, 1500, 1000, 800, 600, 400, 300, 200, 100]
    assert trophies == [1, 2, 3]


def test_my_iii_6_across_the_groups_then_winners_and_losers_of_each_block():
    case = elite(5)
    groups = {"A": [], "B": []}
    standing = first_standing(case.state, case.now)
    members = groups_of(standing)
    for each in Groups().places(standing):
        name = next(name for name, group in members.items() if each.entrant in group)
        groups[name].append(each.entrant)
    a, b = groups["A"], groups["B"]
    crossed = [{a[0], b[1]}, {b[0], a[1]}, {a[2], b[3]}, {b[2], a[3]}, {a[4], b[5]}, {b[4], a[5]}]
    tables = [set(table.seats) for table in case.pair().tables]
    assert sorted(map(sorted, tables)) == sorted(map(sorted, crossed))
    case.publish()
    winners = set()
    for table in case.now.current.tables:
        case.result(table.board, "1-0")
        winners.add(table.seats[0])
    last = case.round("1-0")
    for table in last.tables:
        assert len(winners & set(table.seats)) in (0, 2)  # winners meet winners
    assert [each.place for each in final_places(case.state, case.now)] == list(range(1, 13))
    behind(BOOK, "III-6", *(cause.rule for table in last.tables for cause in table.causes[:1]))


# -- MY-IV ---------------------------------------------------------------------------------------


def test_my_iv_2_eight_rounds_and_one_more():
    assert planned("youth") == planned("junior") == 9
    behind(BOOK, "IV-2", "desk.round.number")


def test_my_iv_4_youth_twelve_trophies_and_prizes():
    money, trophies, _ = prizes("youth", "IV-4(youth)")
    assert money == [2000, 1200, 800, 600, 400, 300, 200, 200, 200, 100, 100, 100]
    assert trophies == list(range(1, 13))


def test_my_iv_4_junior_twelve_trophies_and_prizes():
    money, trophies, _ = prizes("junior", "IV-4(junior)")
    assert money == [1000, 700, 500, 400, 300, 200, 150, 150, 150, 100, 100, 100]
    assert trophies == list(range(1, 13))


def fee_limit(event, most):
    """Check that a fee above the limit is refused, and give the clause."""
    error = refused("section.fee", lambda: Desk(BOOK, event, {"fee": most + 1}))
    desk = Desk(BOOK, event, {"fee": most}, home="other")
    assert desk.now.options["fee"] == most
    return cited(BOOK, error.rule, event)


def test_my_iv_6_the_fee_is_at_most_a_hundred_and_the_host_sets_the_open_fee():
    assert fee_limit("youth", 10000) == fee_limit("junior", 10000) == "MY-IV 6"
    desk = Desk(BOOK, "youth", {"fee": 5000, "open_fee": 7000}, home="open")
    desk.unit("S")
    desk.enter("S", 1500, born="2000")
    assert [fee.cents for fee in desk.now.fees] == [5000]


# -- MY-V ----------------------------------------------------------------------------------------


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
    refused("round.choice", lambda: planned("non-chinese", rounds=2))
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
    best = [each.entrant for each in final_places(teams.state, teams.now)][:2]
    final = teams.pair().tables[0]
    assert (set(final.seats), final.group) == (set(best), "final")
    assert cited(BOOK, "n-plus-one.final", "team") == "MY-V 4.2"


def test_my_v_4_4_the_junior_plays_on_board_four(teams):
    team = teams.now.entrants[teams.now.order[0]]
    junior = team.people[team.roles.index("junior")]
    adults = [each for each in team.people if each != junior]
    place = {"section": teams.section, "round": RoundNo(1), "entrant": team.id}
    wrong = asked.HandInLineUp(**place, people=(junior, *adults[:3]), minutes_before=60)
    error = refused("lineup.fixed", lambda: teams.do(wrong))
    assert (error.facts["board"], cited(BOOK, error.rule, "team")) == (4, "MY-V 4.4")
    teams.do(asked.HandInLineUp(**place, people=(*adults[1:], junior), minutes_before=60))
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
    behind(BOOK, "V-5.1", "league.match-result", "ranking.match-points")


def test_my_v_5_2_a_board_counts_one_half_or_nothing(teams):
    first = team_round(teams).tables[0].seats[0]
    row = next(each for each in standings(teams.state, teams.now).rows if each.entrant == first)
    shown = {value.key: value.shown for value in row.values}
    assert shown["game-points"] == "2.5"  # 1, 1, 0 and a half
    behind(BOOK, "V-5.2", "match.sum")


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
    found = standings(case.state, case.now)
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


# -- MY-VI ---------------------------------------------------------------------------------------


def test_my_vi_1_1_six_or_seven_rounds_and_one_more():
    assert {event: planned(event) for event in SCHOOLS} == {
        "school-senior": 7,
        "school-junior": 7,
        "school-primary": 8,
        "school-girls": 7,
    }
    behind(BOOK, "VI-1.1", "desk.round.number")


def test_my_vi_1_2_the_team_result_follows_from_the_individual_one():
    derived = book_named(BOOK).event["school-senior"].ranking.derived["team"]
    assert derived.events == SCHOOLS[:3]  # girls are not counted
    case = Case(BOOK, "school-senior", 4, units={1: "A", 2: "B", 3: "A", 4: "C"})
    state = placed(case)
    assert derived_tables(state, state.sections[case.section])["team"] == ()  # two are missing
    behind(BOOK, "VI-1.2", "ranking.sum-of-places")


def check_pupils(number, event, most, age):
    desk = Desk(BOOK, event)
    unit = desk.unit("Perak")
    old = refused("entry.age", lambda: desk.enter(unit, born=str(2026 - age - 1)))
    assert cited(BOOK, old.rule, event) == book_named(BOOK).citation(number)
    for _ in range(most):
        desk.enter(unit, born=str(2026 - age))
    full = refused("entry.quota", lambda: desk.enter(unit, born=str(2026 - age)))
    assert cited(BOOK, full.rule, event) == book_named(BOOK).citation(number)


def test_my_vi_3_3_two_of_junior_secondary_fifteen_or_younger():
    check_pupils("VI-3.3", "school-junior", 2, 15)


def test_my_vi_3_4_three_of_primary_twelve_or_younger():
    check_pupils("VI-3.4", "school-primary", 3, 12)


def test_my_vi_4_1_by_rating_and_pupils_of_one_state_may_meet():
    case = Case(BOOK, "school-senior", 10, units=dict.fromkeys(range(1, 11), "Perak")).begin()
    assert case.now.order == tuple(who(number) for number in range(1, 11))
    assert len(case.pair().tables) == 5  # all of one state, and paired
    assert cited(BOOK, case.now.numbered.rule, "school-senior") == "MY-VI 4.1"


def test_my_vi_4_2_secondary_plays_six_rounds_and_one_more():
    assert planned("school-senior") == planned("school-junior") == 7
    behind(BOOK, "VI-4.2", "desk.round.number")


def test_my_vi_4_3_primary_plays_seven_rounds_and_one_more():
    assert planned("school-primary") == 8
    behind(BOOK, "VI-4.3", "desk.round.number")


@pytest.fixture(scope="module")
def senior():
    """The seniors before their final; tests look and do not touch."""
    return swiss_played("school-senior", 6)


def test_my_vi_4_4_the_first_two_play_the_final(senior):
    best = [each.entrant for each in final_places(senior.state, senior.now)][:2]
    case = swiss_played("school-senior", 6)
    final = case.pair().tables[0]
    assert (set(final.seats), final.group) == (set(best), "final")
    assert cited(BOOK, "n-plus-one.final", "school-senior") == "MY-VI 4.4"


def test_my_vi_4_5_colours_of_the_final_even_the_counts_then_the_better_placed():
    case = swiss_played("school-senior", 6)
    best = [each.entrant for each in final_places(case.state, case.now)]
    table = case.pair().tables[0]
    firsts = [
        sum(each.seats[0] == seat for found in case.now.rounds[:-1] for each in found.tables)
        for seat in table.seats
    ]
    assert firsts[0] < firsts[1] or (firsts[0] == firsts[1] and table.seats[0] == best[0])
    rules = {cause.rule for cause in table.causes} & {"colour.balance", "colour.better-place"}
    assert {cited(BOOK, each, "school-senior") for each in rules} == {"MY-VI 4.5"}


def keys_of(event):
    return list(book_named(BOOK).event[event].ranking.order)


def test_my_vi_5_1_of_two_the_winner_of_their_game_is_ahead(senior):
    rows = standings(senior.state, senior.now).rows
    used = [
        value.shown
        for row in rows
        for value in row.values
        if value.key == "head-to-head" and value.shown
    ]
    by_points = {}
    for row in rows:
        by_points.setdefault(row.values[0].shown, []).append(row.entrant)
    pairs = [group for group in by_points.values() if len(group) == 2]
    assert len(used) <= 2 * len(pairs)  # never for three or more
    assert {keys_of(event)[1] for event in SCHOOLS[:3]} == {"head-to-head"}
    assert cited(BOOK, "ranking.head-to-head", "school-senior") == "MY-VI 5.1"


def test_my_vi_5_2_a_conduct_foul_ranks_behind():
    case = Case(BOOK, "school-senior", 18).begin()
    case.round("1-0")
    winner = case.now.current.tables[0].seats[0]
    command = PunishOffence(section=case.section, entrant=winner, offence="missed-ceremony")
    case.do(command)
    level = [
        row.entrant for row in standings(case.state, case.now).rows if row.values[0].shown == "1"
    ]
    assert level[-1] == winner
    assert cited(BOOK, "ranking.conduct-foul", "school-senior") == "MY-VI 5.2"


def test_my_vi_5_3_two_lots_draw_the_order_of_keys(senior):
    lots = senior.now.lots
    drawn = standings(senior.state, senior.now).order
    assert drawn[3:6] == lots["finalists"].order
    assert drawn[6:8] == ("points-as-second", "wins-as-second")
    case = swiss_played("school-senior", 6)
    case.round("1-0")
    case.draw_lots()
    final = standings(case.state, case.now).order
    assert final[3:6] == case.now.lots["final-table"].order
    assert case.now.lots["final-table"].commitment != case.now.lots["finalists"].commitment
    assert cited(BOOK, "ranking.drawn-order", "school-senior") == "MY-VI 5.3"
    assert worked_by_hand(BOOK, "VI-5.3")


def test_my_vi_5_4_then_the_cumulative_score_then_technical_fouls():
    assert worked_by_hand(BOOK, "VI-5.4")
    for event in SCHOOLS:
        assert keys_of(event)[-3:-1] == ["progressive", "technical-fouls"]
    assert cited(BOOK, "tiebreak.progressive", "school-girls") == "MY-VI 5.4"


def test_my_vi_5_5_then_a_lot():
    case = Case(BOOK, "school-senior", 4).begin()
    case.round("0.5-0.5")
    assert any(name.startswith("tie-") for name in pending_lots(case.state, case.now)) or (
        "finalists" in pending_lots(case.state, case.now)
    )
    assert {keys_of(event)[-1] for event in SCHOOLS} == {"lot"}
    assert cited(BOOK, "ranking.lot", "school-senior") == "MY-VI 5.5"


def test_my_vi_6_1_teams_six_trophies_medals_and_eight_prizes():
    units = {number: f"U{number}" for number in range(1, 10)}
    case = Case(BOOK, SCHOOLS[0], 9, units=units)
    for event in SCHOOLS[1:3]:
        options = {"entry_checks": False}
        case.do(asked.OpenSection(section=event, title=event, under=event, options=options))
        people = [Newcomer(Person(name=f"{event} {unit}"), unit=unit) for unit in units.values()]
        case.office.enter_all(HOME, event, "t", people)
    approved = [
        StandingsApproved(
            section=event,
            places=tuple((each, at) for at, each in enumerate(section.entrants, 1)),
        )
        for event, section in case.state.sections.items()
    ]
    state = fold(approved, case.state)
    found = [
        each for each in prizes_of(state, state.sections[case.section]) if each.list_name == "team"
    ]
    assert [each.entrant for each in found] == [f"U{number}" for number in range(1, 9)]
    assert [each.cents // 100 for each in found] == [800, 600, 500, 400, 300, 200, 200, 200]
    rich = [each.entrant for each in found if {"trophy", "7 medals"} <= set(each.goods)]
    assert rich == [f"U{number}" for number in range(1, 7)]
    behind(BOOK, "VI-6.1", "prizes.by-place")


def test_my_vi_6_2_seniors_eight_trophies_and_twelve_prizes():
    money, trophies, _ = prizes("school-senior", "VI-6.2")
    assert money == [600, 500, 400, 300, 200, 150, 150, 100, 100, 80, 80, 80]
    assert trophies == list(range(1, 9))


def test_my_vi_6_3_juniors_eight_trophies_and_twelve_prizes():
    money, trophies, _ = prizes("school-junior", "VI-6.3")
    assert money == [500, 400, 300, 200, 150, 120, 120, 80, 80, 50, 50, 50]
    assert trophies == list(range(1, 9))


def test_my_vi_6_4_primary_twelve_trophies_and_prizes():
    money, trophies, _ = prizes("school-primary", "VI-6.4")
    assert money == [300, 200, 150, 120, 100, 100, 100, 60, 60, 50, 50, 50]
    assert trophies == list(range(1, 13))


def test_my_vi_6_5_girls_ten_prizes():
    money, trophies, _ = prizes("school-girls", "VI-6.5")
    assert (money, trophies) == ([300, 200, 150, 100, 80, 80, 60, 60, 50, 50], [])


def test_my_vi_7_the_fee_is_at_most_three_hundred_and_paid_into_the_ledger():
    assert {fee_limit(event, 30000) for event in SCHOOLS} == {"MY-VI 7"}
    case = Case(BOOK, "school-senior", 2)
    line = {"section": case.section, "who": EntrantId("e1"), "reason": Reason.FEE}
    error = refused("money.fee-too-high", lambda: case.do(PostMoney(**line, cents=30001)))
    assert cited(BOOK, error.rule, "school-senior") == "MY-VI 7"
    case.do(PostMoney(**line, cents=30000))
    assert ledger_of(case.now).balance(EntrantId("e1")) == 30000
    refused(
        "prizes.not-approved",
        lambda: case.do(AwardPrizes(section=case.section, on="2026-05-01")),
    )
