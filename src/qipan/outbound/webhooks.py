"""Webhooks: changes sent to other sites, signed, in order, again until they are taken.

Each webhook has a mark of how far it has got, kept in the database: a delivery that was taken
moves it, one that failed is tried again, later each time, and given up after ``MOST_FAILURES``.
What was sent twice has the same sequences. Of several servers, one delivers.
"""

import asyncio
import hmac
import http.client
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec
import structlog

from qipan.kernel.errors import QipanError, Refused
from qipan.kernel.ids import CompetitionId
from qipan.outbound.http_post import IN_ALL, post, target_of
from qipan.outbound.rounds import Listener, Rounds

MOST_FAILURES = 12
SHORTEST_WAIT, LONGEST_WAIT = 2, 3600
BUSY_SECONDS = int(IN_ALL) + 15
AT_ONCE = 4
log = structlog.get_logger("qipan.web")


def secret_of(key: bytes, name: str) -> str:
    """Give the secret a webhook signs with; made from a key of this server, stored nowhere."""
    return hmac.digest(key, f"webhook/{name}".encode(), "sha256").hex()


def signature(secret: str, at: int, body: bytes) -> str:
    """Sign a body: ``t=<seconds>,v1=<hex of HMAC-SHA256 over "<seconds>.<body>">``."""
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, "sha256").hexdigest()
    return f"t={at},v1={signed}"


def wait_after(failures: int) -> int:
    """Say how many seconds to wait after so many failures."""
    return int(min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** min(failures, 20)))


class Hook(Protocol):
    """A registered address, and how far it has got."""

    @property
    def id(self) -> str: ...
    @property
    def competition(self) -> str: ...
    @property
    def url(self) -> str: ...
    @property
    def sent(self) -> int: ...
    @property
    def failures(self) -> int: ...
    @property
    def due(self) -> int: ...
    @property
    def busy(self) -> int: ...


class Hooks(Protocol):
    """Where webhooks are kept."""

    def of(self, competition: str = "") -> Sequence[Hook]:
        """List the webhooks of a competition, or all."""

    def claim(self, found: Any, now: int, until: int) -> bool:
        """Take a webhook for delivery; of several processes, one gets it."""

    def skip(self, found: Any, last: int) -> None:
        """Pass over what was not public."""

    def keep_attempt(self, found: Any, attempt: "Attempt", due: int) -> None:
        """Keep the outcome of an attempt; ``due`` is when to try again after a failure."""


class News(Protocol):
    """Some public events, and how far the journal is read with them."""

    @property
    def events(self) -> Sequence[Any]: ...
    @property
    def read(self) -> int: ...


@dataclass(frozen=True)
class Attempt:
    """One attempt to deliver."""

    at: int
    first: int
    last: int
    status: int
    outcome: str


@dataclass(frozen=True)
class PostRoom:
    """What deliveries are given from outside."""

    hooks: Hooks
    read: Callable[[CompetitionId, int], News]
    """Gives what comes after a sequence. Raises Unknown."""
    seconds: Callable[[], int]
    key: Callable[[], bytes]
    """Of this server; secrets of webhooks are made from it."""
    allow: tuple[str, ...] = ()
    """Addresses of our own network that may be called all the same."""
    checkpoint: Callable[[CompetitionId, Sequence[Any]], Any] = lambda competition, events: None
    """Gives the newest checkpoint of the record that covers some events; None: there is none."""


class Sender(Rounds):
    """Delivers what is due, from the start of the server to its end."""

    name = "webhooks"
    idle_seconds, soon_seconds = 5.0, 0.05

    def __init__(self, room: PostRoom, listeners: list[Listener]) -> None:
        """Take what it needs; nothing runs before ``start``."""
        super().__init__(listeners)
        self.room = room

    async def work(self) -> bool:
        """Deliver once to everybody who is due; say whether somebody may be due again."""
        now = self.room.seconds()
        found = await asyncio.to_thread(self.room.hooks.of)
        due = [
            each
            for each in found
            if each.failures < MOST_FAILURES and each.due <= now and each.busy <= now
        ]
        moved = False
        for start in range(0, len(due), AT_ONCE):
            some = due[start : start + AT_ONCE]
            done = await asyncio.gather(
                *(asyncio.to_thread(deliver, self.room, each) for each in some)
            )
            moved = moved or any(done)
        return moved


def deliver(room: PostRoom, hook: Hook) -> bool:
    """Deliver the next events to one webhook; say whether it got further."""
    now = room.seconds()
    try:
        found = room.read(CompetitionId(hook.competition), hook.sent)
    except QipanError:
        return False
    if found.read <= hook.sent or not room.hooks.claim(hook, now, now + BUSY_SECONDS):
        return False
    if not found.events:
        room.hooks.skip(hook, found.read)
        return True
    told = {"webhook": hook.id, "competition": hook.competition, "events": found.events}
    try:
        checkpoint = room.checkpoint(CompetitionId(hook.competition), found.events)
    except QipanError as error:  # what happened is told all the same
        log.warning("checkpoint", why=str(error))
        checkpoint = None
    body = msgspec.json.encode(told if checkpoint is None else {**told, "checkpoint": checkpoint})
    status, outcome = _call(room, hook, body)
    attempt = Attempt(now, found.events[0].id, found.read, status, outcome)
    room.hooks.keep_attempt(hook, attempt, room.seconds() + wait_after(hook.failures))
    return outcome == "ok"


def _call(room: PostRoom, hook: Hook, body: bytes) -> tuple[int, str]:
    at = room.seconds()
    secret = secret_of(room.key(), hook.id)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Qipan",
        "Qipan-Signature": signature(secret, at, body),
    }
    try:
        target = target_of(hook.url, room.allow)
        status = post(target, body, headers)
    except Refused:
        return 0, "address"
    except TimeoutError:
        return 0, "timeout"
    except (OSError, http.client.HTTPException, ValueError) as error:
        return 0, type(error).__name__[:40]
    return status, "ok" if 200 <= status < 300 else "refused"
