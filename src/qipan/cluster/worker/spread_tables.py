"""The tables of a lobby, spread over all workers by their names.

Whoever owns a table tells the lobby when its game has ended. What may have got lost on the way is
found again: every ``LOOK`` milliseconds the lobby asks how the games stand that are on, and opens
those that there are not.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import structlog

from qipan.cluster.remote_hall import RemoteHall
from qipan.contest import AnnulTable, BeginGame, OpenTable, TableAct, TableFact
from qipan.journal.live.events import TableOpened
from qipan.kernel.errors import QipanError
from qipan.kernel.rules import RuleKey
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.lobbies.tables import TableGlance, Told

LOOK = 5_000
log = structlog.get_logger("qipan.cluster")


class SpreadTables:
    """The tables of one lobby."""

    def __init__(
        self, hall: RemoteHall, clock: Callable[[], int], held: Callable[[], bool]
    ) -> None:
        """Ask over a hall for as long as the lobby is ``held`` here."""
        self._hall, self._clock, self._held = hall, clock, held
        self._told: list[Told] = []
        self._laid: set[str] = set()
        self._acts: list[TableAct] = []
        self._looked: int | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._acting = self._looking = False

    def listen(self, told: Told) -> None:
        """Have ``told`` hear of tables that went on."""
        self._told.append(told)

    def is_laid(self, name: str) -> bool:
        """Say whether the owner of a table was heard to have it."""
        return name in self._laid

    def open(self, name: str, opened: TableOpened) -> None:
        """Have a table opened; thousands at the same time are asked for together."""
        self._act(OpenTable(name, opened))

    def begin(self, name: str) -> None:
        """Have the clocks of a table started."""
        self._act(BeginGame(name))

    def annul(self, name: str, by: RuleKey) -> None:
        """Have a table closed that nobody came to."""
        self._act(AnnulTable(name, by))

    def look(self, names: Iterable[str], *, first: bool = False) -> None:
        """Ask how tables stand, now and then; ``first``: at once."""
        now = self._clock()
        early = self._looked is not None and now - self._looked < LOOK
        wanted = list(names)
        if not wanted or self._looking or (early and not first):
            return
        self._looked, self._looking = now, True
        self._run(self._ask(wanted))

    def _act(self, act: TableAct) -> None:
        self._acts.append(act)
        if not self._acting:
            self._acting = True
            self._run(self._carry_out())

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry_out(self) -> None:
        """Do what gathers; what fails is found missing at the next look, and asked for again."""
        while self._acts and self._held():
            acts, self._acts = self._acts, []
            with ErrorContainment(log_mistake, "lobby"):
                try:
                    await self._hall.act(acts)
                    self._laid |= {each.table for each in acts if isinstance(each, OpenTable)}
                except QipanError as error:
                    log.warning("lobby", why=str(error), tables=len(acts))
        self._acting = False

    async def _ask(self, names: list[str]) -> None:
        with ErrorContainment(log_mistake, "lobby"):
            try:
                found = await self._hall.facts(names, ())
            except QipanError as error:
                log.warning("lobby", why=str(error), tables=len(names))
                found = {}
            for name, fact in found.items():
                if self._held():
                    self._tell(name, fact)
        self._looking = False

    def _tell(self, name: str, fact: TableFact | None) -> None:
        if fact is not None:
            self._laid.add(name)
        for told in self._told:
            with ErrorContainment(log_mistake, name):
                told(name, None if fact is None else _glance(fact))


def _glance(fact: TableFact) -> TableGlance:
    return TableGlance(fact.begun, fact.over, fact.places, bool(fact.arrived))
