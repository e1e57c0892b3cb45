"""What was made once for a version of a competition is not made again, within bounds.

A value is kept under a key together with a mark of what it was made from; another mark makes it
anew. Whoever asks for something that is just being made waits for it, so that a hall full of
phones asking at once costs one making.
"""

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import sha256
from threading import Lock
from typing import Any, Generic, TypeVar

from qipan.web.shared.compression import LEVEL

V = TypeVar("V")
MOST_VIEWS = 200
MOST_BYTES = 48_000_000
"""Of pages, and again of their parts."""
MOST_HELD = 16_000_000
TAG_LETTERS = 32


class Kept(Generic[V]):
    """Values by key, the least used forgotten first."""

    def __init__(self, most: int, weigh: Callable[[V], int] = lambda _: 1) -> None:
        """Keep values of together at most ``most``."""
        self.most, self.weigh, self.weight = most, weigh, 0
        self._there: OrderedDict[Hashable, tuple[object, V, int]] = OrderedDict()
        self._turns: dict[Hashable, tuple[Lock, int]] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """Count the values."""
        return len(self._there)

    def get(self, key: Hashable, mark: object, make: Callable[[], V]) -> V:
        """Give the value made from what ``mark`` says; make it if it is not there."""
        found = self._find(key, mark)
        if found is not None:
            return found[1]
        turn = self._queue(key)
        try:
            with turn:
                found = self._find(key, mark)
                if found is not None:
                    return found[1]
                value = make()
                self._keep(key, mark, value)
                return value
        finally:
            self._leave(key)

    def seen(self, key: Hashable) -> V | None:
        """Give what is kept under a key, whatever it was made from; None if nothing is."""
        with self._lock:
            found = self._there.get(key)
            return None if found is None else found[1]

    def _find(self, key: Hashable, mark: object) -> tuple[object, V, int] | None:
        with self._lock:
            found = self._there.get(key)
            if found is None or found[0] != mark:
                return None
            self._there.move_to_end(key)
            return found

    def _keep(self, key: Hashable, mark: object, value: V) -> None:
        weight = self.weigh(value)
        with self._lock:
            if key in self._there:
                self.weight -= self._there.pop(key)[2]
            if weight > self.most:
                return
            self._there[key] = (mark, value, weight)
            self.weight += weight
            while self.weight > self.most:
                _, (_, _, freed) = self._there.popitem(last=False)
                self.weight -= freed

    def _queue(self, key: Hashable) -> Lock:
        with self._lock:
            turn, waiting = self._turns.get(key, (Lock(), 0))
            self._turns[key] = (turn, waiting + 1)
            return turn

    def _leave(self, key: Hashable) -> None:
        with self._lock:
            turn, waiting = self._turns[key]
            if waiting == 1:
                del self._turns[key]
            else:
                self._turns[key] = (turn, waiting - 1)


HTML = "text/html; charset=utf-8"


class Written:
    """A page for anybody: its bytes, packed once, and the tag by which a browser knows it.

    ``mark`` names the content of its live parts (``changed_parts``).
    """

    __slots__ = ("body", "mark", "media", "packed", "tag")

    def __init__(self, body: bytes, *, mark: str = "", media: str = HTML) -> None:
        """Pack a page."""
        self.body, self.mark, self.media = body, mark, media
        self.packed = gzip.compress(body, LEVEL, mtime=0)
        self.tag = f'W/"{sha256(body).hexdigest()[:TAG_LETTERS]}"'

    @property
    def weight(self) -> int:
        """Give about the bytes that it takes."""
        return len(self.body) + len(self.packed) + 500


class Keeping:
    """Everything one server keeps: views and tables by version, pages and their parts."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.views: Kept[object] = Kept(MOST_VIEWS)
        self.parts: Kept[str] = Kept(MOST_BYTES, lambda part: 2 * len(part))
        self.pages: Kept[Written] = Kept(MOST_BYTES, lambda page: page.weight)
        self.held: Kept[bytes] = Kept(MOST_HELD, len)
        """What pages hold that are open somewhere, by its digest."""
        self.cut: Kept[Any] = Kept(MOST_HELD, lambda around: around.weight)
        """Pages for anybody, cut where a reader's own corner is."""
        self.changes: Kept[Written] = Kept(MOST_HELD, lambda page: page.weight)
