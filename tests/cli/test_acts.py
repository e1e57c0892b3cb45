"""Every command of the desk from the command line: by a verb of its own, or by its name."""

import json
import re

import pytest
import typer

from qipan.cli import build
from qipan.cli.desk.any_command import given_elsewhere, offered
from qipan.desk.command import Command
from qipan.desk.decide import DECISIONS


def all_commands(kind=Command):
    for each in kind.__subclasses__():
        if each.__module__.startswith("qipan."):
            yield each
            yield from all_commands(each)


def verbs(group, before=""):
    found = typer.main.get_command(group) if isinstance(group, typer.Typer) else group
    for name, command in found.commands.items():
        yield f"{before}{name}"
        if hasattr(command, "commands"):
            yield from verbs(command, f"{before}{name} ")


def test_every_command_is_decided_on_and_can_be_given():
    assert sorted(each.__name__ for each in all_commands() if each not in DECISIONS) == []
    given = set(offered().values()) | set(given_elsewhere())
    assert sorted(each.__name__ for each in DECISIONS if each not in given) == []


def test_a_command_that_is_given_elsewhere_names_a_verb_that_exists_and_why():
    there = set(verbs(build()))
    assert [by.verb for by in given_elsewhere().values() if by.verb not in there] == []
    assert all(by.why for by in given_elsewhere().values())


def test_names_are_unique_and_every_command_says_what_it_is_for():
    names = list(offered())
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(r"(\w+\.)?\w+", name)] == []
    assert [kind for kind in offered().values() if not kind.__doc__] == []


@pytest.fixture
def cup(run):
    """Round 1 of four people is on."""
    assert run("new", "my-2018", "open", "--id", "cup")[0] == 0
    assert run("enter", "cup", "Ali", "Siva", "Kumar", "Aminah")[0] == 0
    assert run("pair", "cup")[0] == 0
    return run


def test_the_list_names_fields_and_other_verbs(run):
    out = run("commands")[1]
    assert "WithdrawRound" in out
    assert "qipan hand pair" in out
    assert any(row["command"] == "PostMoney" for row in json.loads(run("commands", "--json")[1]))


def test_any_command_by_name(cup):
    code, out, err = cup("do", "cup", "WithdrawEntrant", "entrant=Ali", "reason=ill")
    assert (code, "done" in out) == (0, True), err
    code, out, err = cup("do", "cup", "MoveBoards", "round=1", "numbers=[[1,2],[2,1]]", "--json")
    assert (code, json.loads(out)["command"]) == (0, "MoveBoards"), err
    assert cup("do", "cup", "Conjure")[0] == 2
    assert cup("do", "cup", "MoveBoards", "round")[0] == 2
    assert cup("do", "cup", "MoveBoards", "round=x", "numbers=[]")[0] == 2
    assert cup("do", "cup", "MoveBoards", "round=1", "numbers=[")[0] == 2
    assert cup("do", "cup", "MoveBoards", "round=1", "numbers=[]", "x=1")[0] == 2
    assert cup("do", "cup", "MoveBoards", "round=1", "numbers=[]")[0] == 3


def test_names_and_numbers_are_taken_with_the_section_said_either_way(cup):
    assert cup("new", "my-2018", "women", "--id", "cup")[0] == 0  # a section must be named now
    assert cup("do", "cup", "WithdrawEntrant", "section=open", "entrant=Ali")[0] == 0
    assert cup("do", "cup", "WithdrawEntrant", "entrant=2", "-s", "open")[0] == 0
    assert cup("do", "cup", "WithdrawEntrant", "section=nowhere", "entrant=Ali")[0] in (2, 3)


@pytest.mark.parametrize("wrong", ["{}", "[]", "5", "null", "1.5", "true"])
def test_fields_of_the_wrong_kind_are_refused_in_words(cup, wrong):
    asked = [
        ("PostNotice", "text=x", f"section={wrong}"),
        ("WithdrawEntrant", f"section={wrong}", "entrant=Ali"),
        ("PunishOffence", f"entrant={wrong}", "offence=dress", "person=Ali"),
        ("LodgeAppeal", f"entrant={wrong}", f"section={wrong}", "round=1", "text=x"),
    ]
    for command, *fields in asked:
        code, _, error = cup("do", "cup", command, *fields)
        assert (code in (2, 3), bool(error)) == (True, True), (command, error)


def test_a_score_is_taken_as_the_verb_takes_it(cup):
    place = ("round=1", "board=1")
    assert cup("do", "cup", "RecordResult", *place, "score=x")[0] == 2
    assert cup("do", "cup", "RecordResult", "round=1", "board=99", "score=1-0")[0] == 3
    assert cup("do", "cup", "RecordResult", *place, "score=+-")[0] == 0
    assert cup("do", "cup", "CorrectResult", *place, "score=½-½", "reason=slip")[0] == 0
    assert cup("do", "cup", "CorrectResult", *place, 'score={"seats":[0,2]}', "reason=slip")[0] == 0
    code, _, error = cup("do", "cup", "CorrectResult", *place, "score=0-1", "reason=slip")
    assert (code, "result.unchanged" in error) == (3, True)


def test_a_score_of_a_board_of_a_match_is_taken_as_the_verb_takes_it(run):
    assert run("new", "th-maklom-2024", "league", "--id", "lg")[0] == 0
    assert run("enter", "lg", "Alpha", "Beta")[0] == 0
    assert run("pair", "lg")[0] == 0
    place = ("round=1", "board=1")
    assert run("do", "lg", "RecordGame", *place, "score=1-0", "game=2")[0] == 0
    assert run("do", "lg", "CorrectResult", *place, "score=0-1", "game=2", "reason=slip")[0] == 0
    told = json.loads(run("result", "lg", 1, "0-1", "--json")[1])
    assert told["missing"] == [1]


def test_results_are_signed_and_reported_by_players(cup):
    pairs = [row["names"] for row in boards_of(cup)]
    one, two = pairs[0]
    assert cup("result", "cup", 1, "1-0", "--by", two)[0] == 3
    assert cup("result", "cup", 1, "1-0", "--by", one)[0] == 0
    assert cup("sign", "cup", one, "-r", 1, "-b", 1)[0] == 3  # the report was the signature
    assert "2 signed" in cup("sign", "cup", two, "-r", 1, "-b", 1)[1]
    assert cup("result", "cup", 2, "+-", "--by", pairs[1][0])[0] == 2


def boards_of(run):
    assert run("hand", "undo", "cup", "--because", "x")[0] == 0
    return json.loads(run("pair", "cup", "--json")[1])["boards"]


def test_clocks_boards_and_money(cup):
    code, out, _ = cup("clock", "cup", "12:30", "650", "-r", 1, "-b", 1, "--json")
    assert (code, json.loads(out)["left"]) == (0, [750, 650])
    assert cup("clock", "cup", "x", "1", "-r", 1, "-b", 1)[0] == 2
    code, out, _ = cup("boards", "cup", "1:2", "2:1", "-r", 1, "--json")
    assert (code, [each["board"] for each in json.loads(out)["boards"]]) == (0, [1, 2])
    assert cup("boards", "cup", "1:x", "-r", 1)[0] == 2
    code, out, err = cup("pay", "cup", "Ali", "20", "--reference", "r1", "--json")
    assert (code, json.loads(out)["balance_cents"]) == (0, 2000), err
    assert "fee" in cup("pay", "cup", "Siva", "12.50")[1]


def test_conflicts_and_supplements(cup):
    words = ("supplement", "cup", "S1", "--date", "2026-03-01", "--text", "en=Shoes are worn.")
    assert cup(*words)[0] == 3  # there is no committee yet
    assert cup("committee", "cup", *"abcde")[0] == 0
    assert cup(*words)[0] == 0
    assert cup("supplement", "cup", "S2", "--date", "2026-03-01", "--text", "Shoes")[0] == 2
    assert cup("conflict", "cup", "zz", "--because", "x", "--unit", "u")[0] == 2
    words = ("--because", "uncle", "--entrant", "Ali", "--json")
    code, out, err = cup("conflict", "cup", "a", *words)
    assert code == 0, err
    assert json.loads(out)["entrant"] == "e1"


def test_a_match_of_two_games_is_recorded_game_by_game(run):
    assert run("new", "th-maklom-2024", "league", "--id", "go")[0] == 0
    for unit in "AB":
        assert run("enter", "go", f"player {unit}", "--unit", unit)[0] == 0
    code, _, err = run("pair", "go")
    assert code == 0, err
    for score in ("1-0", "0-1"):
        assert "1 board to go" in run("result", "go", 1, score)[1]
    code, out, err = run("ruling", "go", "both-lose", "-r", 1, "-b", 1, "--because", "brawl")
    assert (code, "game 3: both-lose" in out) == (0, True), err
