"""Boards of a match in any order, and offences that cost one board (T1, T2, S2; TH 14, 23, 36)."""

import json

import pytest


@pytest.fixture
def league(run):
    """Four teams of the Thai league, the first round paired."""
    assert run("new", "th-maklom-2024", "league", "--id", "lg")[0] == 0
    assert run("enter", "lg", "Alpha", "Beta", "Gamma", "Delta")[0] == 0
    run.sides = seated(run)
    return run


def seated(run):
    """Pair, and give the names at match 1 in the order in which the pairing has them."""
    return plain(run("pair", "lg", "--json"))["boards"][0]["names"]


def plain(answer):
    code, out, error = answer
    assert code == 0, error
    return json.loads(out)


def rows(run):
    return plain(run("standings", "lg", "--json"))["rows"]


def keys(run, name):
    return next(row["keys"] for row in rows(run) if row["name"] == name)


def worth(run, name):
    found = keys(run, name)
    return found["points"], found["game-points"], found["board-wins"]


def record(run, **scores):
    for game, text in scores.items():
        code, _, error = run("result", "lg", 1, text, "--game", game[1:])
        assert code == 0, error


def test_t1_boards_finish_in_any_order_and_the_next_is_the_first_open(league):
    one, two = league.sides
    record(league, g3="0-1")
    assert league("result", "lg", 1, "1-0")[0] == 0  # board 1, the first without a result
    assert league("result", "lg", 1, "1-0")[0] == 0  # board 2
    assert (worth(league, one), worth(league, two)) == (("1", "2", "2"), ("0", "1", "1"))


@pytest.mark.parametrize("game", [0, 4, 9])
def test_t1_no_such_board_is_refused(league, game):
    code, _, error = league("result", "lg", 1, "1-0", "--game", game)
    assert (code, "match.no-such-game" in error) == (3, True)


def test_t1_a_board_with_a_result_is_corrected_by_name_and_the_match_follows(league):
    one, two = league.sides
    record(league, g1="1-0", g2="1-0")
    code, _, error = league("result", "lg", 1, "0-1", "--game", 2)
    assert (code, "match.game-recorded" in error) == (3, True)
    assert league("result", "lg", 1, "0-1", "--game", 2, "--correct", "typo")[0] == 0
    record(league, g3="1-0")
    assert worth(league, one) == ("1", "2", "2")
    assert league("result", "lg", 1, "0-1", "--game", 1, "--correct", "typo")[0] == 0
    assert (worth(league, one), worth(league, two)) == (("0", "1", "1"), ("1", "2", "2"))


def test_th_23_an_offence_on_one_board_of_a_finished_match_costs_that_board(league):
    one, two = league.sides
    record(league, g1="1-0", g2="1-0", g3="1-0")
    given = plain(
        league("foul", "give", "lg", one, "two-moves", "-r", 1, "-b", 1, "--game", 1, "--json")
    )
    assert (given[0]["game"], given[0]["clause"]) == (1, "23")
    assert (worth(league, one), worth(league, two)) == (("1", "2", "2"), ("0", "1", "1"))


def test_th_23_a_finished_match_is_not_taken_away_when_no_board_is_named(league):
    one, _ = league.sides
    record(league, g1="1-0", g2="1-0", g3="1-0")
    code, _, error = league("foul", "give", "lg", one, "two-moves", "-r", 1, "-b", 1)
    assert (code, "conduct.which-game" in error) == (3, True)
    assert worth(league, one) == ("1", "3", "3")


def test_th_36_a_loss_on_board_3_while_the_others_play_is_board_3s(league):
    one, two = league.sides
    lost = ("foul", "give", "lg", two, "disturbance", "--choice", 2, "-r", 1, "-b", 1, "--game", 3)
    assert league(*lost)[0] == 0
    record(league, g1="0-1", g2="0-1")
    assert (worth(league, one), worth(league, two)) == (("0", "1", "1"), ("1", "2", "2"))


def test_th_14_lateness_costs_the_board_it_names(league):
    one, two = league.sides
    late = ("foul", "late", "lg", one, "-r", 1, "-b", 1, "--seconds")
    found = plain(league(*late, 901, "--game", 3, "--json"))
    assert (found["lost"], found["game"]) == (True, 3)
    assert plain(league(*late, 900, "--game", 2, "--json"))["deducted"] == 900
    assert "board 1 of the match is lost" in league(*late, 901)[1]
    record(league, g2="1-0")
    assert (worth(league, one), worth(league, two)) == (("0", "1", "1"), ("1", "2", "2"))
    assert league(*late, 901, "--game", 2)[0] == 3  # it is over


def test_s2_a_score_is_in_the_order_of_the_sides_whoever_moves_first(run):
    assert run("new", "un-games", "xiangqi", "--id", "lg")[0] == 0
    for name, unit in zip("ABCD", "1234", strict=True):
        assert run("enter", "lg", name, "--unit", unit)[0] == 0
    one, two = seated(run)
    assert run("result", "lg", 1, "1-0")[0] == 0
    assert run("result", "lg", 1, "1-0")[0] == 0  # the other side moves first in this one
    code, _, error = run("result", "lg", 1, "1-0")
    assert (code, "match.over" in error) == (3, True)
    points = {row["name"]: row["keys"]["points"] for row in rows(run)}
    assert (points[one], points[two]) == ("1", "0")


def test_x2_a_game_corrected_in_a_best_of_three_opens_the_match_again(run):
    assert run("new", "un-games", "xiangqi", "--id", "lg")[0] == 0
    for name, unit in zip("ABCD", "1234", strict=True):
        assert run("enter", "lg", name, "--unit", unit)[0] == 0
    seated(run)
    run("result", "lg", 1, "1-0")
    assert plain(run("result", "lg", 1, "1-0", "--json"))["missing"] == [2]
    again = ("result", "lg", 1, "0-1", "--game", 2, "--correct", "typo", "--json")
    assert plain(run(*again))["missing"] == [1, 2]
    assert plain(run("result", "lg", 1, "0-1", "--json"))["missing"] == [2]  # the third game


def test_t2_the_commands_name_the_board():
    from qipan.desk.conduct.commands import PunishGravely, PunishOffence, RecordLateness

    kinds = (PunishGravely, PunishOffence, RecordLateness)
    assert ["game" in kind.__struct_fields__ for kind in kinds] == [True] * 3


def test_t1_a_correction_of_a_board_needs_a_reason_and_a_score_of_one_game(league):
    record(league, g1="1-0")
    correct = ("result", "lg", 1, "--game", 1)
    for words in (("0-1", "--correct", " "), ("2-0", "--correct", "seen")):
        code, _, error = league(*correct[:3], words[0], *correct[3:], *words[1:])
        assert code in (2, 3), error
        assert "Traceback" not in error
    fields = ("section=league", "round=1", "board=1", "game=1", 'score={"seats": [4, 0]}')
    code, _, error = league("do", "lg", "CorrectResult", *fields, "reason=seen")
    assert (code, "result.not-in-book" in error) == (3, True)
    fields = (*fields[:4], 'score={"seats": [0, 2]}')
    code, _, error = league("do", "lg", "CorrectResult", *fields, "reason= ")
    assert (code, "result.no-reason" in error) == (3, True)
    assert league("do", "lg", "CorrectResult", *fields, "reason=seen")[0] == 0


def test_t1_a_match_of_one_game_has_no_second_board(run):
    run("new", "wx-14", "women", "--id", "cup")
    run("enter", "cup", "A", "B", "C", "D")
    run("pair", "cup")
    assert run("result", "cup", 1, "1-0")[0] == 0
    fields = ("round=1", "board=1", 'score={"seats": [0, 2]}', "reason=seen")
    code, _, error = run("do", "cup", "CorrectResult", *fields, "game=2")
    assert (code, "match.no-such-game" in error) == (3, True)
    assert run("do", "cup", "CorrectResult", *fields, "game=1")[0] == 0


def test_t1_what_was_played_on_the_boards_is_not_overruled_by_a_result_of_the_match(league):
    one, two = league.sides
    record(league, g1="1-0", g2="1-0", g3="0-1")
    before = rows(league)
    code, _, error = league("result", "lg", 1, "0-1", "--correct", "typo")
    assert (code, "match.which-game" in error) == (3, True)
    assert rows(league) == before
    assert league("result", "lg", "1.1", "0-1", "--correct", "typo")[0] == 0
    assert (worth(league, one), worth(league, two)) == (("0", "1", "1"), ("1", "2", "2"))


def test_n5_who_moved_first_on_a_board_of_a_match_is_corrected_with_it(league):
    one, two = league.sides
    record(league, g1="1-0", g2="1-0", g3="0-1")
    back = ("result", "lg", 1, "1-0", "--game", 2, "--correct", "seats")
    elsewhere = next(name for name in ("Alpha", "Beta", "Gamma") if name not in (one, two))
    assert league(*back, "--first", elsewhere)[0] != 0
    assert league(*back, "--first", two)[0] == 0  # who moved first, two, won
    assert (worth(league, one), worth(league, two)) == (("0", "1", "1"), ("1", "2", "2"))
    code, _, error = league(*back, "--first", two)
    assert (code, "result.unchanged" in error) == (3, True)
    assert league("undo", "lg")[0] == 0
    assert worth(league, one) == ("1", "2", "2")


def test_a_knockout_game_that_decided_alone_is_corrected_without_its_number(run):
    assert run("new", "un-games", "xiangqi", "--id", "lg")[0] == 0
    for number in range(1, 9):
        assert run("enter", "lg", f"P{number}", "--unit", f"U{number}")[0] == 0
    one, two = seated(run)
    assert plain(run("result", "lg", 1, "1-0", "--json"))["winner_name"] == one
    told = plain(run("result", "lg", 1, "0-1", "--correct", "typo", "--json"))
    assert told["winner_name"] == two
    assert plain(run("result", "lg", 2, "=", "--json"))["winner"] is None
    assert plain(run("result", "lg", 2, "1-0", "--json"))["winner"] is not None
    code, _, error = run("result", "lg", 2, "0-1", "--correct", "typo")
    assert (code, "match.which-game" in error) == (3, True)
