"""What all tests share; Hypothesis without a wall clock, because test machines are noisy."""

import gc
import os
import sys
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from dice import DICE
from run_order import dealt
from skips import skip_lines

settings.register_profile(
    "qipan",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("qipan")


_home = tempfile.TemporaryDirectory(prefix="qipan-home-", ignore_cleanup_errors=True)
os.environ["XDG_DATA_HOME"] = _home.name  # what programs keep for a person is not this person's


gc.disable()  # until everything is imported and collected: none of that is ever rubbish


def pytest_collection_modifyitems(config, items):
    """Deal the tests to the workers of a run, each of which is asked for the same order."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        named = [(each.nodeid.partition("::")[0].removeprefix("tests/"), each) for each in items]
        items[:] = [each for _, each in dealt(named, workers)]


def pytest_collection_finish():
    """Look for rubbish among what tests make, not among thousands of tests and modules."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Give every test dice of its own, the same in every run."""
    from qipan import wiring

    wiring.random_bytes = DICE.throw
    DICE.lie_before(item.nodeid)


def pytest_terminal_summary(terminalreporter):
    """End with what was skipped and why."""
    found = terminalreporter.stats.get("skipped", [])
    for line in skip_lines(found, terminalreporter._session.testscollected):
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def postgres():
    """Give a real PostgreSQL, started for this run; skip with the reason where none can run."""
    from postgres import Postgres

    server = Postgres()
    yield server
    server.remove()


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run the command; give exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QIPAN_DATA", str(tmp_path / "j.sqlite"))
    monkeypatch.setenv("COLUMNS", "200")

    from qipan.cli import main

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["qipan", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        printed = capsys.readouterr()
        return end.value.code or 0, printed.out, printed.err

    return command
