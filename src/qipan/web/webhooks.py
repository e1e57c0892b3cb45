"""Webhooks: changes sent to other sites, signed, in order, again until they are taken.

Each webhook has a mark of how far it has got, kept in the database: a delivery that was taken
moves it, one that failed is tried again, later each time, and given up after ``MOST_FAILURES``.
What was sent twice has the same sequences. Of several servers, one delivers.
"""

import asyncio
import hmac
import http.client
from contextlib import suppress
from typing import Any

import msgspec
import structlog

from qipan.kernel.errors import QipanError, Refused
from qipan.kernel.ids import CompetitionId
from qipan.store.webhooks import Delivery, Webhook
from qipan.web.calling import IN_ALL, post, target_of
from qipan.web.stream_api import read_changes

MOST_FAILURES = 12
SHORTEST_WAIT, LONGEST_WAIT = 2, 3600
BUSY_SECONDS = int(IN_ALL) + 15
AT_ONCE = 4
IDLE_SECONDS, SOON_SECONDS = 5.0, 0.05
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


class Sender:
    """Delivers what is due, from the start of the server to its end."""

    def __init__(self, context: Any) -> None:
        """Take the surroundings; nothing runs before ``start``."""
        self.context = context
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to deliver."""
        self._loop = asyncio.get_running_loop()
        self.context.house.listeners.append(self._changed)
        self._task = self._loop.create_task(self._run())

    async def stop(self) -> None:
        """Stop; a delivery under way is tried again by whoever comes next."""
        if self._task is None:
            return
        self.context.house.listeners.remove(self._changed)
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    def _changed(self, competition: str, version: int) -> None:
        del competition, version
        if self._loop is not None and not self._loop.is_closed():
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake.set)

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                more = await self._round()
            except QipanError as error:  # the storage is away: it comes back
                log.warning("webhooks", why=str(error))
                more = False
            if more:
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), IDLE_SECONDS)
            await asyncio.sleep(SOON_SECONDS)

    async def _round(self) -> bool:
        """Deliver once to everybody who is due; say whether somebody may be due again."""
        now = self.context.seconds()
        found = await asyncio.to_thread(self.context.house.beside.webhooks.of)
        due = [
            each
            for each in found
            if each.failures < MOST_FAILURES and each.due <= now and each.busy <= now
        ]
        moved = False
        for start in range(0, len(due), AT_ONCE):
            some = due[start : start + AT_ONCE]
            done = await asyncio.gather(
                *(asyncio.to_thread(deliver, self.context, each) for each in some)
            )
            moved = moved or any(done)
        return moved


def deliver(context: Any, hook: Webhook) -> bool:
    """Deliver the next events to one webhook; say whether it got further."""
    hooks, now = context.house.beside.webhooks, context.seconds()
    try:
        found = read_changes(context, CompetitionId(hook.competition), hook.sent)
    except QipanError:
        return False
    if found.read <= hook.sent or not hooks.claim(hook, now, now + BUSY_SECONDS):
        return False
    if not found.events:
        hooks.skip(hook, found.read)
        return True
    body = msgspec.json.encode(
        {"webhook": hook.id, "competition": hook.competition, "events": found.events}
    )
    status, outcome = _call(context, hook, body)
    tried = Delivery(0, now, found.events[0].id, found.read, status, outcome)
    hooks.delivered(hook, tried, context.seconds() + wait_after(hook.failures))
    return outcome == "ok"


def _call(context: Any, hook: Webhook, body: bytes) -> tuple[int, str]:
    at = context.seconds()
    secret = secret_of(context.tables.key, hook.id)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Qipan",
        "Qipan-Signature": signature(secret, at, body),
    }
    try:
        target = target_of(hook.url, context.settings.webhooks.allow)
        status = post(target, body, headers)
    except Refused:
        return 0, "address"
    except TimeoutError:
        return 0, "timeout"
    except (OSError, http.client.HTTPException, ValueError) as error:
        return 0, type(error).__name__[:40]
    return status, "ok" if 200 <= status < 300 else "refused"
