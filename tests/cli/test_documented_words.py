"""What docs/take-over.md and docs/travel.md tell people to type works as it stands there."""

import re
import shlex
from pathlib import Path

from formats.foreign.samples import TRF
from travelling import make_event

DOCS = Path(__file__).parents[2] / "docs"


def typed(page, heading=""):
    """Give the lines of the code below a heading that run the program, as words."""
    text = (DOCS / page).read_text("utf-8")
    part = text.partition(f"## {heading}\n")[2] if heading else text
    (block, *_) = re.findall(r"```(?:console|sh)\n(.*?)```", part, re.DOTALL)
    lines = [line.removeprefix("$ ") for line in block.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("qipan ")]


def test_taking_over_as_it_is_written(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("report.trf").write_text(TRF, "utf-8")
    lines = typed("take-over.md")
    assert [line[0] for line in lines] == ["take-over"] * 3 + ["copy-entrants"]
    for line in lines:
        if line[:2] == ["copy-entrants", "open-2027"]:
            assert run("new", "club-swiss", "evening", "--id", "open-2027")[0] == 0
        if "--round" in line:
            line[line.index("--round") + 1] = "2"  # as many as the file here has
        code, said, error = run(*line)
        assert code == 0, (line, said, error)
    assert "5" in said


def test_an_event_travels_as_it_is_written(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    make_event(Path("j.sqlite"), rounds=1)
    lines = typed("travel.md", "As a file")
    assert {line[1] for line in lines} == {"export", "import", "status", "take-over"}
    for line in lines:
        code, said, error = run(*line)
        assert code == 0, (line, said, error)
