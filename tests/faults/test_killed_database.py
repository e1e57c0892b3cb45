"""A database that is killed and started again loses nothing that was acknowledged."""

import os
import threading
import time
from random import Random

import pytest

from postgres import Postgres
from qipan.journal.envelope import Batch, Fresh
from qipan.kernel.errors import Conflict, Unavailable
from qipan.kernel.ids import StreamId
from qipan.office.verification import verify_log
from qipan.wiring import open_log

KILLS = 15 if os.environ.get("QIPAN_LONG") else 2
WRITERS = 6


@pytest.fixture
def own():
    """A server of this test's own: it is killed."""
    server = Postgres()
    yield server
    server.remove()


class Writer(threading.Thread):
    """Appends to a stream of its own and remembers what was acknowledged."""

    def __init__(self, log, name, stop):
        super().__init__()
        self.log, self.stream, self.stop = log, StreamId(name), stop
        self.acknowledged, self.failures, self.number = [], 0, 0

    def run(self):
        while not self.stop.is_set():
            self.number += 1
            batch = Batch(
                self.stream,
                len(self.acknowledged),
                *("t", "now", (Fresh("noted/1", str(self.number)),)),
            )
            try:
                self.acknowledged += self.log.append(batch)
            except (Unavailable, Conflict):
                self.failures += 1
                self.acknowledged = self.seen()

    def seen(self):
        """Look again after a failure: what was acknowledged must be there, exactly."""
        while True:
            try:
                found = list(self.log.read(self.stream))
            except Unavailable:
                time.sleep(0.05)
                continue
            assert found[: len(self.acknowledged)] == self.acknowledged
            return found


def test_every_acknowledged_event_survives(own):
    log = open_log(own.fresh())
    stop, dice = threading.Event(), Random(7)
    writers = [Writer(log, f"s{n}", stop) for n in range(WRITERS)]
    for writer in writers:
        writer.start()
    try:
        for _ in range(KILLS):
            time.sleep(dice.uniform(0.2, 0.8))
            own.kill()
            own.start()
    finally:
        time.sleep(0.5)
        stop.set()
        for writer in writers:
            writer.join()
    for writer in writers:
        found = list(log.read(writer.stream))
        assert found == writer.acknowledged
        numbers = [int(each.payload) for each in found]
        assert numbers == sorted(set(numbers)), "stored twice or out of order"
    assert verify_log(log).events == sum(len(each.acknowledged) for each in writers) > 0
    log.close()
