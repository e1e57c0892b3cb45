"""TH: the Thai Go league 2024, article 29: a void board gives both teams half a sub-point."""

import pytest

from qipan.kernel.crosstable import Entry
from qipan.kernel.errors import BadInput
from qipan.kernel.points import CHESS
from qipan.ranking import rank
from qipan.ranking.league import Board, LeagueScoring, TeamMatch, league_table

SCORING = LeagueScoring(CHESS, CHESS)
ENTRIES = [Entry(id=who, number=n) for n, who in enumerate("ab", 1)]


def test_th_29_half_a_sub_point_each():
    match = TeamMatch(1, "a", "b", (Board(2, 0), Board(void=True), Board(0, 2)))
    found = rank(league_table(ENTRIES, [match], SCORING), ["MP", "GP"])
    assert {row.entrant: row.written for row in found.rows} == {
        "a": {"MP": "0.5", "GP": "1.5"},
        "b": {"MP": "0.5", "GP": "1.5"},
    }


def test_th_29_a_void_board_does_not_undo_a_lead():
    match = TeamMatch(1, "a", "b", (Board(2, 0), Board(void=True), Board(2, 0)))
    found = rank(league_table(ENTRIES, [match], SCORING), ["MP", "GP"])
    assert found.row("a").written == {"MP": "1.0", "GP": "2.5"}


def test_several_match_days_add_up():
    days = [TeamMatch(day, "a", "b", (Board(2, 0),)) for day in (1, 2, 4)]
    table = league_table(ENTRIES, days, SCORING)
    assert table.rounds == 4
    assert rank(table, ["MP"]).row("a").written == {"MP": "3.0"}


@pytest.mark.parametrize(
    "matches",
    [
        [TeamMatch(1, "a", "z", ())],
        [TeamMatch(1, "a", "a", ())],
        [TeamMatch(0, "a", "b", ())],
        [TeamMatch(1, "a", "b", ()), TeamMatch(1, "b", "a", ())],
    ],
)
def test_impossible_matches_are_refused(matches):
    with pytest.raises(BadInput):
        league_table(ENTRIES, matches, SCORING)
