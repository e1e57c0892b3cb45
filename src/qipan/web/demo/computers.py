"""Computers that sit down at the demo's tables as anybody does: with the token of a seat.

They are let in through the port of live tables and move by its messages, so that a table shows,
clocks and stores them like people. Whoever takes the card of a player plays that player's games.
They think elsewhere: what a search needs and remembers is kept by no server.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

import msgspec
import structlog

from qipan.journal.live.table import Table
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import TABLE, Seat
from qipan.play.commands import PlayMove
from qipan.play.port import Connection, LiveTables, TableVisit
from qipan.play.room import Outbox
from qipan.play.seats import seat_token
from qipan.play.thinking.process import Thought

LEVEL = 2
Free = Callable[[Table, Seat], bool]
"""Says whether a seat is a computer's."""
Ask = Callable[[Thought], Awaitable[Any]]
"""Finds a move away from the loop. Raises ThinkingFailed."""
log = structlog.get_logger()


class ComputerSeats:
    """The seats that computers hold."""

    def __init__(self, tables: LiveTables, free: Free, dice: Random, ask: Ask) -> None:
        """Sit down nowhere yet."""
        self._tables, self._free, self._dice, self._ask = tables, free, dice, ask
        self._thoughts: dict[str, asyncio.Task[None]] = {}
        """What is being thought, by table."""
        self._held: dict[tuple[str, Seat], tuple[Connection, Outbox]] = {}

    async def sit_down(self, table: Table) -> None:
        """Take the seats of a table that are a computer's, and leave those that are no more."""
        for number in range(table.seats):
            seat = Seat(number)
            held = self._held.get((table.id, seat))
            if not self._free(table, seat):
                if held is not None:
                    self._held.pop((table.id, seat))[0].leave()
            elif held is None or held[1].dropped:
                await self._arrive(table, seat)

    async def _arrive(self, table: Table, seat: Seat) -> None:
        token = seat_token(self._tables.key, table.id, seat, table.generations[seat])
        outbox = Outbox(lambda: None)
        outbox.wake = outbox.unread.clear  # nobody reads: the table itself is looked at
        visit = await self._tables.admit(TableVisit(table.id, token), lambda _: "")
        self._held[table.id, seat] = (self._tables.arrive(visit, outbox), outbox)

    def move(self, table: Table, script: Sequence[str] = ()) -> bool:
        """Make one move where a computer is to move, or begin to think; say whether one is coming.

        The moves of a script come first, as far as it goes.
        """
        if table.id in self._thoughts:
            return True
        seats = [
            seat
            for seat in table.game.acting(table.state)
            if seat != TABLE and (table.id, seat) in self._held
        ]
        if not seats or not table.going:
            return False
        seat = self._dice.choice(seats)
        if len(table.moves) < len(script):
            self._send(table.id, seat, table.version, script[len(table.moves)])
        else:
            thinking = self._think(table, seat)
            self._thoughts[table.id] = asyncio.get_running_loop().create_task(thinking)
        return True

    async def _think(self, table: Table, seat: Seat) -> None:
        """Have a move found elsewhere, and make it if the table is still where it was."""
        game, state, version = table.game, table.state, table.version
        thought = Thought(
            *(table.id, game.name, LEVEL, seat, state, self._dice.getrandbits(32)), plays_on=True
        )
        try:
            text = game.write(state, seat, await self._ask(thought))
            if table.version == version:
                self._send(table.id, seat, version, text)
        except QipanError as error:
            log.warning("demo", table=table.id, why=str(error))  # it is asked again
        finally:
            del self._thoughts[table.id]

    def _send(self, table: str, seat: Seat, version: int, text: str) -> None:
        held = self._held.get((table, seat))
        if held is not None:  # a person took the seat meanwhile, or the computer got up
            command = PlayMove(text=text, id=f"{version}-{seat}", seq=None)
            held[0].receive(msgspec.json.encode(command))

    def leave(self, table: str) -> None:
        """Get up from a table."""
        for place in [each for each in self._held if each[0] == table]:
            self._held.pop(place)[0].leave()
