"""Results at the desk: how they are written, which scores a book knows, recording, correcting."""

import pytest

from journal.section import MEN, begun, result, round_of, score
from qipan.desk.results.commands import CorrectResult, RecordResult
from qipan.desk.results.recording import (
    allowed_scores,
    correct_result,
    read_places,
    read_score,
    record_result,
)
from qipan.journal.folding import fold
from qipan.journal.results import ResultCorrected, ResultRecorded
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import BoardNo, RoundNo, SectionId
from qipan.kernel.points import CHESS, Points, Scoring
from qipan.kernel.results import How
from qipan.rulebooks import book_named

CONTEST = Scoring(Points(2), Points(1), Points(-2), Points(2), 1)
"""Win 2, draw 1, loss −2."""


def refused(code, act, *given):
    with pytest.raises(Refused) as caught:
        act(*given)
    assert caught.value.code == code
    return caught.value


# -- as people write them ---------------------------------------------------------------------

WRITTEN = [
    # text            score      how
    ("1-0", (2, 0), How.PLAYED),
    ("0–1", (0, 2), How.PLAYED),
    ("½-½", (1, 1), How.PLAYED),
    ("0.5 — 0.5", (1, 1), How.PLAYED),
    (" 1 : 0 ", (2, 0), How.PLAYED),
    ("1−0", (2, 0), How.PLAYED),
    ("+-", (2, 0), How.FORFEIT),
    ("-+", (0, 2), How.FORFEIT),
    ("--", (0, 0), How.FORFEIT),
    ("+ –", (2, 0), How.FORFEIT),
    ("++", (2, 2), How.FORFEIT),
]


@pytest.mark.parametrize(("text", "seats", "how"), WRITTEN)
def test_a_result_is_read_as_people_write_it(text, seats, how):
    assert read_score(text, CHESS) == (score(*seats), how)


def test_a_colon_lets_points_be_negative():
    assert read_score("2:-2", CONTEST) == (score(2, -2), How.PLAYED)
    assert read_score("-2:2", CONTEST) == (score(-2, 2), How.PLAYED)
    assert read_score("+-", CONTEST) == (score(2, -2), How.FORFEIT)


@pytest.mark.parametrize("text", ["", "1", "1-", "-1", ":", "+", "+1", "1:", ":1", "-"])
def test_what_is_no_result_is_named(text):
    with pytest.raises(BadInput, match="not a result"):
        read_score(text, CHESS)


@pytest.mark.parametrize("text", ["a-b", "1-0.3", "+-+", "1-0-0"])
def test_what_are_no_points_is_named(text):
    with pytest.raises(BadInput, match=r"points|no multiple"):
        read_score(text, CHESS)


def test_a_long_text_is_quoted_in_part():
    with pytest.raises(BadInput, match=r"not a result: 'x{20}' "):
        read_score("x" * 50, CHESS)
    with pytest.raises(BadInput, match=r"not places: 'x{40}' "):
        read_places("x" * 50)


@pytest.mark.parametrize("text", ["3-1-2", "3 1 2", "3,1,2", "3–1–2", " 3 - 1 - 2 "])
def test_places_are_read_as_people_write_them(text):
    assert read_places(text) == score(3, 1, 2)


def test_places_have_at_most_three_digits():
    assert read_places("999") == score(999)


@pytest.mark.parametrize("text", ["", " ", "-", "1-b", "a", "1-2-1000", "1.5-2", "١-٢", "+1-2"])
def test_what_is_no_list_of_places_is_named(text):
    with pytest.raises(BadInput, match="not places"):
        read_places(text)


# -- which scores a book knows ----------------------------------------------------------------

W, D, L = 2, 1, -2
KNOWN = [
    (How.PLAYED, {(W, L), (L, W), (D, D)}),
    (How.FORFEIT, {(W, L), (L, W), (L, L)}),
    (How.ADJUDGED, {(W, L), (L, W), (D, D), (L, L), (D, L), (L, D)}),
]


@pytest.mark.parametrize(("how", "known"), KNOWN)
def test_which_scores_there_are(how, known):
    assert allowed_scores(CONTEST, how) == known


# -- recording --------------------------------------------------------------------------------


def state(book="wx-14", under="men", *more, seats=(("e1", "e2"), ("e3", "e4"))):
    (stage, *_) = book_named(book).event[under].stage
    entrants = max(4, *map(len, seats))
    return fold([*begun(entrants, book, under), *round_of(1, *seats, stage=stage.id), *more])


def record(*seats, board=1, number=1, how=How.PLAYED):
    place = {"section": MEN, "round": RoundNo(number), "board": BoardNo(board)}
    return RecordResult(**place, score=score(*seats), how=how)


def correct(*seats, board=1, how=How.PLAYED, reason="seen"):
    place = {"section": MEN, "round": RoundNo(1), "board": BoardNo(board)}
    return CorrectResult(**place, score=score(*seats), how=how, reason=reason)


def test_a_recorded_result_says_what_was_asked():
    (event,) = record_result(state(), record(0, 2, board=2, how=How.FORFEIT))
    assert event == ResultRecorded(
        section=MEN, round=RoundNo(1), board=BoardNo(2), score=score(0, 2), how=How.FORFEIT
    )


def test_a_score_that_the_book_does_not_know_is_refused_with_those_it_knows():
    error = refused("result.not-in-book", record_result, state(), record(2, 2))
    assert error.facts == {
        "section": "men",
        "round": 1,
        "board": 1,
        "score": "1-1",
        "known": ["0-1", "0.5-0.5", "1-0"],
    }


@pytest.mark.parametrize("how", [How.BYE, How.ANNULLED])
def test_a_bye_or_an_annulled_game_is_not_recorded(how):
    refused("result.not-in-book", record_result, state(), record(2, 0, how=how))
    refused(
        "result.not-in-book",
        correct_result,
        state("wx-14", "men", result(1, 1, 2, 0)),
        correct(0, 2, how=how),
    )


def test_a_result_is_recorded_once_and_the_refusal_shows_it():
    found = state("gm-2025", "entry", result(1, 1, 2, -2))
    error = refused("result.recorded", record_result, found, record(-2, 2))
    assert error.facts == {"section": "men", "round": 1, "board": 1, "score": "2--2"}
    assert record_result(found, record(2, -2, board=2))


@pytest.mark.parametrize(("number", "board"), [(2, 1), (1, 3), (1, 0), (0, 1)])
def test_a_board_that_was_not_paired_has_no_result(number, board):
    with pytest.raises(Refused):
        record_result(state(), record(2, 0, number=number, board=board))


def test_a_section_that_is_not_there_has_no_result():
    command = RecordResult(
        section=SectionId("women"), round=RoundNo(1), board=BoardNo(1), score=score(2, 0)
    )
    with pytest.raises(Refused):
        record_result(state(), command)


# -- correcting -------------------------------------------------------------------------------


def test_a_correction_has_a_reason_and_changes_something():
    found = state("wx-14", "men", result(1, 1, 2, 0))
    for code, command in (
        ("result.nothing-to-correct", correct(2, 0, board=2)),
        ("result.not-in-book", correct(2, 2)),
        ("result.no-reason", correct(0, 2, reason=" \t")),
        ("result.unchanged", correct(2, 0)),
    ):
        error = refused(code, correct_result, found, command)
        assert (error.facts["section"], error.facts["round"]) == ("men", 1)
        assert error.facts["board"] == command.board


@pytest.mark.parametrize(
    ("seats", "how"),
    [((0, 2), How.PLAYED), ((2, 0), How.FORFEIT), ((1, 1), How.ADJUDGED)],
)
def test_another_score_or_another_way_is_a_change(seats, how):
    found = state("wx-14", "men", result(1, 1, 2, 0))
    (event,) = correct_result(found, correct(*seats, how=how, reason=" clock "))
    assert event == ResultCorrected(
        section=MEN,
        round=RoundNo(1),
        board=BoardNo(1),
        score=score(*seats),
        how=how,
        reason="clock",
    )


# -- several seats ----------------------------------------------------------------------------

SIX = ((*(f"e{number}" for number in range(1, 7)),),)
PLACES = [
    # places                    right
    ((1, 2, 3, 4, 5, 6), True),
    ((6, 5, 4, 3, 2, 1), True),
    ((1, 2, 3, 3, 5, 6), True),
    ((1, 1, 3, 4, 4, 4), True),
    ((1, 1, 1, 1, 1, 1), True),
    ((1, 2, 3, 3, 4, 5), False),
    ((2, 3, 4, 5, 6, 6), False),
    ((1, 2, 3, 4, 5, 7), False),
    ((0, 1, 2, 3, 4, 5), False),
    ((1, 2, 2, 3, 5, 6), False),
    ((1, 2, 3, 4, 5), False),
    ((1, 2, 3, 4, 5, 6, 7), False),
    ((2, 0), False),
]


@pytest.mark.parametrize(("places", "right"), PLACES)
def test_everybody_at_a_table_has_a_place_and_who_ties_shares_the_better(places, right):
    found = state("un-games", "checkers", seats=SIX)
    if right:
        (event,) = record_result(found, record(*places))
        assert event.score.seats == places
        return
    error = refused("result.not-places", record_result, found, record(*places))
    assert error.facts == {"round": 1, "board": 1, "seats": 6, "places": list(places)}


@pytest.mark.parametrize("how", list(How))
def test_places_are_played_forfeited_or_adjudged(how):
    found = state("un-games", "checkers", seats=SIX)
    command = record(1, 2, 3, 4, 5, 6, how=how)
    if how in (How.BYE, How.ANNULLED):
        refused("result.not-places", record_result, found, command)
    else:
        (event,) = record_result(found, command)
        assert event.how is how


def test_places_are_corrected_to_places():
    found = state("un-games", "checkers", result(1, 1, 1, 2, 3, 4, 5, 6), seats=SIX)
    refused("result.not-places", correct_result, found, correct(1, 1, 2, 4, 5, 6))
    (event,) = correct_result(found, correct(2, 1, 3, 4, 5, 6))
    assert event.score.seats == (2, 1, 3, 4, 5, 6)
