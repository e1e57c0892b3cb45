"""What edges say to a worker, carried out: lines enter and leave, speak, and ask questions."""

import asyncio

import structlog

from qipan.cluster.transport.call_bodies import write_error
from qipan.cluster.transport.frames import (
    Answer,
    AnyFrame,
    Begin,
    Call,
    Drop,
    Enter,
    Leave,
    LineAct,
    Lost,
    Say,
)
from qipan.cluster.worker.answers import ANSWERS, READING
from qipan.cluster.worker.edge_peers import EdgePeer, PeerLine
from qipan.cluster.worker.owned_shard import OwnedShard
from qipan.cluster.worker.shard_leases import OwnedShards
from qipan.kernel.errors import QipanError, Unavailable
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.gallery.delayed_room import require_shown
from qipan.play.messages import note, refusal_message
from qipan.play.reception import Guest, arrive, note_origin, seat_at, send_state
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
        if isinstance(frame, LineAct) and peer.is_repeated(frame):
            return
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
            case Enter() | LineAct():
                found = self._owned.by_number.get(shard_of(frame.table))
            case Call():
                found = self._owned.by_number.get(shard_of(frame.name))
            case Leave():
                found = peer.early.get(frame.line)
            case _:
                return None
        if found is None or found.ready or found.lost or len(found.on_ready) >= MOST_EARLY:
            return None
        if isinstance(frame, Enter):
            peer.early[frame.line] = found
            peer.channel.put(Say([frame.line], note("waiting"), 0))
        return found

    def _deliver_late(self, peer: EdgePeer, frame: AnyFrame) -> None:
        if isinstance(frame, Enter | Leave):
            peer.early.pop(frame.line, None)
        with ErrorContainment(log_mistake, peer.name):
            self._deliver(peer, frame)

    def _deliver(self, peer: EdgePeer, frame: AnyFrame) -> None:
        match frame:
            case LineAct():
                self._act(peer, frame)
            case Enter():
                self._enter(peer, frame)
            case Leave():
                peer.leave(frame.line)
            case Call():
                if frame.what in READING or peer.begin_call(frame.number):
                    task = asyncio.get_running_loop().create_task(self._call(peer, frame))
                    self._calls.add(task)
                    task.add_done_callback(self._calls.discard)
            case Begin():
                for line in {*peer.lines, *peer.early}.difference(frame.lines):
                    self.deliver(peer, Leave(line))
            case _:
                log.warning("parcel", strange=type(frame).__name__)

    def _line(self, peer: EdgePeer, frame: Enter | LineAct) -> PeerLine | None:
        """Let a line look at its table, or tell its edge where that is not, or why it may not."""
        owned_shard = self._owned.held(frame.table)
        if owned_shard is None:
            peer.channel.put(Lost(shard_of(frame.table)))
            return None
        try:
            room = owned_shard.owner.room(frame.table)
            seat = seat_at(self._key, room.table, frame.token)
            if seat is None and not frame.arbiter:
                room = require_shown(room, owned_shard.owner.dependencies.clock())
        except Unavailable:
            peer.channel.put(Lost(owned_shard.shard))
        except QipanError as error:
            peer.channel.put(Say([frame.line], refusal_message(error), 0))
            peer.channel.put(Drop(frame.line, "denied"))
        else:
            return PeerLine(peer.channel, frame, owned_shard, room, seat)
        return None

    def _enter(self, peer: EdgePeer, frame: Enter) -> None:
        if self._is_here(peer, frame):
            return
        peer.leave(frame.line)
        line = self._line(peer, frame)
        if line is None:
            return
        peer.lines[frame.line], owner = line, line.owned_shard.owner
        with ErrorContainment(log_mistake, frame.table) as kept:
            line.guest = arrive(owner, line.viewer, frame.since, limited=False)
            note_origin(owner, self._key, line.viewer, *frame.seen_from)
        if kept.error is not None:  # half in is worse than out: it is let in again
            peer.leave(frame.line)
            peer.channel.put(Lost(line.owned_shard.shard))

    def _is_here(self, peer: EdgePeer, frame: Enter) -> bool:
        """Tell a line everything that is here already: something was lost on the way to it."""
        there = peer.lines.get(frame.line)
        if there is None or there.guest is None or there.owned_shard.lost:
            return False
        viewer = there.viewer
        if there.dropped:
            peer.channel.put(Drop(frame.line, there.dropped))
        elif viewer in viewer.room.viewers:
            send_state(there.owned_shard.owner, viewer, frame.since)
        else:
            return False
        return True

    def _act(self, peer: EdgePeer, frame: LineAct) -> None:
        there = peer.lines.get(frame.line)
        if there is not None and there.guest is not None and not there.owned_shard.lost:
            there.guest.receive(frame.text)
        elif line := self._line(peer, frame):
            Guest(line.owned_shard.owner, line.viewer, limited=False).receive(frame.text)

    async def _call(self, peer: EdgePeer, frame: Call) -> None:
        owned_shard = self._owned.held(frame.name)
        answer: Answer | Lost = Lost(shard_of(frame.name))
        if owned_shard is not None and frame.what in ANSWERS:
            with ErrorContainment(log_mistake, frame.name) as kept:
                answer = await self._answer(owned_shard, frame)
            if kept.error is not None:
                answer = Answer(frame.number, b"", write_error(QipanError("internal")))
        if isinstance(answer, Lost):
            peer.calls.pop(frame.number, None)  # whoever owns it is asked, perhaps this one again
        elif frame.number in peer.calls:
            peer.calls[frame.number] = answer
        peer.channel.put(answer)

    async def _answer(self, owned_shard: OwnedShard, frame: Call) -> Answer | Lost:
        try:
            body = await ANSWERS[frame.what](owned_shard, frame.name, frame.body)
        except QipanError as error:
            if owned_shard.lost:
                return Lost(owned_shard.shard)
            return Answer(frame.number, b"", write_error(error))
        return Answer(frame.number, body)
