"""The register of open tables: summed up now and then, it says what the whole stream says."""

from random import Random

import msgspec
import pytest

from play.slow_log import SlowLog
from qipan.journal.envelope import Batch
from qipan.journal.event import fresh
from qipan.kernel.errors import Corrupt, Unavailable
from qipan.play.registry import (
    STREAM,
    SUM_AFTER,
    OpenTablesSummed,
    Registry,
    TableListed,
    TableStruck,
    read_registers,
    stream_of_shard,
    tables_left_open,
)
from qipan.store.memory import MemoryLog

AT = "2026-01-01T00:00:00+00:00"
INHERITED = ("old1", "old2", "old3")


def told_plainly(stored, inherited=()):
    """Say which tables are open as if nothing had ever been summed up."""
    known = dict.fromkeys(inherited)
    for each in stored:
        if each.name == "table-listed/1":
            known[msgspec.json.decode(each.payload)["table"]] = None
        elif each.name == "table-struck/1":
            known.pop(msgspec.json.decode(each.payload)["table"], None)
    return set(known)


def sums(log, stream=STREAM):
    return [each.version for each in log.read(stream) if each.name == "open-tables-summed/1"]


def season(registry, games, dice, most=20):
    """Open and end tables, some of those inherited among them."""
    count = 0
    for _ in range(games):
        if registry.open and (len(registry.open) > most or dice.random() < 0.5):
            registry.write(TableStruck(table=dice.choice(list(registry.open))), AT)
        else:
            count += 1
            registry.write(TableListed(table=f"t{count}"), AT)


@pytest.mark.parametrize("seed", range(4))
def test_after_a_crash_at_any_moment_it_says_what_the_whole_stream_says(seed):
    """Each prefix of what is stored is what a crash may leave."""
    log = MemoryLog()
    season(Registry(log, inherited=INHERITED), 1500, Random(seed))
    stored = list(log.read(STREAM))
    assert len(sums(log)) >= 4
    after = MemoryLog()
    for each in stored:
        event = msgspec.json.decode(each.payload, type=TableListed | TableStruck | OpenTablesSummed)
        after.append(Batch(STREAM, each.version - 1, "owner", AT, (fresh(event),)))
        again = Registry(after, inherited=INHERITED)
        assert again.version == each.version
        if each.version % 50 == 0 or each.version in sums(after)[-1:]:
            assert set(again.open) == told_plainly(stored[: each.version], INHERITED)
    assert set(again.open) == told_plainly(stored, INHERITED)


def test_only_the_last_sum_and_what_came_after_it_is_read():
    log = MemoryLog()
    registry = Registry(log)
    season(registry, 50 * SUM_AFTER, Random(1))
    read = read_registers(log, [STREAM])[STREAM]
    assert read[0].name == "open-tables-summed/1"
    assert len(read) <= SUM_AFTER + 1
    assert set(Registry(log).open) == set(registry.open) == set(tables_left_open(log, shards=False))


def test_many_open_tables_are_not_summed_up_at_every_turn():
    """So that all sums together are no longer than what they sum up."""
    log = MemoryLog()
    registry = Registry(log)
    for number in range(3000):
        registry.write(TableListed(table=f"t{number}"), AT)
    assert len(sums(log)) <= 3
    assert list(Registry(log).open) == [f"t{number}" for number in range(3000)]


def test_a_table_that_was_listed_again_is_open():
    """An event that came back: over where it was inherited, and played on here."""
    log = MemoryLog()
    registry = Registry(log, inherited=INHERITED)
    registry.write(TableStruck(table="old1"), AT)
    registry.write(TableStruck(table="old2"), AT)
    registry.write(TableListed(table="old1"), AT)
    for _ in range(SUM_AFTER):
        registry.write(TableListed(table="t1"), AT)
    assert sums(log)
    assert set(Registry(log, inherited=INHERITED).open) == {"old1", "old3", "t1"}


def test_what_another_stream_names_later_is_open_too():
    log = MemoryLog()
    registry = Registry(log, inherited=("old1",))
    for _ in range(SUM_AFTER):
        registry.write(TableListed(table="t1"), AT)
    assert sums(log)
    assert set(Registry(log, inherited=("old1", "new")).open) == {"old1", "new", "t1"}


def test_shards_are_read_from_their_own_sums():
    log = MemoryLog()
    for shard in (1, 2):
        registry = Registry(log, stream_of_shard(shard))
        season(registry, SUM_AFTER * shard - 10, Random(shard))
    assert [bool(sums(log, stream_of_shard(shard))) for shard in (1, 2)] == [False, True]
    expected = [
        table
        for shard in (1, 2)
        for table in sorted(told_plainly(log.read(stream_of_shard(shard))))
    ]
    assert sorted(tables_left_open(log, shards=True)) == sorted(expected)


def test_a_write_that_failed_is_made_good_by_the_next_sum():
    """What was not stored stays noted, and the sum says it."""
    log = SlowLog(MemoryLog())
    registry = Registry(log)
    log.holding = True
    registry.write(TableListed(table="lost"), AT)
    log.store(Unavailable("disk", "full"))
    log.holding = False
    assert (registry.version, set(Registry(log).open)) == (0, set())
    for _ in range(SUM_AFTER):
        registry.write(TableListed(table="t1"), AT)
    assert sums(log)
    assert set(Registry(log).open) == {"lost", "t1"}


def test_a_sum_that_cannot_be_read_is_corrupt():
    log = MemoryLog()
    broken = msgspec.structs.replace(fresh(OpenTablesSummed(())), payload="{")
    log.append(Batch(STREAM, 0, "owner", AT, (broken,)))
    with pytest.raises(Corrupt):
        Registry(log)
