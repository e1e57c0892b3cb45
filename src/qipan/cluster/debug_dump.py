"""What a process holds of its tables, written to its log when it is asked by ``SIGUSR1``.

Costs nothing until then. For a table that stands still the reports of its owner and of the edges
of its players, side by side, show who waits for what. No name of a person and no token is in it.
"""

import asyncio
import signal
from collections.abc import Callable, Iterator
from typing import Any

import structlog

from qipan.cluster.edge.edge import Edge
from qipan.cluster.worker.owned_shard import OwnedShard
from qipan.cluster.worker.worker import Worker
from qipan.play.room import Room
from qipan.play.shards import shard_of

TableReport = dict[str, Any]
log = structlog.get_logger("qipan.cluster")


def reports_of_worker(worker: Worker) -> Iterator[TableReport]:
    """Tell every table that goes on here: how far, who sits there, what it waits for."""
    now = worker.dependencies.clock()
    for owned_shard in worker.owned.ready:
        for room in owned_shard.owner.rooms_now():
            if not room.table.over:
                yield _of_room(owned_shard, room, now)


def _of_room(owned_shard: OwnedShard, room: Room, now: int) -> TableReport:
    table, due = room.table, room.resume_due
    return {
        "table": table.id,
        "shard": owned_shard.shard,
        "epoch": owned_shard.epoch,
        "lease": owned_shard.until - now,
        "seq": table.version,
        "acting": list(table.game.acting(table.state)),
        "suspended": table.suspended,
        "storing": room.busy,
        "queued": len(room.waiting),
        "seated": sorted(int(seat) for seat in room.holders),
        "viewers": len(room.viewers),
        "resumes": None if due is None else due - now,
    }


def reports_of_edge(edge: Edge) -> Iterator[TableReport]:
    """Tell every line here: how far it was told, and whether the owner of its table is heard."""
    now = edge.dependencies.clock()
    for line in edge.lines.values():
        owner = edge.owners.get(shard_of(line.table), "")
        last = edge.channels.last(owner)
        yield {
            "table": line.table,
            "line": line.id,
            "seat": bool(line.token),
            "seq": line.seq,
            "away": line.away,
            "kept": len(line.waiting),
            "unread": len(line.outbox.unread),
            "owner": owner,
            "heard": None if last is None else now - last,
            "broker": edge.dependencies.carrier.up,
        }


def log_on_signal(reports: Callable[[], Iterator[TableReport]]) -> None:
    """Write reports down whenever the process gets ``SIGUSR1``, where there is such a signal."""

    def tell() -> None:
        for report in reports():
            log.warning("belief", **report)

    if hasattr(signal, "SIGUSR1"):
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, tell)
