"""Reviews under way and done: the same game is reviewed once, and only so many at a time.

A review that nobody waits for any more is given up.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from qipan.formats.record import Record
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.views.review.reviewed_game import ReviewedGame

MOST_UNDER_WAY, MOST_OF_ONE = 8, 3
MOST_KEPT = 100
BUSY = rule("review.busy", "Only so many games are reviewed at once, in all and for one reader.")
Told = Callable[[int, int], None]
"""Hears how many moves of how many are done."""
Reviewing = Callable[[Record, Told], Awaitable[ReviewedGame]]


@dataclass
class _UnderWay:
    """A review that somebody waits for."""

    asker: str
    task: asyncio.Task[ReviewedGame] | None = None
    waiting: list[Told] = field(default_factory=list)

    def told(self, done: int, total: int) -> None:
        for hear in tuple(self.waiting):
            hear(done, total)


def _unheard(done: int, total: int) -> None:
    """Whoever asked does not want to hear how far it is."""


class SharedReviews:
    """Reviews of one process."""

    def __init__(self, review: Reviewing) -> None:
        """Know nothing yet; ``review`` does the work."""
        self._review = review
        self._done: OrderedDict[bytes, ReviewedGame] = OrderedDict()
        self._under_way: dict[bytes, _UnderWay] = {}

    async def of(self, record: Record, told: Told | None = None, asker: str = "") -> ReviewedGame:
        """Give the review of a record. Raises Refused if too many are under way, and what it does.

        ``asker`` is whoever began it, as far as anybody can tell.
        """
        key = _key_of(record)
        if key in self._done:
            self._done.move_to_end(key)
            return self._done[key]
        found = self._under_way.get(key)
        if found is None:
            self._require_room(asker)
            found = self._under_way[key] = _UnderWay(asker)
            found.task = asyncio.get_running_loop().create_task(self._begin(key, found, record))
        assert found.task is not None
        hear = told or _unheard
        found.waiting.append(hear)
        try:
            return await asyncio.shield(found.task)
        finally:
            found.waiting.remove(hear)
            if not found.waiting and not found.task.done():
                self._under_way.pop(key, None)
                found.task.cancel()

    async def _begin(self, key: bytes, found: _UnderWay, record: Record) -> ReviewedGame:
        try:
            reviewed = await self._review(record, found.told)
        finally:
            if self._under_way.get(key) is found:
                del self._under_way[key]
        self._done[key] = reviewed
        while len(self._done) > MOST_KEPT:
            self._done.popitem(last=False)
        return reviewed

    def _require_room(self, asker: str) -> None:
        own = sum(each.asker == asker for each in self._under_way.values())
        if own >= MOST_OF_ONE or len(self._under_way) >= MOST_UNDER_WAY:
            raise Refused("review.busy", BUSY)


def _key_of(record: Record) -> bytes:
    """Give what a review follows from: names, comments and clocks are no part of it."""
    played = (record.game, record.moves, record.seats, sorted(record.by.items()))
    return sha256(msgspec.json.encode((played, record.rules, record.setup))).digest()
