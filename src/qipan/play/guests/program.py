"""One running program of somebody else: lines in and out, within time and bounds.

It is started without a shell, in a session of its own, with an environment that holds no secret of
this server. It may say a bounded amount of lines of a bounded length for each answer; what goes
beyond, or takes too long, ends it, and with it whatever it started.
"""

import os
import signal
import subprocess
import threading
import time
from contextlib import suppress
from queue import Empty, Full, Queue

from qipan.games.guest_engines import GuestEngine
from qipan.kernel.guest_talk import GuestFailed

LONGEST_LINE, MOST_LINES, MOST_SAID = 4096, 20_000, 2_000_000
NICENESS = 5
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP")
_END = None


class Program:
    """A guest's process, as long as it behaves."""

    def __init__(self, engine: GuestEngine) -> None:
        """Start it. Raises GuestFailed if it cannot be."""
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        try:
            self._child = subprocess.Popen(
                list(engine.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=kept,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise GuestFailed(f"cannot be started: {engine.command[0]}: {why}") from error
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, self._child.pid, NICENESS)
        self.fresh = True
        self._killing, self._killed = threading.Lock(), False
        self._heard: Queue[str | None] = Queue(MOST_LINES)
        self._until, self._lines, self._said = 0.0, 0, 0
        self._listener = threading.Thread(target=self._listen, name="guest", daemon=True)
        self._listener.start()

    def give(self, seconds: float) -> None:
        """Give it so long for what is asked next; what it said before is forgotten."""
        self._until, self._lines, self._said = time.monotonic() + seconds, 0, 0
        with suppress(Empty):
            while True:
                if self._heard.get_nowait() is _END:
                    raise GuestFailed("it ended")

    def say(self, line: str) -> None:
        """Write a line. Raises GuestFailed."""
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(f"{line}\n".encode())
            self._child.stdin.flush()
        except (OSError, ValueError) as error:
            raise GuestFailed("it ended") from error

    def hear(self) -> str:
        """Read the next line. Raises GuestFailed when the time is up, or it ended."""
        left = self._until - time.monotonic()
        try:
            line = self._heard.get(timeout=max(0.0, left))
        except Empty:
            raise GuestFailed("too slow") from None
        self._lines += 1
        if line is _END or self._lines > MOST_LINES:
            raise GuestFailed("it ended, or said too much")
        return line

    def _listen(self) -> None:
        pipe = self._child.stdout
        assert pipe is not None
        with suppress(OSError, ValueError, Full):
            while line := pipe.readline(LONGEST_LINE):
                self._said += len(line)
                if not line.endswith(b"\n") or self._said > MOST_SAID:
                    break
                self._heard.put_nowait(line.decode("utf-8", "replace").rstrip("\r\n"))
        self.stop()
        with suppress(OSError):
            pipe.close()
        while True:  # the end is always heard, whatever was said before it
            try:
                self._heard.put_nowait(_END)
                return
            except Full:
                with suppress(Empty):
                    self._heard.get_nowait()

    def stop(self) -> None:
        """End it and what it started. Safe to call twice."""
        self._kill()
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(5)
        if self._child.stdin is not None:
            with suppress(OSError):
                self._child.stdin.close()
        if threading.current_thread() is not self._listener:
            self._listener.join(5)

    def _kill(self) -> None:
        """Kill its session: a wrapper that ended may have left the engine itself running."""
        with self._killing:
            if self._killed:  # its number may be another's by now
                return
            self._killed = True
            with suppress(OSError):
                if hasattr(os, "killpg"):
                    os.killpg(self._child.pid, signal.SIGKILL)
                else:
                    self._child.kill()
