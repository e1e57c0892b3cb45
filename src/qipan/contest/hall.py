"""The port of live tables as a scheduler sees them: facts about them, and what they are to do.

``OwnerHall`` works on the owner of this process and runs on its thread; it never waits for the
disk. ``cluster.remote_hall`` asks the owners of other processes.
"""

import asyncio
from collections.abc import Iterable, Mapping
from datetime import datetime
from random import Random
from typing import Protocol

import msgspec

from qipan.desk.conduct.lateness import LATE as SET_BACK
from qipan.games import game_named
from qipan.journal.live import events
from qipan.journal.live.events import Spent, TableEvent, TableOpened
from qipan.journal.live.table import Table, convert_rules, hides
from qipan.journal.state import KeptRecord
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.rules import RuleKey, rule
from qipan.play.boardside import ENTERED, entered_time, in_hall
from qipan.play.owner import Owner
from qipan.play.owner_acts import OwnerDecides, annulled, game_begun, owner_act
from qipan.play.room import Room

AT_ONCE = 50
"""Tables that are looked at or acted on before anybody else has a turn."""
OVERTAKEN = rule("contest.table-closed", "A table is closed when its game is decided elsewhere.")


class TableFact(msgspec.Struct, frozen=True):
    """What a scheduler knows of a table."""

    table: str
    version: int
    opened: datetime
    """Since when it is known to be open."""
    begun: bool
    arrived: tuple[int, ...]
    """Seats that somebody has taken."""
    places: tuple[int, ...] = ()
    """Once it is over, unless it was annulled."""
    over: bool = False
    adjudged: bool = False
    used: tuple[int, ...] = ()
    """Milliseconds, by seat."""
    record: KeptRecord | None = None
    """The moves, once it is over, where nothing in them is hidden."""
    both_lose: bool = False
    again: bool = False
    """It ended without a result."""
    late: tuple[int, ...] = ()
    """Seats whose clocks were set back for coming late."""
    delay: int = 0
    """Milliseconds by which spectators are behind."""


class OpenTable(msgspec.Struct, frozen=True):
    """Open a table, unless it is open."""

    table: str
    opened: TableOpened
    begin: bool = False


class BeginGame(msgspec.Struct, frozen=True):
    """Start the clocks of a table, unless they were."""

    table: str


class AnnulTable(msgspec.Struct, frozen=True):
    """Close a table that is not wanted any more, unless it is over."""

    table: str
    rule: RuleKey = OVERTAKEN


class SetClockBack(msgspec.Struct, frozen=True):
    """Take the time off a clock by which somebody came late, unless it was."""

    table: str
    seat: int
    milliseconds: int


TableAct = OpenTable | BeginGame | AnnulTable | SetClockBack
TableFacts = Mapping[str, TableFact | None]


class Hall(Protocol):
    """Live tables, wherever their owners are."""

    async def facts(self, tables: Iterable[str], others: Iterable[str]) -> TableFacts:
        """Tell what is known of tables, None for one that there is not. Raises Unavailable.

        ``others`` are not waited for: they may be left out where nothing can have happened.
        """

    async def act(self, acts: Iterable[TableAct]) -> None:
        """Do these things; each may have been done before, and is then left alone.

        Raises Unavailable.
        """


class OwnerHall:
    """The tables of an owner in this process."""

    def __init__(self, owner: Owner) -> None:
        """Look at an owner."""
        self.owner = owner
        self._since: dict[str, datetime] = {}
        self._opening: set[str] = set()

    async def facts(
        self, tables: Iterable[str], others: Iterable[str] = ()
    ) -> dict[str, TableFact | None]:
        """Tell what is known of tables; of others only if they are in memory."""
        rooms = self.owner.rooms
        found = {name: self._fact(rooms[name]) for name in others if name in rooms}
        result: dict[str, TableFact | None] = dict(found)
        for number, name in enumerate(list(tables), 1):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
            try:
                room = self.owner.room(name)
                result[name] = self._fact(room, record=room.table.over)
            except Unknown:
                result[name] = None
        return result

    def _fact(self, room: Room, *, record: bool = False) -> TableFact:
        since = self._since.setdefault(room.table.id, self.owner.dependencies.now())
        found = fact_of(room.table, since, sorted(int(seat) for seat in room.holders))
        return msgspec.structs.replace(found, record=record_of(room.table)) if record else found

    async def act(self, acts: Iterable[TableAct]) -> None:
        """Do these things, a few at a time: at a round's start there are thousands."""
        for number, each in enumerate(acts, 1):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)  # players at other tables are heard meanwhile
            match each:
                case OpenTable():
                    self._open(each)
                case BeginGame():
                    self._on_room(each.table, game_begun)
                case AnnulTable():
                    self._on_room(each.table, annulled(each.rule))
                case SetClockBack():
                    self._on_room(each.table, _set_back(each.seat, each.milliseconds))

    def _open(self, wanted: OpenTable) -> None:
        name, owner = wanted.table, self.owner
        if name in self._opening or name in owner.rooms or owner.stopping:
            return
        self._opening.add(name)
        opened = with_deal(wanted.opened, owner.dependencies.dice)
        future = owner.open(name, opened, begin=wanted.begin)
        future.add_done_callback(lambda _: self._opening.discard(name))

    def _on_room(self, name: str, event: OwnerDecides) -> None:
        try:
            room: Room = self.owner.room(name)
        except Unknown:
            return
        if not room.table.over and not self.owner.stopping:
            self.owner.put(room, owner_act(event, self.owner.dependencies.clock()))


def _set_back(seat: int, milliseconds: int) -> OwnerDecides:
    def decide_on(table: Table, spent: Spent) -> TableEvent:
        if table.over or seat in seats_set_back(table):
            raise Refused("play.fined-already", SET_BACK, seat=seat)
        return events.SeatFined(seat=seat, rule=SET_BACK, time=milliseconds, spent=spent)

    return decide_on


def seats_set_back(table: Table) -> tuple[int, ...]:
    """List the seats whose clocks were set back for coming late."""
    return tuple(seat for seat, by, _ in table.marks if by == SET_BACK)


def with_deal(opened: TableOpened, dice: Random) -> TableOpened:
    """Deal what a game needs at its beginning."""
    game = game_named(opened.game)
    rules = convert_rules(game, dict(opened.rules))
    setup = game.deal(rules, len(opened.occupants), dice)
    return msgspec.structs.replace(opened, setup={**opened.setup, **setup})


def record_of(table: Table) -> KeptRecord | None:
    """Give the moves of a table as a record; None if there are none or some were hidden."""
    if not table.moves or hides(table.game):
        return None
    return KeptRecord(
        game=table.opened.game,
        moves=tuple(move.text for move in table.moves),
        setup=dict(table.opened.setup),
        rules=dict(table.opened.rules),
        seats=table.seats,
        by=_by(table),
    )


def _by(table: Table) -> dict[int, int]:
    """Say who made each move, where there are more than two seats or the table moves itself."""
    if table.seats == 2 and all(move.seat >= 0 for move in table.moves):
        return {}
    return {number: move.seat for number, move in enumerate(table.moves)}


def fact_of(table: Table, since: datetime, arrived: Iterable[int]) -> TableFact:
    """Tell what matters of a table; clocks of seats that have not settled count what they used."""
    outcome = table.outcome
    ruled = outcome is not None and table.game.outcome(table.state) != outcome
    measured = tuple(reading.used + reading.turn for reading in table.readings)
    return TableFact(
        table=table.id,
        version=table.version,
        opened=since,
        begun=table.begun,
        arrived=tuple(arrived),
        places=outcome.places if outcome is not None and table.annulled is None else (),
        over=table.over,
        adjudged=ruled and outcome is not None and outcome.rule != ENTERED,
        used=entered_time(table) if in_hall(table) else measured,
        both_lose=outcome is not None and bool(outcome.facts.get("both_lose")),
        again=outcome is not None and bool(outcome.facts.get("replay")),
        late=seats_set_back(table),
        delay=table.opened.delay,
    )
