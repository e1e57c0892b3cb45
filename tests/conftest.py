"""What all tests share: Hypothesis without a wall clock, because test machines are noisy."""

import gc

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "qipan",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("qipan")


gc.disable()  # until everything is imported and collected: none of that is ever rubbish


def pytest_collection_finish():
    """Look for rubbish among what tests make, not among thousands of tests and modules."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def postgres():
    """Give a real PostgreSQL, started for this run; skip with the reason where none can run."""
    from postgres import Postgres

    server = Postgres()
    yield server
    server.remove()
