"""Acts that put something right, from the command line (N2–N6, R1, R2)."""

import json

import pytest


def plain(answer):
    code, out, error = answer
    assert code == 0, error
    return json.loads(out)


@pytest.fixture
def men(run):
    """Ten men of the world championship, by score, with the first round public."""
    assert run("new", "wx-14", "men", "--id", "w")[0] == 0
    assert run("enter", "w", *(f"P{number:02}" for number in range(1, 11)))[0] == 0
    run.boards = plain(run("pair", "w", "--json"))["boards"]
    return run


def play(run):
    for board in range(1, 6):
        assert run("result", "w", str(board), "1")[0] == 0


def section(run):
    return {row["name"]: row for row in plain(run("standings", "w", "--json"))["rows"]}


def test_the_last_act_is_undone_and_then_the_one_before(men):
    before = section(men)
    assert men("result", "w", "1", "1")[0] == 0
    assert men("result", "w", "2", "5")[0] == 0
    told = plain(men("undo", "w", "--because", "wrong board", "--json"))
    assert (told["taken_back"], told["board"]) == ("result-recorded", 2)
    code, out, _ = men("undo", "w", "--because", "wrong too")
    assert (code, "board 1" in out) == (0, True)
    assert section(men) == before
    again = plain(men("undo", "w", str(told["version"]), "--because", "right after all", "--json"))
    assert again["taken_back"] == "act-taken-back"
    assert plain(men("result", "w", "1", "1", "--json"))["missing"] == [3, 4, 5]


def test_what_stands_in_the_way_is_named(men):
    play(men)
    assert men("pair", "w")[0] == 0
    events = plain(men("undo", "w", "--because", "x", "--json"))
    assert events["taken_back"] == "round-published"
    code, _, error = men("undo", "w", str(events["first"] - 4), "--because", "x")
    assert (code, "depends on it" in error) == (3, True)
    code, _, error = men("undo", "w", "1", "--because", "x")
    assert (code, "stays" in error) == (3, True)


def test_withdrawn_and_back_with_the_points_they_had(men):
    play(men)
    winner = men.boards[0]["names"][0]
    had = section(men)[winner]["keys"]["points"]
    assert men("return", "w", winner, "--reason", "x")[0] == 3
    assert men("withdraw", "w", winner)[0] == 0
    assert men("pair", "w")[0] == 0
    assert plain(men("return", "w", winner, "--reason", "well", "--json"))["from_round"] == 3
    assert section(men)[winner]["keys"]["points"] == had


def test_late_entry_has_the_next_number_and_nothing_else(men):
    play(men)
    before = section(men)
    assert men("enter", "w", "Late")[0] == 3
    assert men("enter", "w", "Late", "--late", "train")[0] == 0
    after = section(men)
    points = {name: row["keys"]["points"] for name, row in before.items()}
    assert {name: after[name]["keys"]["points"] for name in before} == points
    assert after["Late"]["keys"]["points"] == "0"
    told = plain(men("pair", "w", "--json"))
    names = {name for board in told["boards"] for name in board["names"]} | set(told["resting"])
    assert "Late" in names


def test_nobody_enters_a_round_robin_late(run):
    assert run("new", "wx-14", "women", "--id", "w")[0] == 0
    assert run("enter", "w", "A", "B", "C", "D")[0] == 0
    assert run("pair", "w")[0] == 0
    assert run("enter", "w", "E", "--late", "train")[0] == 3


def test_a_filler_comes_while_the_number_is_odd(run):
    words = ("--set", "entry_checks=false", "--set", "rounds=7")
    assert run("new", "my-2018", "individual", "--id", "n", *words)[0] == 0
    assert run("enter", "n", *(f"P{number}" for number in range(1, 10)))[0] == 0
    assert run("pair", "n")[0] == 0
    filler = ("--tag", "filler", "--late", "odd")
    assert run("enter", "n", "Fill", *filler)[0] == 0
    assert run("enter", "n", "Fill two", *filler)[0] == 3


def test_a_result_is_cleared_with_a_reason_before_the_next_round(men):
    assert men("clear", "w", "1", "--because", "x")[0] == 3
    assert men("result", "w", "1", "=")[0] == 0
    assert men("clear", "w", "1")[0] == 3
    told = plain(men("clear", "w", "1", "--because", "wrong board", "--json"))
    assert told["missing"] == [1, 2, 3, 4, 5]
    play(men)
    assert men("pair", "w")[0] == 0
    assert men("clear", "w", "1", "--round", "1", "--because", "x")[0] == 3


def test_a_result_goes_to_its_board(men):
    assert men("result", "w", "2", "1")[0] == 0
    told = plain(men("move-result", "w", "2", "4", "--because", "wrong slip", "--json"))
    assert told["missing"] == [1, 2, 3, 5]


def test_who_moved_first_in_fact(men):
    first, second = men.boards[0]["names"]
    elsewhere = men.boards[1]["names"][0]
    assert men("result", "w", "1", "1", "--first", elsewhere)[0] == 3
    told = plain(men("result", "w", "1", "1", "--first", second, "--json"))
    assert told["winner_name"] == second
    assert plain(men("result", "w", "2", "1", "--json"))["winner_name"] == elsewhere
    told = plain(
        men("result", "w", "2", "0-1", "--correct", "seats", "--first",
            men.boards[1]["names"][1], "--json")
    )  # fmt: skip
    assert told["winner_name"] == elsewhere
    del first


def test_a_penalty_is_seen_before_it_is_given_and_taken_back(men):
    name = men.boards[0]["names"][0]
    give = ("foul", "give", "w", name, "wrong-claim", "--round", "1", "--board", "1")
    before = section(men)
    assert plain(men(*give, "--preview", "--json"))["done"] is False
    assert plain(men("foul", "list", "w", "--json")) == []
    assert men(*give)[0] == 0
    told = plain(men(*give, "--preview", "--json"))
    assert [each["kind"] for each in told["imposed"][0]["penalties"]][-1] == "lost"
    assert told["boards"][0]["after"] in ("0–1", "1–0")
    assert men(*give)[0] == 0
    second = plain(men("foul", "list", "w", "--json"))[-1]["id"]
    assert men("foul", "take-back", "w", second, "--because", "")[0] == 3
    assert men("foul", "take-back", "w", second, "--because", "it was right")[0] == 0
    left = plain(men("foul", "list", "w", "--json"))
    assert len(left) == 1
    assert men("foul", "take-back", "w", left[0]["id"], "--because", "that too")[0] == 0
    assert section(men) == before


def test_an_entry_is_put_right_at_any_time(men):
    play(men)
    told = plain(
        men("amend", "w", "P01", "--name", "P One", "--unit", "Fiji", "--rating", "1700", "--json")
    )
    assert (told["name"], told["unit"], told["rating"]) == ("P One", "Fiji", 1700)
    assert told["notes"], "what stays as it is is said"
    assert men("undo", "w", "--because", "it was right")[0] == 0
    assert "P01" in section(men)
    assert men("amend", "w", "P01", "--tag", "nonsense")[0] == 3


def test_a_round_is_missed_by_announcement(men):
    play(men)
    assert men("rest", "w", "P01", "--round", "2", "--because", "exam")[0] == 0
    told = plain(men("pair", "w", "--json"))
    assert "P01" not in {name for board in told["boards"] for name in board["names"]}
    assert men("rest", "w", "P01", "--round", "2", "--drop")[0] == 3


def test_a_board_of_a_match_is_named_with_a_full_stop(run):
    assert run("new", "th-maklom-2024", "league", "--id", "lg")[0] == 0
    assert run("enter", "lg", "Alpha", "Beta", "Gamma", "Delta")[0] == 0
    assert run("pair", "lg")[0] == 0
    assert run("result", "lg", "1.2", "1")[0] == 0
    assert run("result", "lg", "1.2", "1")[0] == 3
    assert run("result", "lg", "1/3", "5")[0] == 0
    assert run("result", "lg", "1.9", "1")[0] == 3
    assert run("result", "lg", "x.1", "1")[0] == 2
    assert run("clear", "lg", "1", "--game", "2", "--because", "wrong board")[0] == 0
    assert run("result", "lg", "1.2", "0")[0] == 0


def test_sections_are_renamed_split_merged_and_called_off(run):
    assert run("new", "wx-14", "men", "--id", "w")[0] == 0
    assert run("enter", "w", "A", "B", "C", "D", "E", "F")[0] == 0
    assert run("section", "rename", "w", "Gentlemen")[0] == 0
    split = run("section", "split", "w", "two", "A", "B", "-s", "men", "--because", "many")
    assert split[0] == 0, split
    merged = run("section", "merge", "w", "men", "-s", "two", "--because", "few", "--json")
    assert len(plain(merged)["moved"]) == 2
    assert run("undo", "w", "--because", "no")[0] == 0
    assert run("section", "cancel", "w", "-s", "two", "--because", "no hall")[0] == 0
    assert run("enter", "w", "G", "-s", "two")[0] == 3


def test_a_penalty_taken_back_by_its_verb_is_an_act_that_undo_brings_back(men):
    name = men.boards[0]["names"][0]
    give = ("foul", "give", "w", name, "wrong-claim", "--round", "1", "--board", "1")
    assert men("result", "w", "2", "1")[0] == 0
    assert men(*give)[0] == 0
    given, before = plain(men("foul", "list", "w", "--json")), section(men)
    assert men("foul", "take-back", "w", given[0]["id"], "--because", "a slip")[0] == 0
    assert plain(men("undo", "w", "--json"))["taken_back"] == "act-taken-back"
    assert (plain(men("foul", "list", "w", "--json")), section(men)) == (given, before)
    assert plain(men("undo", "w", "--json"))["taken_back"] == "penalty-imposed"
    assert plain(men("undo", "w", "--json"))["taken_back"] == "result-recorded"


def test_a_penalty_given_instead_of_another_is_undone_as_one_act(men):
    name = men.boards[0]["names"][0]
    give = ("foul", "give", "w", name, "wrong-claim", "--round", "1", "--board", "1")
    assert men(*give)[0] == 0
    given, before = plain(men("foul", "list", "w", "--json")), section(men)
    assert men("foul", "give", "w", name, "technical", "--instead", given[0]["id"])[0] == 0
    assert [each["offence"] for each in plain(men("foul", "list", "w", "--json"))] == ["technical"]
    assert plain(men("undo", "w", "--json"))["taken_back"] == "penalty-imposed"
    assert (plain(men("foul", "list", "w", "--json")), section(men)) == (given, before)


def test_answers_name_people_who_were_given_by_number_or_id(men):
    name = men.boards[0]["names"][0]
    who = men.boards[0]["entrants"][0]
    assert men("withdraw", "w", who)[1].strip() == f"{name} withdrew"
    assert men("return", "w", who, "--reason", "well")[1].startswith(name)
