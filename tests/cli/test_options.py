"""Options at the command line: refused with the known ones, and nothing is left behind (O1, O2)."""

import json

import pytest


def plain(answer):
    code, out, error = answer
    assert code == 0, error
    return json.loads(out)


@pytest.mark.parametrize(
    ("book", "event", "wrong"),
    [
        ("wx-14", "men", "nonsense=5"),
        ("wx-14", "men", "rounds=9"),
        ("my-2018", "individual", "rounds=9"),
        ("my-2018", "individual", "fee=RM200"),
        ("my-2018", "individual", "fee=much"),
        ("my-2018", "individual", "entry_checks=perhaps"),
        ("gm-2025", "final", "titles=5-dan:2,4-dan:1"),
        ("gm-2025", "final", "titles=4-dan:1,5-dan:2"),
        ("gm-2025", "final", "titles=5-dan:1,1-kyu:2,2-dan"),
        ("gm-2025", "final", "titles=三段:1,四段:2"),
        ("gm-2025", "final", "period=9"),
    ],
)
@pytest.mark.parametrize("there", [False, True])
def test_a_wrong_option_creates_nothing_and_names_the_options(
    run, tmp_path, book, event, wrong, there
):
    if there:
        assert run("new", "wx-14", "women", "--id", "other")[0] == 0
    code, out, error = run("new", book, event, "--id", "cup", "--set", wrong)
    assert (code, out) == (3, "")
    assert "year" in error
    assert "entry_checks" in error
    assert len(error.splitlines()) > 2  # the code with its facts, a sentence, the clause
    assert (tmp_path / "j.sqlite").exists() is there
    if there:
        assert run("standings", "cup")[0] == 2
        with_editions = plain(run("verify", tmp_path / "j.sqlite", "--json"))
        assert {each["book"] for each in with_editions["editions"]} == {"wx-14"}


def test_an_unknown_event_leaves_no_competition_behind(run):
    assert run("new", "wx-14", "women", "--id", "other")[0] == 0
    assert run("new", "wx-14", "nobody", "--id", "cup")[0] in (2, 3)
    assert run("standings", "cup")[0] == 2


@pytest.mark.parametrize("fee", ["80.00", "80", "RM80"])
def test_a_fee_is_money_as_people_write_it(run, fee):
    made = ("new", "my-2018", "individual", "--id", "cup", "--set", f"fee={fee}")
    assert run(*made, "--set", "entry_checks=false")[0] == 0
    assert run("enter", "cup", "Ali")[0] == 0
    owed = plain(run("ledger", "cup", "--json"))["owed_cents"]
    assert list(owed.values()) == [8000]


def test_entry_checks_false_is_a_truth_value(run):
    assert run("new", "my-2018", "women", "--id", "cup")[0] == 0
    assert run("enter", "cup", "Ali")[0] == 3
    assert run("new", "my-2018", "women", "--id", "free", "--set", "entry_checks=false")[0] == 0
    assert run("enter", "free", "Ali")[0] == 0


def test_any_command_reads_options_too(run):
    assert run("new", "my-2018", "individual", "--id", "cup")[0] == 0
    opening = ("do", "cup", "OpenSection", "section=w", "title=W", "under=women")
    code, _, error = run(*opening, 'options={"nonsense": 5}')
    assert (code, "option.unknown" in error, "entry_checks" in error) == (3, True, True)
    assert run(*opening, 'options={"rounds": 9}')[0] == 3
    assert run(*opening, 'options={"fee": "RM80", "entry_checks": false}')[0] == 0
    assert run("enter", "cup", "Aminah", "-s", "w")[0] == 0
    owed = plain(run("ledger", "cup", "-s", "w", "--json"))["owed_cents"]
    assert list(owed.values()) == [8000]


def test_options_are_changed_while_they_may_be(run):
    assert run("new", "my-2018", "open", "--id", "cup", "--set", "rounds=7")[0] == 0
    changed = plain(
        run("options", "cup", "--set", "rounds=8", "--set", "fee=RM50", "--because", "x", "--json")
    )
    values = {each["option"]: each["value"] for each in changed["options"]}
    assert (values["rounds"], values["fee"]) == (8, 5000)
    assert run("options", "cup", "--set", "rounds=9")[0] == 3
    assert run("options", "cup", "--set", "rounds=8")[0] == 3
    assert "RM 50" in run("options", "cup")[1]
    assert run("enter", "cup", "Ali", "Siva", "Kumar", "Aminah")[0] == 0
    code, _, error = run("options", "cup", "--set", "year=2020")
    assert (code, "option.too-late" in error) == (3, True)
    assert run("options", "cup", "--unset", "fee")[0] == 0
    assert run("pair", "cup")[0] == 0
    assert run("options", "cup", "--set", "rounds=7")[0] == 3
    assert run("options", "cup", "--set", "fee=10")[0] == 3
    listed = plain(run("options", "cup", "--json"))["options"]
    assert [each["option"] for each in listed if each["may_change"]] == [
        "starts",
        "host",
        "supporter",
    ]


def test_a_book_lists_its_options(run):
    _, out, _ = run("book", "show", "my-2018", "--event", "individual")
    assert "late_fee" in out
    assert "MY-I 4(fees)" in out
    found = plain(run("book", "options", "my-2018", "individual", "--json"))["individual"]
    fee = next(each for each in found if each["option"] == "fee")
    assert (fee["kind"], fee["most_cents"], fee["currency"]) == ("money", 10000, "RM")
    assert set(fee["name"]) == {"zh", "en", "th", "ms"}
    assert run("book", "options", "my-2018", "nobody")[0] == 2


def test_boards_and_clock_of_a_season_are_set_when_it_is_opened(run):
    set_so = ("--set", "boards=2", "--set", "clock=60+3x30")
    assert run("new", "th-maklom-2024", "league", "--id", "league", *set_so)[0] == 0
    assert run("new", "th-maklom-2024", "league", "--id", "no", "--set", "boards=99")[0] == 3
    assert run("new", "th-maklom-2024", "league", "--id", "no", "--set", "clock=slow")[0] == 3
    assert run("do", "league", "ChangeOptions", 'options={"entry_checks": false}')[0] == 0
    assert run("enter", "league", "A", "B")[0] == 0
    assert run("pair", "league")[0] == 0
    assert run("result", "league", 1, "1-0")[0] == 0
    assert run("result", "league", 1, "1-0")[0] == 0  # the second board, and the last
    assert run("result", "league", 1, "1-0")[0] == 3


def test_a_refused_option_names_its_clause(run):
    wrong = ("new", "my-2018", "individual", "--id", "cup", "--set")
    assert "MY-I 4(fees)" in run(*wrong, "fee=RM200")[2]
    assert "MY-I 1" in run(*wrong, "rounds=9")[2]
    assert run(*wrong, "rounds=8")[0] == 0
    opening = ("do", "cup", "OpenSection", "section=w", "title=W", "under=women")
    assert "MY-I 4(fees)" in run(*opening, 'options={"fee": 200}')[2]
