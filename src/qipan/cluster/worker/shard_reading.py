"""What the journal has of shards that were just taken, asked for together: players wait for it.

Of thousands of open tables those are read at which something happens though nobody comes; the
others when somebody does. Some shards are one question each for their registers, for the last
turning points of all their tables, for the events and for the notes of those that are due: the
number of questions does not grow with the number of tables.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import structlog

from qipan.cluster.dependencies import BatchReading, TableSnapshots
from qipan.cluster.worker.owned_shard import OwnedShard
from qipan.journal.envelope import Envelope
from qipan.journal.live.snapshot import Snapshot, fingerprint, fits
from qipan.journal.live.table import stream_of
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import StreamId
from qipan.play.conduct_log import stream_of_notes
from qipan.play.recovery import tables_with_time
from qipan.play.registry import read_registers, stream_of_shard

log = structlog.get_logger("qipan.cluster")


class StoredTable(NamedTuple):
    """A table as the journal has it."""

    name: str
    events: list[Envelope]
    """All of them; with a snapshot, its own and those after it."""
    notes: list[Envelope]
    snapshot: Snapshot | None = None


def read_shards(
    journal: BatchReading,
    taken: Sequence[OwnedShard],
    inherited: Mapping[int, Sequence[str]],
    snapshots: TableSnapshots | None = None,
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
    known = _snapshots_of(snapshots, due)
    stored = _events_of(journal, due, known)
    noted = journal.read_all([stream_of_notes(name) for name in due])
    for name in due:
        events, notes = stored[stream_of(name)], noted[stream_of_notes(name)]
        if events:
            found[place[name]].append(StoredTable(name, events, notes, known.get(name)))
    return found


def _snapshots_of(snapshots: TableSnapshots | None, names: Sequence[str]) -> dict[str, Snapshot]:
    """Find the snapshots of tables; a cache that cannot be asked is an empty one."""
    program = fingerprint()
    if snapshots is None or not program or not names:
        return {}
    try:
        return snapshots.find(names, program)
    except QipanError as error:
        log.warning("snapshots", why=str(error))
        return {}


def _events_of(
    journal: BatchReading, names: Sequence[str], known: dict[str, Snapshot]
) -> dict[StreamId, list[Envelope]]:
    """Read the events of tables; of those with a snapshot that fits only what it leaves open.

    A snapshot that does not fit is taken out of ``known``.
    """
    places = {stream_of(name): each.version - 1 for name, each in known.items()}
    stored = journal.read_behind(places) if places else {}
    for name, each in list(known.items()):
        if not fits(each, stored[stream_of(name)]):
            del known[name]
    whole = [stream_of(name) for name in names if name not in known]
    return {**stored, **journal.read_all(whole)}
