"""WX, GM, TH and UN: formats and pairing, by clause."""

import pytest

from desk.clauses.play import Case, who, worked_by_hand
from qipan.kernel.errors import Refused
from qipan.kernel.results import How
from qipan.rulebooks import book_named
from qipan.sections.places import crosstable, pending_lots, places
from qipan.sections.systems import next_standing, rounds_planned
from qipan.sections.systems.open_matching import OpenMatching


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code


# -- WX ------------------------------------------------------------------------------------------


def test_wx_1_men_nine_rounds_women_round_robin():
    men = Case("wx-14", "men", 12).begin()
    assert rounds_planned(men.state, men.now) == 9
    women = Case("wx-14", "women", 6).begin()
    assert rounds_planned(women.state, women.now) == 5
    for _ in range(5):
        women.round("0.5-0.5")
    met = {frozenset(table.seats) for found in women.now.rounds for table in found.tables}
    assert len(met) == 15  # everybody met everybody, once


def test_wx_2_1_two_groups_take_odd_and_even_numbers_and_neighbours_meet():
    tags = dict.fromkeys((1, 2, 3, 4), ("first-group",))
    case = Case("wx-14", "men", 8, tags=tags).begin()
    odd = case.now.order[0::2]
    assert set(odd) == {who(number) for number in (1, 2, 3, 4)}
    tables = case.pair().tables
    numbers = {entrant: number for number, entrant in enumerate(case.now.order, 1)}
    seated = [tuple(numbers[seat] for seat in table.seats) for table in tables]
    assert seated == [(1, 2), (4, 3), (5, 6), (8, 7)]


def test_wx_2_2_countries_are_kept_apart_in_round_one_only():
    units = {1: "MAS", 2: "MAS", 3: "MAS", 4: "MAS", 5: "SGP", 6: "SGP", 7: "VIE", 8: "VIE"}
    case = Case("wx-14", "men", 8, units=units).begin()
    entrants = case.now.entrants
    for table in case.pair().tables:
        one, two = table.seats
        assert entrants[one].unit != entrants[two].unit
    assert book_named("wx-14").event["men"].stage[0].protect_rounds == 1


def test_wx_2_3_the_bye_wins():
    case = Case("wx-14", "men", 7).begin()
    case.round("1-0")
    (rest,) = case.now.rounds[0].resting
    cell = crosstable(case.state, case.now).row(rest.entrant)[0]
    assert (cell.how, cell.points) == (How.BYE, 2)
    assert "opponents-score:bye-lowest" in book_named("wx-14").event["men"].ranking.order


# -- GM ------------------------------------------------------------------------------------------

MATCHES = [
    # games of the first seat, match result in points
    (("1-0", "1-0"), (2, -2)),
    (("1-0", "0.5-0.5"), (2, -2)),
    (("0-1", "0-1"), (-2, 2)),
    (("0-1", "0.5-0.5"), (-2, 2)),
    (("0.5-0.5", "0.5-0.5"), (1, 1)),
    (("1-0", "0-1"), (1, 1)),
]


@pytest.mark.parametrize(("games", "points"), MATCHES)
def test_gm_6_1_2_2_two_games_make_a_match(games, points):
    case = Case("gm-2025", "entry", 4).begin()
    case.pair()
    current = case.publish()
    for text in games:
        case.game(1, text)
    assert case.now.current.results[1].score.seats == points
    first, second = current.tables[0].seats
    assert [game.first for game in case.now.current.games[1]] == [first, second]


def test_gm_6_1_2_2_win_two_loss_minus_two_draw_one():
    case = Case("gm-2025", "entry", 5).begin()
    case.pair()
    current = case.publish()
    for board, text in zip(current.missing, ("1-0", "0.5-0.5"), strict=True):
        case.game(board, text)
        case.game(board, text)
    scores = crosstable(case.state, case.now).scores
    assert [scores[seat] for table in current.tables for seat in table.seats] == [2, -2, 1, 1]
    assert scores[current.resting[0].entrant] == 2
    assert worked_by_hand("gm-2025", "6.1.2(2)")


def test_gm_6_1_4_byes_by_lot_then_lowest_score_never_twice():
    case = Case("gm-2025", "entry", 9).begin()
    rested = []
    for _ in range(6):
        scores = crosstable(case.state, case.now).scores
        case.pair()
        current = case.publish()
        (rest,) = current.resting
        fresh = [entrant for entrant in case.now.order if entrant not in rested]
        if rested:
            lowest = min(scores[entrant] for entrant in fresh)
            assert scores[rest.entrant] == lowest
        assert rest.entrant not in rested
        rested.append(rest.entrant)
        for board in current.missing:
            case.game(board, "1-0")
            case.game(board, "1-0")


def test_gm_6_1_5_round_one_by_lot_no_pair_twice():
    case = Case("gm-2025", "entry", 10).begin()
    met = set()
    for _ in range(6):
        case.pair()
        for table in case.publish().tables:
            assert frozenset(table.seats) not in met
            met.add(frozenset(table.seats))
        for board in case.now.current.missing:
            case.game(board, "1-0")
            case.game(board, "0.5-0.5")
    assert "round-1" in case.now.lots


def test_gm_6_1_1_5_twenty_points_qualify_over_the_desk():
    case = Case("gm-2025", "qualifier", 4, options={"rounds": 12}).begin()
    for _ in range(12):
        case.pair()
        current = case.publish()
        best = sorted(current.tables, key=lambda table: min(table.seats))
        for table in best:
            win = "1-0" if table.seats[0] < table.seats[1] else "0-1"
            case.game(table.board, win)
            case.game(table.board, win)
    standing = next_standing(case.state, case.now)
    assert standing is None
    from qipan.sections.systems import last_standing

    scores = crosstable(case.state, case.now).scores
    qualified = OpenMatching().advancing(last_standing(case.state, case.now))
    assert set(qualified) == {each for each, points in scores.items() if points >= 20}
    assert who(1) in qualified
    assert who(4) not in qualified


def test_many_ties_are_separated_by_one_lot():
    case = Case("gm-2025", "entry", 60).begin()
    case.pair()
    for board in case.publish().missing:  # both of a board are level on everything
        case.game(board, "0.5-0.5", seconds=(board, board))
        case.game(board, "0.5-0.5", seconds=(board, board))
    ((name, level),) = pending_lots(case.state, case.now).items()
    assert len(level) == 60
    case.draw_lots()
    assert list(case.now.lots)[-1] == name
    found = [each.place for each in places(case.state, case.now).rows]
    assert found == list(range(1, 61))


# -- UN ------------------------------------------------------------------------------------------


def test_un_x_2_eighteen_players_preliminaries_then_best_of_three_from_the_last_four():
    units = {number: f"unit-{(number + 1) // 2}" for number in range(1, 19)}
    case = Case("un-games", "xiangqi", 18, units=units).begin()
    sizes = []
    while next_standing(case.state, case.now) is not None:
        case.pair()
        current = case.publish()
        sizes.append(len(current.tables))
        games = 2 if len(sizes) > 3 else 1  # two preliminary matches are no semi-finals
        for board in current.missing:
            for _ in range(games):
                assert board in case.now.current.missing
                case.game(board, "1-0")
    assert sizes == [2, 8, 4, 2, 1]
    assert places(case.state, case.now).rows[0].place == 1


def test_un_x_2_members_of_a_unit_are_in_different_halves():
    units = {number: f"unit-{(number + 1) // 2}" for number in range(1, 17)}
    case = Case("un-games", "xiangqi", 16, units=units).begin()
    tables = case.pair().tables
    half = {seat: board <= 4 for board, table in enumerate(tables, 1) for seat in table.seats}
    for number in range(1, 17, 2):
        assert half[who(number)] != half[who(number + 1)]


def test_un_x_4_2_a_drawn_game_is_played_again():
    case = Case("un-games", "xiangqi", 4).begin()
    case.pair()
    current = case.publish()
    for _ in range(3):
        case.game(1, "0.5-0.5")
        assert 1 in case.now.current.missing
    case.game(1, "1-0")
    case.game(1, "0.5-0.5")
    case.game(1, "1-0")  # best of three: the last four
    assert case.now.current.results[1].score.seats == (2, 0)
    first, second = current.tables[0].seats
    assert [game.first for game in case.now.current.games[1]][:2] == [first, second]


def test_un_x_5_colours_by_lot():
    case = Case("un-games", "xiangqi", 8).begin()
    table = case.pair().tables[0]
    draw = case.now.lots["round-1"]
    assert list(draw.order).index(table.seats[0]) < list(draw.order).index(table.seats[1])


def test_un_c_6_six_at_a_table_three_go_on_tie_for_third_is_played_off():
    case = Case("un-games", "checkers", 12).begin()
    current = case.pair()
    case.publish()
    assert [len(table.seats) for table in current.tables] == [6, 6]
    came_in = {1: "1-2-3-3-5-6", 2: "1-2-3-4-5-6"}
    from qipan.desk.results.commands import RecordResult
    from qipan.desk.results.recording import read_places

    def record(board, text):
        return case.do(
            RecordResult(
                section=case.section,
                round=case.now.current.number,
                board=board,
                score=read_places(text),
            )
        )

    refused("result.not-places", lambda: record(1, "1-2-3-3-4-5"))
    for board, text in came_in.items():
        record(board, text)
    off = case.pair()
    case.publish()
    assert [table.group for table in off.tables] == ["play-off-1"]
    assert set(off.tables[0].seats) == set(current.tables[0].seats[2:4])
    record(1, "2-1")
    final = case.pair()
    case.publish()
    assert [len(table.seats) for table in final.tables] == [6]
    assert current.tables[0].seats[3] in final.tables[0].seats
    record(1, "1-2-3-4-5-6")
    assert next_standing(case.state, case.now) is None
    assert [each.place for each in places(case.state, case.now).rows][:6] == [1, 2, 3, 4, 5, 6]


def test_th_29_a_void_board_gives_half_a_point_each():
    case = Case("th-maklom-2024", "league", 4).begin()
    case.pair()
    case.publish()
    case.game(1, "1-0", game=1)
    case.game(1, "0.5-0.5", game=2)
    case.game(1, "0-1", game=3)
    assert case.now.current.results[1].score.seats == (1, 1)
