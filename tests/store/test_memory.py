"""The log in memory packs what is old; nobody who reads it can tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.journal.envelope import Batch, Fresh, verified
from qipan.kernel.errors import Conflict
from qipan.store import memory
from qipan.store.memory import MemoryLog

BATCHES = st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 7)), max_size=12)


def batch(log, stream, count):
    events = tuple(Fresh(f"e{number}/1", f'{{"n":{number}}}') for number in range(count))
    return Batch(stream, log.version(stream), f"actor {count}", "2026-01-01", events)


@given(BATCHES)
def test_what_is_read_is_what_was_stored(batches):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(memory, "PACKED_TOGETHER", 3)
        log, stored = MemoryLog(), []
        for stream, count in batches:
            stored += log.append(batch(log, stream, count))
        for stream in "ab":
            own = [each for each in stored if each.stream == stream]
            assert log.version(stream) == len(own)
            assert list(verified(log.read(stream))) == own
            for after in range(len(own) + 2):
                assert list(log.read(stream, after)) == own[after:]
        for after in range(len(stored) + 2):
            assert list(log.scan_in_order(after)) == stored[after:]
        by_stream = sorted(stored, key=lambda each: each.stream)
        assert list(log.scan()) == by_stream


def test_an_older_version_is_still_a_conflict_and_old_events_are_packed(monkeypatch):
    monkeypatch.setattr(memory, "PACKED_TOGETHER", 3)
    log = MemoryLog()
    for _ in range(10):
        log.append(batch(log, "a", 2))
    assert len(log._streams["a"]._packed) == 5
    with pytest.raises(Conflict):
        log.append(Batch("a", 18, "x", "2026-01-01", (Fresh("e/1", "{}"),)))
