"""Computer players in a process of their own: a search never holds up the tables.

The child is this very module, started anew when somebody first plays a computer, with less claim to
the processor than the server. It answers one question after the other and, while it thinks, listens
for the call to stop. If it breaks down it says so in the server's log, and is started again for the
next question.
"""

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from random import Random
from typing import IO, Any

import msgspec

from qipan.games import game_named
from qipan.games.computer_players import computer_of_level, gives_up
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import Seat
from qipan.kernel.levels import Resignation
from qipan.kernel.operating_system import AS_THINKER

_NICENESS = 5
_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
"""Libraries for numbers would otherwise take every processor of the server for one move."""


ENOUGH_TO_DOUBT = 1.0
"""Seconds that a move must have before it is asked whether the game is lost."""


class Thought(msgspec.Struct, frozen=True):
    """A move asked of a computer player, with all that it follows from."""

    table: str
    """Where it is asked: the call to stop names it."""
    game: str
    level: int
    seat: Seat
    state: Any
    seed: int
    among: int = 1
    """How many tables wait for a move at this moment: they share the time."""
    guest: str = ""
    """A program of somebody else that is to be asked; empty: the house plays."""
    plays_on: bool = False
    """Never gives up: a game that is shown goes to its end."""
    seconds: float | None = None
    """What its own clock leaves it for this move; None: as long as its level may."""
    patience: float | None = None
    """After how many seconds a guest is given up, so that the house still has time to move."""

    def move(
        self,
        clock: Callable[[], float] | None = None,
        called: Callable[[], bool] | None = None,
    ) -> Any:
        """Think right here: a move, or a Resignation.

        Raises whatever a computer player breaks down with.
        """
        game, seconds = game_named(self.game), self.seconds
        begun = clock() if clock else 0.0
        ponders = not self.plays_on and (seconds is None or seconds >= ENOUGH_TO_DOUBT)
        if ponders and gives_up(game, self.state, self.seat, Random(self.seed)):
            return Resignation()
        if seconds is not None and clock:
            seconds = max(0.0, seconds - (clock() - begun))
        choose = computer_of_level(game, self.level, clock, called, self.among, seconds)
        return choose(self.state, self.seat, Random(self.seed))


class ThinkingFailed(QipanError):
    """The process of the computer players gave no move."""

    def __init__(self, why: str) -> None:
        """Say why."""
        super().__init__(f"no move from the computer player: {why}")


class ChildLost(ThinkingFailed):
    """The child ended, or nobody understands what it says."""


def time_left(seconds: float | None, since: float) -> float | None:
    """Say what is left of some seconds that have run since a moment; None: there is no limit."""
    return None if seconds is None else max(0.0, seconds - (time.monotonic() - since))


class ThinkingProcess:
    """The parent's side: asks, one question at a time, and stops."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._child: subprocess.Popen[bytes] | None = None
        self._turn, self._writing = threading.Lock(), threading.Lock()
        self._at = ""
        """The table that is being thought about."""
        self._waiting = 0
        self._ended = False

    def ask(
        self,
        thought: Thought,
        wanted: Callable[[], bool] = lambda: True,
        since: float | None = None,
    ) -> Any:
        """Ask for a move and wait for it. Safe from several threads.

        Its clock has run ``since``, by default from now on: waiting for its turn is part of its
        time. A child that breaks down is asked once more, started anew. Raises ThinkingFailed, also
        if it is no longer wanted when its turn comes.
        """
        since = time.monotonic() if since is None else since
        with self._writing:
            self._waiting += 1
        try:
            try:
                return self._asked(thought, wanted, since)
            except ChildLost:
                return self._asked(thought, wanted, since)
        finally:
            with self._writing:
                self._waiting -= 1

    def _asked(self, thought: Thought, wanted: Callable[[], bool], since: float) -> Any:
        with self._turn:
            if self._ended or not wanted():
                raise ThinkingFailed("nobody waits for it")
            child = self._child
            if child is None or child.poll() is not None:
                self._close()
                child = self._child = _started()
            assert child.stdin is not None
            assert child.stdout is not None
            self._at = thought.table
            thought = msgspec.structs.replace(
                thought, among=self._waiting, seconds=time_left(thought.seconds, since)
            )
            try:
                with self._writing:
                    _write(child.stdin, pickle.dumps(thought))
                answer = pickle.loads(_read(child.stdout))
            except (OSError, EOFError, ValueError, pickle.PickleError) as error:
                self._close()  # dead and buried, or the next question would be asked of it too
                raise ChildLost(type(error).__name__) from error
            finally:
                self._at = ""
        return answer

    def interrupt(self, table: str) -> None:
        """Have the thought about a table end now, with the best move so far."""
        child = self._child
        if self._at != table or child is None or child.stdin is None:
            return
        with self._writing, suppress(OSError, ValueError):
            _write(child.stdin, pickle.dumps(table))

    def stop(self) -> None:
        """End the child, whatever it thinks about. Safe to call twice."""
        self._ended = True
        self._close()

    def _close(self) -> None:
        """End the child there is, and let go of its pipes."""
        child = self._child
        if child is None:
            return
        child.kill()
        child.wait()
        with self._writing:
            for pipe in (child.stdin, child.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was being written is lost on purpose
                        pipe.close()


def child_command() -> list[str]:
    """Give the words that start the child: a program made of one file has only itself to start."""
    if getattr(sys, "frozen", False):
        return [sys.executable, AS_THINKER]
    return [sys.executable, "-c", f"from {__name__} import serve; serve()"]


def _started() -> "subprocess.Popen[bytes]":
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        **dict.fromkeys(_THREADS, "1"),
    }
    return subprocess.Popen(
        child_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )


def serve() -> None:
    """Be the child: answer questions until the parent is gone."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    asked: SimpleQueue[Thought | None] = SimpleQueue()
    stopped: set[str] = set()
    threading.Thread(target=_listen, args=(asked, stopped), daemon=True).start()
    while (thought := asked.get()) is not None:
        stopped.discard(thought.table)
        answer = thought.move(time.monotonic, partial(stopped.__contains__, thought.table))
        _write(sys.stdout.buffer, pickle.dumps(answer))


def _listen(asked: "SimpleQueue[Thought | None]", stopped: set[str]) -> None:
    """Take questions, and names of tables whose question is to be ended."""
    while True:
        try:
            heard = pickle.loads(_read(sys.stdin.buffer))
        except EOFError:
            asked.put(None)
            return
        if isinstance(heard, Thought):
            asked.put(heard)
        else:
            stopped.add(heard)


def _write(pipe: IO[bytes], frame: bytes) -> None:
    pipe.write(len(frame).to_bytes(4, "big") + frame)
    pipe.flush()


def _read(pipe: IO[bytes]) -> bytes:
    """Read a frame. Raises EOFError if the other side is gone."""
    head = pipe.read(4)
    frame = pipe.read(int.from_bytes(head, "big")) if len(head) == 4 else b""
    if not frame:
        raise EOFError
    return frame
