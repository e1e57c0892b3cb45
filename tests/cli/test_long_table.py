"""A table of thousands of rows looks as a short one does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from qipan.cli import output
from qipan.cli.long_table import NARROWEST, table_lines

WORDS = st.text(st.sampled_from("ab Zé陈红棋1½–.-"), max_size=9).map(str.strip)
TABLES = st.integers(1, 4).flatmap(
    lambda columns: st.tuples(
        st.sampled_from(["", "T", "表"]),
        st.lists(WORDS, min_size=columns, max_size=columns),
        st.lists(st.lists(WORDS, min_size=columns, max_size=columns), min_size=1, max_size=6),
    )
)


@settings(deadline=None, max_examples=60)
@given(TABLES)
def test_both_ways_of_writing_give_the_same(table):
    with pytest.MonkeyPatch.context() as patched:
        patched.delenv("COLUMNS", raising=False)
        written = []
        patched.setattr("sys.stdout.write", written.append)
        shown = []
        for rows in (10_000, 1):
            patched.setattr(output, "LONG", rows)
            output.print_table(*table)
            shown.append("".join(written))
            written.clear()
    assert "┃" in shown[0]
    assert shown[0] == shown[1]


@pytest.mark.parametrize(("columns", "long"), [("200", True), ("20", False)])
def test_a_screen_that_is_too_narrow_is_not_overrun(columns, long, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(output, "LONG", 2)
    monkeypatch.setattr(output, "console", output.LateConsole())
    output.print_table("", ["a long heading", "name"], [[number, "x" * 9] for number in range(3)])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= int(columns)
    assert ("A: A long heading" in lines[-1]) is not long


@settings(deadline=None, max_examples=60)
@given(TABLES, st.integers(10, 60))
def test_what_is_too_wide_is_folded_and_loses_nothing(table, most):
    title, columns, cells = table
    lines = list(table_lines(title, columns, cells, [False] * len(columns), most))
    least = 1 + (3 + NARROWEST) * len(columns)
    assert max(map(cell_len, lines)) <= max(most, least)
    for index in range(len(columns)):
        shown = "".join(line.split("│")[index + 1] for line in lines if line.startswith("│"))
        assert shown.replace(" ", "") == "".join(row[index] for row in cells).replace(" ", "")


def test_a_long_table_on_a_narrow_screen_is_not_laid_out_cell_by_cell(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr(output, "console", output.LateConsole())
    monkeypatch.delattr(output, "_table")
    rows = [[number, "陈 " * 20, number * 1000] for number in range(output.LONG)]
    output.print_table("", ["place", "name", "game time"], rows)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(cell_len, lines)) <= 30
    assert lines[-1] == "A: Place, B: Game time"
