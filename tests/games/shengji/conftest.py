"""Dice for tests of shengji."""

from random import Random

import pytest


@pytest.fixture
def dice():
    return Random(1)
