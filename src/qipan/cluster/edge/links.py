"""An edge's links to workers: one for each, begun anew when the other side has forgotten it."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress

import structlog

from qipan.cluster.dependencies import EdgeDependencies
from qipan.cluster.transport.frames import UNKNOWN, AnyFrame, read_parcel
from qipan.cluster.transport.link import Link, Overflow
from qipan.cluster.transport.link_flusher import LinkFlusher
from qipan.cluster.transport.subjects import SILENCE, subject_of_worker
from qipan.kernel.errors import BadInput
from qipan.play.error_containment import ErrorContainment, log_mistake

BEAT_SECONDS = 0.1
log = structlog.get_logger("qipan.cluster")


class WorkerLinks:
    """All links of an edge."""

    def __init__(
        self,
        dependencies: EdgeDependencies,
        deliver: Callable[[str, AnyFrame], None],
        begun_anew: Callable[[str], None],
    ) -> None:
        """Pass on what a worker says, and tell of workers that know none of our lines any more."""
        self._dependencies, self._deliver, self._begun_anew = dependencies, deliver, begun_anew
        self._links: dict[str, Link] = {}
        self._sessions = 0
        self._flusher = LinkFlusher(dependencies.clock, self._begin_anew)

    def put(self, worker: str, frame: AnyFrame) -> None:
        """Send a frame to a worker."""
        found = self._links.get(worker)
        if found is None:
            found = self._links[worker] = self._open(worker)
        found.put(frame)

    def heard(self, worker: str) -> bool:
        """Say whether a worker gave a sign of life lately."""
        link = self._links.get(worker)
        return link is not None and self._dependencies.clock() - link.last <= SILENCE

    def last(self, worker: str) -> int | None:
        """Say when a worker last gave a sign of life; None if there is no link to it."""
        link = self._links.get(worker)
        return None if link is None else link.last

    def _open(self, worker: str) -> Link:
        self._sessions += 1
        subject = subject_of_worker(worker)

        def send(parcel: bytes) -> None:
            self._dependencies.carrier.send(subject, parcel)

        def deliver(frame: AnyFrame) -> None:
            with ErrorContainment(log_mistake, worker):
                self._deliver(worker, frame)

        me = f"{self._dependencies.name}.{self._sessions}"
        return Link(me, send, deliver, self._flusher.wake, self._dependencies.clock())

    def take(self, text: bytes) -> None:
        """Take a parcel from the carrier."""
        try:
            parcel = read_parcel(text)
        except BadInput as error:
            log.warning("parcel", why=str(error))
            return
        worker, _, session = parcel.sender.partition(">")
        link = self._links.get(worker)
        if link is None or link.me != session:
            return  # of an earlier link
        if parcel.number == UNKNOWN:
            self._begin_anew(link)
            return
        link.take(parcel, self._dependencies.clock())

    def _begin_anew(self, link: Link) -> None:
        """Forget a link that the other side has forgotten or never heard."""
        for worker in [name for name, each in self._links.items() if each is link]:
            del self._links[worker]
            self._begun_anew(worker)

    async def beat_always(self, needed: Collection[str]) -> None:
        """Give signs of life, and let go of workers that own nothing any more; for ever."""
        while True:
            with ErrorContainment(log_mistake, "links"):
                self._beat(set(needed))
            await asyncio.sleep(BEAT_SECONDS)

    def _beat(self, needed: set[str]) -> None:
        now = self._dependencies.clock()
        for worker, link in list(self._links.items()):
            if worker not in needed and now - link.last > SILENCE:
                del self._links[worker]  # dead, or it owns nothing any more
            else:
                link.beat(now)

    def flush(self) -> None:
        """Send what waits, at once: the last words."""
        for link in self._links.values():
            with suppress(Overflow):
                link.flush(self._dependencies.clock())
