"""What edges say to a worker, carried out: lines enter and leave, speak, and ask questions."""

import asyncio

import structlog

from qipan.cluster.transport.call_bodies import write_error
from qipan.cluster.transport.frames import (
    Answer,
    AnyFrame,
    Call,
    Denied,
    Enter,
    Leave,
    Lost,
    Once,
    Say,
    Text,
)
from qipan.cluster.worker.answers import ANSWERS
from qipan.cluster.worker.edge_peers import EdgePeer, PeerLine
from qipan.cluster.worker.link_mailbox import LinkMailbox
from qipan.cluster.worker.owned_shard import OwnedShard
from qipan.cluster.worker.shard_leases import OwnedShards
from qipan.kernel.errors import QipanError, Unavailable
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.gallery.delayed_room import require_shown
from qipan.play.messages import note, refusal_message
from qipan.play.reception import Guest, arrive, note_origin, seat_at
from qipan.play.room import Room, Viewer
from qipan.play.shards import shard_of

MOST_EARLY = 50_000
"""Frames that wait until one shard has been read."""
log = structlog.get_logger("qipan.cluster")


class WorkerDispatch:
    """Lets lines in where their table is held; else they are told to look elsewhere."""

    def __init__(self, owned: OwnedShards, key: bytes) -> None:
        """Look for tables in ``owned``; ``key`` makes the tokens of seats."""
        self._owned, self._key = owned, key
        self._calls: set[asyncio.Task[None]] = set()

    def deliver(self, peer: EdgePeer, frame: AnyFrame) -> None:
        """Carry out what an edge said; of a shard that is still being read, as soon as it is."""
        being_read = self._being_read(peer, frame)
        if being_read is not None:
            being_read.on_ready.append(lambda: self._deliver_late(peer, frame))
        else:
            self._deliver(peer, frame)

    def _being_read(self, peer: EdgePeer, frame: AnyFrame) -> OwnedShard | None:
        """Find the shard that a frame has to wait for; None if it need not wait.

        Sent away, all lines of an edge would enter again and again until the last shard was read.
        """
        match frame:
            case Enter() | Once():
                found = self._owned.by_number.get(shard_of(frame.table))
            case Call():
                found = self._owned.by_number.get(shard_of(frame.name))
            case Text() | Leave():
                found = peer.early.get(frame.line)
            case _:
                return None
        if found is None or found.ready or found.lost or len(found.on_ready) >= MOST_EARLY:
            return None
        if isinstance(frame, Enter):
            peer.early[frame.line] = found
            peer.link.put(Say([frame.line], note("waiting"), 0))
        return found

    def _deliver_late(self, peer: EdgePeer, frame: AnyFrame) -> None:
        if isinstance(frame, Enter | Text | Leave):
            peer.early.pop(frame.line, None)
        if not peer.forgotten:
            with ErrorContainment(log_mistake, peer.name):
                self._deliver(peer, frame)

    def _deliver(self, peer: EdgePeer, frame: AnyFrame) -> None:
        match frame:
            case Text():
                peer_line = peer.lines.get(frame.line)
                if (
                    peer_line is not None
                    and peer_line.guest is not None
                    and not peer_line.owned_shard.lost
                ):
                    peer_line.guest.receive(frame.text)
            case Enter():
                self._enter(peer, frame)
            case Leave():
                peer.leave(frame.line)
            case Once():
                self._once(peer, frame)
            case Call():
                task = asyncio.get_running_loop().create_task(self._call(peer, frame))
                self._calls.add(task)
                task.add_done_callback(self._calls.discard)
            case _:
                log.warning("parcel", strange=type(frame).__name__)

    def _room(self, peer: EdgePeer, frame: Enter | Once) -> tuple[OwnedShard, Room] | None:
        """Find a table, or tell the edge where it is not."""
        owned_shard = self._owned.held(frame.table)
        if owned_shard is None:
            peer.link.put(Lost(shard_of(frame.table)))
            return None
        try:
            return owned_shard, owned_shard.owner.room(frame.table)
        except Unavailable:
            peer.link.put(Lost(owned_shard.shard))
        except QipanError as error:
            peer.link.put(Denied(frame.line, refusal_message(error)))
        return None

    def _enter(self, peer: EdgePeer, frame: Enter) -> None:
        peer.leave(frame.line)
        found = self._room(peer, frame)
        if found is None:
            return
        owned_shard, room = found
        try:
            seat = seat_at(self._key, room.table, frame.token)
            if seat is None and not frame.arbiter:
                room = require_shown(room, owned_shard.owner.dependencies.clock())
        except QipanError as error:
            peer.link.put(Denied(frame.line, refusal_message(error)))
            return
        mailbox = LinkMailbox(peer.link, frame.line, owned_shard, room)
        viewer = Viewer(room, seat, frame.arbiter, mailbox)
        peer_line = peer.lines[frame.line] = PeerLine(owned_shard, viewer)
        with ErrorContainment(log_mistake, frame.table) as kept:
            peer_line.guest = arrive(owned_shard.owner, viewer, frame.since, limited=False)
            note_origin(owned_shard.owner, self._key, viewer, *frame.seen_from)
        if kept.error is not None:  # half in is worse than out: it is let in again
            peer.leave(frame.line)
            peer.link.put(Lost(owned_shard.shard))

    def _once(self, peer: EdgePeer, frame: Once) -> None:
        found = self._room(peer, frame)
        if found is None:
            return
        owned_shard, floor = found
        try:
            room = require_shown(floor, owned_shard.owner.dependencies.clock())
        except QipanError as error:
            peer.link.put(Denied(frame.line, refusal_message(error)))
            return
        mailbox = LinkMailbox(peer.link, frame.line, owned_shard, room)
        viewer = Viewer(room, None, "", mailbox)
        Guest(owned_shard.owner, viewer, limited=False).receive(frame.text)

    async def _call(self, peer: EdgePeer, frame: Call) -> None:
        owned_shard = self._owned.held(frame.name)
        if owned_shard is None or frame.what not in ANSWERS:
            peer.link.put(Lost(shard_of(frame.name)))
            return
        with ErrorContainment(log_mistake, frame.name) as kept:
            answer = await self._answer(owned_shard, frame)
        if kept.error is not None:
            answer = Answer(frame.number, b"", write_error(QipanError("internal")))
        peer.link.put(answer)

    async def _answer(self, owned_shard: OwnedShard, frame: Call) -> Answer | Lost:
        try:
            body = await ANSWERS[frame.what](owned_shard, frame.name, frame.body)
        except QipanError as error:
            if owned_shard.lost:
                return Lost(owned_shard.shard)
            return Answer(frame.number, b"", write_error(error))
        return Answer(frame.number, body)
