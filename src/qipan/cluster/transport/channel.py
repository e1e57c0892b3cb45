"""One end of the channel between an edge and a worker: sessions of numbered parcels.

Invariants: within a session every frame is delivered once and in order, or the session breaks and
nothing more of it is heard; only the edge begins sessions, and their numbers only grow. No parcel
is kept to be sent again. After a loss an edge begins anew and enters every line again, which is
told a whole state; and what was asked is asked again: acts that were not taken, and open calls.

A carrier may let parcels overtake each other: one that is early waits for ``MIXED`` at most.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from qipan.cluster.transport.frames import AnyFrame, LineAct, Parcel, Say, read_frames, write
from qipan.play.error_containment import ErrorContainment, log_mistake

BEAT = 250
"""Milliseconds between two signs of life; each tells what was sent, so a last parcel is missed."""
MIXED = 150
"""Milliseconds after which a parcel that is missing counts as lost."""
WINDOW = 0.005
"""Seconds between two flushes."""
MOST_EARLY = 500
MOST_ACTS = 20_000
"""That wait to be taken; when there are more, the oldest are not repeated."""
MOST_BYTES = 200_000
"""In a parcel; NATS takes a megabyte unless told otherwise. What is more travels in several."""
BROKEN = -1
"""The number of a parcel that says: I hear nothing more of this session, begin anew."""
Flush = Callable[[], None]


class FlushWindow:
    """Flushes channels soon after they ask for it: at once, and under load a little later.

    A parcel costs its sender, the broker and its receiver much the same however much is in it. So
    what comes within ``WINDOW`` of the last parcels travels in one; after a quiet moment nothing
    waits.
    """

    def __init__(self) -> None:
        """Begin after a quiet moment."""
        self._flushed = 0.0

    def __call__(self, flush: Flush) -> None:
        """Have something flushed soon."""
        loop = asyncio.get_running_loop()
        loop.call_later(max(0.0, self._flushed + WINDOW - loop.time()), self._run, loop, flush)

    def _run(self, loop: asyncio.AbstractEventLoop, flush: Flush) -> None:
        self._flushed = loop.time()
        with ErrorContainment(log_mistake, "flush"):
            flush()


class Channel:
    """One end. It reads no clock and has no tasks: both come from outside."""

    def __init__(
        self,
        me: str,
        send: Callable[[bytes], None],
        deliver: Callable[[AnyFrame], None],
        later: Callable[[Flush], None],
        now: int,
    ) -> None:
        """Belong to no session yet; ``later`` is asked for a call of ``flush`` soon."""
        self.me = me
        self._send, self._deliver, self._later = send, deliver, later
        self.last = now
        """When the other side last gave a sign of life."""
        self.acted = 0
        """The last act of the other side that was taken here; told with every parcel."""
        self.acts: deque[LineAct] = deque(maxlen=MOST_ACTS)
        """Those that the other side has not taken yet."""
        self.join(0, now)

    def begin(self, session: int, now: int) -> None:
        """Begin a session, as the edge does."""
        self.join(session, now)
        self._is_open = True

    def join(self, session: int, now: int) -> None:
        """Forget the session before, and what waits to be sent in it.

        Nothing is said in this one until something was heard: a line must be told a whole state
        before it is told what follows.
        """
        self.session, self.broken, self._is_open = session, False, False
        self._fresh: list[AnyFrame] = []
        self._early: dict[int, Parcel] = {}
        self._pieces: list[bytes] = []
        self._sent = self._heard = self._told = 0
        self._missing: int | None = None
        self._beaten = now

    # -- out -----------------------------------------------------------------------------------

    def put(self, frame: AnyFrame) -> None:
        """Send a frame with the next parcel."""
        if not self._is_open:
            return
        if not self._fresh:
            self._later(self.flush)
        self._fresh.append(frame)

    def put_act(self, act: LineAct) -> None:
        """Send an act, which is kept until the other side says that it took it."""
        self.acts.append(act)
        self.put(act)

    def say(self, line: int, text: bytes, seq: int) -> None:
        """Say something on a line; what is said to several at once travels once."""
        if self._fresh:
            last = self._fresh[-1]
            if type(last) is Say and last.text is text:
                last.lines.append(line)
                return
        self.put(Say([line], text, seq))

    def flush(self) -> None:
        """Send what waits."""
        frames, self._fresh = self._fresh, []
        if not frames:
            return
        try:
            whole = write(frames)
        except Exception:
            self._sent += 1  # a mistake of ours: what it kept back counts as lost
            raise
        for first in range(0, len(whole), MOST_BYTES):
            self._sent += 1
            end = first + MOST_BYTES
            self._ship(self._sent, whole[first:end], last=end >= len(whole))

    def _ship(self, number: int, body: bytes, *, last: bool = True) -> None:
        self._send(write(Parcel(self.me, self.session, number, self.acted, body, last)))

    def beat(self, now: int) -> None:
        """Give a sign of life now and then, and give up a session of which something is lost."""
        if self._missing is not None and now - self._missing > MIXED:
            self.give_up(now)
        elif now - self._beaten >= BEAT:
            self._sign(now)

    def give_up(self, now: int) -> None:
        """Hear nothing more of this session, and say so."""
        self.join(self.session, now)
        self.broken = True
        self._sign(now)

    def _sign(self, now: int) -> None:
        self._beaten = now
        self._ship(BROKEN if self.broken else self._sent, b"")

    # -- in ------------------------------------------------------------------------------------

    def take(self, parcel: Parcel, now: int) -> None:
        """Take a parcel of this session; its frames are delivered in order, each once."""
        self.last = now
        self._forget_acts(parcel.acted)
        if self.broken:
            return
        before = self._heard
        self._told = max(self._told, parcel.number)
        if parcel.body and parcel.number > before and len(self._early) < MOST_EARLY:
            self._early[parcel.number] = parcel
        while self._heard + 1 in self._early:
            self._heard += 1
            self._pass_on(self._early.pop(self._heard))
        if self._heard >= self._told:
            self._missing = None
        elif self._missing is None or self._heard > before:
            self._missing = now

    def _forget_acts(self, taken: int) -> None:
        while self.acts and self.acts[0].number <= taken:
            self.acts.popleft()

    def _pass_on(self, parcel: Parcel) -> None:
        self._is_open = True
        self._pieces.append(parcel.body)
        if parcel.last:
            whole, self._pieces = b"".join(self._pieces), []
            for frame in read_frames(whole):
                self._deliver(frame)
