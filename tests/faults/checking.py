"""What clients were told, compared with the journal; and the clocks of tables that changed hands.

A *silence* is the moment from which an owner could give no sign of life for longer than a lease
(killed, paused, cut off from the database), with the epoch of every shard it owned then. The
takeover that raised exactly that epoch must not charge anybody for later than that; no other
takeover is judged by it, whoever else was killed in the meantime.
"""

import json
from datetime import datetime
from typing import NamedTuple

from qipan.journal.envelope import verified
from qipan.journal.live.table import fold_table, stream_of
from qipan.kernel.ids import StreamId
from qipan.play.conduct_log import PREFIX
from qipan.play.shards import shard_of

SLACK = 1.0
"""Seconds: a renewal that was under way may reach the database after its owner's last breath."""
ROUNDING = 0.5
"""Seconds between two looks at one clock, on a machine that has other things to do."""


class Silence(NamedTuple):
    """Since when an owner was not heard, and under which epochs it wrote until then."""

    at: float
    epochs: dict[int, int]


class Suspension(NamedTuple):
    """Clocks that stood because a table changed hands; times in seconds."""

    before: float
    """When the last event before it was stored."""
    at: float
    charged: float
    down: float


def compare(log, tables, silences):
    """Check every table; give figures. Raises AssertionError for the first thing that is wrong."""
    found = {"tables": 0, "acknowledged": 0, "told": 0, "suspensions": 0, "judged": 0}
    gains = []
    for table in tables:
        stored = list(verified(log.read(stream_of(table.name))))
        fold_table(table.name, stored)
        contents = [json.loads(each.payload) for each in stored]
        compare_history(table, contents)
        found["tables"] += 1
        found["acknowledged"] += len(table.acknowledged)
        found["told"] += table.told
        epochs = takeovers(log, table.name)
        for place in suspensions(contents):
            stood = suspension(stored, contents, place)
            found["suspensions"] += 1
            heard = silence_before(silences, shard_of(table.name), epochs.get(place))
            gains += judge(table.name, stood, heard)
    found["judged"] = len(gains)
    return found, gains


def compare_history(table, contents):
    """Nothing acknowledged is lost, nothing is played twice, nobody was told anything else."""
    ids = [each["id"] for each in contents if each["event"] == "move-played/1"]
    assert len(set(ids)) == len(ids), f"{table.name}: played twice"
    assert ids == [str(number) for number in range(len(ids))], table.name
    for number, seq in table.acknowledged.items():
        assert len(contents) >= seq, f"{table.name}: {number} lost"
        assert contents[seq - 1]["id"] == number, f"{table.name}: {number} lost"
    for seq, (kind, number, _) in table.seen.items():
        content = contents[seq - 1]
        assert (content["event"], content.get("id", "")) == (kind, number), table.name


def takeovers(log, name):
    """Say under which epoch a table was taken over while its clocks ran, by its version then."""
    found = {}
    for each in log.read(StreamId(PREFIX + name)):
        content = json.loads(each.payload)
        if content["event"] == "table-taken-over/1":
            found[content["seq"]] = content["epoch"]
    return found


def suspensions(contents):
    """Find the places where running clocks were made to stand by a takeover."""
    stands = False
    for place, content in enumerate(contents):
        if content["event"] == "play-suspended/1":
            if content["why"] == "crash" and not stands:
                yield place
            stands = True
        elif content["event"] == "play-resumed/1":
            stands = False


def suspension(stored, contents, place):
    charged = max((ms for _, ms in contents[place].get("spent", ())), default=0)
    down = contents[place].get("down", 0)
    before, at = (datetime.fromisoformat(stored[each].at) for each in (place - 1, place))
    return Suspension(before.timestamp(), at.timestamp(), charged / 1000, down / 1000)


def silence_before(silences, shard, epoch):
    """Find the silence that a takeover under this epoch ended; None if there was none."""
    for each in silences:
        if epoch is not None and each.epochs.get(shard) == epoch - 1:
            return each.at
    return None


def judge(name, stood, silent):
    """Check that the parts add up and no down time was charged; give what the mover gained."""
    whole = stood.at - stood.before
    parts = stood.charged + stood.down
    assert abs(parts - whole) < ROUNDING, f"{name}: {parts:.2f} s of {whole:.2f} s are explained"
    if silent is None or not stood.before <= silent <= stood.at:
        return []
    lived = silent - stood.before
    assert stood.charged <= lived + SLACK, (
        f"{name}: charged {stood.charged:.1f} s though its owner was heard for {lived:.1f} s,"
        f" and {stood.down:.1f} s were credited"
    )
    return [lived - stood.charged]
