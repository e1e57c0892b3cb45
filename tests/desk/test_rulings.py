"""Games that could not be finished: by hand and from live tables, clause by clause."""

import pytest

from contest.period import shanghai
from desk.clauses.play import Case
from qipan.contest.hall import fact_of
from qipan.desk.online.commands import OpenContest, SeatRound, TakeTable
from qipan.desk.online.seating import table_name, tried_names
from qipan.desk.records.commands import AttachRecord
from qipan.desk.rulings.commands import RuleGame, Ruling
from qipan.journal.live.events import GameBegun, MovePlayed, TableOpened
from qipan.journal.live.table import apply, open_table
from qipan.journal.state import KeptRecord
from qipan.kernel.clock import Untimed
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.results import How, Score

AT = {"round": RoundNo(1), "board": BoardNo(1)}


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def league(live=False):
    """A league of four clubs, whose matches have three boards."""
    case = Case("th-maklom-2024", "league", 4).begin()
    if live:
        case.do(OpenContest(section=case.section, mode="hall", zone="+07:00"))
    case.pair()
    case.publish()
    if live:
        now = shanghai("2026-03-07T14:00").isoformat()
        case.do(SeatRound(section=case.section, round=RoundNo(1), at=now))
    return case


def ruled(case, ruling, reason="the board fell", **fields):
    return RuleGame(section=case.section, **AT, ruling=ruling, reason=reason, **fields)


def games(case):
    return {game.number: game.result for game in case.now.rounds[0].games.get(BoardNo(1), ())}


def test_th_28_the_referee_may_let_both_lose():
    case = league()
    case.do(ruled(case, Ruling.BOTH_LOSE, game=2))
    assert (games(case)[2].score, games(case)[2].how) == (Score((0, 0)), How.ADJUDGED)
    assert case.now.ruled[0].rule == "ruling.both-lose"


def test_th_29_or_rule_a_draw_of_half_a_point_each():
    case = league()
    case.do(ruled(case, Ruling.DRAW))
    assert games(case)[1].score == Score((1, 1))


def test_th_29_or_have_the_game_played_again():
    case = league()
    record = KeptRecord("go", ("D4", "Q16"))
    place = {"section": case.section, **AT}
    case.do(AttachRecord(**place, record=record, game=3))
    case.do(ruled(case, Ruling.REPLAY, game=3))
    assert games(case) == {}
    assert case.now.records == {}  # the record of the game that fell
    assert [each.ruling for each in case.now.ruled] == ["replay"]
    case.game(1, "1-0", game=3)
    refused("ruling.finished", lambda: case.do(ruled(case, Ruling.REPLAY, game=3)))


def test_a_ruling_needs_a_reason_and_two_seats():
    case = league()
    refused("ruling.no-reason", lambda: case.do(ruled(case, Ruling.DRAW, reason=" ")))
    six = Case("un-games", "checkers", 6).begin()
    six.pair()
    six.publish()
    refused("ruling.two-seats", lambda: six.do(ruled(six, Ruling.DRAW)))


def test_both_lose_in_a_match_of_one_game_and_nothing_is_ruled_after_it():
    case = Case("wx-14", "women", 4).begin()
    case.pair()
    case.publish()
    case.do(ruled(case, Ruling.BOTH_LOSE))
    assert case.now.rounds[0].results[BoardNo(1)].score == Score((0, 0))
    refused("ruling.finished", lambda: case.do(ruled(case, Ruling.DRAW)))


# -- from a live table -------------------------------------------------------------------------


def ended(word):
    """What is known of a Go table that a referee ended with a word."""
    opened = TableOpened(
        game="go", engine="1", controls=(Untimed(), Untimed()), occupants=("a", "b")
    )
    table = open_table("t", opened)
    for event in (GameBegun(), MovePlayed(seat=-1, text=word)):
        apply(table, event)
    return fact_of(table, shanghai("2026-03-07T14:00"), (0, 1))


def taken(case, game, fact):
    found = case.now.rounds[0]
    return TakeTable(
        section=case.section,
        **AT,
        game=game,
        table=table_name(found, BoardNo(1), game),
        version=fact.version,
        places=fact.places,
        both_lose=fact.both_lose,
        again=fact.again,
    )


def test_th_28_both_lose_at_a_live_table_gives_both_nothing():
    case = league(live=True)
    fact = ended("both-lose")
    assert (fact.both_lose, fact.again) == (True, False)
    case.do(taken(case, 1, fact))
    assert (games(case)[1].score, games(case)[1].how) == (Score((0, 0)), How.ADJUDGED)


def test_th_29_a_live_game_without_result_is_played_again_at_another_table():
    case = league(live=True)
    fact = ended("no-result")
    assert (fact.both_lose, fact.again) == (False, True)
    case.game(1, "1-0", game=2)
    before = {game: table_name(case.now.rounds[0], BoardNo(1), game) for game in (1, 2, 3)}
    case.do(taken(case, 1, fact))
    found = case.now.rounds[0]
    after = {game: table_name(found, BoardNo(1), game) for game in (1, 2, 3)}
    assert [game for game in after if after[game] != before[game]] == [1]
    assert before[1] in tried_names(found, BoardNo(1), 3)
    assert list(games(case)) == [2]  # the other boards of the match stand
    case.do(ruled(case, Ruling.REPLAY, game=1))  # and once more, by the arbiter at the desk
    assert table_name(case.now.rounds[0], BoardNo(1), 1) not in (before[1], after[1])
