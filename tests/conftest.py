"""What all tests share: Hypothesis without a wall clock, because test machines are noisy."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "qipan",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("qipan")


@pytest.fixture(scope="session")
def postgres():
    """Give a real PostgreSQL, started for this run; skip with the reason where none can run."""
    from postgres import Postgres

    server = Postgres()
    yield server
    server.remove()


SLOW = ("faults", "e2e", "cluster", "security", "web", "contest")
"""Folders whose files take longest: begun first, so that nobody waits for them at the end."""


def pytest_collection_modifyitems(items):
    """Run the folders that take longest first."""
    place = {name: number for number, name in enumerate(SLOW)}
    here = Path(__file__).parent
    items.sort(key=lambda item: place.get(item.path.relative_to(here).parts[0], len(SLOW)))
