"""Points are exact, shown as decimals, read back without loss."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.kernel.errors import BadInput
from qipan.kernel.points import CHESS, Points, Scoring, decimal

GM = Scoring(Points(2), Points(1), Points(-2), Points(2), 1)


@given(st.integers(-1000, 1000), st.sampled_from([CHESS, GM]))
def test_shown_points_read_back(units, scoring):
    assert scoring.read(scoring.show(units)) == units


DECIMALS = [
    (Fraction(9, 2), "4.5"),
    (Fraction(-1, 4), "-0.25"),
    (3, "3"),
    (Fraction(1, 3), "0.333333"),
    (Fraction(2, 3), "0.666667"),
    (0, "0"),
]


@pytest.mark.parametrize(("value", "text"), DECIMALS)
def test_decimal(value, text):
    assert decimal(value) == text


@pytest.mark.parametrize("text", ["", "x", "0.25", "1/0", "½½", "1e999999999"])
def test_bad_points_are_refused(text):
    with pytest.raises(BadInput):
        CHESS.read(text)


def test_half_signs_are_read():
    assert (CHESS.read("½"), CHESS.read("4½"), CHESS.read("−1")) == (1, 9, -2)
