"""The SQLite journal as a file: durable, checked, and clear about what it cannot do."""

import os
import shutil
import sqlite3
import stat
import tempfile
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import event

from qipan.journal.envelope import Batch, Fresh, verified
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Conflict, Refused, Unavailable, Unknown
from qipan.kernel.ids import PersonId, StreamId
from qipan.store.database import MIGRATIONS, NEWEST, open_sqlite, reading
from qipan.store.people import SqlPeople, SqlSecrets
from qipan.store.sqlite import SqliteLog

NOBODY = 65534
"""The account that owns nothing."""


def one(stream="a", expected=0, payload="{}"):
    return Batch(StreamId(stream), expected, "t", "now", (Fresh("noted/1", payload),))


def test_a_file_is_durable_write_ahead_and_up_to_date(tmp_path):
    path = tmp_path / "deep" / "j.sqlite"
    log = SqliteLog.open(path)
    log.append(one())
    log.close()
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert raw.execute("SELECT version_num FROM alembic_version").fetchone() == (NEWEST,)
    raw.close()
    again = SqliteLog.open(path)
    assert len(again.read("a")) == 1
    again.close()


def test_connections_flush_fully(tmp_path):
    engine = open_sqlite(tmp_path / "j.sqlite")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


def test_the_newest_step_is_known():
    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == NEWEST


def test_the_tables_of_the_migrations_are_those_of_the_schema(tmp_path):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from qipan.store.schema import metadata

    engine = open_sqlite(tmp_path / "j.sqlite")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_two_processes_may_write_the_same_file(tmp_path):
    first, second = (SqliteLog.open(tmp_path / "j.sqlite") for _ in range(2))
    first.append(one())
    with pytest.raises(Conflict):
        second.append(one(expected=0))
    second.append(one(expected=1))
    assert len(first.read("a")) == 2
    first.close()
    second.close()


def test_a_closed_journal_says_so(tmp_path):
    log = SqliteLog.open(tmp_path / "j.sqlite")
    log.close()
    with pytest.raises(Unavailable, match="closed"):
        log.append(one())
    with pytest.raises(Unavailable, match="closed"):
        log.read("a")


def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear arbiter, " * 100)
    with pytest.raises(BadInput, match="not a journal"):
        SqliteLog.open(path)
    assert path.read_text().startswith("Dear arbiter")


def test_another_programs_database_is_refused(tmp_path):
    path = tmp_path / "other.sqlite"
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE cakes (name TEXT)")
    raw.commit()
    raw.close()
    with pytest.raises(BadInput, match="not a journal of Qipan"):
        SqliteLog.open(path)


def test_a_missing_file_is_not_made_when_only_reading(tmp_path):
    with pytest.raises(BadInput, match="no such journal"):
        SqliteLog.open(tmp_path / "none.sqlite", create=False)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def as_anybody():
    """A folder of somebody who is not root: root may write to read-only files."""
    folder = Path(tempfile.mkdtemp(prefix="qipan-", dir="/tmp"))
    if os.getuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    yield folder
    os.seteuid(os.getuid())
    shutil.rmtree(folder)


def test_a_read_only_file_is_named(as_anybody):
    path = as_anybody / "j.sqlite"
    SqliteLog.open(path).close()
    Path(path).chmod(stat.S_IREAD)
    with pytest.raises(Unavailable, match=str(path)):
        SqliteLog.open(path).append(one())


def test_a_full_disk_stores_nothing_and_says_so(tmp_path):
    first = SqliteLog.open(tmp_path / "j.sqlite")
    first.append(one())
    first.close()
    log = SqliteLog.open(tmp_path / "j.sqlite")
    with log.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()

    @event.listens_for(log.engine, "checkout")
    def small(connection, record, proxy):
        connection.execute(f"PRAGMA max_page_count={pages}")

    with pytest.raises(Unavailable, match="full"):
        log.append(one(expected=1, payload="x" * 200_000))
    event.remove(log.engine, "checkout", small)
    assert len(list(log.scan())) == 1
    log.append(one(expected=1))
    assert len(list(log.scan())) == 2
    log.close()


def test_heads_are_not_trusted_after_somebody_else_wrote(tmp_path):
    path = tmp_path / "j.sqlite"
    log, other = SqliteLog.open(path), SqliteLog.open(path)
    log.append(one())
    other.append(one(expected=1))
    with pytest.raises(Conflict) as conflict:
        log.append(one(expected=1))
    assert conflict.value.actual == 2
    log.append(one(expected=2))
    other.append(one(expected=3))
    found = list(verified(log.read(one().stream)))
    assert [each.version for each in found] == [1, 2, 3, 4]
    log.close()
    other.close()


def test_many_at_once_are_chained_in_the_order_they_came(tmp_path):
    log = SqliteLog.open(tmp_path / "j.sqlite")
    commits = []
    log.watcher = lambda batches, seconds: commits.append(batches)
    waiting = [log.submit(one(expected=number)) for number in range(700)]
    late = log.submit(one(expected=3))
    assert [future.result()[0].version for future in waiting] == list(range(1, 701))
    assert isinstance(late.exception(), Conflict)
    assert sum(commits) == 701
    assert len(commits) < 350
    assert len(list(verified(log.read(one().stream)))) == 700
    log.close()


def test_a_person_is_kept_replaced_and_erased(tmp_path):
    engine = open_sqlite(tmp_path / "j.sqlite")
    people = SqlPeople(engine)
    who = PersonId("p-1")
    people.save(who, Person(name="陈"))
    people.save(who, Person(name="陈二", phone="1"))
    assert people.find([who, PersonId("p-2")]) == {who: Person(name="陈二", phone="1")}
    assert (people.erase(who), people.erase(who)) == (True, False)
    assert people.find([who]) == {}
    many = [PersonId(f"m{n}") for n in range(1200)]
    assert people.find(many) == {}
    engine.dispose()


def test_a_secret_is_kept_once(tmp_path):
    engine = open_sqlite(tmp_path / "j.sqlite")
    secrets = SqlSecrets(engine)
    secrets.keep("lot", b"a" * 32)
    secrets.keep("lot", b"a" * 32)
    with pytest.raises(Refused):
        secrets.keep("lot", b"b" * 32)
    assert secrets.reveal("lot") == b"a" * 32
    with pytest.raises(Unknown):
        secrets.reveal("none")
    engine.dispose()


def test_reading_waits_for_no_writer_and_holds_none_up(tmp_path):
    engine = open_sqlite(tmp_path / "j.sqlite")
    with engine.begin() as writer:
        writer.exec_driver_sql("INSERT INTO person VALUES ('p', '{}')")
        with reading(engine) as one, reading(engine) as two:
            for each in (one, two):
                assert each.exec_driver_sql("SELECT count(*) FROM person").scalar() == 0
    with reading(engine) as one:
        assert one.exec_driver_sql("SELECT count(*) FROM person").scalar() == 1
        with engine.begin() as writer:
            writer.exec_driver_sql("DELETE FROM person")
    engine.dispose()


def test_who_asks_alone_gets_the_connection_that_was_used_last(tmp_path):
    """Each connection remembers statements and pages: one of them, not all in turn."""
    engine = open_sqlite(tmp_path / "j.sqlite")
    with engine.connect(), engine.connect(), engine.connect():
        pass  # so many are kept
    used = []
    for _ in range(4):
        with engine.connect() as connection:
            used.append(connection.connection.dbapi_connection)
    assert all(each is used[0] for each in used)
    engine.dispose()
