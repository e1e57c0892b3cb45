"""A table of thousands of rows looks as a short one does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.cli import output

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
