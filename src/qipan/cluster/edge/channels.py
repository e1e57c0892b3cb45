"""An edge's channels to workers: one for each, in sessions that are begun here alone."""

import asyncio
from collections.abc import Callable, Collection

import structlog

from qipan.cluster.dependencies import EdgeDependencies
from qipan.cluster.transport.channel import BROKEN, Channel, FlushWindow
from qipan.cluster.transport.frames import AnyFrame, LineAct, read_parcel
from qipan.cluster.transport.subjects import SILENCE, subject_of_worker
from qipan.kernel.errors import BadInput
from qipan.play.error_containment import ErrorContainment, log_mistake

BEAT_SECONDS = 0.1
log = structlog.get_logger("qipan.cluster")


class WorkerChannels:
    """All channels of an edge."""

    def __init__(
        self,
        dependencies: EdgeDependencies,
        deliver: Callable[[str, AnyFrame], None],
        begun: Callable[[str], None],
    ) -> None:
        """Pass on what a worker says; ``begun`` says first of all who is in a new session."""
        self._dependencies, self._deliver, self._begun = dependencies, deliver, begun
        self._all: dict[str, Channel] = {}
        self._sessions = 0
        self._window = FlushWindow()

    def put(self, worker: str, frame: AnyFrame) -> None:
        """Send a frame to a worker."""
        self._to(worker).put(frame)

    def put_act(self, worker: str, act: LineAct) -> None:
        """Send an act to a worker, once and again until it was taken."""
        self._to(worker).put_act(act)

    def heard(self, worker: str) -> bool:
        """Say whether a worker gave a sign of life lately."""
        last = self.last(worker)
        return last is not None and self._dependencies.clock() - last <= SILENCE

    def last(self, worker: str) -> int | None:
        """Say when a worker last gave a sign of life; None if there is no channel to it."""
        channel = self._all.get(worker)
        return None if channel is None else channel.last

    def _to(self, worker: str) -> Channel:
        found = self._all.get(worker)
        if found is None:
            found = self._all[worker] = self._open(worker)
            self._begin(worker, found)
        return found

    def _open(self, worker: str) -> Channel:
        dependencies, subject = self._dependencies, subject_of_worker(worker)

        def send(parcel: bytes) -> None:
            dependencies.carrier.send(subject, parcel)

        def deliver(frame: AnyFrame) -> None:
            with ErrorContainment(log_mistake, worker):
                self._deliver(worker, frame)

        return Channel(dependencies.name, send, deliver, self._window, dependencies.clock())

    def take(self, text: bytes) -> None:
        """Take a parcel from the carrier."""
        try:
            parcel = read_parcel(text)
        except BadInput as error:
            log.warning("parcel", why=str(error))
            return
        channel = self._all.get(parcel.sender)
        if channel is None or channel.session != parcel.session:
            return
        channel.take(parcel, self._dependencies.clock())
        if parcel.number == BROKEN:
            self._begin(parcel.sender, channel)

    def _begin(self, worker: str, channel: Channel) -> None:
        """Begin a session, and repeat in it what was not taken in the one before."""
        self._sessions += 1
        channel.begin(self._sessions, self._dependencies.clock())
        self._begun(worker)
        for act in channel.acts:
            channel.put(act)

    async def beat_always(self, needed: Collection[str]) -> None:
        """Give signs of life, and let go of workers that own nothing any more; for ever."""
        while True:
            with ErrorContainment(log_mistake, "channels"):
                self._beat(set(needed))
            await asyncio.sleep(BEAT_SECONDS)

    def _beat(self, needed: set[str]) -> None:
        now = self._dependencies.clock()
        for worker, channel in list(self._all.items()):
            if worker not in needed and now - channel.last > SILENCE:
                del self._all[worker]  # dead, or it owns nothing any more
                continue
            channel.beat(now)
            if channel.broken:
                self._begin(worker, channel)

    def flush(self) -> None:
        """Send what waits, at once: the last words."""
        for channel in self._all.values():
            channel.flush()
