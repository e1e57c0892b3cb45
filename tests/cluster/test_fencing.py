"""Leases and fences on a real PostgreSQL: whoever is not the owner stores nothing.

Invariants: an epoch is given out once and only ever grows; an append under an older epoch inserts
no row; what was acknowledged before a takeover is there when the new owner reads; a lease that ran
out cannot be renewed; two owners never both store in a shard after the takeover.
"""

import asyncio
import threading
import time
from random import Random

import pytest

from qipan.journal.envelope import Batch, Fresh, verified
from qipan.kernel.errors import Conflict, NotOwner
from qipan.kernel.ids import StreamId
from qipan.play.shards import (
    ALL_IN_ONE,
    GONE,
    LEASE,
    SCHEDULER,
    SHARDS,
    fair_share,
    shard_of,
    shard_of_stream,
)
from qipan.store.address import read_address
from qipan.store.fenced import ShardStore
from qipan.store.leases import STARTED_SECONDS, PostgresLeases
from qipan.store.sql_log import STREAMS_AT_ONCE


@pytest.fixture(scope="module")
def url(postgres):
    found = postgres.fresh()
    ShardStore.open(read_address(found)).close()
    return found


@pytest.fixture(scope="module")
def stores(url):
    made = [ShardStore.open(read_address(url)) for _ in range(2)]
    yield made
    for store in made:
        store.close()


def asked(url, what):
    """Carry out something with leases on a loop of its own."""

    async def run():
        leases = PostgresLeases(read_address(url))
        try:
            return await what(leases)
        finally:
            await leases.close()

    return asyncio.run(run())


def taken(url, shard, owner):
    return asked(url, lambda leases: leases.take(shard, owner))


def expire(postgres, url, shard):
    postgres.execute(
        f"UPDATE shard_lease SET until = until - {LEASE} - 1000 WHERE shard = {shard}",
        url.rpartition("/")[2],
    )


def batch(stream, expected, *payloads):
    events = tuple(Fresh("noted/1", payload) for payload in payloads)
    return Batch(StreamId(stream), expected, "t", "now", events)


def owner(store, held):
    lost = threading.Event()
    return store.under(held.shard, held.epoch, lost.set), lost


def test_shards_are_the_same_everywhere():
    assert [shard_of(name) for name in ("b0", "b1", "20260101-x", "陈")] == [46, 18, 108, 246]
    assert shard_of_stream(StreamId("table/b0")) == shard_of_stream(StreamId("watch/b0")) == 46
    assert shard_of_stream(StreamId("play/tables/17")) == 17
    assert shard_of_stream(StreamId("competition/x")) is None
    counts = [0] * SHARDS
    for number in range(SHARDS * 40):
        counts[shard_of(f"t{number}")] += 1
    assert min(counts) > 10
    assert [fair_share(n) for n in (0, 1, 2, 3, 300)] == [256, 256, 128, 86, 1]


def test_a_lease_is_taken_once_renewed_and_taken_over_only_when_it_ran_out(postgres, url):
    first = taken(url, 1, "a")
    assert first.before.owner == ""
    assert taken(url, 1, "b") is None
    mine, now = asked(url, lambda leases: leases.renew([1, 2], "a"))
    assert mine == {1}
    assert now >= first.now
    expire(postgres, url, 1)
    assert asked(url, lambda leases: leases.renew([1], "a"))[0] == frozenset()
    second = taken(url, 1, "b")
    assert second.epoch == first.epoch + 1
    assert second.before.owner == "a"
    assert second.before.seen == now
    assert asked(url, lambda leases: leases.renew([1], "a"))[0] == frozenset()


def renewed_long_ago(postgres, url, name):
    """Say that nothing was renewed for a while."""
    for table, column in (("shard_lease", "owner"), ("shard_worker", "name")):
        postgres.execute(
            f"UPDATE {table} SET until = until - {GONE} WHERE {column} = '{name}'",
            url.rpartition("/")[2],
        )


def up_for_a_while(postgres):
    """Wait until sessions that are missing say something: a new server knows of none."""
    age = "SELECT extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())"
    ((seconds,),) = postgres.execute(age)
    time.sleep(max(0.0, STARTED_SECONDS + 0.1 - float(seconds)))


def test_a_process_that_ended_is_not_waited_for(postgres, url):
    """Its session tells: while that is open, or was a moment ago, the lease counts."""
    up_for_a_while(postgres)

    async def play():
        dying, other = (PostgresLeases(read_address(url)) for _ in range(2))
        await dying.renew([], "dying")
        first = await dying.take(60, "dying")
        assert (await dying.renew([60], "dying"))[0] == {60}
        renewed_long_ago(postgres, url, "dying")
        assert await other.take(60, "other") is None  # only slow
        found = await other.situation()
        assert "dying" in found.workers
        assert found.owners()[60] == "dying"
        await dying.renew([60], "dying")
        await dying.close()
        dying._thread.shutdown(wait=True)
        assert await other.take(60, "other") is None  # its line may only have broken
        renewed_long_ago(postgres, url, "dying")
        found = await other.situation()
        assert "dying" not in found.workers
        assert 60 in found.free()
        assert 60 not in found.owners()
        second = await other.take(60, "other")
        assert (second.epoch, second.before.owner) == (first.epoch + 1, "dying")
        await other.close()

    asyncio.run(play())


def test_a_scheduler_is_only_given_up_when_its_lease_is_over(postgres, url):
    up_for_a_while(postgres)

    async def play():
        one, other = (PostgresLeases(read_address(url), member=False) for _ in range(2))
        await one.take(SCHEDULER, "one")
        renewed_long_ago(postgres, url, "one")
        assert await other.take(SCHEDULER, "other") is None
        await one.release([SCHEDULER], "one")
        await one.close()
        await other.close()

    asyncio.run(play())


def test_an_owner_that_is_not_in_order_yet_gives_no_sign_of_life(postgres, url):
    """Killed before it has stored that clocks stand, it leaves the sign of the owner before it."""
    taken(url, 5, "a")
    _, seen = asked(url, lambda leases: leases.renew([5], "a"))
    expire(postgres, url, 5)
    assert taken(url, 5, "b").before.seen == seen
    assert asked(url, lambda leases: leases.renew([5], "b", [5]))[0] == {5}
    expire(postgres, url, 5)
    assert taken(url, 5, "c").before.seen == seen


def test_a_lease_that_is_handed_over_is_free_at_once(url):
    first = taken(url, 2, "a")
    asked(url, lambda leases: leases.release([2], "b"))  # not b's to give
    assert taken(url, 2, "b") is None
    asked(url, lambda leases: leases.release([2], "a"))
    assert taken(url, 2, "b").epoch == first.epoch + 1


def test_one_of_many_that_reach_for_a_shard_has_it(url):
    async def race(leases):
        others = [PostgresLeases(read_address(url)) for _ in range(8)]
        found = await asyncio.gather(
            *(each.take(3, f"w{number}") for number, each in enumerate(others))
        )
        for each in others:
            await each.close()
        return [each for each in found if each]

    assert len(asked(url, race)) == 1


def test_a_server_that_owns_everything_and_workers_exclude_each_other(postgres, url):
    assert taken(url, 4, "worker") is not None
    assert taken(url, ALL_IN_ONE, "serve") is None
    postgres.execute("UPDATE shard_lease SET owner = '', until = 0", url.rpartition("/")[2])
    assert taken(url, ALL_IN_ONE, "serve") is not None
    assert taken(url, 4, "worker") is None
    assert taken(url, SCHEDULER, "s") is not None
    asked(url, lambda leases: leases.release([ALL_IN_ONE], "serve"))
    assert taken(url, 4, "worker") is not None


def test_an_old_epoch_inserts_no_row(postgres, url, stores):
    old, old_lost = owner(stores[0], taken(url, 10, "a"))
    stored = old.append(batch("table/x", 0, "1", "2"))
    assert [each.version for each in stored] == [1, 2]
    expire(postgres, url, 10)
    new, new_lost = owner(stores[1], taken(url, 10, "b"))
    with pytest.raises(NotOwner):
        old.append(batch("table/x", 2, "late"))
    assert old_lost.is_set()
    assert not new_lost.is_set()
    new.append(batch("table/x", 2, "3"))
    with pytest.raises(NotOwner):
        old.append(batch("table/x", 3, "later"))
    found = list(verified(new.read("table/x")))
    assert [each.payload for each in found] == ["1", "2", "3"]


def test_two_epochs_in_one_group_are_told_apart(postgres, url, stores):
    """An owner that lost a shard and took it again still has old batches under way."""
    store = stores[0]
    old, _ = owner(store, taken(url, 11, "a"))
    old.append(batch("table/y", 0, "1"))
    new, _ = owner(store, taken(url, 11, "a"))
    group = [old.submit(batch("table/y", 1, "old")), new.submit(batch("table/z", 0, "new"))]
    group.append(new.submit(batch("table/y", 1, "2")))
    assert isinstance(group[0].exception(), NotOwner)
    assert [each.payload for each in group[1].result() + group[2].result()] == ["new", "2"]
    assert [each.payload for each in store.read("table/y")] == ["1", "2"]


def test_a_repeated_sequence_number_is_a_conflict(url, stores):
    held = taken(url, 12, "a")
    first, _ = owner(stores[0], held)
    other, _ = owner(stores[1], held)  # the same epoch in two places: the key decides
    first.append(batch("table/k", 0, "1"))
    other.append(batch("table/k", 1, "2"))
    with pytest.raises(Conflict):
        first.append(batch("table/k", 1, "again"))
    with pytest.raises(Conflict):
        first.append(batch("table/k", 0, "new?"))
    assert [each.payload for each in stores[0].read("table/k")] == ["1", "2"]


def test_batches_without_a_fence_are_stored_as_ever(stores):
    stores[0].append(batch("competition/a", 0, "1"))
    assert stores[1].append(batch("competition/a", 1, "2"))[0].version == 2
    with pytest.raises(Conflict):
        stores[0].append(batch("competition/a", 1, "x"))


def test_takeovers_under_load_never_fork_a_history(postgres, url, stores):
    """Two owners take a shard from each other again and again, both write all the time."""
    dice, acknowledged, epochs = Random(3), [], []
    stop = threading.Event()
    current = {}

    def write(name, store):
        number = 0
        while not stop.is_set():
            held = current.get("held")
            if held is None:
                continue
            log, lost = owner(store, held)
            version = len(log.read("table/load"))
            while not lost.is_set() and not stop.is_set():
                text = f"{name}/{held.epoch}/{number}"
                number += 1
                try:
                    version = log.append(batch("table/load", version, text))[-1].version
                except (NotOwner, Conflict):
                    break
                acknowledged.append((version, text))

    writers = [threading.Thread(target=write, args=(n, s)) for n, s in enumerate(stores)]
    for writer in writers:
        writer.start()
    for _ in range(12):
        expire(postgres, url, 20)
        current["held"] = taken(url, 20, f"w{dice.randrange(2)}")
        epochs.append(current["held"].epoch)
        stop.wait(0.05)
    stop.set()
    for writer in writers:
        writer.join()
    found = list(verified(stores[0].read("table/load")))
    texts = [each.payload for each in found]
    assert len(set(texts)) == len(texts)
    assert all(texts[version - 1] == text for version, text in acknowledged)
    written = [int(text.split("/")[1]) for text in texts]
    assert written == sorted(written), "an old epoch wrote after a newer one"
    assert len(set(epochs)) == len(epochs)
    assert acknowledged


def test_several_streams_are_read_with_one_question(url, stores):
    store, _ = stores
    names = [StreamId(f"together/{number}") for number in range(3)]
    for number, name in enumerate(names[:2]):
        store.append(batch(name, 0, *(f'{{"n":{each}}}' for each in range(number + 2))))
    found = store.read_all([*names, StreamId("no\x00stream")])
    assert {name: [each.version for each in found[name]] for name in names} == {
        names[0]: [1, 2],
        names[1]: [1, 2, 3],
        names[2]: [],
    }
    assert found[names[1]] == list(store.read(names[1]))
    assert found["no\x00stream"] == []
    assert store.read_all([]) == {}


def test_the_last_events_of_some_kinds_are_found_without_the_others(stores):
    store, _ = stores
    first, second, third = (StreamId(f"turning/{number}") for number in range(3))
    kinds = ("begun/1", "moved/1", "paused/1", "moved/1")
    events = tuple(Fresh(kind, f'{{"n":{place}}}') for place, kind in enumerate(kinds))
    store.append(Batch(first, 0, "t", "now", events))
    store.append(Batch(second, 0, "t", "now", events[1:2]))
    store.append(Batch(third, 0, "t", "now", events[:2]))
    asked = [first, second, third, StreamId("turning/none"), StreamId("no\x00stream")]
    found = store.last_events(asked, ["begun/1", "paused/1"])
    assert {stream: each.version for stream, each in found.items()} == {first: 3, third: 1}
    assert found[first] == store.read(first)[2]
    assert store.last_events([], ["begun/1"]) == {}


def test_more_streams_than_fit_in_one_question_are_read(stores):
    store, _ = stores
    names = [StreamId(f"many/{number:04}") for number in range(2 * STREAMS_AT_ONCE + 1)]
    for future in [store.submit(batch(name, 0, "{}")) for name in names]:
        future.result()
    assert all(len(each) == 1 for each in store.read_all(names).values())
    assert len(store.last_events(names, ["noted/1"])) == len(names)
