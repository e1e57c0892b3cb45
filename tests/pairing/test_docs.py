"""The page about pairing systems says what the code does."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "pairing-systems.md"


def test_the_examples_of_the_page():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 5
    assert failed == 0
