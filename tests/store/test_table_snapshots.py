"""Snapshots of live tables in storage: one a table, of an event that the journal has."""

import pytest

from qipan.journal.envelope import Batch, Fresh
from qipan.journal.live.snapshot import Snapshot, TakenSnapshot
from qipan.journal.live.table import stream_of
from qipan.store.address import read_address
from qipan.store.live.table_snapshots import SqlTableSnapshots
from qipan.store.postgres import PostgresLog
from qipan.store.schema import NEVER_COPIED, table_snapshot
from qipan.store.sqlite import SqliteLog


@pytest.fixture(params=["sqlite", "postgres"])
def log(request, tmp_path):
    if request.param == "sqlite":
        made = SqliteLog.open(tmp_path / "j.sqlite")
    else:
        made = PostgresLog.open(read_address(request.getfixturevalue("postgres").fresh()))
    for name, count in (("t1", 3), ("t2", 1)):
        events = tuple(Fresh("noted/1", f"{number}") for number in range(count))
        made.append(Batch(stream_of(name), 0, "t", "now", events))
    yield made
    made.close()


@pytest.fixture
def shelf(log):
    return SqlTableSnapshots(log.engine)


def taken(table="t1", version=2, content=b"{}", shard=1, program="p"):
    return TakenSnapshot(table, shard, version, program, content)


def test_a_snapshot_has_the_hash_of_its_event(log, shelf):
    shelf.keep([taken(), taken("t2", 1, b"\x00\xff")])
    assert shelf.find(["t1", "t2", "none"], "p") == {
        "t1": Snapshot("t1", 2, log.read(stream_of("t1"))[1].hash, "p", b"{}"),
        "t2": Snapshot("t2", 1, log.read(stream_of("t2"))[0].hash, "p", b"\x00\xff"),
    }
    shelf.keep([])
    assert shelf.find([], "p") == {}


def test_the_newer_takes_the_place_of_the_older(shelf):
    shelf.keep([taken()])
    shelf.keep([taken(version=3, content=b"[]")])
    (found,) = shelf.find(["t1"], "p").values()
    assert (found.version, found.content) == (3, b"[]")


def test_what_the_journal_does_not_have_is_no_snapshot(shelf):
    shelf.keep([taken(version=4), taken("none", 1)])
    assert shelf.find(["t1", "none"], "p") == {}


def test_another_program_finds_none(shelf):
    shelf.keep([taken()])
    assert shelf.find(["t1"], "another") == {}


def test_what_is_over_is_forgotten(shelf):
    shelf.keep([taken(), taken("t2", 1, shard=2)])
    shelf.forget(["t1", "none"])
    assert set(shelf.find(["t1", "t2"], "p")) == {"t2"}


def test_of_a_shard_only_open_tables_are_kept(shelf):
    shelf.keep([taken(), taken("t2", 1)])
    shelf.forget_others(2, [])
    assert set(shelf.find(["t1", "t2"], "p")) == {"t1", "t2"}
    shelf.forget_others(1, ["t2", "t3"])
    assert set(shelf.find(["t1", "t2"], "p")) == {"t2"}


def test_many_are_found_together(log, shelf):
    names = [f"many{number}" for number in range(450)]
    for future in [
        log.submit(Batch(stream_of(name), 0, "t", "now", (Fresh("noted/1", "1"),)))
        for name in names
    ]:
        future.result()
    for first in range(0, len(names), 64):
        shelf.keep([taken(name, 1) for name in names[first : first + 64]])
    assert set(shelf.find(names, "p")) == set(names)
    shelf.forget_others(1, names[:1])
    assert set(shelf.find(names, "p")) == {names[0]}


def test_a_copy_of_the_data_has_none():
    assert table_snapshot.name in NEVER_COPIED
