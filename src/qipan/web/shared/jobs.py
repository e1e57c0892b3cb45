"""Long work of this process: so many pieces at once, each for whoever asked, kept for a while."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from litestar import Response

from qipan.kernel.errors import Refused, Unknown
from qipan.web.shared.limits import OFTEN

PATIENCE = 0.3
"""Seconds after which whoever waits is shown the progress."""
MOST_UNDER_WAY, MOST_OF_ONE = 12, 4
MOST_KEPT, KEPT_SECONDS = 24, 600
Answer = Response[Any]


@dataclass
class Doing:
    """How far a piece of work is; written by the work, read by whoever waits."""

    step: str
    """Also of its words, ``work.step.<step>``."""
    done: int = 0
    total: int = 0
    """Nothing, where nobody knows how much there is to do."""

    def at(self, step: str, done: int = 0, total: int = 0) -> None:
        """Say what is being done now."""
        self.step, self.done, self.total = step, done, total


Work = Callable[[Doing], Coroutine[Any, Any, Answer]]


@dataclass
class Job:
    """A piece of work, under way or over."""

    name: str
    asker: str
    kind: str
    """Also of its words, ``work.doing.<kind>``."""
    doing: Doing
    task: asyncio.Task[Answer]
    began: float
    back: str = ""
    """Where to go if it is given up; empty: it is carried through."""
    ended: float | None = None
    """When; told a moment after it is over."""

    @property
    def over(self) -> bool:
        """Say whether there is an answer."""
        return self.task.done()


@dataclass
class Jobs:
    """All pieces of work of this process."""

    patience: float | None = field(default_factory=lambda: PATIENCE)
    """None: everybody waits for the answer. So it is where the next request may come to another
    process, which knows nothing of this one's work."""
    known: dict[str, Job] = field(default_factory=dict)

    def require_room(self, asker: str) -> None:
        """Raise Refused if too much is under way, in all or for one asker."""
        busy = [job for job in self.known.values() if not job.over]
        if len(busy) >= MOST_UNDER_WAY or sum(job.asker == asker for job in busy) >= MOST_OF_ONE:
            raise Refused("access.often", OFTEN)

    def begin(self, name: str, asker: str, kind: str, work: Work, back: str = "") -> Job:
        """Begin a piece of work under a name nobody guesses. Raises Refused if there is no room."""
        self.require_room(asker)
        self._forget()
        loop = asyncio.get_running_loop()
        doing = Doing(kind)
        job = Job(name, asker, kind, doing, loop.create_task(work(doing)), loop.time(), back)
        job.task.add_done_callback(lambda _: setattr(job, "ended", loop.time()))
        self.known[name] = job
        return job

    def find(self, name: str, asker: str) -> Job:
        """Find what somebody asked for. Raises Unknown, also for what somebody else asked for."""
        self._forget()
        job = self.known.get(name)
        if job is None or job.asker != asker:
            raise Unknown("work", name[:40])
        return job

    def give_up(self, job: Job) -> None:
        """End a piece of work before it is over, and forget it."""
        job.task.cancel()
        self.known.pop(job.name, None)

    def drop(self, job: Job) -> None:
        """Forget a piece of work that is over."""
        self.known.pop(job.name, None)
        if not job.task.cancelled():
            job.task.exception()  # nobody asks any more: that is no error

    def _forget(self) -> None:
        """Forget answers that were kept long enough, and the oldest if there are too many."""
        now = asyncio.get_running_loop().time()
        ended = [(job.ended, job) for job in self.known.values() if job.ended is not None]
        ended.sort(key=lambda each: each[0])
        for at, (when, job) in enumerate(ended):
            if now - when > KEPT_SECONDS or len(ended) - at > MOST_KEPT:
                self.drop(job)
