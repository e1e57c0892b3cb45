"""The journal in PostgreSQL: addresses, several writers, broken lines, and everything beside it."""

import asyncio
import contextlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from processes import Proxy
from qipan.desk.rating_lists import ListedPlayer, RatingListHead
from qipan.desk.roles import Role
from qipan.journal.envelope import Batch, Fresh
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Conflict, Refused, Unavailable, Uncertain, Unknown
from qipan.kernel.ids import PersonId, StreamId
from qipan.office.verification import verify_log
from qipan.play.shards import LEASE
from qipan.simulation.event import simulate
from qipan.store import postgres as postgres_store
from qipan.store.address import read_address
from qipan.store.fenced import ShardStore
from qipan.store.leases import PostgresLeases
from qipan.store.lists.rating_lists import SqlRatingLists
from qipan.store.people import SqlPeople, SqlSecrets
from qipan.store.postgres import PostgresLog
from qipan.store.postgres_connection import DatabaseLine
from qipan.wiring import open_house, open_log, shown, simulated_office
from web.site import CHEAP


def one(stream="a", expected=0, payload="{}"):
    return Batch(StreamId(stream), expected, "t", "now", (Fresh("noted/1", payload),))


BAD = [
    "postgresql://",
    "postgresql://host/name",
    "postgresql://me@/name",
    "postgresql://me@host",
    "postgresql://me@host:port/name",
    "postgresql://me@host/name?what=1",
    "postgresql://me@host/name?sslmode=perhaps",
]


@pytest.mark.parametrize("text", BAD)
def test_an_address_that_is_none_is_refused(text):
    with pytest.raises(BadInput):
        read_address(text)


def test_a_password_is_never_shown():
    url = "postgresql://me:sesame@db.example/q?sslmode=verify-full"
    assert "sesame" not in shown(url)
    with pytest.raises(BadInput) as caught:
        read_address("postgresql://me:sesame@db.example/q?x=sesame2")
    assert "sesame" not in str(caught.value).replace("sesame2", "")


def test_a_local_socket_serves_both_drivers(postgres):
    name = postgres.fresh().rpartition("/")[2]
    url = f"postgresql://qipan@:{postgres.port}/{name}?host={postgres.folder}"
    log = PostgresLog.open(read_address(url))
    log.append(one())
    assert log.version("a") == 1
    log.close()


def test_a_server_that_is_not_there_is_named_without_its_password():
    with pytest.raises(Unavailable, match=r"127\.0\.0\.1:1/") as caught:
        open_log("postgresql://me:sesame@127.0.0.1:1/none")
    assert "sesame" not in str(caught.value)


def test_a_database_that_does_not_exist_is_unavailable(postgres):
    with pytest.raises(Unavailable, match="none"):
        open_log(postgres.url("none"))


def test_another_programs_database_is_refused(postgres):
    url = postgres.fresh()
    postgres.execute("CREATE TABLE cakes (name TEXT)", url.rpartition("/")[2])
    with pytest.raises(BadInput, match="not a journal of Qipan"):
        open_log(url)


def test_an_empty_database_is_no_journal_when_only_reading(postgres):
    url = postgres.fresh()
    with pytest.raises(BadInput, match="no such journal"):
        open_log(url, read_only=True)
    with pytest.raises(BadInput, match="no such journal"):
        open_log(url, create=False)


def test_the_tables_of_the_migrations_are_those_of_the_schema(postgres):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from qipan.store.schema import metadata

    log = open_log(postgres.fresh())
    with log.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), metadata)
        # In a file the order of storing is that of the rows; only PostgreSQL needs a column.
        assert [(each[0], each[2], each[3].name) for each in found] == [
            ("remove_column", "event", "position")
        ]
    log.close()


def test_a_journal_opened_for_reading_cannot_be_written(postgres):
    url = postgres.fresh()
    open_log(url).close()
    log = open_log(url, read_only=True)
    with pytest.raises(Unavailable, match="read-only"):
        log.append(one())
    log.close()


def test_two_processes_race_without_losing_or_doubling(postgres):
    url = postgres.fresh()
    logs = [open_log(url) for _ in range(3)]
    wins = []

    def write(log, who):
        for number in range(20):
            while True:
                expected = log.version("shared")
                try:
                    log.append(one("shared", expected, f"{who}/{number}"))
                except Conflict:
                    continue
                wins.append(f"{who}/{number}")
                break

    threads = [threading.Thread(target=write, args=(log, n)) for n, log in enumerate(logs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = [each.payload for each in logs[0].read("shared")]
    assert sorted(found) == sorted(wins)
    assert len(set(found)) == 60
    assert verify_log(logs[1]).events == 60
    for log in logs:
        log.close()


def break_inserts(monkeypatch, *, stored, times):
    """Break the writer's line around its next inserts: before or after the server stored them."""
    real, broken = DatabaseLine.ask, []

    def ask(self, query, *values):
        if "INSERT" not in query or len(broken) == times:
            return real(self, query, *values)
        if stored:
            real(self, query, *values)
        broken.append(query)
        self.drop()
        raise OSError("the line broke")

    monkeypatch.setattr(DatabaseLine, "ask", ask)
    return broken


def test_a_commit_whose_answer_was_lost_is_found_again(postgres, monkeypatch):
    """The line breaks right after the commit: the batch is stored once and acknowledged."""
    log = open_log(postgres.fresh())
    broken = break_inserts(monkeypatch, stored=True, times=1)
    stored = log.append(one(payload='{"n":1}'))
    assert broken
    assert list(log.read("a")) == list(stored)
    log.append(one(expected=1))
    assert log.version("a") == 2
    log.close()


def test_a_line_that_breaks_before_the_commit_stores_once(postgres, monkeypatch):
    log = open_log(postgres.fresh())
    broken = break_inserts(monkeypatch, stored=False, times=2)
    assert [each.version for each in log.append(one())] == [1]
    assert len(broken) == 2
    assert log.version("a") == 1
    log.close()


def test_a_database_that_stays_away_is_not_claimed_to_have_stored_nothing(postgres, monkeypatch):
    log = open_log(postgres.fresh())
    log.patience = 0
    break_inserts(monkeypatch, stored=False, times=1)
    with pytest.raises(Uncertain, match="not known"):
        log.append(one())
    assert log.append(one())[0].version == 1
    log.close()


def test_a_mistake_of_our_own_is_told_at_once_and_not_tried_again(postgres, monkeypatch):
    log = open_log(postgres.fresh())
    tries = []

    def mistaken(rows):
        tries.append(rows)
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(postgres_store, "columns_of", mistaken)
    with pytest.raises(Uncertain, match="by zero"):
        log.append(one())
    monkeypatch.undo()
    assert len(tries) == 1
    assert log.append(one())[0].version == 1
    log.close()


def test_a_table_that_somebody_locked_is_waited_for(postgres):
    """An answer that passes is no reason to give up: here the server cancels for a lock."""
    url = postgres.fresh()
    log = open_log(url)
    log.append(one())
    name = url.rpartition("/")[2]
    postgres.execute(f"ALTER DATABASE {name} SET lock_timeout = '100ms'")
    end_sessions(postgres, url)
    with contextlib.closing(postgres.connect(name)) as other:
        other.autocommit = False
        other.execute("LOCK TABLE event IN EXCLUSIVE MODE")
        waiting = log.submit(one(expected=1))
        time.sleep(0.5)
        assert not waiting.done()
        other.rollback()
    assert waiting.result(timeout=30)[0].version == 2
    log.close()


def end_sessions(postgres, url):
    postgres.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE datname = '{url.rpartition('/')[2]}' AND pid <> pg_backend_pid()"
    )
    time.sleep(0.2)


def test_sessions_that_the_server_ends_are_opened_again(postgres):
    url = postgres.fresh()
    house = open_house(url)
    house.log.append(one())
    house.people.save(PersonId("p"), Person(name="x"))
    end_sessions(postgres, url)
    assert house.log.version("a") == 1
    house.log.append(one(expected=1))
    assert house.people.find([PersonId("p")])
    house.close()


class SilentLine:
    """A database behind a proxy that can swallow what passes, without a word."""

    def __init__(self, postgres):
        self.proxy = Proxy(postgres.port)
        url = postgres.fresh().replace(f":{postgres.port}/", f":{self.proxy.port}/")
        self.address = read_address(url)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.proxy.close()

    def during(self, what):
        """Do something while nothing passes; give the seconds that it took."""
        self.proxy.swallow()
        begun = time.monotonic()
        try:
            with pytest.raises(Unavailable, match=r"no answer within|timeout"):
                what()
            return time.monotonic() - begun
        finally:
            self.proxy.heal()


def test_a_line_that_falls_silent_keeps_nobody_waiting(postgres, monkeypatch):
    monkeypatch.setattr(ShardStore, "seconds", 0.5)
    with SilentLine(postgres) as line:
        store = ShardStore.open(line.address)
        store.patience = 0
        store.append(one())
        people = SqlPeople(store.engine)
        assert line.during(lambda: store.read("a")) < 10
        assert len(store.read("a")) == 1
        assert line.during(lambda: people.save(PersonId("p"), Person(name="x"))) < 10
        assert line.during(lambda: store.append(one(expected=1))) < 10
        expected = store.version("a")  # the proxy may have passed it on when it was healed
        assert store.append(one(expected=expected))[0].version == expected + 1
        store.close()


def test_a_lease_is_not_waited_for_longer_than_it_lasts(postgres):
    with SilentLine(postgres) as line:
        ShardStore.open(line.address).close()

        def renew():
            async def ask():
                leases = PostgresLeases(line.address)
                try:
                    assert await leases.take(1, "a")
                    line.proxy.swallow()
                    await leases.renew([1], "a")
                finally:
                    await leases.close()

            line.proxy.heal()
            asyncio.run(ask())

        assert line.during(renew) < LEASE / 1000


def test_people_secrets_and_accounts_live_there_too(postgres):
    house = open_house(postgres.fresh())
    house.accounts._hasher = CHEAP
    people, secrets = SqlPeople(house.log.engine), SqlSecrets(house.log.engine)
    who = PersonId("p-1")
    people.save(who, Person(name="陈"))
    people.save(who, Person(name="陈二", phone="1"))
    assert people.find([who, PersonId("p-2")]) == {who: Person(name="陈二", phone="1")}
    assert (people.erase(who), people.erase(who)) == (True, False)
    secrets.keep("lot", b"\0a" * 16)
    secrets.keep("lot", b"\0a" * 16)
    with pytest.raises(Refused):
        secrets.keep("lot", b"b" * 32)
    assert secrets.reveal("lot") == b"\0a" * 16
    with pytest.raises(Unknown):
        secrets.reveal("none")
    accounts = house.accounts
    accounts.create("chen", "陈", "long enough")
    with pytest.raises(Refused):
        accounts.create("chen", "陈", None)
    accounts.grant("chen", "*", Role.ARBITER)
    assert accounts.check_password("chen", "long enough")
    accounts.open_session("chen", "token", 100)
    assert accounts.session("token", 99).grants == {"*": Role.ARBITER}
    assert accounts.session("token", 100) is None
    accounts.make_link("chen", "link", 100)
    assert accounts.use_link("link", 1).name == "chen"
    assert accounts.use_link("link", 1) is None
    for number in range(20):
        accounts.make_link("chen", f"race-{number}", 100)
    with ThreadPoolExecutor(8) as pool:
        tries = [f"race-{number}" for number in range(20) for _ in range(4)]
        won = [each for each in pool.map(lambda link: accounts.use_link(link, 1), tries) if each]
    assert len(won) == 20  # four press at once, one gets in
    house.close()


def test_an_event_runs_to_the_same_table_as_in_memory(postgres):
    plain = simulate(simulated_office(1), "un-games", "xiangqi", entries=6, seed=1)
    office = simulated_office(1, postgres.fresh())
    assert simulate(office, "un-games", "xiangqi", entries=6, seed=1) == plain
    office.around.log.close()


def test_rating_lists_are_kept_and_searched(postgres):
    log = PostgresLog.open(read_address(postgres.fresh()))
    lists = SqlRatingLists(log.engine)
    head = RatingListHead("egd", "2026", "{}", 2, "", "2026-01-01", "t")
    lists.keep(head, [ListedPlayer("1", "Müller Jan"), ListedPlayer("2", "王小天", rating=5)])
    assert [each.id for each in lists.find(head, "jan mueller")] == ["1"]
    assert [each.id for each in lists.find(head, "xiaotian")] == ["2"]
    assert lists.remove("egd", "2026")
    log.close()
