"""``qipan document``: files for a competition, and clear errors."""

import pytest

from qipan.formats.documents import DOCUMENTS
from qipan.formats.papers import NAMES


def test_documents_are_written_to_files(run, tmp_path):
    run("new", "wx-14", "women", "--id", "cup", "--title", "Cup")
    run("enter", "cup", "Mei", "Lan", "Zhu", "Ju")
    code, _, err = run("document", "cup", "pairings", "--out", "p.pdf")
    assert (code, "doc.no-round" in err) == (3, True)
    run("pair", "cup")
    for file in ("pairings.csv", "standings.xlsx", "board-cards.pdf"):
        name = file.partition(".")[0]
        words = ("document", "cup", name, "--section", "women", "--out", file)
        code, _, err = run(*words, "--language", "ms", "--address", "http://192.0.2.7:8000/")
        assert (code, err) == (0, "")
        assert (tmp_path / file).stat().st_size > 0
    assert "Papan" in (tmp_path / "pairings.csv").read_text("utf-8-sig")


ERRORS = [
    (("posters", "--out", "x.pdf"), 2, "there is: entries"),
    (("entries", "--out", "x.doc"), 2, "can be written as .pdf, .html, .xlsx, .csv"),
    (("entries", "--out", "x.pdf", "--language", "xx"), 2, "zh, en, th, ms"),
    (("entries", "--out", "none/x.csv"), 2, "No such file"),
    (("team-sheets", "--out", "x.csv"), 3, "doc.no-teams"),
]


@pytest.mark.parametrize(("words", "code", "says"), ERRORS)
def test_errors_say_what_there_is(run, words, code, says):
    run("new", "wx-14", "women", "--id", "cup", "--title", "Cup")
    found, _, err = run("document", "cup", *words)
    assert (found, says in err) == (code, True)


def test_the_command_names_every_document():
    assert tuple(DOCUMENTS) == NAMES
