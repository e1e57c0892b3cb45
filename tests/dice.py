"""The dice of tests: every test throws its own, the same ones each time it runs.

A lot decides who sits where, so a test that holds for most lots only would fail now and then.
``QIPAN_TEST_SEED`` gives all tests other dice: whoever writes a test runs it with several.
"""

import os
from random import Random

SEED = os.environ.get("QIPAN_TEST_SEED", "0")


class Dice:
    """Bytes for one test, and for every process that it starts."""

    def __init__(self):
        self._test, self._others, self._found = "", 0, Random()

    def lie_before(self, test):
        """Begin the dice of a test, which is known by its name."""
        self._test, self._others = f"{SEED}/{test}", 0
        self._found = Random(self._test)

    def throw(self, size):
        return self._found.randbytes(size)

    def for_another(self):
        """Name the dice of the next process that the test starts; nothing outside of tests."""
        self._others += 1
        return f"{self._test}/{self._others}" if self._test else ""


DICE = Dice()
