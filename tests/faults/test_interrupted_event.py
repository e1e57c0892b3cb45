"""An event that is interrupted by a kill goes on to the same final table."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import msgspec
import pytest

from qipan.desk.simulation import HOME, FinalTable, Plan, simulate, step
from qipan.desk.verification import verify_log
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
PROGRAM = """
import sys
from qipan.desk.simulation import simulate
from qipan.wiring import simulated_office
book, event, entries, data = sys.argv[1:]
print("begun", flush=True)
simulate(simulated_office(1, data), book, event, entries=int(entries), seed=1)
"""


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
    book, event, entries = "my-2018", "individual", 12
    data = str(tmp_path / "j.sqlite")
    expected = uninterrupted(book, event, entries)
    dice = Random(4)
    for _ in range(4):
        running = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, book, event, str(entries), data],
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            stdout=subprocess.PIPE,
        )
        running.stdout.readline()
        time.sleep(dice.uniform(0.05, 0.5))
        running.send_signal(signal.SIGKILL)
        running.wait()
        running.stdout.close()
    office = simulated_office(1, data)
    final = simulate(office, book, event, entries=entries, seed=1)
    assert isinstance(final, FinalTable)
    assert final == expected
    assert verify_log(office.around.log).streams == 1
    assert office.state(HOME).closed
    office.around.log.close()
