"""Fouls, appeals, times, prizes and the report from the command line."""

import json

import pytest


@pytest.fixture
def cup(run):
    """A section with four people."""
    assert run("new", "my-2018", "open", "--id", "cup")[0] == 0
    assert run("enter", "cup", "Ali", "Siva", "Kumar", "Aminah")[0] == 0
    return run


def plain(answer):
    code, out, error = answer
    assert code in (0, 1), error
    return json.loads(out)


def test_times_are_checked_with_their_clause(cup):
    code, _, error = cup("schedule", "set", "cup", 1, "2026-03-01T12:00")
    assert (code, "schedule.earliest" in error) == (3, True)
    assert cup("schedule", "set", "cup", 1, "2026-03-01T13:00")[0] == 0
    assert cup("schedule", "check", "cup")[0] == 0
    assert cup("schedule", "set", "cup", 2, "2026-03-01T14:00", "--despite", "hall")[0] == 0
    code, out, _ = cup("schedule", "check", "cup")
    assert (code, "MY 2.3" in out) == (1, True)
    assert plain(cup("schedule", "check", "cup", "--json"))["faults"][0]["round"] == 2
    moved = plain(
        cup("schedule", "set", "cup", 1, "2026-03-01T13:10", "--reason", "rain", "--json")
    )
    assert (moved["moved"], len(moved["affected"])) == (True, 4)
    assert [row["round"] for row in plain(cup("schedule", "show", "cup", "--json"))] == [1, 2]


def test_a_foul_an_appeal_and_the_money_of_both(cup):
    cup("pair", "cup")
    cup("result", "cup", 1, "1-0")
    cup("result", "cup", 2, "0-1")
    assert "MY 7.5" in cup("foul", "offences", "cup")[1]
    given = plain(cup("foul", "give", "cup", "Ali", "dress", "--json"))
    assert given[0]["penalties"][0]["kind"] == "fine"
    code, _, error = cup("foul", "give", "cup", "Ali", "dress")
    assert (code, "conduct.chief-only" in error) == (3, True)
    assert cup("end-round", "cup", 1, "--at", "2026-03-01T16:00")[0] == 0
    lodge = ("appeal", "lodge", "cup", "Siva", "-r", 1, "--text", "x", "--deposit", 100, "--at")
    assert cup(*lodge, "2026-03-01T16:31")[0] == 3
    assert plain(cup(*lodge, "2026-03-01T16:30", "--json"))["outcome"] == "lodged"
    assert cup("committee", "cup", *"abcd")[0] == 3
    assert cup("committee", "cup", *"abcde")[0] == 0
    assert cup("appeal", "accept", "cup", "a1")[0] == 0
    assert cup("appeal", "withdraw", "cup", "a1")[0] == 3
    decided = plain(
        cup("appeal", "decide", "cup", "a1", "--reasons", "seen", "--dismissed", "--json")
    )
    assert decided["outcome"] == "dismissed"
    assert plain(cup("ledger", "cup", "--json"))["balance_cents"] == 15000
    assert "dismissed" in cup("appeal", "list", "cup")[1]
    assert len(plain(cup("foul", "list", "cup", "--json"))) == 1


def test_prizes_and_the_report_after_the_approval(cup, tmp_path):
    for _ in range(3):
        cup("pair", "cup")
        cup("result", "cup", 1, "1-0")
        cup("result", "cup", 2, "0.5-0.5")
    code, out, _ = cup("report", "cup", "--out", tmp_path / "draft.json")
    assert (code, "draft" in out) == (0, True)
    assert plain(cup("prizes", "cup", "--json"))["official"] is False
    assert cup("report", "cup")[0] == 2
    assert cup("report", "cup", "--out", "x.doc")[0] == 2
    assert cup("report", "cup", "--out", "x.json", "-l", "xx")[0] == 2
    assert cup("prizes", "cup", "--award", "2026-03-05")[0] == 3
    report = plain(cup("report", "cup", "--out", tmp_path / "cup.trf", "--json"))
    assert report["journal"] in (tmp_path / "cup.trf").read_text("utf-8")


def test_an_annulment_is_shown_before_it_is_done(run):
    run("new", "wx-14", "women", "--id", "cup")
    run("enter", "cup", "Mei", "Lan", "Zhu", "Ju")
    first = plain(run("pair", "cup", "--json"))["boards"][0]["names"][0]
    run("result", "cup", 1, "1-0")
    code, _, error = run("foul", "annul", "cup", "Mei", "--reason", "x", "--preview")
    assert (code, "annul.not-in-book" in error) == (3, True)
    record = ("foul", "record", "cup", first, "-r", 1, "-b", 1, "--total", 8, "--json")
    assert plain(run(*record))[0]["penalties"] == [
        {"amount": 2, "kind": "technical-foul", "until": ""}
    ]


def test_an_annulment_shows_whose_place_changes(run):
    run("new", "th-maklom-2024", "league", "--id", "cup")
    run("enter", "cup", "A", "B")
    board = plain(run("pair", "cup", "--json"))["boards"][0]["names"]
    from qipan.desk.results.commands import RecordGame
    from qipan.kernel.points import Points
    from qipan.kernel.results import Score
    from qipan.wiring import data_from_environment, open_house

    house = open_house(data_from_environment())
    for _ in range(3):
        score = Score((Points(2), Points(0)))
        game = RecordGame(section="league", round=1, board=1, score=score)
        house.office.carry_out("cup", "t", game)
    house.close()
    annul = ("foul", "annul", "cup", board[0], "--reason", "help", "--json")
    before = plain(run(*annul, "--preview"))
    assert (before["done"], len(before["changes"])) == (False, 2)
    assert plain(run(*annul))["changes"] == before["changes"]
    rows = plain(run("standings", "cup", "--json"))["rows"]
    assert [row["name"] for row in rows] == [board[1], board[0]]


def test_who_goes_on(run):
    assert run("new", "gm-2025", "entry", "--id", "one", "--set", "qualified")[0] == 2
    run("new", "gm-2025", "entry", "--id", "one", "--set", "qualified=elsewhere")
    for name in "abcdefgh":
        run("enter", "one", name, "--birth", "1990")
    first = plain(run("pair", "one", "--json"))["boards"][0]["names"][0]
    assert len(plain(run("qualifiers", "one", "--json"))) == 5
    late = ("foul", "late", "one", first, "-r", 1, "-b", 1, "--seconds", 301, "--json")
    assert plain(run(*late))["lost"] is True


def test_a_simulation_ends_with_the_report(run, tmp_path):
    file = tmp_path / "league.json"
    words = ("simulate", "th-maklom-2024", "league", "--entries", 6, "--report", file, "--json")
    final = plain(run(*words))
    report = json.loads(file.read_text("utf-8"))
    assert report["journal"] == final["journal"]
    assert report["annulled"][0]["rounds"] == [1]
    assert report["appeals"][0]["outcome"] in ("upheld", "dismissed")


def test_what_would_follow_of_a_grave_penalty_is_told_before_the_chief_gives_it(cup):
    assert cup("pair", "cup")[0] == 0
    dress = ("foul", "give", "cup", "Ali", "dress")
    assert cup(*dress)[0] == 0
    told = plain(cup(*dress, "--preview", "--json"))
    kinds = [each["kind"] for each in told["imposed"][0]["penalties"]]
    assert (told["done"], kinds) == (False, ["exclusion"])
    code, _, error = cup(*dress)
    assert (code, "conduct.chief-only" in error) == (3, True)
    assert len(plain(cup("foul", "list", "cup", "--json"))) == 1


@pytest.mark.parametrize("written", ["100", "100.00", "RM100", "RM 100"])
def test_amounts_are_read_as_people_write_them(cup, written):
    assert cup("pair", "cup")[0] == 0
    assert cup("pay", "cup", "Ali", written, "--json")[0] == 0
    lodge = ("appeal", "lodge", "cup", "Ali", "--round", 1, "--text", "clock")
    assert cup(*lodge, "--at", "2026-03-01T16:10", "--deposit", written)[0] == 0
    postings = plain(cup("ledger", "cup", "--json"))["postings"]
    assert [each["cents"] for each in postings] == [10000, 10000]
    assert cup("pay", "cup", "Ali", "USD 5")[0] == 2
