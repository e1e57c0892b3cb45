"""The table of a league of teams, from the boards as the desk records them."""

import pytest

from desk.clauses.play import behind, play_boards, team_case
from desk.clauses.th import BOOK, league
from qipan.desk.rulings.commands import RuleGame, Ruling
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.sections.places import crosstable, key_standings


def written(case, *keys):
    """Give what some keys of the book say of the two sides of board 1 of the first round."""
    table = key_standings(case.state, case.now)
    return [
        tuple(table.row(who).written[key] for key in keys)
        for who in case.now.rounds[0].tables[0].seats
    ]


def wreck(case, game):
    """Rule a board drawn that nobody can finish."""
    case.do(
        RuleGame(
            section=case.section,
            round=RoundNo(1),
            board=BoardNo(1),
            ruling=Ruling.DRAW,
            reason="the board fell",
            game=game,
        )
    )


WRECKED = [
    # boards 1 and 3, match and game points of both teams
    (("1-0", "0-1"), [("0.5", "1.5"), ("0.5", "1.5")]),
    (("1-0", "1-0"), [("1.0", "2.5"), ("0.0", "0.5")]),
    (("0-1", "0.5-0.5"), [("0.0", "1.0"), ("1.0", "2.0")]),
]


@pytest.mark.parametrize(("others", "points"), WRECKED)
def test_th_29_a_wrecked_board_gives_half_a_sub_point_to_each_team(others, points):
    case = league()
    case.game(1, others[0], game=1)
    wreck(case, 2)
    case.game(1, others[1], game=3)
    assert written(case, "points", "game-points") == points
    assert case.now.ruled[0].rule == "ruling.draw"
    behind(BOOK, "29", "ruling.draw")


def test_match_days_are_columns_that_add_up():
    case = league()
    for board in case.now.current.missing:
        play_boards(case, board, ("1-0", "0.5-0.5", "0-1"))
    case.pair()
    case.publish()
    for board in case.now.current.missing:
        play_boards(case, board, ("1-0", "1-0", "0.5-0.5"))
    table = crosstable(case.state, case.now)
    first, second = case.now.rounds[1].tables[0].seats
    assert table.rounds == 2
    assert [cell.points for cell in table.row(first)] == [1, 2]
    assert [cell.points for cell in table.row(second)] == [1, 0]
    found = key_standings(case.state, case.now)
    assert found.row(first).written["points"] == "1.5"
    assert found.row(first).written["game-points"] == "4.0"
    assert found.row(second).written["game-points"] == "2.0"


def test_a_cell_has_the_boards_of_both_teams_and_who_moved_first_on_each():
    case = team_case()
    case.pair()
    case.publish()
    play_boards(case, 1, ("1-0", "0.5-0.5", "0-1", "1-0"))
    table = crosstable(case.state, case.now)
    one, two = case.now.current.tables[0].seats
    (mine,), (theirs,) = table.row(one), table.row(two)
    assert (mine.points, mine.games, mine.against) == (2, (2, 1, 0, 2), (0, 1, 2, 0))
    assert (theirs.points, theirs.games, theirs.against) == (0, (0, 1, 2, 0), (2, 1, 0, 2))
    assert mine.seats == (0, 1, 0, 1)
    assert theirs.seats == (1, 0, 1, 0)
