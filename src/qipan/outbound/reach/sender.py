"""Tells everybody who asked what they are called to, once each, again until it is taken.

What is to be told is looked at when a competition changes and every few seconds; who was told
already is known by the name of the call that is kept with the wish. Of several servers, one sends.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import structlog

from qipan.kernel.errors import QipanError
from qipan.outbound.http_post import IN_ALL
from qipan.outbound.reach.delivery import GONE, OK, Message, Ways, send
from qipan.outbound.rounds import Listener, Rounds
from qipan.outbound.webhooks import MOST_FAILURES, wait_after

AT_ONCE = 16
ROWS_SECONDS = 30
"""How often wishes are read though nothing is new: somebody may have just asked."""
BUSY_SECONDS = int(IN_ALL) + 30
log = structlog.get_logger("qipan.web")


class Wish(Protocol):
    """Somebody's wish to be told."""

    @property
    def id(self) -> str: ...
    @property
    def entrant(self) -> str: ...
    @property
    def way(self) -> str: ...
    @property
    def content(self) -> str: ...
    @property
    def said(self) -> str: ...
    @property
    def failures(self) -> int: ...
    @property
    def due(self) -> int: ...
    @property
    def busy(self) -> int: ...


class Wishes(Protocol):
    """Where wishes are kept."""

    def places(self) -> list[tuple[str, str]]: ...
    def of_section(self, competition: str, section: str) -> Sequence[Any]: ...
    def claim(self, found: Any, now: int, until: int) -> bool: ...
    def keep_attempt(self, found: Any, **outcome: Any) -> None: ...
    def remove(self, name: str) -> bool: ...


class Calls(Protocol):
    """What is to be told in a section now."""

    @property
    def keys(self) -> Mapping[str, str]:
        """Name the call of each entrant; that of the whole section under the empty name."""

    def message(self, wish: Any) -> Message:
        """Put the call that a wish is about into words."""


@dataclass(frozen=True)
class CallRoom:
    """What sending is given from outside."""

    wishes: Wishes
    calls: Callable[[str, str], Calls]
    """Gives what is to be told in a section. Raises Unknown."""
    ways: Ways


class Caller(Rounds):
    """Sends what is to be told, from the start of the server to its end."""

    name = "reach"
    idle_seconds, soon_seconds = 5.0, 1.0

    def __init__(self, room: CallRoom, listeners: list[Listener]) -> None:
        """Take what it needs; nothing runs before ``start``."""
        super().__init__(listeners)
        self.room = room
        self._threads = ThreadPoolExecutor(AT_ONCE, "reach")
        self._seen: dict[tuple[str, str], tuple[Mapping[str, str], int]] = {}
        """What was to be told at the last look at a section, and when its wishes are read next."""

    async def stop(self) -> None:
        """Stop, and let the threads go."""
        await super().stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def work(self) -> bool:
        for place in await asyncio.to_thread(self.room.wishes.places):
            try:
                calls = await asyncio.to_thread(self.room.calls, *place)
            except QipanError:
                continue  # a competition that cannot be read silences nobody else
            keys, now = calls.keys, self.room.ways.seconds()
            before, again = self._seen.get(place, ({}, 0))
            if keys == before and now < again:
                continue
            found = await asyncio.to_thread(self.room.wishes.of_section, *place)
            due = [each for each in found if is_due(each, keys, now)]
            for start in range(0, len(due), AT_ONCE):
                some = due[start : start + AT_ONCE]
                await asyncio.gather(*(self._tell(calls, each) for each in some))
            waits = [each.due for each in found if each.due > now]
            self._seen[place] = (keys, min([now + ROWS_SECONDS, *waits]))
        return False

    async def _tell(self, calls: Calls, wish: Any) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, tell, self.room, calls, wish)


def is_due(wish: Wish, keys: Mapping[str, str], now: int) -> bool:
    """Say whether somebody is to be told something they were not told."""
    key = keys.get(wish.entrant, "")
    return bool(key) and key != wish.said and wish.due <= now and wish.busy <= now


def tell(room: CallRoom, calls: Calls, wish: Any) -> None:
    """Tell one person; keep how it went. A browser that takes no more is forgotten."""
    now = room.ways.seconds()
    if not room.wishes.claim(wish, now, now + BUSY_SECONDS):
        return
    status, outcome = send(room.ways, wish.way, wish.content, calls.message(wish))
    if outcome == GONE:
        room.wishes.remove(wish.id)
        return
    common = {"at": room.ways.seconds(), "status": status, "outcome": outcome}
    if outcome == OK:
        key = calls.keys[wish.entrant]
        room.wishes.keep_attempt(wish, said=key, failures=0, due=0, **common)
        return
    failures = wish.failures + 1
    state = {"state": "stopped"} if failures >= MOST_FAILURES else {}
    due = room.ways.seconds() + wait_after(failures)
    room.wishes.keep_attempt(wish, failures=failures, due=due, **state, **common)
