"""The scheduler is killed before and after every single thing it stores: all is done once."""

import msgspec
import pytest

from contest.period import Period, shanghai
from qipan.store.memory import MemoryLog

TIMES = ("2026-03-07T13:30", "2026-03-07T14:00", "2026-03-07T14:05", "2026-03-07T15:30")


LATE = "e1"


def _waits(wanted):
    return wanted.round == 1 and LATE in wanted.seats


class Killed(BaseException):
    """The process is gone."""


class Mortal:
    """A log whose user dies at one of its writes: before it is stored, or after."""

    def __init__(self, log):
        self._log, self.writes, self.armed, self.deadly = log, 0, False, None

    def __getattr__(self, name):
        return getattr(self._log, name)

    def submit(self, batch):
        return self._write(lambda: self._log.submit(batch))

    def append(self, batch):
        return self._write(lambda: self._log.append(batch))

    def _write(self, write):
        if not self.armed:
            return write()
        self.writes += 1
        at, after = self.deadly or (0, False)
        if self.writes == at and not after:
            raise Killed
        done = write()
        if self.writes == at:
            raise Killed
        return done


class Life:
    """A period that goes on after each death."""

    def __init__(self, deadly=None):
        self.log = Mortal(MemoryLog())
        self.log.deadly = deadly
        self.deaths = 0
        self.period = Period(self.log).opened(5).planned()

    def run(self):
        """Two rounds: a bye, one who is late, wins by the smaller number."""
        for text in TIMES:
            self.period.time.set(shanghai(text))
            self.go_on()
            while going := self.playing():
                for wanted in going:
                    self.period.play(wanted, min(wanted.seats))
                self.go_on()
        return self

    def playing(self):
        return [each for each in self.period.scheduler.tables.values() if not _waits(each)]

    def go_on(self):
        """Let the scheduler run until nothing is due, however often it dies."""
        while True:
            self.wait_for_the_late()
            self.log.armed = True
            try:
                return self.period.settle()
            except Killed:
                self.deaths += 1
                self.period = self.period.again()
            finally:
                self.log.armed = False

    def wait_for_the_late(self):
        """Who waits sits there, and comes back after a restart."""
        for wanted in self.period.scheduler.tables.values():
            if _waits(wanted) and wanted.table in self.period.hall.owner.rooms:
                self.period.sit(wanted, *(who for who in wanted.seats if who != LATE))

    def story(self):
        """What was stored, times aside; of the desk each event as often as it was, in any order.

        Who waits comes back after a restart, perhaps after another game has ended.
        """
        found = {}
        for stream in self.log.streams():
            if not stream.startswith(("watch/", "play/")):
                found[stream] = [
                    (each.name, _timeless(each.payload))
                    for each in self.log.read(stream)
                    if each.name not in ("play-suspended/1", "play-resumed/1")
                ]
        found["competition/gm"].sort(key=str)
        return found


def _timeless(payload):
    event = msgspec.json.decode(payload)
    return {key: value for key, value in event.items() if key not in ("at", "spent", "version")}


@pytest.fixture(scope="module")
def undisturbed():
    life = Life().run()
    assert life.deaths == 0
    assert len(life.period.section.rounds) == 2
    return life


def test_the_undisturbed_story(undisturbed):
    section = undisturbed.period.section
    first = section.rounds[0]
    assert len(first.resting) == 1
    assert {who for _, who in section.late} == {"e1"} - {first.resting[0].entrant}
    assert [len(each.missing) for each in section.rounds] == [0, 0]


def test_killed_before_every_write_and_after_the_last(undisturbed):
    """After one write is before the next: nothing else outlives the process."""
    expected = undisturbed.story()
    last = undisturbed.log.writes
    deadly = [*((write, False) for write in range(1, last + 1)), (last, True)]
    wrong = []
    for each in deadly:
        life = Life(each).run()
        assert life.deaths == 1
        if life.story() != expected:
            wrong.append(each)
    assert wrong == []
    assert last > 30
