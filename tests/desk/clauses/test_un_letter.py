"""UN to the letter: best of three from the last four, ladders, ties for third, pairs, by clause."""

import pytest

from desk.clauses.play import Case
from qipan.desk.closing import ApproveStandings
from qipan.desk.results.commands import RecordResult
from qipan.kernel.errors import Refused
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.sections.matches import match_of
from qipan.sections.places import places


def units(entries, each):
    return {number: f"u{(number - 1) // each}" for number in range(1, entries + 1)}


def wins_by_round(entries):
    """Play a knockout; give how many were in and the wins that a match needed, round by round."""
    case = Case("un-games", "xiangqi", entries, units=units(entries, 2)).begin()
    found, left = [], entries
    while left > 1:
        case.pair()
        now = case.publish()
        at = [match_of(case.state, case.now, now.number, board) for board in now.missing]
        needed = {each.rule.wins for each in at}
        found.append((left, *needed))
        for board in list(now.missing):
            for _ in range(max(needed)):
                case.game(board, "1-0")
        assert not case.now.current.missing
        left -= len(now.tables)
    return found


FIELDS = [2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 18, 22, 33]


@pytest.mark.parametrize("entries", FIELDS)
def test_un_x_2_best_of_three_from_the_last_four_players_on(entries):
    played = wins_by_round(entries)
    assert [needed for _, needed in played] == [2 if left <= 4 else 1 for left, _ in played]
    assert played[-1] == (2, 2)


def final_of(*places, entries=6):
    """Play heats until the final has these places."""
    case = Case("un-games", "checkers", entries, units=units(entries, 2)).begin()
    case.pair()
    case.publish()
    while len(case.now.current.tables) > 1:
        for table in case.now.current.tables:
            ranks(case, table.board, range(1, len(table.seats) + 1))
        case.pair()
        case.publish()
    ranks(case, 1, places)
    return case


def ranks(case, board, places):
    score = Score(tuple(Points(place) for place in places))
    number = case.now.current.number
    case.do(RecordResult(section=case.section, round=number, board=board, score=score))


def placed(case):
    return {each.entrant: each.place for each in places(case.state, case.now).rows}


@pytest.mark.parametrize("entries", [6, 7, 18])
def test_un_c_6_a_tie_for_third_of_the_final_is_played_off(entries):
    case = final_of(1, 2, 3, 3, 5, 6, entries=entries)
    seats = case.now.current.tables[0].seats
    with pytest.raises(Refused):
        case.do(ApproveStandings(section=case.section))
    tied = case.pair().tables
    assert [set(table.seats) for table in tied] == [set(seats[2:4])]
    case.publish()
    with pytest.raises(Refused):
        case.do(ApproveStandings(section=case.section))
    ranks(case, 1, (2, 1))
    winner, loser = tied[0].seats[::-1]
    found = placed(case)
    assert [found[who] for who in (*seats[:2], winner, loser, *seats[4:])] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(Refused):
        case.pair()
    case.do(ApproveStandings(section=case.section))


@pytest.mark.parametrize("given", [(1, 2, 3, 4, 5, 6), (1, 2, 2, 4, 5, 6), (1, 1, 3, 4, 4, 6)])
def test_un_c_6_other_ties_of_the_final_are_shared(given):
    case = final_of(*given)
    assert [placed(case)[who] for who in case.now.current.tables[0].seats] == list(given)
    with pytest.raises(Refused):
        case.pair()


def test_un_c_6_a_play_off_that_is_shared_again_is_played_again():
    case = final_of(1, 2, 3, 3, 5, 6)
    case.pair()
    case.publish()
    ranks(case, 1, (1, 1))
    assert len(case.pair().tables[0].seats) == 2
