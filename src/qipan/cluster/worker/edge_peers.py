"""The edges as a worker knows them: heard of, silent for a while, or forgotten.

Players whose edge is not heard for ``SILENCE`` are not charged for it: their clocks stand from
when it was last heard, and run again when it is. What an edge's acts and calls have done is known
beyond its sessions, so that repeating them does nothing twice.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable

import structlog

from qipan.cluster.dependencies import WorkerDependencies
from qipan.cluster.metrics import ClusterMetrics
from qipan.cluster.transport.channel import Channel, FlushWindow
from qipan.cluster.transport.frames import (
    Answer,
    AnyFrame,
    Begin,
    Drop,
    Enter,
    LineAct,
    Lost,
    read_parcel,
)
from qipan.cluster.transport.subjects import SILENCE, subject_of_edge
from qipan.cluster.worker.owned_shard import OwnedShard
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import Seat
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.messages import note
from qipan.play.owner_acts import RESTARTS, RESUME_GRACE, owner_act
from qipan.play.reception import Guest, all_here, leave
from qipan.play.recovery import suspended_unheard
from qipan.play.room import Room, Viewer

FORGET = 10_000
"""Milliseconds of silence after which an edge's players count as gone."""
KNOWN = 600_000
"""Milliseconds of silence after which nothing is known of an edge any more."""
MOST_CALLS = 256
"""Of an edge, whose answers are known in case they are asked for again."""
log = structlog.get_logger("qipan.cluster")


class PeerLine:
    """One line of an edge at a table: the mailbox of whoever is connected there."""

    __slots__ = ("_channel", "_number", "dropped", "guest", "owned_shard", "viewer")

    def __init__(
        self,
        channel: Channel,
        frame: Enter | LineAct,
        owned_shard: OwnedShard,
        room: Room,
        seat: Seat | None,
    ) -> None:
        """Look at a room from a seat or not; the guest arrives later, if at all."""
        self._channel, self._number, self.owned_shard = channel, frame.line, owned_shard
        self.dropped = ""
        self.viewer = Viewer(room, seat, frame.arbiter, self)
        self.guest: Guest | None = None

    def send(self, message: bytes) -> None:
        """Say something; nothing is said by an owner that is none any more."""
        if not self.dropped and not self.owned_shard.lost:
            self._channel.say(self._number, message, self.viewer.room.table.version)

    def drop(self, why: str) -> None:
        """Have the line closed."""
        if not self.dropped:
            self.dropped = why
            self._channel.put(Drop(self._number, why))


class EdgePeer:
    """One edge, as long as it is heard of."""

    def __init__(self, name: str, channel: Channel) -> None:
        """Begin without lines."""
        self.name, self.channel = name, channel
        self.lines: dict[int, PeerLine] = {}
        self.early: dict[int, OwnedShard] = {}
        """Lines that wait until their shard has been read."""
        self.calls: OrderedDict[int, Answer | None] = OrderedDict()
        """The calls of late that changed something; None while one is being carried out."""
        self.silent = self.forgotten = False

    def is_repeated(self, act: LineAct) -> bool:
        """Say whether an act was taken before, and note that it is now."""
        if 0 < act.number <= self.channel.acted:
            return True
        self.channel.acted = max(self.channel.acted, act.number)
        return False

    def begin_call(self, number: int) -> bool:
        """Note that a call is carried out; a repeated one is answered as before, or soon."""
        if number in self.calls:
            answer = self.calls[number]
            if answer is not None:
                self.channel.put(answer)
            return False
        self.calls[number] = None
        while len(self.calls) > MOST_CALLS:
            self.calls.popitem(last=False)
        return True

    def leave(self, line: int) -> None:
        """Let a line go. Safe to call for one that is not here."""
        peer_line = self.lines.pop(line, None)
        if peer_line is not None and not peer_line.owned_shard.lost:
            # A mistake of ours at one table must not keep the others' lines from being let go.
            with ErrorContainment(log_mistake, peer_line.viewer.room.table.id):
                leave(peer_line.owned_shard.owner, peer_line.viewer)

    def seated(self) -> list[PeerLine]:
        """Find the lines that belong to a seat."""
        return [
            peer_line
            for peer_line in self.lines.values()
            if peer_line.viewer.seat is not None and not peer_line.owned_shard.lost
        ]


class EdgePeers:
    """All edges that are heard of."""

    def __init__(
        self,
        dependencies: WorkerDependencies,
        figures: ClusterMetrics,
        deliver: Callable[[EdgePeer, AnyFrame], None],
    ) -> None:
        """Pass what edges say on to ``deliver``."""
        self._dependencies, self._figures, self._deliver = dependencies, figures, deliver
        self.all: dict[str, EdgePeer] = {}
        self._window = FlushWindow()

    # -- parcels -------------------------------------------------------------------------------

    def take(self, text: bytes) -> None:
        """Take a parcel from the carrier."""
        try:
            parcel = read_parcel(text)
        except BadInput as error:
            log.warning("parcel", why=str(error))
            return
        name, now = parcel.sender, self._dependencies.clock()
        peer = self.all.get(name)
        if peer is None:
            peer = self.all[name] = self._meet(name, now)
        channel = peer.channel
        if parcel.session > channel.session:
            channel.join(parcel.session, now)
            peer.forgotten = False
        if parcel.session == channel.session:
            channel.take(parcel, now)

    def _meet(self, name: str, now: int) -> EdgePeer:
        dependencies, subject = self._dependencies, subject_of_edge(name)

        def send(parcel: bytes) -> None:
            dependencies.carrier.send(subject, parcel)

        def deliver(frame: AnyFrame) -> None:
            with ErrorContainment(log_mistake, name):
                self._deliver(peer, frame)

        peer = EdgePeer(name, Channel(dependencies.name, send, deliver, self._window, now))
        return peer

    def send_away(self, owned_shard: OwnedShard) -> None:
        """Tell every edge that a shard is not here any more."""
        for peer in self.all.values():
            gone = [
                line
                for line, peer_line in peer.lines.items()
                if peer_line.owned_shard is owned_shard
            ]
            for line in gone:
                del peer.lines[line]
            for line in [each for each, shard in peer.early.items() if shard is owned_shard]:
                del peer.early[line]
            peer.channel.put(Lost(owned_shard.shard))

    # -- silence -------------------------------------------------------------------------------

    def listen(self, now: int, by_number: Iterable[OwnedShard]) -> None:
        """Give signs of life, and see who has given none; nobody is charged for silence."""
        heard = False
        for peer in list(self.all.values()):
            quiet = now - peer.channel.last
            if quiet > KNOWN:
                del self.all[peer.name]
            if quiet > FORGET:
                self._forget(peer, now)
                continue
            peer.channel.beat(now)
            heard = heard or quiet <= SILENCE
            if quiet > SILENCE and not peer.silent:
                self._suspend(peer)
            elif quiet <= SILENCE and peer.silent:
                peer.silent = False
                self._go_on(peer)
        if not heard:  # the broker is away: nobody could move if clocks ran
            for owned_shard in by_number:
                for room in owned_shard.owner.rooms_now():
                    if room.table.suspended in RESTARTS:
                        room.resume_due = now + RESUME_GRACE

    def _suspend(self, peer: EdgePeer) -> None:
        """Let the clocks of an edge's players stand, from when it was last heard."""
        peer.silent = True
        self._figures.silences.inc()
        log.warning("edge", edge=peer.name, silent=True)
        for peer_line in peer.seated():
            room, owner, seat = (
                peer_line.viewer.room,
                peer_line.owned_shard.owner,
                peer_line.viewer.seat,
            )
            if seat is None or room.holders.get(seat) is not peer_line.viewer:
                continue
            del room.holders[seat]
            room.tell(note("presence", seat=seat, connected=False))
            if room.table.going:
                owner.put(room, owner_act(suspended_unheard, peer.channel.last))
                room.resume_due = self._dependencies.clock() + RESUME_GRACE

    def _go_on(self, peer: EdgePeer) -> None:
        """Seat an edge's players again, unless they came back elsewhere in the meantime."""
        log.warning("edge", edge=peer.name, silent=False)
        for peer_line in peer.seated():
            room, owner, seat = (
                peer_line.viewer.room,
                peer_line.owned_shard.owner,
                peer_line.viewer.seat,
            )
            if seat is None or room.holders.get(seat) is peer_line.viewer:
                continue
            if seat in room.holders:
                peer_line.viewer.mailbox.drop("replaced")
                continue
            room.holders[seat] = peer_line.viewer
            room.tell(note("presence", seat=seat, connected=True))
            if room.all_here:
                all_here(owner, room)

    def _forget(self, peer: EdgePeer, now: int) -> None:
        """Let the lines of an edge go that is not heard any more; it has to begin anew."""
        if peer.forgotten:
            return
        peer.silent, peer.forgotten = False, True
        peer.channel.give_up(now)
        self._deliver(peer, Begin([]))
        log.warning("edge", edge=peer.name, forgotten=True)
