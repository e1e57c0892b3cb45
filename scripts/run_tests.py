"""Runs the tests side by side, and looks a second time at the few that failed there.

Tests with real servers and browsers share the machine's cores with all others. One that fails
beside them is run again alone, in a process of its own: if it fails there too the run has failed;
if not, the run passes and ends with its name, because a race is in the test or in the program and
somebody has to find it. More than a handful of failures get no second look.

usage: python scripts/run_tests.py JOBS [ARGUMENT OF PYTEST]...
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

MOST = 5
"""So many may be looked at again: a real fault seldom breaks so few, and never only once."""
SOME_FAILED = 1
"""The exit code of pytest when tests ran and some of them failed."""
NAMES = "QIPAN_FAILED_TESTS"
"""Where this file, as a plug-in of pytest, writes the names of the tests that failed."""


def main(jobs: str, *more: str) -> int:
    """Run the tests; give the exit code of the run that decides."""
    with tempfile.TemporaryDirectory() as folder:
        names = Path(folder) / "failed"
        pytest = [sys.executable, "-m", "pytest"]
        paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
        around = {**os.environ, NAMES: str(names), "PYTHONPATH": paths.rstrip(os.pathsep)}
        beside = [*pytest, "-p", Path(__file__).stem, "-n", jobs, "--dist", "worksteal", *more]
        code = subprocess.run(beside, env=around).returncode
        failed = names.read_text(encoding="utf-8").splitlines() if names.exists() else []
    if code != SOME_FAILED or not 0 < len(failed) <= MOST:
        return code
    print(f"\nA second look, alone, at {len(failed)} that failed beside others:", flush=True)
    code = subprocess.run([*pytest, *failed]).returncode
    if not code:
        print("Failed beside others and passed alone (look for the race):")
        print("\n".join(f"  {name}" for name in failed))
    return code


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Write down what failed, for the second look."""
    found = terminalreporter.stats
    bad = dict.fromkeys(each.nodeid for kind in ("failed", "error") for each in found.get(kind, []))
    Path(os.environ[NAMES]).write_text("".join(f"{name}\n" for name in bad), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
