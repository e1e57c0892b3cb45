"""An event that is interrupted by a kill goes on to the same final table."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from qipan.simulation.event import Plan, simulate, step
from qipan.store.memory import MemoryLog, MemoryPeople
from qipan.wiring import SimulatedWorld, simulated_office

SOURCE = Path(__file__).parents[2] / "src"
CASES = [
    ("my-2018", "individual", 12),
    ("my-2018", "elite", 12),
    ("un-games", "xiangqi", 6),
    ("un-games", "checkers", 7),
    ("gm-2025", "entry", 14),
]
POINTS = int(os.environ.get("QIPAN_LONG", "0")) * 160 + 40
"""Interruptions in all; 200 with QIPAN_LONG=1."""
PROGRAM = Path(__file__).with_name("killing_events.py")
KILLS = 200 if os.environ.get("QIPAN_LONG") else 8


def uninterrupted(book, event, entries):
    return simulate(simulated_office(1), book, event, entries=entries, seed=1)


class Killed(Exception):
    """The process is gone."""


class DoomedLog(MemoryLog):
    """A log whose process dies right before or right after a commit."""

    def __init__(self, streams, left, after):
        super().__init__()
        self._streams = streams
        self.left, self.after = left, after
        self.dead = False

    def submit(self, batch):
        self.left -= 1
        if self.left == 0:
            if self.after:
                super().submit(batch)
            self.dead = True
            raise Killed
        return super().submit(batch)


class DoomedPeople(MemoryPeople):
    """Personal data that nobody tidies up once the process is dead."""

    def __init__(self, people, log):
        super().__init__()
        self._people = people
        self._log = log

    def erase(self, who):
        if not self._log.dead:
            super().erase(who)


def restarted(office, left, after):
    """What is left of an office after its process died: storage, nothing else."""
    around = office.around
    log = DoomedLog(around.log._streams, left, after)
    world = SimulatedWorld(log, 1)
    whole = msgspec.structs.replace(
        around,
        log=log,
        people=DoomedPeople(around.people._people, log),
        now=world.now,
        random_bytes=world.random_bytes,
    )
    return type(office)(whole)


def killed_on_the_way(plan, dice, most):
    """Play an event in processes that die again and again; give the storage and the deaths."""
    office, deaths = simulated_office(1), 0
    while deaths < most:
        office = restarted(office, dice.randrange(1, 9), deaths % 2 == 0)
        try:
            while step(office, plan):
                pass
        except Killed:
            deaths += 1
        else:
            break
    return restarted(office, 10**9, True), deaths


@pytest.mark.parametrize(("book", "event", "entries"), CASES)
def test_any_interruption_leads_to_the_same_table(book, event, entries):
    plan = Plan(book, event, entries, 1)
    expected = uninterrupted(book, event, entries)
    dice = Random(f"{book}/{event}")
    left = POINTS // len(CASES)
    while left > 0:  # an event has fewer commits than deaths are wanted: begin another
        office, deaths = killed_on_the_way(plan, dice, left)
        left -= deaths
        assert simulate(office, book, event, entries=entries, seed=1) == expected


def test_a_killed_process_resumes_on_its_file(tmp_path):
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(tmp_path), str(KILLS), "qipan"],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["kills"] == KILLS
    assert told["ended"] > 0
    assert told["wrong"] == []
