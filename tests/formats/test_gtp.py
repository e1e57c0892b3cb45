"""GNU Go as a further witness, where it is installed."""

import pytest

from goboards import cells_of
from qipan.formats import gtp
from qipan.formats.gtp import find_gnugo, gnugo_suggestion
from qipan.kernel.errors import BadInput, Unknown


def test_gnu_go_proposes_where_it_is_installed():
    if find_gnugo() is None:
        pytest.skip("GNU Go is not installed")
    on, cells = cells_of(
        """
        ..X.O....
        ..X.O....
        .OX.O.X..
        ..XXO....
        ..X.O....
        ..X.O....
        XXXXO....
        ..XOO....
        ..X.O....
        """
    )
    rows = [
        "".join(".XO"[cells[on.at(column, row)]] for column in range(9))
        for row in reversed(range(9))
    ]
    found = gnugo_suggestion(rows, on, cells, level=1)
    # How well it judges at this level is its own affair; every stone gets a status.
    stones = {at for at in on.points if cells[at]}
    assert {at for chain in found.chains for at in chain.points} == stones
    assert found.marks.dead <= stones


def test_without_the_program_it_is_unknown(monkeypatch):
    monkeypatch.setattr(gtp, "find_gnugo", lambda: None)
    on, cells = cells_of("..... " * 5)
    with pytest.raises(Unknown, match="gnugo"):
        gnugo_suggestion(["....."] * 5, on, cells)


def test_a_program_that_does_not_answer_is_bad_input(monkeypatch):
    monkeypatch.setattr(gtp, "find_gnugo", lambda: "/bin/true")
    on, cells = cells_of("..... " * 5)
    with pytest.raises(BadInput, match="no list"):
        gnugo_suggestion(["....."] * 5, on, cells)
