"""One browser for all the tests of a worker."""

import asyncio

import pytest

from e2e.chromium import browser
from e2e.live import Company, serve


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


@pytest.fixture(scope="session")
def live_server(tmp_path_factory):
    """One server for all the live tables of a worker."""
    found = serve(tmp_path_factory.mktemp("live"))
    yield found
    found.stop()


@pytest.fixture(scope="module")
def company(live_server, started):
    """Everybody at the tables of a module."""
    return Company(live_server, started)


@pytest.fixture
def sit_down(company):
    """Open a table, with a page for each seat."""
    yield company.sit
    company.go(getattr(company, "expected", ()))
