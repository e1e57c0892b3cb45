"""What happens at a table without a person: cards dealt, windows closed, computer players.

A game whose table is a dealer says at what pace it deals; in all others a move of the table is an
arbiter's decision and is waited for.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from qipan.games.computer_players import computer_of_level
from qipan.journal.live.events import TableEvent
from qipan.journal.live.table import Table
from qipan.kernel.ids import TABLE, Seat
from qipan.play.error_containment import ErrorContainment
from qipan.play.owner import Owner
from qipan.play.owner_acts import TableMove
from qipan.play.room import QueuedCommand, Room

BOT_PACE = 400

Chooser = Callable[[Any, Seat, Random], Any]
"""Chooses a move of a state for a seat."""
Background = Callable[[Callable[[], Any], Callable[[Any], None]], None]
"""Runs the first somewhere and the second, with what it gave, on the owner's thread."""


def at_once(work: Callable[[], Any], then: Callable[[Any], None]) -> None:
    """Work right here."""
    then(work())


class AutomaticMoves:
    """Moves for the table and for computer players."""

    def __init__(self, owner: Owner, background: Background = at_once, hurry: int = 1) -> None:
        """Listen to an owner; ``hurry`` divides every pace, for tests and simulations."""
        self._owner, self._background, self._hurry = owner, background, hurry
        owner.on_stored.append(self.look)
        owner.on_due.append(self.act)

    def look(self, room: Room, event: TableEvent | None = None) -> None:
        """Set the time of the next automatic move, if there is one."""
        del event
        pace = _pace(room.table)
        if pace is None:
            room.table_due = None
        else:
            room.table_due = self._owner.dependencies.clock() + pace // self._hurry

    def act(self, room: Room) -> None:
        """Make the automatic move that is due."""
        table = room.table
        if not table.going or room.thinking:
            return
        acting = table.game.acting(table.state)
        bots = [seat for seat in acting if seat in table.opened.bots]
        now = self._owner.dependencies.clock()
        if bots:
            self._think(room, bots[0], computer_of_level(table.game, table.opened.level), "bot")
        elif TABLE not in acting or table.game.pace(table.state) is None:
            return
        elif table.game.table_thinks:
            game = table.game
            self._think(room, TABLE, lambda state, _, dice: game.table_move(state, dice), "table")
        else:
            self._owner.put(room, QueuedCommand(None, self._dealt(table), now, "table"))

    def _dealt(self, table: Table) -> TableMove:
        game, state = table.game, table.state
        move = game.table_move(state, self._owner.dependencies.dice)
        return TableMove(game.write(state, TABLE, move))

    def _think(self, room: Room, seat: Seat, choose: Chooser, who: str) -> None:
        table, version = room.table, room.table.version
        state, dice = table.state, Random(self._owner.dependencies.dice.getrandbits(64))
        room.thinking = True

        def work() -> Any:
            with ErrorContainment(_kept, table.id) as kept:  # reported on the owner's thread
                return choose(state, seat, dice)
            return kept

        def then(move: Any) -> None:
            room.thinking = False
            if isinstance(move, ErrorContainment):
                assert move.error is not None
                self._owner.dependencies.report(table.id, move.error)
                move = table.game.sample(state, seat, dice)
            if room.table.version == version:
                text = table.game.write(state, seat, move)
                now = self._owner.dependencies.clock()
                self._owner.put(room, QueuedCommand(None, TableMove(text, seat), now, who))
            else:
                self.look(room)
                self._owner.remind(room)

        self._background(work, then)


def _kept(table: str, error: Exception) -> None:
    """Say nothing yet: what a computer player broke down with is reported when it is back."""


def _pace(table: Table) -> int | None:
    """Say after how long something happens by itself, None if nothing does."""
    if not table.going:
        return None
    acting = table.game.acting(table.state)
    if any(seat in table.opened.bots for seat in acting):
        return BOT_PACE
    return table.game.pace(table.state) if TABLE in acting else None
