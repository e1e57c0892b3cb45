"""Reading the regulations on the command line."""

import json

import pytest

from qipan.cli import main


def run(monkeypatch, capsys, *words):
    monkeypatch.setattr("sys.argv", ["qipan", "book", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code or 0, capsys.readouterr().out


def test_books_and_events_are_listed_one_a_line(monkeypatch, capsys):
    code, out = run(monkeypatch, capsys, "list", "--plain")
    assert code == 0
    assert {"gm-2025", "my-2018", "th-maklom-2024", "un-games", "wx-14"} <= set(out.split())
    code, out = run(monkeypatch, capsys, "list", "--events", "--plain")
    assert code == 0
    assert "wx-14 women" in out.splitlines()


def test_a_book_is_shown_clause_by_clause(monkeypatch, capsys):
    code, out = run(monkeypatch, capsys, "show", "my-2018")
    assert code == 0
    assert "MY 6.3" in out
    assert "MY-I 3.2" in out
    assert "→ the program sees to it" in out
    assert "ranking.drawn-order" in run(monkeypatch, capsys, "show", "my-2018", "--json")[1]
    code, out = run(monkeypatch, capsys, "show", "th-maklom-2024", "--language", "th")
    assert "หมากล้อม" in out


def test_an_event_shows_its_own_clauses_only(monkeypatch, capsys):
    _, out = run(monkeypatch, capsys, "show", "wx-14", "--event", "women", "--json")
    citations = [each["citation"] for each in json.loads(out)]
    assert "WX 6.1(2)" in citations
    assert "WX 6.1(1)" not in citations


@pytest.mark.parametrize(
    "words",
    [("show", "no-book"), ("show", "wx-14", "--event", "x"), ("show", "wx-14", "-l", "xx")],
)
def test_wrong_names_are_bad_input(monkeypatch, capsys, words):
    assert run(monkeypatch, capsys, *words)[0] == 2


def test_coverage_says_what_carries_a_clause_out(monkeypatch, capsys):
    code, out = run(monkeypatch, capsys, "coverage", "wx-14", "--json")
    found = {each["number"]: each for each in json.loads(out)["clauses"]}
    assert code == 0
    assert found["2.4"]["actions"] == ["PairRound", "PublishRound"]
    assert "round-robin.everybody" in found["1"]["rules"]


@pytest.mark.parametrize("name", ["gm-2025", "my-2018", "th-maklom-2024", "un-games"])
def test_what_people_do_themselves_is_shown_as_a_notice(monkeypatch, capsys, name):
    code, out = run(monkeypatch, capsys, "show", name, "--json")
    shown = {each["number"]: each for each in json.loads(out)}
    notices = [each for each in shown.values() if each["how"] == "notice"]
    assert code == 0
    assert notices
    for each in notices:
        assert each["text"]["en"]
        assert each["text"]["zh"]
        assert not each["actions"]


def test_the_cases_of_a_book_are_checked(run):
    code, out, _ = run("book", "check", "wx-14")
    assert (code, "WX 6.2(2)" in out, "12 right, 0 different" in out) == (0, True, True)
    assert run("book", "check", "none")[0] == 2
