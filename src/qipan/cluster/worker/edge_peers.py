"""The edges as a worker knows them: heard of, silent for a while, or forgotten.

Players whose edge is not heard for ``SILENCE`` are not charged for it: their clocks stand from
when it was last heard, and run again when it is.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable

import structlog

from qipan.cluster.dependencies import WorkerMeans
from qipan.cluster.metrics import Figures
from qipan.cluster.transport.frames import AnyFrame, Lost, read_parcel
from qipan.cluster.transport.link import Link, unknown
from qipan.cluster.transport.link_flusher import Outgoing
from qipan.cluster.transport.subjects import SILENCE, subject_of_edge
from qipan.cluster.worker.owned_shard import Holding
from qipan.kernel.errors import BadInput
from qipan.play.error_containment import Contained, log_mistake
from qipan.play.messages import note
from qipan.play.owner_acts import RESTARTS, RESUME_GRACE, internal
from qipan.play.reception import Guest, all_here, leave
from qipan.play.recovery import unheard
from qipan.play.room import Viewer

FORGET = 10_000
"""Milliseconds of silence after which an edge's players count as gone."""
KNOWN_FORGOTTEN = 1000
log = structlog.get_logger("qipan.cluster")


class Place:
    """One line of an edge at a table."""

    __slots__ = ("guest", "holding", "viewer")

    def __init__(self, holding: Holding, viewer: Viewer) -> None:
        """Wait for the guest to arrive."""
        self.holding, self.viewer = holding, viewer
        self.guest: Guest | None = None


class Peer:
    """One edge, as long as it is heard of."""

    def __init__(self, name: str, link: Link) -> None:
        """Begin without lines."""
        self.name, self.link = name, link
        self.lines: dict[int, Place] = {}
        self.silent = False

    def leave(self, line: int) -> None:
        """Let a line go. Safe to call for one that is not here."""
        place = self.lines.pop(line, None)
        if place is not None and not place.holding.lost:
            # A mistake of ours at one table must not keep the others' lines from being let go.
            with Contained(log_mistake, place.viewer.room.table.id):
                leave(place.holding.owner, place.viewer)

    def seated(self) -> list[Place]:
        """Find the lines that belong to a seat."""
        return [
            place
            for place in self.lines.values()
            if place.viewer.seat is not None and not place.holding.lost
        ]


class Peers:
    """All edges that are heard of."""

    def __init__(
        self,
        means: WorkerMeans,
        figures: Figures,
        deliver: Callable[[Peer, AnyFrame], None],
    ) -> None:
        """Pass what edges say on to ``deliver``."""
        self._means, self._figures, self._deliver = means, figures, deliver
        self.all: dict[str, Peer] = {}
        self._forgotten: OrderedDict[str, None] = OrderedDict()
        self._outgoing = Outgoing(means.clock, self._overflowed)

    # -- parcels -------------------------------------------------------------------------------

    def take(self, text: bytes) -> None:
        """Take a parcel from the carrier."""
        try:
            parcel = read_parcel(text)
        except BadInput as error:
            log.warning("parcel", why=str(error))
            return
        name, now = parcel.sender, self._means.clock()
        peer = self.all.get(name)
        if peer is None:
            subject = subject_of_edge(name.partition(".")[0])
            if name in self._forgotten:
                self._means.carrier.send(subject, unknown(f"{self._means.name}>{name}"))
                return
            peer = self.all[name] = self._meet(name, subject, now)
        peer.link.take(parcel, now)

    def _meet(self, name: str, subject: str, now: int) -> Peer:
        def send(parcel: bytes) -> None:
            self._means.carrier.send(subject, parcel)

        def deliver(frame: AnyFrame) -> None:
            with Contained(log_mistake, name):
                self._deliver(peer, frame)

        link = Link(f"{self._means.name}>{name}", send, deliver, self._outgoing.wake, now)
        peer = Peer(name, link)
        return peer

    def _overflowed(self, link: Link) -> None:
        for peer in [each for each in self.all.values() if each.link is link]:
            self._forget(peer)

    def send_away(self, holding: Holding) -> None:
        """Tell every edge that a shard is not here any more."""
        for peer in self.all.values():
            gone = [line for line, place in peer.lines.items() if place.holding is holding]
            for line in gone:
                del peer.lines[line]
            peer.link.put(Lost(holding.shard))

    # -- silence -------------------------------------------------------------------------------

    def listen(self, now: int, holdings: Iterable[Holding]) -> None:
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
            for holding in holdings:
                for room in holding.owner.rooms.values():
                    if room.table.suspended in RESTARTS:
                        room.resume_due = now + RESUME_GRACE

    def _suspend(self, peer: Peer) -> None:
        """Let the clocks of an edge's players stand, from when it was last heard."""
        peer.silent = True
        self._figures.silences.inc()
        log.warning("edge", edge=peer.name, silent=True)
        for place in peer.seated():
            room, owner, seat = place.viewer.room, place.holding.owner, place.viewer.seat
            if seat is None or room.holders.get(seat) is not place.viewer:
                continue
            del room.holders[seat]
            room.tell(note("presence", seat=seat, connected=False))
            if room.table.going:
                owner.put(room, internal(unheard, peer.link.last))
                room.resume_due = self._means.clock() + RESUME_GRACE

    def _go_on(self, peer: Peer) -> None:
        """Seat an edge's players again, unless they came back elsewhere in the meantime."""
        log.warning("edge", edge=peer.name, silent=False)
        for place in peer.seated():
            room, owner, seat = place.viewer.room, place.holding.owner, place.viewer.seat
            if seat is None or room.holders.get(seat) is place.viewer:
                continue
            if seat in room.holders:
                place.viewer.mailbox.drop("replaced")
                continue
            room.holders[seat] = place.viewer
            room.tell(note("presence", seat=seat, connected=True))
            if room.all_here:
                all_here(owner, room)

    def _forget(self, peer: Peer) -> None:
        """Let an edge go that is not heard any more; should it speak again, it begins anew."""
        self.all.pop(peer.name, None)
        self._forgotten[peer.name] = None
        while len(self._forgotten) > KNOWN_FORGOTTEN:
            self._forgotten.popitem(last=False)
        for line in list(peer.lines):
            peer.leave(line)
        log.warning("edge", edge=peer.name, forgotten=True)
