"""One writer for everybody: many batches in a commit, and nobody waits for ever."""

import asyncio
from threading import Event

import pytest

from qipan.journal.envelope import Batch, Fresh
from qipan.kernel.errors import Conflict, Unavailable, Uncertain
from qipan.kernel.ids import StreamId
from qipan.store.group_commit import GROUP, GroupCommit


def batch(number=0):
    return Batch(StreamId(f"s{number}"), 0, "t", "now", (Fresh("noted/1", "{}"),))


class Disk:
    """Stores nothing, but says what it was given, and waits while it is told to."""

    def __init__(self, *mistakes):
        self.groups, self.mistakes, self.finished = [], list(mistakes), []
        self.free = Event()
        self.free.set()

    def commit(self, group):
        self.free.wait(timeout=30)
        self.groups.append([each.stream for each in group])
        if self.mistakes:
            raise self.mistakes.pop(0)
        return [()] * len(group)

    def opened(self, **more):
        return GroupCommit("here", self.commit, lambda: self.finished.append(1), **more)


def test_all_that_waits_goes_into_one_commit_but_no_more_than_a_group():
    disk = Disk()
    disk.free.clear()
    writer = disk.opened()
    waiting = [writer.hand_in(batch(number), urgent=False) for number in range(2 * GROUP)]
    disk.free.set()
    assert [future.result(timeout=30) for future in waiting] == [()] * (2 * GROUP)
    writer.close()
    assert max(len(each) for each in disk.groups) <= GROUP
    assert len(disk.groups) <= 4
    assert [name for each in disk.groups for name in each] == [f"s{n}" for n in range(2 * GROUP)]
    assert disk.finished == [1]


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        (Unavailable("here", "full"), Unavailable),
        (Conflict("s0", 0, 1), Conflict),
        (ZeroDivisionError("by zero"), Uncertain),
    ],
)
def test_a_mistake_is_told_to_everybody_and_the_next_group_is_stored(mistake, told):
    disk = Disk(mistake)
    disk.free.clear()
    writer = disk.opened()
    failed = [writer.hand_in(batch(number), urgent=True) for number in range(1)]
    disk.free.set()
    assert [type(future.exception(timeout=30)) for future in failed] == [told]
    assert writer.hand_in(batch(), urgent=True).result(timeout=30) == ()
    writer.close()


def test_what_was_handed_in_is_written_before_closing_and_nothing_after():
    disk = Disk()
    disk.free.clear()
    writer = disk.opened()
    waiting = [writer.hand_in(batch(number), urgent=False) for number in range(5)]
    disk.free.set()
    assert writer.close()
    assert not writer.close()
    assert all(future.done() for future in waiting)
    with pytest.raises(Unavailable, match="closed"):
        writer.hand_in(batch(), urgent=True)


def test_whoever_watches_is_told_of_every_commit():
    disk, seen = Disk(), []
    writer = disk.opened()
    writer.watcher = lambda batches, seconds: seen.append((batches, seconds >= 0))
    writer.hand_in(batch(), urgent=True).result(timeout=30)
    writer.close()
    assert seen == [(1, True)]


def test_who_waits_no_longer_takes_nothing_back_and_stops_nobody():
    """A request that is cut off while it waits cancels what it waits for."""
    disk = Disk()
    disk.free.clear()
    writer = disk.opened()

    async def cut_off():
        waiting = asyncio.wrap_future(writer.hand_in(batch(), urgent=True))
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(cut_off())
    disk.free.set()
    assert writer.hand_in(batch(1), urgent=True).result(timeout=10) == ()
    writer.close()
    assert disk.finished == [1]
    assert [name for each in disk.groups for name in each] == ["s0", "s1"]


def test_the_writer_outlives_who_watches_and_a_storage_that_answers_too_little():
    disk, mistaken = Disk(), [ZeroDivisionError("by zero")]
    writer = disk.opened()

    def watch(batches, seconds):
        del batches, seconds
        if mistaken:
            raise mistaken.pop()

    writer.watcher = watch
    assert writer.hand_in(batch(), urgent=True).result(timeout=10) == ()
    disk.commit, commit = lambda group: [], disk.commit
    writer._commit = disk.commit
    found = writer.hand_in(batch(), urgent=True).exception(timeout=10)
    assert isinstance(found, Uncertain)
    writer._commit = commit
    assert writer.hand_in(batch(), urgent=True).result(timeout=10) == ()
    writer.close()
    assert disk.finished == [1]
