"""``qipan publish`` as an organiser uses it."""

import json


def test_a_competition_becomes_files_and_a_new_round_changes_them(run, tmp_path):
    assert run("new", "wx-14", "women", "--id", "cup")[0] == 0
    assert run("enter", "cup", "Mei", "Lan", "Zhu", "Ju")[0] == 0
    code, out, _ = run("publish", "site", "cup", "--language", "en", "--json")
    assert code == 0
    first = json.loads(out)
    assert first["written"] > 5
    assert (tmp_path / "site" / "index.html").is_file()
    assert not (tmp_path / "site/en/cup/women_round-1.html").exists()
    assert run("pair", "cup")[0] == 0
    code, out, _ = run("publish", "site", "cup", "-l", "en")
    assert (code, "files written" in out) == (0, True)
    assert "Mei" in (tmp_path / "site/en/cup/women.html").read_text()
    again = json.loads(run("publish", "site", "cup", "-l", "en", "--json")[1])
    assert (again["written"], again["removed"]) == (0, 0)


def test_mistakes_are_named_and_nothing_is_written(run, tmp_path):
    assert run("new", "wx-14", "women", "--id", "cup")[0] == 0
    assert run("publish", "site", "none")[0] == 2
    assert run("publish", "site", "cup", "-l", "xx")[0] == 2
    assert not (tmp_path / "site").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.txt").write_text("a")
    assert run("publish", "mine", "cup")[0] == 2
    assert [each.name for each in (tmp_path / "mine").iterdir()] == ["a.txt"]
