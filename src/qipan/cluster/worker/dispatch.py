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
    Text,
)
from qipan.cluster.worker.answers import ANSWERS
from qipan.cluster.worker.edge_peers import Peer, Place
from qipan.cluster.worker.link_mailbox import LinkMailbox
from qipan.cluster.worker.owned_shard import Holding
from qipan.cluster.worker.shard_leases import Shares
from qipan.kernel.errors import QipanError, Unavailable
from qipan.play.error_containment import Contained, log_mistake
from qipan.play.messages import refusal_message
from qipan.play.reception import Guest, arrive, seat_for
from qipan.play.room import Room, Viewer
from qipan.play.shards import shard_of

log = structlog.get_logger("qipan.cluster")


class Doors:
    """Lets lines in where their table is held; else they are told to look elsewhere."""

    def __init__(self, shares: Shares, key: bytes) -> None:
        """Look for tables in ``shares``; ``key`` makes the tokens of seats."""
        self._shares, self._key = shares, key
        self._calls: set[asyncio.Task[None]] = set()

    def deliver(self, peer: Peer, frame: AnyFrame) -> None:
        """Carry out what an edge said."""
        match frame:
            case Text():
                place = peer.lines.get(frame.line)
                if place is not None and place.guest is not None and not place.holding.lost:
                    place.guest.receive(frame.text)
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

    def _room(self, peer: Peer, frame: Enter | Once) -> tuple[Holding, Room] | None:
        """Find a table, or tell the edge where it is not."""
        holding = self._shares.held(frame.table)
        if holding is None:
            peer.link.put(Lost(shard_of(frame.table)))
            return None
        try:
            return holding, holding.owner.room(frame.table)
        except Unavailable:
            peer.link.put(Lost(holding.shard))
        except QipanError as error:
            peer.link.put(Denied(frame.line, refusal_message(error)))
        return None

    def _enter(self, peer: Peer, frame: Enter) -> None:
        peer.leave(frame.line)
        found = self._room(peer, frame)
        if found is None:
            return
        holding, room = found
        try:
            seat = seat_for(self._key, room, frame.token)
        except QipanError as error:
            peer.link.put(Denied(frame.line, refusal_message(error)))
            return
        mailbox = LinkMailbox(peer.link, frame.line, holding, room)
        viewer = Viewer(room, seat, frame.arbiter, mailbox)
        place = peer.lines[frame.line] = Place(holding, viewer)
        with Contained(log_mistake, frame.table) as kept:
            place.guest = arrive(holding.owner, viewer, frame.since, limited=False)
        if kept.error is not None:  # half in is worse than out: it is let in again
            peer.leave(frame.line)
            peer.link.put(Lost(holding.shard))

    def _once(self, peer: Peer, frame: Once) -> None:
        found = self._room(peer, frame)
        if found is not None:
            holding, room = found
            mailbox = LinkMailbox(peer.link, frame.line, holding, room)
            viewer = Viewer(room, None, "", mailbox)
            Guest(holding.owner, viewer, limited=False).receive(frame.text)

    async def _call(self, peer: Peer, frame: Call) -> None:
        holding = self._shares.held(frame.name)
        if holding is None or frame.what not in ANSWERS:
            peer.link.put(Lost(shard_of(frame.name)))
            return
        with Contained(log_mistake, frame.name) as kept:
            answer = await self._answer(holding, frame)
        if kept.error is not None:
            answer = Answer(frame.number, b"", write_error(QipanError("internal")))
        peer.link.put(answer)

    async def _answer(self, holding: Holding, frame: Call) -> Answer | Lost:
        try:
            body = await ANSWERS[frame.what](holding, frame.name, frame.body)
        except QipanError as error:
            if holding.lost:
                return Lost(holding.shard)
            return Answer(frame.number, b"", write_error(error))
        return Answer(frame.number, body)
