"""The connection that writes: how often it asks, what it remembers, and what it forgets."""

import sqlite3
from collections import Counter

import pytest
from sqlalchemy import event

from qipan.journal.envelope import Batch, Fresh, verified
from qipan.kernel.errors import Conflict, Unavailable
from qipan.kernel.ids import StreamId
from qipan.store import sqlite_writer
from qipan.store.database import open_sqlite
from qipan.store.queries import events_after
from qipan.store.sqlite_writer import SqliteWriter


def batch(stream, expected, *payloads):
    events = tuple(Fresh("noted/1", payload) for payload in payloads or ("{}",))
    return Batch(StreamId(stream), expected, "t", "now", events)


def nothing(stream, expected):
    return Batch(StreamId(stream), expected, "t", "now", ())


class Watched:
    """A file, its writer, and every statement that its connections were given."""

    def __init__(self, path):
        self.path, self.engine = path, open_sqlite(path)
        self.engine.dispose()
        self.statements, self.connections = [], 0
        event.listen(self.engine, "connect", self._connected)
        self.writing = SqliteWriter(self.engine, str(path))

    def _connected(self, connection, record):
        self.connections += 1
        connection.set_trace_callback(self.statements.append)

    def versions(self, *batches):
        """Commit; give the versions stored, or what stood in the way, and count what was asked."""
        self.statements.clear()
        answers = self.writing.commit(batches)
        self.asked = Counter(each.split()[0] for each in self.statements)
        return [
            each.actual if isinstance(each, Conflict) else [one.version for one in each]
            for each in answers
        ]

    def payloads(self, stream):
        with self.engine.connect() as connection:
            rows = connection.execute(events_after(StreamId(stream), 0)).all()
        return [row.payload for row in rows]

    def close(self):
        self.writing.close()
        self.engine.dispose()


@pytest.fixture
def file(tmp_path):
    found = Watched(tmp_path / "j.sqlite")
    yield found
    found.close()


def test_the_head_of_a_stream_is_asked_for_once(file):
    assert file.versions(batch("a", 0), batch("a", 1), batch("b", 0)) == [[1], [2], [1]]
    assert file.asked == {"BEGIN": 1, "PRAGMA": 1, "SELECT": 2, "INSERT": 2, "COMMIT": 1}
    assert file.versions(batch("a", 2), batch("b", 1)) == [[3], [2]]
    assert file.asked["SELECT"] == 0
    assert file.connections == 1


def test_a_batch_of_nothing_moves_no_head(file):
    assert file.versions(batch("a", 0), nothing("a", 1), batch("a", 1)) == [[1], [], [2]]
    assert file.versions(nothing("b", 0), batch("b", 0)) == [[], [1]]
    assert file.asked["INSERT"] == 1


def test_a_group_in_which_nothing_is_to_be_stored_inserts_nothing(file):
    assert file.versions(batch("a", 3), nothing("a", 0)) == [0, []]
    assert (file.asked["INSERT"], file.asked["COMMIT"]) == (0, 1)


def test_a_conflict_remembers_where_the_stream_stands(file):
    file.versions(batch("a", 0, "1", "2"))
    assert file.versions(batch("a", 1), batch("a", 2), batch("a", 2)) == [2, [3], 3]


def test_heads_are_asked_for_again_after_another_connection_wrote(file):
    file.versions(batch("a", 0))
    other = SqliteWriter(file.engine, "other")
    other.commit([batch("a", 1)])
    assert file.versions(batch("a", 1), batch("a", 2)) == [2, [3]]
    assert file.asked["SELECT"] == 1
    file.versions(batch("a", 3))
    assert file.asked["SELECT"] == 0, "its own commit is no reason to ask"
    other.close()


def test_the_longest_unused_heads_are_forgotten(file, monkeypatch):
    monkeypatch.setattr(sqlite_writer, "MOST_HEADS", 2)
    file.versions(batch("a", 0), batch("b", 0))
    file.versions(batch("a", 1), batch("c", 0))  # b was used longest ago
    file.versions(batch("a", 2), batch("c", 1))
    assert file.asked["SELECT"] == 0
    assert file.versions(batch("b", 1)) == [[2]]
    assert file.asked["SELECT"] == 1
    assert file.versions(batch("c", 2)) == [[3]]
    assert file.asked["SELECT"] == 0
    assert file.versions(batch("a", 3)) == [[4]]
    assert file.asked["SELECT"] == 1


@pytest.mark.parametrize(
    ("rows", "statements"), [(1, 1), (3, 2), (256, 1), (257, 2), (511, 9), (512, 2), (700, 7)]
)
def test_many_rows_are_few_statements_and_all_there_in_order(file, rows, statements):
    texts = [str(number) for number in range(rows)]
    assert file.versions(batch("a", 0, *texts)) == [list(range(1, rows + 1))]
    assert file.asked["INSERT"] == statements
    assert file.payloads("a") == texts


def refuse_inserts(file):
    """Let the disk be too full for another row; gives what ends it."""
    raw = sqlite3.connect(file.path)
    raw.execute("CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'full'); END")
    raw.commit()

    def end():
        raw.execute("DROP TRIGGER full")
        raw.commit()
        raw.close()

    return end


def test_what_failed_is_forgotten_with_its_connection(file):
    file.versions(batch("a", 0))
    end = refuse_inserts(file)
    with pytest.raises(Unavailable, match="full"):
        file.versions(batch("a", 1), batch("b", 0))
    end()
    assert file.connections == 1
    assert file.versions(batch("a", 1), batch("b", 0)) == [[2], [1]]
    assert file.asked["SELECT"] == 2, "heads of a failed try are not believed"
    assert file.connections == 2
    with file.engine.connect() as connection:
        stored = connection.exec_driver_sql("SELECT count(*) FROM event").scalar()
    assert stored == 3


def test_a_failed_group_keeps_no_lock(file):
    end = refuse_inserts(file)
    with pytest.raises(Unavailable):
        file.versions(batch("a", 0))
    other = sqlite3.connect(file.path, timeout=0, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")  # raises "database is locked" if somebody still holds it
    other.execute("ROLLBACK")
    other.close()
    end()


def test_a_file_that_cannot_be_opened_at_first_is_opened_later(file):
    state = {"away": True}

    @event.listens_for(file.engine, "do_connect")
    def connect(dialect, record, words, arguments):
        if state["away"]:
            raise sqlite3.OperationalError("unable to open database file")

    with pytest.raises(Unavailable, match="unable to open"):
        file.versions(batch("a", 0))
    state["away"] = False
    assert file.versions(batch("a", 0)) == [[1]]


def test_a_connection_that_died_is_replaced(file):
    file.versions(batch("a", 0))
    file.writing._pooled.driver_connection.close()
    with pytest.raises(Unavailable, match="closed"):
        file.versions(batch("a", 1))
    assert file.versions(batch("a", 1)) == [[2]]
    assert file.connections == 2


def test_closing_gives_the_connection_back_and_the_next_commit_takes_one(file):
    file.versions(batch("a", 0))
    assert file.engine.pool.checkedout() == 1
    file.writing.close()
    file.writing.close()
    assert file.engine.pool.checkedout() == 0
    file.engine.dispose()
    other = SqliteWriter(file.engine, "other")
    other.commit([batch("a", 1)])
    assert file.versions(batch("a", 1), batch("a", 2)) == [2, [3]]
    other.close()


def test_rows_are_chained_as_they_are_read(file):
    file.versions(batch("a", 0, "1", "2"))
    file.versions(batch("a", 2, "3"))
    from qipan.store.sqlite import SqliteLog

    log = SqliteLog.open(file.path)
    assert [each.version for each in verified(log.read(StreamId("a")))] == [1, 2, 3]
    log.close()
