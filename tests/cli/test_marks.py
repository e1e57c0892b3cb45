"""``qipan enter --tag --birth --dan``: what a book asks about an entrant (WX 2.1, 6.1(3), GM 5)."""

import json


def enter(run, name, *words):
    return run("enter", "cup", name, *words)


def test_wx_2_1_marks_of_the_first_group_take_the_odd_numbers(run):
    run("new", "wx-14", "men", "--id", "cup")
    for number in range(1, 11):
        words = ("--tag", "first-group") if number % 2 else ("--tag", "ncnv")
        assert enter(run, f"P{number}", "--unit", f"U{number}", *words)[0] == 0
    paired = json.loads(run("pair", "cup", "--json")[1])
    assert paired["notes"] == []
    first = {"P1", "P3", "P5", "P7", "P9"}
    assert [len(first & set(board["names"])) for board in paired["boards"]] == [1] * 5
    red = [board["names"][0] in first for board in paired["boards"]]
    assert red == [True, False, True, False, True]  # 1–2, 4–3, 5–6, 8–7, 9–10


def test_a_mark_the_book_does_not_know_is_refused_with_those_it_knows(run):
    run("new", "wx-14", "men", "--id", "cup")
    code, _, err = enter(run, "A", "--tag", "nvnc")
    assert (code, "nvnc" in err, "ncnv" in err, "first-group" in err) == (3, True, True, True)
    assert "Traceback" not in err


def test_marks_that_nobody_bears_are_named_before_the_lot(run):
    run("new", "wx-14", "men", "--id", "cup")
    for number in range(1, 11):
        enter(run, f"P{number}", "--unit", f"U{number}")
    code, out, err = run("pair", "cup", "--json")
    notes = json.loads(out)["notes"]
    assert (code, len(notes)) == (0, 2)
    assert "first-group [WX 2.1]" in notes[0]
    assert "ncnv [WX 6.1(3)]" in notes[1]
    assert "note: nobody is marked first-group" in err


def test_gm_5_birth_and_dan_are_asked_at_the_door(run):
    run("new", "gm-2025", "entry", "--id", "cup", "--set", "qualified=elsewhere")
    words = ("--birth", "2000-05-05", "--unit", "A")
    assert enter(run, "A", *words, "--dan", "4")[0] == 0
    code, _, err = enter(run, "B", *words, "--dan", "5")
    assert (code, "GM 5" in err) == (3, True), err
    assert enter(run, "C", "--birth", "1/2/2000")[0] == 2
    assert enter(run, "C", "D", "--birth", "2000")[0] == 2
    assert enter(run, "C", *words, "--dan", "11")[0] == 2


def test_wx_2_2_a_country_with_more_than_half_of_the_field_is_parted_as_far_as_may_be(run):
    run("new", "wx-14", "men", "--id", "cup")
    for number in range(1, 9):
        enter(run, f"P{number}", "--unit", "CHN" if number < 7 else f"U{number}")
    code, out, err = run("pair", "cup", "--json")
    assert code == 0, err
    others = {"P7", "P8"}
    boards = json.loads(out)["boards"]
    assert sum(bool(others & set(board["names"])) for board in boards) == 2


def test_gm_6_1_5_too_few_for_the_rounds_is_said_when_entries_close(run):
    run("new", "gm-2025", "entry", "--id", "cup", "--set", "qualified=elsewhere")
    for number in range(1, 6):
        enter(run, f"P{number}", "--birth", "2000", "--unit", "A")
    code, out, err = run("pair", "cup", "--json")
    assert code == 0, err
    assert "5 players can play at most 5 rounds" in json.loads(out)["notes"][0]


def test_gm_3_without_a_group_everybody_is_at_least_of_one(run):
    run("new", "gm-2025", "final", "--id", "cup", "--set", "qualified=elsewhere")
    for birth in ("2015-01-01", "3000"):
        code, _, err = enter(run, "A", "--birth", birth)
        assert (code, "GM 3" in err) == (3, True), err
    code, _, err = enter(run, "A")
    assert (code, "GM 3" in err) == (3, True), err
    assert enter(run, "A", "--birth", "2014-12-31")[0] == 0


def test_nobody_enters_without_a_name(run):
    run("new", "gm-2025", "qualifier", "--id", "cup")
    for name in ("", "   "):
        code, _, err = enter(run, name)
        assert (code, "Traceback" in err) == (2, False), err
