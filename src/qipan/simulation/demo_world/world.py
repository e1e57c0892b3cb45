"""Makes the demo's world: told in memory on a clock of the past days, then stored as it is.

Nothing is dated by hand: the clock of each scene begins so many days before today, and every act
goes through the office that people use. What is stored is chained and verified like any journal.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import groupby

from qipan.journal.envelope import Batch, Envelope, Fresh
from qipan.office.office import Office, Surroundings
from qipan.simulation.demo_world.director import WallClock
from qipan.simulation.demo_world.scenes import SCENES, Scene
from qipan.store.memory import MemoryLog, MemoryPeople, MemorySecrets
from qipan.wiring import House

LONG_AGO = timedelta(days=400)


class SeededDice:
    """Bytes for the lots of scenes that are past: the same in every demo."""

    def __init__(self, name: str) -> None:
        """Take the name of the scene as the seed."""
        self._name, self._calls = name, 0

    def random_bytes(self, size: int) -> bytes:
        """Give the next bytes."""
        self._calls += 1
        return hashlib.shake_256(f"{self._name}/{self._calls}".encode()).digest(size)


def make_world(house: House, now: datetime, scenes: Iterable[Scene] = SCENES) -> None:
    """Tell the scenes and store them in a house in which they are not yet."""
    log, people = MemoryLog(), MemoryPeople()
    for scene in scenes:
        clock, dice = WallClock(now - LONG_AGO), SeededDice(scene.__name__)
        around = Surroundings(log, people, MemorySecrets(), clock.now, dice.random_bytes)
        scene(Office(around), clock, now)
    house.people.save_all(people.everybody())
    stored = [house.log.submit(batch) for batch in _batches(house, log)]
    for each in stored:
        each.result()


def _batches(house: House, log: MemoryLog) -> Iterator[Batch]:
    """Give what is told as acts, each with its time, in the order of the streams."""
    for stream in log.streams():
        if house.log.version(stream):
            continue  # an edition that is kept already
        acts = groupby(log.read(stream), key=lambda each: (each.at, each.actor))
        for (at, actor), events in acts:
            yield _batch(list(events), at, actor)


def _batch(events: list[Envelope], at: str, actor: str) -> Batch:
    return Batch(
        stream=events[0].stream,
        expected=events[0].version - 1,
        actor=actor,
        at=at,
        events=tuple(Fresh(each.name, each.payload) for each in events),
    )
