"""What the journal has of shards that were just taken, asked for together: players wait for it.

Of thousands of open tables those are read at which something happens though nobody comes; the
others when somebody does. Some shards are one question each for their registers, for the last
turning points of all their tables, for the events and for the notes of those that are due: the
number of questions does not grow with the number of tables.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import structlog

from qipan.cluster.dependencies import BatchReading
from qipan.cluster.worker.owned_shard import OwnedShard
from qipan.journal.envelope import Envelope
from qipan.journal.live.table import stream_of
from qipan.kernel.errors import QipanError
from qipan.play.conduct_log import stream_of_notes
from qipan.play.recovery import tables_with_time
from qipan.play.registry import read_registers, stream_of_shard

log = structlog.get_logger("qipan.cluster")


class StoredTable(NamedTuple):
    """A table as the journal has it."""

    name: str
    events: list[Envelope]
    notes: list[Envelope]


def read_shards(
    journal: BatchReading, taken: Sequence[OwnedShard], inherited: Mapping[int, Sequence[str]]
) -> dict[int, list[StoredTable]]:
    """Read some shards, by number; may run beside everything else. Raises Unavailable.

    One whose register cannot be read is left out, and said so.
    """
    registers = read_registers(journal, [stream_of_shard(each.shard) for each in taken])
    found: dict[int, list[StoredTable]] = {}
    place: dict[str, int] = {}
    for each in taken:
        try:
            each.take_register(
                registers[stream_of_shard(each.shard)], inherited.get(each.shard, ())
            )
        except QipanError as error:
            log.error("shard", shard=each.shard, why=str(error))
            continue
        found[each.shard] = []
        place |= dict.fromkeys(each.owner.registry.open, each.shard)
    due = tables_with_time(journal, place)
    stored = journal.read_all([stream_of(name) for name in due])
    noted = journal.read_all([stream_of_notes(name) for name in due])
    for name in due:
        events, notes = stored[stream_of(name)], noted[stream_of_notes(name)]
        if events:
            found[place[name]].append(StoredTable(name, events, notes))
    return found
