"""``qipan book new|edit|check|simulate|publish|export|import``, from one file to another."""

import json

import pytest


def read(found):
    code, out, err = found
    assert code == 0, err
    return json.loads(out)


def test_a_regulation_like_another_goes_from_one_file_to_the_next(run, tmp_path):
    made = read(run("book", "new", "harbour", "--like", "MY-I", "--cite", "HC", "--json"))
    assert made["events"] == ["individual", "women"]
    assert "harbour" not in run("book", "list", "--plain")[1].split()
    edited = read(run("book", "edit", "harbour", "--set", "event.women.stage.0.rounds=5", "--json"))
    assert edited["problems"] == []
    assert run("book", "check", "harbour")[0] == 0
    (table,) = read(run("book", "simulate", "harbour", "women", "--entries", "9", "--json"))
    assert (table["rounds"], table["entries"]) == (6, 9)
    assert run("new", "harbour", "women", "--id", "cup")[0] == 2
    edition = read(run("book", "publish", "harbour", "--json"))["edition"]
    assert read(run("new", "harbour", "women", "--id", "cup", "--json"))["book"] == "harbour"
    assert run("book", "export", "harbour", "-o", tmp_path / "harbour.toml")[0] == 0
    other = ("--data", tmp_path / "other.sqlite")
    taken = read(run("book", "import", tmp_path / "harbour.toml", *other, "--json"))
    assert taken["edition"] == edition
    assert read(run("book", "check", "harbour", *other, "--json")) == []
    (again,) = read(run("book", "simulate", "harbour", "women", "--entries", "9", *other, "--json"))
    assert again == table
    assert read(run("book", "import", tmp_path / "harbour.toml", *other, "--json")) == taken
    assert read(run("verify", tmp_path / "j.sqlite", "--json"))["editions"][0]["current"] is True


def test_faults_are_named_with_their_place_and_nothing_is_published(run):
    run("book", "new", "cup")
    found = read(run("book", "edit", "cup", "--set", "event.open.ranking.order.1=luck", "--json"))
    assert [each["where"] for each in found["problems"]] == ["event.open.ranking.order.1"]
    code, out, _ = run("book", "check", "cup")
    assert (code, "event.open.ranking.order.1: There is no tie-break luck." in out) == (1, True)
    code, _, err = run("book", "publish", "cup")
    assert (code, "event.open.ranking.order.1" in err) == (3, True)
    assert run("book", "simulate", "cup")[0] == 2
    assert "cup" not in run("book", "list", "--plain")[1].split()
    listed = read(run("book", "list", "--drafts", "--json"))
    assert {each["book"]: each["published"] for each in listed}["my-2018"] is True


def test_a_file_is_checked_and_simulated_without_being_taken_in(run, tmp_path):
    run("book", "export", "club-swiss", "-o", tmp_path / "club.toml")
    assert run("book", "check", tmp_path / "club.toml")[0] == 0
    (table,) = read(run("book", "simulate", tmp_path / "club.toml", "--json"))
    assert table["rounds"] == 5
    assert not (tmp_path / "j.sqlite").exists()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[book", "not valid TOML"),
        ("[book]\nid = 'x'\n" + "a = [" * 3000, "book.toml:3:"),
        ("[book]\nid = '../../x'\ncite = 'X'\ntitle = { en = 'X' }", "book.id"),
        ("[book]\nid = 'my-2018'\ncite='X'\ntitle={en='X'}\n", "event"),
        ("x = 1979-05-27\n", "x"),
        ("[event.a]\nrules = { x = 0.5, y = nan }", "event"),
    ],
)
def test_a_hostile_file_is_refused_and_nothing_is_written(run, tmp_path, text, word):
    (tmp_path / "book.toml").write_text(text, "utf-8")
    code, out, err = run("book", "import", tmp_path / "book.toml")
    assert code == 2
    assert word in err + out or "nested too deeply" in err
    assert not (tmp_path / "j.sqlite").exists()


def test_a_draft_is_edited_in_the_editor(run, monkeypatch, tmp_path):
    run("book", "new", "cup")
    script = tmp_path / "editor.sh"
    script.write_text('#!/bin/sh\nsed -i "s/minutes = 30/minutes = 45/" "$1"\n', "utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    monkeypatch.setenv("VISUAL", str(script))
    assert run("book", "edit", "cup")[0] == 0
    assert "minutes = 45" in run("book", "export", "cup")[1]


def test_what_is_not_there_is_named(run, tmp_path):
    assert run("book", "edit", "none", "--set", "a=1")[0] in (2, 7)
    run("book", "new", "cup")
    for words in (
        ("edit", "none", "--set", "a=1"),
        ("edit", "cup", "--set", "nothing"),
        ("new", "cup"),
        ("new", "two", "--like", "none"),
        ("export", "none"),
        ("import", tmp_path / "none.toml"),
        ("simulate", "cup", "none"),
    ):
        assert run("book", *words)[0] == 2, words


def test_a_ready_regulation_goes_straight_to_a_competition(run):
    made = read(run("book", "new", "cup", "--from", "simple-swiss", "--game", "gomoku", "--json"))
    assert made["events"] == ["open"]
    assert read(run("book", "publish", "cup", "--json"))["book"] == "cup"
    words = ("--id", "evening", "--set", "rounds=3", "--set", "clock=20+5", "--json")
    assert read(run("new", "cup", "open", *words))["book"] == "cup"
    assert run("book", "new", "two", "--from", "ladder")[0] == 2
    assert run("book", "new", "two", "--from", "simple-swiss", "--like", "MY-I")[0] == 2
    assert run("book", "new", "two", "--from", "simple-swiss", "--game", "poker")[0] == 2
