"""A record that an outsider can check: what tampering is caught, by the chain or a fingerprint."""

import hashlib
import sqlite3

import msgspec
import pytest
from typer.testing import CliRunner

from qipan.cli import build
from qipan.desk.roles import Role
from qipan.host.demo import make_demo
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Corrupt
from qipan.office.record.fingerprint import read_fingerprint
from qipan.office.verification import verify_record
from qipan.store.record.beside import SqlBeside
from qipan.wiring import open_house, open_log

ROWS = "stream, version, name, at, actor, payload, previous, hash"


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A small house: the demo, a competition with a pending lot, two roles, people."""
    path = tmp_path_factory.mktemp("record") / "house.sqlite"
    house = open_house(str(path))
    make_demo(house.office)
    house.office.create("other", "org", "Other", "wx-14")
    for name in ("ann", "bob"):
        house.accounts.create(name, name.title(), None)
        house.accounts.grant(name, "demo", Role.ARBITER)
    house.secrets.keep("lot/other/men/numbers", b"7" * 32)
    house.close()
    return path


@pytest.fixture
def copy(original, tmp_path):
    path = tmp_path / "house.sqlite"
    with sqlite3.connect(original) as source, sqlite3.connect(path) as target:
        source.backup(target)
    return path


def check(path, against=None):
    log = open_log(str(path), read_only=True)
    try:
        return verify_record(log, SqlBeside(log.engine), against and read_fingerprint(against))
    finally:
        log.close()


@pytest.fixture(scope="module")
def fingerprint(original):
    return check(original).fingerprint


def rehash(connection):
    """Compute every chain again, as whoever has the file can."""
    heads = {}
    rows = connection.execute(f"SELECT rowid, {ROWS} FROM event ORDER BY stream, version")
    for number, stream, version, name, at, actor, payload, _, _ in rows.fetchall():
        previous = heads.get(stream, "0" * 64)
        content = [previous, stream, version, name, at, actor, payload]
        own = hashlib.sha256(msgspec.json.encode(content)).hexdigest()
        connection.execute(
            "UPDATE event SET previous = ?, hash = ? WHERE rowid = ?", (previous, own, number)
        )
        heads[stream] = own


def turned(connection):
    """Turn a result round and compute the chain again."""
    number, payload = connection.execute(
        "SELECT rowid, payload FROM event WHERE name = 'result-recorded/1' LIMIT 1"
    ).fetchone()
    event = msgspec.json.decode(payload)
    event["score"]["seats"].reverse()
    event["score"]["seats"][0] += 1
    changed = msgspec.json.encode(event).decode()
    connection.execute("UPDATE event SET payload = ? WHERE rowid = ?", (changed, number))
    rehash(connection)


def renumber(connection):
    """Close the gaps that deleting left, as a vacuum does."""
    numbers = connection.execute("SELECT rowid FROM event ORDER BY rowid").fetchall()
    for place, (number,) in enumerate(numbers, 1):
        connection.execute("UPDATE event SET rowid = ? WHERE rowid = ?", (place, number))


def without_competition(connection):
    connection.execute("DELETE FROM event WHERE stream = 'competition/other'")
    renumber(connection)


def forgotten(tamper):
    """Tamper, and remove the checkpoints too, which would tell."""

    def both(connection):
        tamper(connection)
        connection.execute("DELETE FROM event WHERE stream = 'checkpoints'")
        renumber(connection)

    return both


def tail_gone(count):
    def cut(connection):
        connection.execute(
            "DELETE FROM event WHERE stream = 'competition/demo' AND version > "
            f"(SELECT max(version) - {count} FROM event WHERE stream = 'competition/demo')"
        )
        renumber(connection)

    return cut


def names_exchanged(connection):
    one, two = connection.execute("SELECT id, content FROM person LIMIT 2").fetchall()
    connection.execute("UPDATE person SET content = ? WHERE id = ?", (two[1], one[0]))
    connection.execute("UPDATE person SET content = ? WHERE id = ?", (one[1], two[0]))


def names_exchanged_and_registered(connection):
    """Exchange two people and write the register to fit."""
    names_exchanged(connection)
    for who, content in connection.execute("SELECT id, content FROM person").fetchall():
        payload = msgspec.json.encode(
            {
                "digest": hashlib.sha256(content.encode()).hexdigest(),
                "event": "person-noted/1",
                "person": who,
            }
        ).decode()
        connection.execute(
            "UPDATE event SET payload = ? WHERE name = 'person-noted/1' AND payload LIKE ?",
            (payload, f"%{who}%"),
        )
    rehash(connection)


def run(*statements):
    def carry_out(connection):
        for statement in statements:
            assert connection.execute(statement).rowcount, statement

    return carry_out


EVENT = "(SELECT rowid FROM event WHERE name = 'result-recorded/1' LIMIT 1)"
ROLE = "UPDATE grant_ SET role = 'organiser' WHERE account = 'ann'"
ADDED = "INSERT INTO grant_ VALUES ('ann', 'other', 'organiser')"
SWAP = (
    "UPDATE event SET version = 9999 WHERE stream = 'competition/demo' AND version = 3",
    "UPDATE event SET version = 3 WHERE stream = 'competition/demo' AND version = 4",
    "UPDATE event SET version = 4 WHERE stream = 'competition/demo' AND version = 9999",
)
SECRET = "UPDATE secret SET content = x'00' WHERE name LIKE 'lot/%'"
TAMPERINGS = [
    # kind, how, whether it is seen without a fingerprint
    ("payload", run(f"UPDATE event SET payload = payload || ' ' WHERE rowid = {EVENT}"), True),
    ("actor", run(f"UPDATE event SET actor = 'eve' WHERE rowid = {EVENT}"), True),
    ("time", run(f"UPDATE event SET at = '2020-01-01' WHERE rowid = {EVENT}"), True),
    ("event removed", run(f"DELETE FROM event WHERE rowid = {EVENT}"), True),
    ("two events exchanged", run(*SWAP), True),
    ("last event removed", tail_gone(1), True),
    ("last event removed, and no checkpoint left", forgotten(tail_gone(1)), False),
    ("last five removed", tail_gone(5), True),
    ("last five removed, and no checkpoint left", forgotten(tail_gone(5)), False),
    ("competition removed", without_competition, True),
    ("competition removed, and no checkpoint left", forgotten(without_competition), False),
    ("result turned, chain computed again", turned, True),
    ("result turned, chain computed again, and no checkpoint left", forgotten(turned), False),
    ("people exchanged", names_exchanged, True),
    ("people exchanged, register written anew", names_exchanged_and_registered, True),
    (
        "people exchanged, register written anew, and no checkpoint left",
        forgotten(names_exchanged_and_registered),
        False,
    ),
    ("person removed", run("DELETE FROM person WHERE id = (SELECT min(id) FROM person)"), True),
    ("person put in", run("INSERT INTO person VALUES ('p-x', '{\"name\":\"Eve\"}')"), True),
    ("role changed", run(ROLE), True),
    ("role added", run(ADDED), True),
    ("role removed", run("DELETE FROM grant_ WHERE account = 'bob'"), True),
    ("secret of a lot replaced", run(SECRET), True),
    ("secret removed", run("DELETE FROM secret WHERE name LIKE 'lot/%'"), True),
    ("register removed", run("DELETE FROM event WHERE stream = 'register'"), True),
]


@pytest.mark.parametrize(
    ("tamper", "seen"), [row[1:] for row in TAMPERINGS], ids=[row[0] for row in TAMPERINGS]
)
def test_tampering_is_caught(copy, fingerprint, tamper, seen):
    assert check(copy, fingerprint).since == 0
    with sqlite3.connect(copy) as connection:
        tamper(connection)
    if seen:
        with pytest.raises(Corrupt):
            check(copy)
    else:
        check(copy)
    with pytest.raises(Corrupt):
        check(copy, fingerprint)


def test_honest_work_is_no_difference(copy, fingerprint):
    house = open_house(str(copy))
    house.office.create("third", "org", "Third", "wx-14")
    house.people.save("p-new", Person(name="New"))
    house.people.save("p-new", Person(name="Newer"))
    somebody = next(iter(SqlBeside(house.log.engine).people()))[0]
    assert house.people.erase(somebody)
    house.accounts.grant("ann", "*", Role.CHIEF_ARBITER)
    house.accounts.ungrant("bob", "demo")
    house.secrets.keep("lot/third/x", b"8" * 32)
    house.close()
    found = check(copy, fingerprint)
    assert found.since == 7
    assert check(copy, found.fingerprint).since == 0
    assert check(copy, found.short).since == 0


def test_an_older_copy_is_not_the_record(original, copy, fingerprint):
    house = open_house(str(copy))
    house.office.create("third", "org", "Third", "wx-14")
    house.close()
    newer = check(copy).fingerprint
    assert check(original, fingerprint).since == 0
    with pytest.raises(Corrupt, match="older copy, or its end was removed"):
        check(original, newer)


def test_an_index_that_lies_is_noticed(copy):
    """A bad disk: the index names another stream than the table."""
    with sqlite3.connect(copy) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_event_1'"
        ).fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(copy.read_bytes())
    pages = range((root - 1) * size, len(content), size)
    place = next(
        found
        for page in pages
        if content[page] == 10
        and (found := content.find(b"competition/demo", page, page + size)) > 0
    )
    content[place + 12 : place + 16] = b"dema"
    copy.write_bytes(content)
    with pytest.raises(Corrupt):
        check(copy)


@pytest.mark.parametrize("written", ["", "57", "57-xyz", "57-3f2a", "-3f2a3f2a3f2a3f2a3f2a"])
def test_what_is_no_fingerprint_is_said(written):
    with pytest.raises(BadInput, match="fingerprint"):
        read_fingerprint(written)


def test_the_shell_prints_the_fingerprint_and_compares(copy, fingerprint):
    shell = CliRunner()
    told = shell.invoke(build(), ["verify", str(copy), "--json"])
    assert msgspec.json.decode(told.stdout)["fingerprint"] == fingerprint
    words = shell.invoke(build(), ["verify", str(copy)])
    assert f"fingerprint: {fingerprint}" in words.stdout
    assert "compare later with --against" in words.stdout
    assert shell.invoke(build(), ["verify", str(copy), "--against", fingerprint]).exit_code == 0
    with sqlite3.connect(copy) as connection:
        tail_gone(1)(connection)
    cut = shell.invoke(build(), ["verify", str(copy), "--against", fingerprint, "--json"])
    assert cut.exit_code
    assert msgspec.json.decode(cut.stdout)["valid"] is False


def test_a_file_of_the_version_before_is_registered_when_it_is_opened(copy):
    """As 0.1 left it: no register, contents without salt."""
    with sqlite3.connect(copy) as connection:
        connection.execute("DELETE FROM event WHERE stream IN ('register', 'checkpoints')")
        connection.execute("DELETE FROM secret WHERE name = 'register'")
        connection.execute("UPDATE person SET content = json_remove(content, '$.salt')")
        connection.execute("UPDATE alembic_version SET version_num = '0004'")
        connection.execute("DROP TABLE reach")  # of 0006
        connection.execute("DROP TABLE profile")  # of 0007
        connection.execute("DROP TABLE mirror")  # of 0008
        for table in ("rating_list", "listed_player", "listed_word"):
            connection.execute(f"DROP TABLE {table}")  # of 0009
        connection.execute("DROP TABLE table_snapshot")  # of 0010
        renumber(connection)
    assert check(copy).registered is None
    open_house(str(copy)).close()
    found = check(copy).registered
    assert found is not None
    assert (found.roles, found.people) == (2, 6)
    with sqlite3.connect(copy) as connection:
        names_exchanged(connection)
    with pytest.raises(Corrupt, match="behind the program's back"):
        check(copy)
