"""A program for tests: simulated events on files, killed with SIGKILL again and again.

Run as ``python killing_events.py FOLDER KILLS SEED``. It imports everything once and forks for each
start. Every event is resumed on its file until it ends; its final table must be that of an event
that nothing interrupted. Prints how many kills there were, events ended, and tables that differed.
"""

import json
import os
import signal
import sys
import time
from itertools import cycle
from pathlib import Path
from random import Random

from qipan.office.verification import verify_log
from qipan.simulation.event import simulate
from qipan.wiring import simulated_office

CASES = [
    ("my-2018", "individual", 12),
    ("my-2018", "elite", 12),
    ("un-games", "xiangqi", 6),
    ("un-games", "checkers", 7),
    ("gm-2025", "entry", 14),
]


def ending(office, case):
    """Play a case to its end; give its table as text."""
    book, event, entries = case
    return repr(simulate(office, book, event, entries=entries, seed=1))


def resume(data, case):
    """Go on in a process of its own that may be killed at any moment; give its id."""
    child = os.fork()
    if child:
        return child
    office = simulated_office(1, str(data))
    text = ending(office, case)
    verify_log(office.around.log)
    office.around.log.close()
    data.with_suffix(".txt").write_text(text, "utf-8")
    os._exit(0)


def played(data, case, dice, left):
    """Kill one event until it ends or enough kills were made; say how many there were."""
    made = 0
    while True:
        child = resume(data, case)
        if made < left:
            time.sleep(dice.uniform(0.01, 0.3))
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            assert os.waitstatus_to_exitcode(status) == 0, "the event could not go on"
            return made
        made += 1


def main(folder, kills, seed):
    """Kill as often as asked; print what came of it."""
    dice, made, ended, wrong = Random(seed), 0, 0, []
    expected = {case: ending(simulated_office(1), case) for case in CASES}
    for number, case in enumerate(cycle(CASES)):
        data = Path(folder) / f"{number}.sqlite"
        made += played(data, case, dice, kills - made)
        ended += 1
        if data.with_suffix(".txt").read_text("utf-8") != expected[case]:
            wrong.append(number)
        if made >= kills:
            break
    print(json.dumps({"kills": made, "ended": ended, "wrong": wrong}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
