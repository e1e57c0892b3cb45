"""Which game a correction hits after it is read back, and what is signed, disputed and decided."""

import pytest

from journal.section import CAUSE, MEN, begun, folded, game, result, round_of, score
from qipan.journal.results import (
    GameCorrected,
    MatchDecided,
    ResultCleared,
    ResultCorrected,
    ResultDisputed,
    ResultSigned,
)
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.results import How, Result

TWO_ROUNDS = [
    *begun(),
    *round_of(1, ("e1", "e2"), ("e3", "e4")),
    *round_of(2, ("e1", "e3"), ("e2", "e4")),
]
GAMES = [
    *(game(1, 1, 1, 1, 1), game(1, 1, 2, 1, 1)),
    *(game(1, 1, 1, 1, 1, playoff=True), game(1, 1, 2, 1, 1, playoff=True)),
    *(game(1, 2, 1, 1, 1), game(2, 1, 1, 1, 1)),
]


def place(number, board):
    return {"section": MEN, "round": RoundNo(number), "board": BoardNo(board)}


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("playoff", [False, True])
def test_a_correction_hits_one_game_regular_or_of_the_play_off(number, playoff):
    corrected = GameCorrected(
        **place(1, 1),
        game=number,
        score=score(2, 0),
        how=How.ADJUDGED,
        reason="seen",
        playoff=playoff,
    )
    section = folded(*TWO_ROUNDS, *GAMES, corrected)
    changed = [
        (found.number, board, each.number, each.playoff, each.result)
        for found in section.rounds
        for board, games in found.games.items()
        for each in games
        if each.result != Result(score(1, 1), How.PLAYED)
    ]
    assert changed == [(1, 1, number, playoff, Result(score(2, 0), How.ADJUDGED))]
    kept = [(each.number, each.playoff) for each in section.rounds[0].games[1]]
    assert kept == [(1, False), (2, False), (1, True), (2, True)]


def test_a_game_is_kept_with_who_moved_first_and_the_time_it_took():
    first = game(2, 2, 3, 0, 2, first=EntrantId("e4"), seconds=(60, 70), how=How.FORFEIT)
    (found,) = folded(*TWO_ROUNDS, first).rounds[1].games[2]
    assert (found.number, found.first, found.seconds) == (3, "e4", (60, 70))
    assert found.result == Result(score(0, 2), How.FORFEIT)
    assert not found.playoff


def test_a_corrected_result_keeps_every_one_before_it():
    corrections = [
        ResultCorrected(**place(1, 2), score=score(*seats), how=How.ADJUDGED, reason="x")
        for seats in ((0, 2), (1, 1))
    ]
    section = folded(*TWO_ROUNDS, result(1, 2, 2, 0), result(1, 1, 2, 0), *corrections)
    assert section.rounds[0].results == {
        2: Result(score(1, 1), How.ADJUDGED),
        1: Result(score(2, 0)),
    }
    assert section.rounds[0].corrected == {
        2: [Result(score(2, 0)), Result(score(0, 2), How.ADJUDGED)]
    }
    assert section.rounds[1].results == {}


def test_what_was_signed_and_disputed_is_the_score_as_it_stood():
    section = folded(
        *TWO_ROUNDS,
        result(1, 1, 2, 0),
        result(2, 1, 0, 2),
        ResultSigned(**place(1, 1), entrant=EntrantId("e1")),
        ResultDisputed(**place(2, 1), entrant=EntrantId("e3"), reason="I won"),
        ResultCorrected(**place(1, 1), score=score(1, 1), reason="x"),
        ResultCorrected(**place(2, 1), score=score(1, 1), reason="x"),
    )
    assert section.signed == {(1, 1, "e1"): score(2, 0)}
    assert section.disputed == {(2, 1, "e3"): (score(0, 2), "I won")}


def test_a_match_is_decided_at_its_board():
    decided = MatchDecided(**place(1, 2), winner=EntrantId("e4"), cause=CAUSE)
    section = folded(*TWO_ROUNDS, result(1, 2, 1, 1), decided)
    assert [each.decided for each in section.rounds] == [{2: "e4"}, {}]


def test_the_time_of_the_last_result_of_a_round_is_kept_games_too():
    at_one, at_two = "2026-01-01T10:00", "2026-01-01T11:00"
    section = folded(*TWO_ROUNDS, result(1, 1, 2, 0, at=at_one), game(1, 2, 1, 1, 1, at=at_two))
    assert section.last_result == {1: at_two}
    assert folded(*TWO_ROUNDS, result(1, 1, 2, 0)).last_result == {}  # an old journal says none


def test_a_result_that_is_cleared_is_kept_among_the_replaced_and_decides_nothing():
    decided = MatchDecided(**place(1, 1), winner=EntrantId("e1"), cause=CAUSE)
    cleared = ResultCleared(**place(1, 1), reason="a slip")
    section = folded(*TWO_ROUNDS, result(1, 1, 2, 0), result(1, 2, 0, 2), decided, cleared)
    (found, _) = section.rounds
    assert (list(found.results), found.decided) == ([2], {})
    assert [each.score for each in found.corrected[1]] == [score(2, 0)]
