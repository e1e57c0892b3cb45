"""Computers that sit down at the demo's tables as anybody does: with the token of a seat.

They are let in through the port of live tables and move by its messages, so that a table shows,
clocks and stores them like people. Whoever takes the card of a player plays that player's games.
"""

from collections.abc import Callable, Sequence
from random import Random

import msgspec

from qipan.games.computer_players import computer_of_level
from qipan.journal.live.table import Table
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import TABLE, Seat
from qipan.play.commands import PlayMove
from qipan.play.port import Connection, LiveTables, TableVisit
from qipan.play.room import Outbox
from qipan.play.seats import seat_token

LEVEL = 2
Free = Callable[[Table, Seat], bool]
"""Says whether a seat is a computer's."""


class ComputerSeats:
    """The seats that computers hold."""

    def __init__(self, tables: LiveTables, free: Free, dice: Random) -> None:
        """Sit down nowhere yet."""
        self._tables, self._free, self._dice = tables, free, dice
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
        """Make one move where a computer is to move; say whether there was one.

        The moves of a script come first, as far as it goes.
        """
        seats = [
            seat
            for seat in table.game.acting(table.state)
            if seat != TABLE and (table.id, seat) in self._held
        ]
        if not seats or not table.going:
            return False
        seat = self._dice.choice(seats)
        text = script[len(table.moves)] if len(table.moves) < len(script) else ""
        try:
            text = text or self._thought(table, seat)
        except QipanError:
            return False
        command = PlayMove(text=text, id=f"{table.version}-{seat}", seq=None)
        self._held[table.id, seat][0].receive(msgspec.json.encode(command))
        return True

    def _thought(self, table: Table, seat: Seat) -> str:
        choose = computer_of_level(table.game, LEVEL)
        return table.game.write(table.state, seat, choose(table.state, seat, self._dice))

    def leave(self, table: str) -> None:
        """Get up from a table."""
        for place in [each for each in self._held if each[0] == table]:
            self._held.pop(place)[0].leave()
