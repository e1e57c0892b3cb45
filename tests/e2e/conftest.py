"""One browser for the tests of a module."""

import pytest

from e2e.chromium import browser


@pytest.fixture(scope="module")
def started():
    """A browser, closed after the module: its loop would be in the way of tests with their own."""
    with browser() as found:
        yield found
