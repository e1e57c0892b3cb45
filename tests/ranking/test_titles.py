"""Titles by place, stepping down in a small field."""

import pytest

from qipan.kernel.errors import BadInput
from qipan.ranking.titles import Standard, title_for

DAN = Standard(
    ladder=("3 dan", "2 dan", "1 dan", "1 kyu"), upto=((1, "3 dan"), (6, "2 dan"), (12, "1 dan"))
)

CASES = [
    # place, entrants, title, stepped down
    (1, 40, "3 dan", False),
    (6, 40, "2 dan", False),
    (13, 40, None, False),
    (3, 19, "2 dan", False),
    (4, 19, "1 dan", True),
    (7, 19, "1 kyu", True),
    (4, 20, "2 dan", False),
]


@pytest.mark.parametrize(("place", "entrants", "title", "stepped"), CASES)
def test_titles(place, entrants, title, stepped):
    found = title_for(place, entrants, DAN)
    assert (found.title, found.stepped_down) == (title, stepped)
    assert found.rule == ("titles.step-down" if stepped else "titles.by-place")


def test_nothing_is_below_the_ladder():
    short = Standard(ladder=("1 dan",), upto=((12, "1 dan"),))
    assert title_for(4, 10, short).title is None


def test_a_standard_out_of_order_is_refused():
    with pytest.raises(BadInput):
        title_for(1, 10, Standard(ladder=("x",), upto=((5, "x"), (1, "x"))))
