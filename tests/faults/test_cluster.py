"""Edges, workers, a scheduler, a broker and a database are killed, paused and cut off under games.

Nothing acknowledged is lost, nothing is played twice, every table has one history, and clocks are
credited as stated (``faults/playing.py`` checks that); what contests have due is done once
(``faults/contest_checking.py``). During all of it one worker's wall clock is an hour wrong, and one
edge's broker loses, repeats and mixes what it carries. ``make soak`` does the same at random for as
long as one likes.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from postgres import programs, somebody
from processes import nats_server

PROGRAM = Path(__file__).with_name("scenario.py")
MINUTES = 5 if os.environ.get("QIPAN_LONG") else 0


def test_games_go_on_through_every_fault():
    programs(), somebody(), nats_server()  # skips with the reason where there is none
    found = subprocess.run(
        [sys.executable, str(PROGRAM), "--minutes", str(MINUTES), "--tables", "4"],
        capture_output=True,
        text=True,
        timeout=600 + 120 * MINUTES,
        check=False,
    )
    print(found.stdout[-6000:])
    if "PostgreSQL" in found.stderr and "Skipped" in found.stderr:
        pytest.skip(found.stderr.strip().rpartition("\n")[2])
    assert found.returncode == 0, found.stdout[-4000:] + found.stderr[-2000:]
    assert "VERDICT: nothing acknowledged lost" in found.stdout
    wanted = r"'acknowledged': (\d+).*'suspensions': (\d+), 'judged': (\d+)"
    acknowledged, suspensions, judged = map(int, re.search(wanted, found.stdout).groups())
    assert acknowledged > 50
    assert suspensions >= judged > 0
    assert "'mistake'" not in found.stdout
    rounds, forfeits = map(
        int, re.search(r"'rounds': (\d+).*'forfeits': (\d+)", found.stdout).groups()
    )
    assert rounds > 0
    assert forfeits > 0
