"""Backup and restore as docs/operations.md describes them, for both storages."""

import sqlite3
import threading

from qipan.host.demo import make_demo
from qipan.journal.envelope import Batch, Fresh
from qipan.kernel.ids import StreamId
from qipan.office.verification import verify_log
from qipan.store.migration_copy import Storage, fingerprint
from qipan.wiring import open_house, open_log


def whole(data):
    log = open_log(data, read_only=True)
    try:
        return fingerprint(Storage(log, log.engine))
    finally:
        log.close()


def test_a_file_is_backed_up_while_it_is_written(tmp_path):
    """``sqlite3 j.sqlite ".backup b.sqlite"``: the same call, made from here."""
    log = open_log(str(tmp_path / "j.sqlite"))
    stop, acknowledged = threading.Event(), []

    def write():
        while not stop.is_set():
            events = (Fresh("noted/1", "x" * 2000),)
            acknowledged.extend(
                log.append(Batch(StreamId("a"), len(acknowledged), "t", "now", events))
            )

    writer = threading.Thread(target=write)
    writer.start()
    while len(acknowledged) < 5:
        pass
    before = len(acknowledged)
    source, target = (sqlite3.connect(tmp_path / name) for name in ("j.sqlite", "b.sqlite"))
    source.backup(target)
    source.close()
    target.close()
    stop.set()
    writer.join()
    log.close()
    backup = open_log(str(tmp_path / "b.sqlite"), read_only=True)
    found = list(backup.read("a"))
    assert verify_log(backup).events == len(found) >= before
    assert found == acknowledged[: len(found)]
    backup.close()


def test_a_database_is_dumped_and_restored(postgres, tmp_path):
    url = postgres.fresh()
    house = open_house(url)
    make_demo(house.office)
    house.accounts.create("chen", "陈", None)
    house.close()
    before = whole(url)
    there = ("-h", "127.0.0.1", "-p", str(postgres.port), "-U", "qipan")
    made = postgres.run("pg_dump", *there, "-Fc", url.rpartition("/")[2])
    assert made.returncode == 0, made.stderr
    dump = tmp_path / "qipan.dump"
    dump.write_bytes(made.stdout)
    again = postgres.fresh()
    words = ("--exit-on-error", "-d", again.rpartition("/")[2], str(dump))
    restored = postgres.run("pg_restore", *there, *words)
    assert restored.returncode == 0, restored.stderr
    assert whole(again) == before
    house = open_house(again)  # and it goes on
    house.office.create("after", "t", "After", "wx-14")
    house.close()
