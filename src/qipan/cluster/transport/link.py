"""A link between an edge and a worker: every frame once and in order, over a careless carrier.

Parcels are numbered. The receiver passes them on in order, lays early ones aside, drops repeated
ones, and asks for what is missing; the sender keeps what was not heard yet. A sign of life every
``BEAT`` tells what was sent and heard, so that a lost last parcel is missed too. A frame that a
broker would not take in one parcel travels in pieces.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator

from qipan.cluster.transport.frames import (
    UNKNOWN,
    Answer,
    AnyFrame,
    Call,
    Parcel,
    Part,
    Say,
    read_frame,
    write,
)

BEAT = 250
"""Milliseconds between two signs of life."""
PATIENCE = 500
"""Milliseconds before something unheard is sent again unasked."""
MOST_UNHEARD = 5_000
MOST_ASIDE = 500
MOST_FRAMES = 400
MOST_BYTES = 200_000
"""In a parcel; NATS takes a megabyte unless told otherwise."""
RESENT = 100


class Overflow(Exception):
    """The other side has heard nothing for too long; the link is of no use any more."""


class Link:
    """One end of a link. It reads no clock and has no tasks: both come from outside."""

    def __init__(
        self,
        me: str,
        send: Callable[[bytes], None],
        deliver: Callable[[AnyFrame], None],
        wake: Callable[["Link"], None],
        now: int,
    ) -> None:
        """Begin with nothing sent; ``wake`` asks for a call of ``flush`` soon."""
        self.me = me
        self._send, self._deliver, self._wake = send, deliver, wake
        self._fresh: list[AnyFrame] = []
        self._unheard: OrderedDict[int, bytes] = OrderedDict()
        self._aside: dict[int, Parcel] = {}
        self._pieces: list[bytes] = []
        self.sent = self.heard = 0
        self.last = now
        """When the other side last gave a sign of life."""
        self._moved = self._asked = self._beaten = now

    # -- out -----------------------------------------------------------------------------------

    def put(self, frame: AnyFrame) -> None:
        """Send a frame with the next parcel."""
        if not self._fresh:
            self._wake(self)
        self._fresh.append(frame)

    def say(self, line: int, text: bytes, seq: int) -> None:
        """Say something on a line; what is said to several at once travels once."""
        if self._fresh:
            last = self._fresh[-1]
            if type(last) is Say and last.text is text:
                last.lines.append(line)
                return
        self.put(Say([line], text, seq))

    def flush(self, now: int) -> None:
        """Send what waits. Raises Overflow if nobody has listened for long."""
        frames, self._fresh = self._fresh, []
        some: list[AnyFrame] = []
        size = 0
        for frame in _in_pieces(frames):
            more = _size(frame)
            if some and (size + more > MOST_BYTES or len(some) >= MOST_FRAMES):
                self._ship(some, now)
                some, size = [], 0
            some.append(frame)
            size += more
        if some:
            self._ship(some, now)

    def _ship(self, frames: list[AnyFrame], now: int) -> None:
        if len(self._unheard) >= MOST_UNHEARD:
            raise Overflow
        if not self._unheard:
            self._moved = now
        self.sent += 1
        parcel = write(Parcel(self.me, self.sent, self.sent, self.heard, False, frames))
        self._unheard[self.sent] = parcel
        self._beaten = now
        self._send(parcel)

    def beat(self, now: int) -> None:
        """Give a sign of life if none was given lately, and send again what was not heard."""
        if self._unheard and now - self._moved > PATIENCE:
            self._moved = now
            self._resend()
        if now - self._beaten >= BEAT:
            self._sign(now, again=False)

    def _sign(self, now: int, *, again: bool) -> None:
        self._beaten = now
        self._send(write(Parcel(self.me, 0, self.sent, self.heard, again, [])))

    def _resend(self) -> None:
        for _, parcel in zip(range(RESENT), self._unheard.values(), strict=False):
            self._send(parcel)

    # -- in ------------------------------------------------------------------------------------

    def take(self, parcel: Parcel, now: int) -> None:
        """Take a parcel of the other side; its frames are delivered in order, each once."""
        self.last = now
        self._drop_heard(parcel.heard, now)
        if parcel.again:
            self._resend()
        if parcel.number == self.heard + 1:
            self._pass_on(parcel)
            while self.heard + 1 in self._aside:
                self._pass_on(self._aside.pop(self.heard + 1))
        elif parcel.number > self.heard and len(self._aside) < MOST_ASIDE:
            self._aside[parcel.number] = parcel
        if parcel.sent > self.heard and now - self._asked > BEAT // 5:
            self._asked = now
            self._sign(now, again=True)

    def _pass_on(self, parcel: Parcel) -> None:
        self.heard += 1
        for frame in parcel.frames:
            if type(frame) is Part:
                self._put_together(frame)
            else:
                self._deliver(frame)

    def _put_together(self, part: Part) -> None:
        self._pieces.append(part.piece)
        if part.last:
            whole, self._pieces = b"".join(self._pieces), []
            self._deliver(read_frame(whole))

    def _drop_heard(self, heard: int, now: int) -> None:
        while self._unheard:
            number = next(iter(self._unheard))
            if number > heard:
                return
            del self._unheard[number]
            self._moved = now


def _size(frame: AnyFrame) -> int:
    """Say about how many bytes a frame takes."""
    if type(frame) is Say:
        return len(frame.text) + 5 * len(frame.lines) + 50
    if type(frame) is Answer or type(frame) is Call:
        return len(frame.body) + 50
    if type(frame) is Part:
        return len(frame.piece)
    return len(getattr(frame, "text", "")) + 50


def _in_pieces(frames: Iterable[AnyFrame]) -> Iterator[AnyFrame]:
    """Cut up what is too large for one parcel."""
    for frame in frames:
        if _size(frame) <= MOST_BYTES:
            yield frame
            continue
        whole = write(frame)
        for first in range(0, len(whole), MOST_BYTES):
            end = first + MOST_BYTES
            yield Part(whole[first:end], end >= len(whole))


def unknown(me: str) -> bytes:
    """Tell somebody that the link they speak on is not known here."""
    return write(Parcel(me, UNKNOWN, 0, 0, False, []))
