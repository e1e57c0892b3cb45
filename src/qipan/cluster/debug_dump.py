"""What a process believes of its tables, written to its log when it is asked by ``SIGUSR1``.

Costs nothing until then. For a table that stands still the beliefs of its owner and of the edges
of its players, side by side, show who waits for what. No name of a person and no token is in it.
"""

import asyncio
import signal
from collections.abc import Callable, Iterator
from typing import Any

import structlog

from qipan.cluster.edge.edge import Edge
from qipan.cluster.worker.owned_shard import Holding
from qipan.cluster.worker.worker import Worker
from qipan.play.room import Room
from qipan.play.shards import shard_of

Belief = dict[str, Any]
log = structlog.get_logger("qipan.cluster")


def of_worker(worker: Worker) -> Iterator[Belief]:
    """Tell every table that goes on here: how far, who sits there, what it waits for."""
    now = worker.means.clock()
    for holding in worker.shares.ready:
        for room in holding.owner.rooms.values():
            if not room.table.over:
                yield _of_room(holding, room, now)


def _of_room(holding: Holding, room: Room, now: int) -> Belief:
    table, due = room.table, room.resume_due
    return {
        "table": table.id,
        "shard": holding.shard,
        "epoch": holding.epoch,
        "lease": holding.until - now,
        "seq": table.version,
        "acting": list(table.game.acting(table.state)),
        "suspended": table.suspended,
        "storing": room.busy,
        "queued": len(room.waiting),
        "seated": sorted(int(seat) for seat in room.holders),
        "viewers": len(room.viewers),
        "resumes": None if due is None else due - now,
    }


def of_edge(edge: Edge) -> Iterator[Belief]:
    """Tell every line here: how far it was told, and whether the owner of its table is heard."""
    now = edge.means.clock()
    for line in edge.lines.values():
        owner = edge.owners.get(shard_of(line.table), "")
        last = edge.links.last(owner)
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
            "broker": edge.means.carrier.up,
        }


def tell_when_asked(beliefs: Callable[[], Iterator[Belief]]) -> None:
    """Write beliefs down whenever the process gets ``SIGUSR1``, where there is such a signal."""

    def tell() -> None:
        for belief in beliefs():
            log.warning("belief", **belief)

    if hasattr(signal, "SIGUSR1"):
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, tell)
