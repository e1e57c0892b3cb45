"""The demo while it runs: shows are opened, computers move, the online contest goes on."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import structlog

from qipan.journal.live.table import Table
from qipan.kernel.endless_tasks import end
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import Seat
from qipan.play.thinking.process import ThinkingProcess, Thought
from qipan.web.demo.computers import ComputerSeats
from qipan.web.demo.online_contest import PREFIX, SECTION, keep_going
from qipan.web.demo.shows import MOVE_SECONDS, SHOWS, WAY, Show, opened_table
from qipan.web.shared.context import Context
from qipan.wiring import table_name

NAP, SHORTEST_NAP = 0.1, 0.01
CONTEST_SECONDS = 0.7
"""A computer takes so long for a move of the contest."""
LOOK_SECONDS = 4.0
"""How often tables and the contest are looked after."""
REST_SECONDS = 20.0
"""How long a finished game stays before the next one begins."""
log = structlog.get_logger()


class DemoStage:
    """Runs beside the server, from its start to its end."""

    def __init__(self, context: Context) -> None:
        """Nothing runs before ``start``."""
        self._context = context
        self._people: frozenset[tuple[str, str]] = frozenset()
        """Competition and entrant of every card that somebody has taken."""
        self._process = ThinkingProcess()
        self._thread = ThreadPoolExecutor(1, "shows")
        self._computers = ComputerSeats(context.tables, self._is_free, Random(), self._ask)
        self._due: dict[str, float] = {}
        self._ended: dict[str, float] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, on the loop that is running."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """End."""
        if self._task is not None:
            await end(self._task)
        await asyncio.to_thread(self._process.stop)
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _ask(self, thought: Thought) -> Any:
        """Find a move in a process that the shows have for themselves: no visitor waits for it."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._process.ask, thought)

    async def _run(self) -> None:
        looked = -LOOK_SECONDS
        while True:
            hurried = False
            try:
                if time.monotonic() - looked >= LOOK_SECONDS:
                    looked = time.monotonic()
                    await self._look()
                hurried = self._move()
            except QipanError as error:
                log.warning("demo", why=str(error))
            except Exception:
                log.exception("demo")  # a mistake in the demo must not end it
            await asyncio.sleep(SHORTEST_NAP if hurried else NAP)

    # -- looking after the tables --------------------------------------------------------------

    async def _look(self) -> None:
        office = self._context.house.office
        contest = await asyncio.to_thread(keep_going, office, self._context.now())
        taken = await asyncio.to_thread(
            self._context.house.side_tables.phones.taken, contest.id, SECTION
        )
        self._people = frozenset((each.card.competition, each.card.entrant) for each in taken)
        for show in SHOWS:
            await self._keep(show)
        for table in self._tables():
            if table.over:
                self._computers.leave(table.id)
            else:
                await self._computers.sit_down(table)

    def _tables(self) -> list[Table]:
        return [
            table
            for table in self._context.tables.tables()
            if table.opened.origin.get("way") == WAY
            or table.opened.origin.get("competition", "").startswith(PREFIX)
        ]

    async def _keep(self, show: Show) -> None:
        """Open the next table of a show a while after the last one ended."""
        mine = [table for table in self._tables() if show.is_at(table)]
        if any(not table.over for table in mine):
            return
        for table in mine:
            ended = self._ended.setdefault(table.id, time.monotonic())
            if time.monotonic() - ended < REST_SECONDS:
                return
        state = await asyncio.to_thread(self._context.house.office.state, show.competition)
        opened = opened_table(show, state)
        if opened is not None:
            name = table_name(self._context.now())
            await self._context.tables.open(name, opened, begin=True)

    def _is_free(self, table: Table, seat: Seat) -> bool:
        who = table.opened.occupants[seat]
        return (table.opened.origin.get("competition", ""), who) not in self._people

    # -- moving --------------------------------------------------------------------------------

    def _move(self) -> bool:
        """Make the moves that are due; say whether more are due at once."""
        now, hurried = time.monotonic(), False
        for table in self._tables():
            if not table.going or self._due.get(table.id, 0) > now:
                continue
            show = next((each for each in SHOWS if each.is_at(table)), None)
            if show is not None and show.until and _phase(table) == show.until:
                continue
            if self._computers.move(table, show.script if show else ()):
                pause = _pause(table, show)
                hurried = hurried or not pause
                self._due[table.id] = now + pause
        return hurried


def _phase(table: Table) -> str:
    return table.game.phase(table.state)


def _pause(table: Table, show: Show | None) -> float:
    if show is None:
        return CONTEST_SECONDS
    return 0 if len(table.moves) < show.begun else MOVE_SECONDS
