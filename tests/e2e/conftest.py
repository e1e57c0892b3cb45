"""One browser for all the tests of a worker."""

import asyncio

import pytest

from e2e.chromium import browser


@pytest.fixture(scope="session")
def sleeping():
    """A browser and the loop in which it is spoken to, with the loop out of the way."""
    with browser() as found:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield found, loop
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="module")
def started(sleeping):
    """The browser, for a module: its loop would be in the way of other tests with their own."""
    found, loop = sleeping
    asyncio._set_running_loop(loop)
    yield found
    for context in found.contexts:  # what a test that failed left open
        context.close()
    asyncio._set_running_loop(None)
