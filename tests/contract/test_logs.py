"""What every log promises. Runs on every store there is."""

from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from pkgutil import iter_modules

import pytest

from qipan import store
from qipan.journal.envelope import GENESIS, Batch, Fresh, verified
from qipan.kernel.errors import BadInput, Conflict
from qipan.kernel.ids import StreamId

AT = "2026-01-01T00:00:00.000+00:00"


def batch(stream, expected, *payloads):
    events = tuple(Fresh("noted/1", payload) for payload in payloads)
    return Batch(StreamId(stream), expected, "tester", AT, events)


def storages():
    """Find the storages that can be tried without a server, by their folder."""
    found = {}
    for info in iter_modules(store.__path__):
        trial = getattr(import_module(f"{store.__name__}.{info.name}"), "trial_log", None)
        if trial is not None:
            found[info.name] = trial
    return found


def opened(kind, request, folder):
    if kind in storages():
        return storages()[kind](folder)
    from qipan.store.address import read_address
    from qipan.store.postgres import PostgresLog

    return PostgresLog.open(read_address(request.getfixturevalue("postgres").fresh()))


@pytest.fixture(params=[*storages(), "postgres"])
def log(request, tmp_path):
    made = opened(request.param, request, tmp_path)
    yield made
    made.close()


def test_what_is_appended_is_read_back_in_order(log):
    stored = log.append(batch("a", 0, "1", "2")) + log.append(batch("a", 2, "3"))
    assert [each.version for each in stored] == [1, 2, 3]
    assert list(log.read("a")) == list(stored)
    assert [each.payload for each in log.read("a", after=1)] == ["2", "3"]
    assert list(log.read("nothing")) == []
    assert (log.version("a"), log.version("nothing")) == (3, 0)


def test_several_streams_are_read_from_different_places(log):
    for name, count in (("a", 3), ("b", 2), ("c", 1)):
        log.append(batch(name, 0, *map(str, range(count))))
    found = log.read_behind({"a": 1, "b": 0, "c": 1, "none": 0, "no\x00stream": 0})
    assert {name: [each.payload for each in told] for name, told in found.items()} == {
        "a": ["1", "2"],
        "b": ["0", "1"],
        "c": [],
        "none": [],
        "no\x00stream": [],
    }
    assert found["a"] == list(log.read("a", after=1))
    assert log.read_behind({}) == {}


def test_the_last_event_of_some_kinds_is_found(log):
    for name, kinds in (("a", "xyx"), ("b", "yz"), ("c", "z")):
        events = tuple(Fresh(f"{kind}/1", str(place)) for place, kind in enumerate(kinds))
        log.append(Batch(StreamId(name), 0, "tester", AT, events))
    found = log.last_events(["a", "b", "c", "none"], ["x/1", "y/1"])
    assert {name: (each.version, each.payload) for name, each in found.items()} == {
        "a": (3, "2"),
        "b": (1, "0"),
    }
    assert log.last_events([], ["x/1"]) == {}


def test_events_are_chained_from_the_beginning(log):
    log.append(batch("a", 0, "1", "2", "3"))
    found = list(verified(log.read("a")))
    assert found[0].previous == GENESIS
    assert found[2].previous == found[1].hash


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
def test_an_outdated_version_is_a_conflict_and_stores_nothing(log, expected):
    log.append(batch("a", 0, "1", "2"))
    with pytest.raises(Conflict) as caught:
        log.append(batch("a", expected, "x"))
    assert (caught.value.expected, caught.value.actual) == (expected, 2)
    assert len(log.read("a")) == 2


def test_a_conflict_leaves_others_of_the_same_group_alone(log):
    futures = [log.submit(batch(f"s{n}", 0, "1")) for n in range(20)]
    futures.insert(7, log.submit(batch("s3", 5, "no")))
    results = [type(future.exception()) if future.exception() else 1 for future in futures]
    assert results.count(1) == 20
    assert results.count(Conflict) == 1


def test_many_writers_on_one_stream_leave_no_gap(log):
    def write(number):
        while True:
            try:
                return log.append(batch("shared", len(log.read("shared")), str(number)))
            except Conflict:
                continue

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(60)))
    found = list(verified(log.read("shared")))
    assert [each.version for each in found] == list(range(1, 61))
    assert sorted(int(each.payload) for each in found) == list(range(60))


def test_streams_are_listed_by_prefix(log):
    for name in ("b/2", "a/1", "b/1"):
        log.append(batch(name, 0, "1"))
    assert list(log.streams()) == ["a/1", "b/1", "b/2"]
    assert list(log.streams("b/")) == ["b/1", "b/2"]
    assert [each.stream for each in log.scan()] == ["a/1", "b/1", "b/2"]


def test_an_empty_batch_stores_nothing(log):
    assert log.append(batch("a", 0)) == ()
    assert list(log.streams()) == []


def test_text_of_any_script_survives(log):
    words = ["棋盘 ♞", "หมากรุก", "a\u0000b".replace("\u0000", "\\u0000"), '"quotes"', "\U0001f004"]
    words += ["", "NULL", "{}", "{a,b}", "a,b", "\\", 'a\\"b', '\\\\"', "\t\r\n\x01", " ", "$1 %s"]
    log.append(batch("象棋", 0, *words))
    assert [each.payload for each in log.read("象棋")] == words


@pytest.mark.parametrize(
    ("stream", "actor", "payload"),
    [("x" * 201, "t", "1"), ("a", "t" * 201, "1"), ("a\0", "t", "1"), ("a", "t", "\ud800")],
)
def test_what_no_store_could_keep_is_refused_by_all(log, stream, actor, payload):
    events = (Fresh("noted/1", payload),)
    with pytest.raises(BadInput):
        log.append(Batch(StreamId(stream), 0, actor, AT, events))
    assert list(log.streams()) == []


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5000, "'; DROP TABLE event; --"])
def test_a_strange_name_is_a_stream_without_events(log, name):
    assert (list(log.read(name)), log.version(name)) == ([], 0)


def test_streams_are_ordered_by_code_point(log):
    names = ["B", "a", "b", "É", "z", "馬", "\U0001f004", "-", "a b", "A"]
    for name in names:
        log.append(batch(name, 0, "1"))
    assert list(log.streams()) == sorted(names)


def test_whoever_is_told_may_ask_the_log_again(log):
    seen = Future()
    future = log.submit(batch("a", 0, "1"))
    future.add_done_callback(lambda _: seen.set_result(log.version("a")))
    assert seen.result(timeout=30) == 1


def test_closing_twice_is_harmless(log):
    log.append(batch("a", 0, "1"))
    log.close()
    log.close()
