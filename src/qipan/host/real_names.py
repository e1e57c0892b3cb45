"""Asks the operator's service about everybody who has still to prove their real name.

However somebody was entered: by themselves, from the qualifier, by list. Who is confirmed is
verified as if an organiser had done it; who is not waits for the organiser. Asked once, and again
after a while only where there was no answer.
"""

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime

import structlog

from qipan.desk.entries.commands import VerifyIdentity
from qipan.desk.entries.phases import unverified
from qipan.desk.online.zones import local
from qipan.journal.state import Competition, Section
from qipan.kernel.endless_tasks import end
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import EntrantId
from qipan.outbound.real_names import NameCheck
from qipan.sections.lookup import event_of
from qipan.wiring import House

EVERY_SECONDS, AGAIN_SECONDS = 10.0, 600
ACTOR = "real-name-hook"
log = structlog.get_logger()


class RealNames:
    """The check, from the start of the server to its end."""

    def __init__(self, house: House, check: NameCheck, now: Callable[[], datetime]) -> None:
        """Take what it needs; nothing runs before ``start``."""
        self._house, self._check, self._now = house, check, now
        self._asked: dict[tuple[str, str, str], float] = {}
        """When somebody may be asked about again; never, once there was an answer."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to ask."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Stop after the question under way."""
        if self._task is not None:
            await end(self._task)

    async def _run(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self.look)
            except QipanError as error:
                log.warning("real names", why=str(error))
            await asyncio.sleep(EVERY_SECONDS)

    def look(self) -> None:
        """Ask about everybody who waits and was not asked about."""
        for state, section, who in list(self._waiting()):
            key, now = (state.id, section.id, str(who)), self._now()
            if self._asked.get(key, 0.0) > now.timestamp():
                continue
            people = self._house.people.find(section.entrants[who].people)
            place = {"competition": str(state.id), "section": str(section.id), "entrant": str(who)}
            stamp = int(now.timestamp())
            said = [self._check.verified(each, place, stamp) for each in people.values()]
            self._asked[key] = stamp + AGAIN_SECONDS if None in said else float("inf")
            if said and all(said):
                self._verify(state, section, who, now)

    def _waiting(self) -> Iterator[tuple[Competition, Section, EntrantId]]:
        for state in self._house.office.readable():
            for section in state.sections.values():
                if not section.closed:
                    for who in unverified(section, event_of(state, section)):
                        yield state, section, who

    def _verify(self, state: Competition, section: Section, who: EntrantId, now: datetime) -> None:
        wall = now.astimezone().replace(tzinfo=None)
        shown = wall if section.contest is None else local(section.contest, now)
        text = shown.replace(microsecond=0).isoformat(timespec="minutes")
        command = VerifyIdentity(section=section.id, entrant=who, now=text)
        try:
            self._house.office.carry_out(state.id, ACTOR, command)
        except QipanError as error:  # too late, or others were faster: the organiser sees it
            log.warning("real name", competition=state.id, entrant=who, why=str(error))
