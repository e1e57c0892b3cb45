"""The edges as a worker knows them: heard of, silent for a while, or forgotten.

Players whose edge is not heard for ``SILENCE`` are not charged for it: their clocks stand from
when it was last heard, and run again when it is.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable

import structlog

from qipan.cluster.dependencies import WorkerDependencies
from qipan.cluster.metrics import ClusterMetrics
from qipan.cluster.transport.frames import AnyFrame, Lost, read_parcel
from qipan.cluster.transport.link import Link, unknown
from qipan.cluster.transport.link_flusher import LinkFlusher
from qipan.cluster.transport.subjects import SILENCE, subject_of_edge
from qipan.cluster.worker.owned_shard import OwnedShard
from qipan.kernel.errors import BadInput
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.messages import note
from qipan.play.owner_acts import RESTARTS, RESUME_GRACE, owner_act
from qipan.play.reception import Guest, all_here, leave
from qipan.play.recovery import suspended_unheard
from qipan.play.room import Viewer

FORGET = 10_000
"""Milliseconds of silence after which an edge's players count as gone."""
KNOWN_FORGOTTEN = 1000
log = structlog.get_logger("qipan.cluster")


class PeerLine:
    """One line of an edge at a table."""

    __slots__ = ("guest", "owned_shard", "viewer")

    def __init__(self, owned_shard: OwnedShard, viewer: Viewer) -> None:
        """Wait for the guest to arrive."""
        self.owned_shard, self.viewer = owned_shard, viewer
        self.guest: Guest | None = None


class EdgePeer:
    """One edge, as long as it is heard of."""

    def __init__(self, name: str, link: Link) -> None:
        """Begin without lines."""
        self.name, self.link = name, link
        self.lines: dict[int, PeerLine] = {}
        self.early: dict[int, OwnedShard] = {}
        """Lines that wait until their shard has been read."""
        self.silent = self.forgotten = False

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
        self._forgotten: OrderedDict[str, None] = OrderedDict()
        self._flusher = LinkFlusher(dependencies.clock, self._overflowed)

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
            subject = subject_of_edge(name.partition(".")[0])
            if name in self._forgotten:
                self._dependencies.carrier.send(
                    subject, unknown(f"{self._dependencies.name}>{name}")
                )
                return
            peer = self.all[name] = self._meet(name, subject, now)
        peer.link.take(parcel, now)

    def _meet(self, name: str, subject: str, now: int) -> EdgePeer:
        def send(parcel: bytes) -> None:
            self._dependencies.carrier.send(subject, parcel)

        def deliver(frame: AnyFrame) -> None:
            with ErrorContainment(log_mistake, name):
                self._deliver(peer, frame)

        link = Link(f"{self._dependencies.name}>{name}", send, deliver, self._flusher.wake, now)
        peer = EdgePeer(name, link)
        return peer

    def _overflowed(self, link: Link) -> None:
        for peer in [each for each in self.all.values() if each.link is link]:
            self._forget(peer)

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
            peer.link.put(Lost(owned_shard.shard))

    # -- silence -------------------------------------------------------------------------------

    def listen(self, now: int, by_number: Iterable[OwnedShard]) -> None:
        """Give signs of life, and see who has given none; nobody is charged for silence."""
        heard = False
        for peer in list(self.all.values()):
            peer.link.beat(now)
            quiet = now - peer.link.last
            heard = heard or quiet <= SILENCE
            if quiet > FORGET:
                self._forget(peer)
            elif quiet > SILENCE and not peer.silent:
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
                owner.put(room, owner_act(suspended_unheard, peer.link.last))
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

    def _forget(self, peer: EdgePeer) -> None:
        """Let an edge go that is not heard any more; should it speak again, it begins anew."""
        self.all.pop(peer.name, None)
        peer.forgotten = True
        self._forgotten[peer.name] = None
        while len(self._forgotten) > KNOWN_FORGOTTEN:
            self._forgotten.popitem(last=False)
        for line in list(peer.lines):
            peer.leave(line)
        log.warning("edge", edge=peer.name, forgotten=True)
