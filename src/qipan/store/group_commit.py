"""One thread that writes: all that waits goes into one commit, and is answered after it.

Whoever appends hands a batch in and waits on a future. The thread takes all that is waiting (at
most ``GROUP`` batches), has it stored in one transaction, and answers only after the commit. Under
load one disk flush serves many writers. Where ``gather`` is given, batches that nobody stands
waiting for are gathered for so many seconds after the commit before; whoever waits, waits for
nobody else.

The thread outlives every mistake: somebody is told of it, and the next group is stored. What was
handed in cannot be taken back: whoever waits no longer (a request that is cut off) changes nothing.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import perf_counter, sleep
from typing import NamedTuple

from qipan.journal.envelope import Batch
from qipan.journal.log import Stored, Watcher
from qipan.kernel.errors import QipanError, Unavailable, Uncertain

GROUP = 256
Answer = Stored | QipanError
Commit = Callable[[list[Batch]], Sequence[Answer]]
"""Stores a group in one transaction, and answers each batch of it; raises if nothing was stored."""


class HandedIn(NamedTuple):
    """A batch on its way to the disk."""

    batch: Batch
    future: "Future[Stored]"
    urgent: bool
    """Somebody does nothing else until it is stored."""


class GroupCommit:
    """The writer of a log: one thread, one queue."""

    def __init__(
        self, shown: str, commit: Commit, finish: Callable[[], None], *, gather: float = 0.0
    ) -> None:
        """Start; ``finish`` is called on the same thread after the last commit."""
        self.watcher: Watcher | None = None
        self._shown, self._commit, self._finish, self._gather = shown, commit, finish, gather
        self._queue: SimpleQueue[HandedIn | None] = SimpleQueue()
        self._closing = Lock()
        self.closed = False
        self._thread = Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()

    def hand_in(self, batch: Batch, *, urgent: bool) -> "Future[Stored]":
        """Hand a batch to the thread. Raises Unavailable after ``close``."""
        future: Future[Stored] = Future()
        future.set_running_or_notify_cancel()  # from now on nobody can cancel it
        with self._closing:
            if self.closed:
                raise Unavailable(self._shown, "the journal is closed")
            self._queue.put(HandedIn(batch, future, urgent))
        return future

    def close(self) -> bool:
        """Write what was handed in and end the thread; False if that was done before."""
        with self._closing:
            if self.closed:
                return False
            self.closed = True
            self._queue.put(None)
        self._thread.join()
        return True

    def _run(self) -> None:
        committed = 0.0
        open_ = True
        while open_:
            first = self._queue.get()
            if self._gather and first is not None and not first.urgent:
                early = committed + self._gather - perf_counter()
                if early > 0:
                    sleep(early)
            group: list[HandedIn] = []
            while first is not None:
                group.append(first)
                if len(group) == GROUP:
                    break
                try:
                    first = self._queue.get_nowait()
                except Empty:
                    break
            open_ = first is not None
            if group:
                self._store(group)
                committed = perf_counter()
        self._finish()

    def _store(self, group: list[HandedIn]) -> None:
        begun = perf_counter()
        answers = self._answers(group)
        if self.watcher is not None:
            with suppress(Exception):  # figures are lost, and nothing else
                self.watcher(len(group), perf_counter() - begun)
        for each, answer in zip(group, answers, strict=True):
            if isinstance(answer, QipanError):
                each.future.set_exception(answer)
            else:
                each.future.set_result(answer)

    def _answers(self, group: list[HandedIn]) -> Sequence[Answer]:
        """Commit, and answer each batch whatever happens: else somebody would wait for ever."""
        failure: QipanError
        try:
            answers = self._commit([each.batch for each in group])
            if len(answers) == len(group):
                return answers
            failure = Uncertain(self._shown, f"{len(answers)} answers to {len(group)} batches")
        except QipanError as error:
            failure = error
        except Exception as error:  # noqa: BLE001
            why = f"{type(error).__name__}: {error}".partition("\n")[0]
            failure = Uncertain(self._shown, why)
        return [failure] * len(group)
