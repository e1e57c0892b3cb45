"""What happens at a table without a person: cards dealt, windows closed, computer players.

A game whose table is a dealer says at what pace it deals; in all others a move of the table is an
arbiter's decision and is waited for.
"""

from functools import partial
from random import Random
from typing import Any

import msgspec

from qipan.games.computer_players import computer_of
from qipan.journal.live.events import TableEvent
from qipan.journal.live.table import Table
from qipan.kernel.clock import fair_share, interrupted, limit
from qipan.kernel.guest_talk import GuestFailed
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.levels import Resignation
from qipan.play.conduct_log import SeatNoticed
from qipan.play.error_containment import ErrorContainment
from qipan.play.guests.house_of_guests import PlayedByHouse
from qipan.play.owner import Owner
from qipan.play.owner_acts import TableMove, owner_act, resigned
from qipan.play.room import QueuedCommand, Room
from qipan.play.thinking.process import Thought
from qipan.play.thinking.work import AtOnce, Background, Work

BOT_PACE = 400
FOR_A_GUEST = 4
"""A guest is waited for at most for one part in so many of its time; then the house moves."""
GUEST = "guest"
"""Under which name a table's origin names the guest that plays its computer seats."""
GUEST_FAILED = "guest-failed"


class AutomaticMoves:
    """Moves for the table and for computer players."""

    def __init__(self, owner: Owner, background: Background | None = None, hurry: int = 1) -> None:
        """Listen to an owner; ``hurry`` divides every pace, for tests and simulations."""
        self._owner, self._hurry = owner, hurry
        self._background = background or AtOnce()
        owner.on_stored.append(self.look)
        owner.on_due.append(self.act)

    def look(self, room: Room, event: TableEvent | None = None) -> None:
        """Set the time of the next automatic move, if there is one."""
        del event
        if room.thinking and not room.table.going:
            self._background.interrupt(room.table.id)
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
            seed = self._owner.dependencies.dice.getrandbits(64)
            level = table.opened.level
            guest = table.opened.origin.get(GUEST, "")
            share, patience = _time_for(room, bots[0], now)
            thought = Thought(
                *(table.id, table.game.name, level, bots[0], table.state, seed),
                guest=guest,
                seconds=share,
                patience=patience,
            )
            self._think(room, bots[0], Work(table.id, thought.move, thought), "bot")
        elif TABLE not in acting or table.game.pace(table.state) is None:
            return
        elif table.game.table_thinks:
            dice = Random(self._owner.dependencies.dice.getrandbits(64))
            find = partial(table.game.table_move, table.state, dice)
            self._think(room, TABLE, Work(table.id, find), "table")
        else:
            self._owner.put(room, QueuedCommand(None, self._dealt(table), now, "table"))

    def _without_thought(self, table: Table, state: Any, seat: Seat) -> Any:
        """Give the quick player's move where a thought broke down; if that does too, any legal."""
        dice = Random(self._owner.dependencies.dice.getrandbits(64))
        if seat != TABLE:
            with ErrorContainment(self._owner.dependencies.report, table.id):
                return computer_of(table.game)(state, seat, dice)
        return table.game.sample(state, seat, dice)

    def _dealt(self, table: Table) -> TableMove:
        game, state = table.game, table.state
        move = game.table_move(state, self._owner.dependencies.dice)
        return TableMove(game.write(state, TABLE, move))

    def _think(self, room: Room, seat: Seat, work: Work, who: str) -> None:
        table, version = room.table, room.table.version
        state = table.state
        room.thinking = True

        def then(move: Any) -> None:
            room.thinking = False
            if room.table.version != version:
                self.look(room)
                self._owner.remind(room)
                return
            if isinstance(move, ErrorContainment):
                assert move.error is not None
                self._owner.dependencies.report(table.id, move.error)
                move = self._without_thought(table, state, seat)
            if isinstance(move, PlayedByHouse):
                noted = SeatNoticed(seat=seat, what=GUEST_FAILED, seq=version)
                self._owner.watch.note(table.id, noted)
                self._owner.dependencies.report(table.id, GuestFailed(f"{move.guest}: {move.why}"))
                move = move.move
            now = self._owner.dependencies.clock()
            if isinstance(move, Resignation):
                self._owner.put(room, owner_act(resigned(seat), now))
                return
            text = table.game.write(state, seat, move)
            self._owner.put(room, QueuedCommand(None, TableMove(text, seat), now, who))

        def wanted() -> bool:
            return room.table.version == version

        self._background(msgspec.structs.replace(work, wanted=wanted), then)


def _share(table: Table, seat: Seat) -> int | None:
    """Say what a seat may use of its time for this move; None: nobody's clock runs for it."""
    if seat not in table.running:
        return None
    return fair_share(table.controls[seat], table.readings[seat])


def _time_for(room: Room, seat: Seat, now: int) -> tuple[float | None, float | None]:
    """Give the seconds for a move, and those after which a guest is given up for it."""
    table, share = room.table, _share(room.table, seat)
    if share is None:
        return None, None
    gone = room.elapsed(now)
    left = limit(table.controls[seat], interrupted(table.readings[seat], gone)) or 0
    return max(0, share - gone) / 1000, max(share - gone, left // FOR_A_GUEST) / 1000


def _pace(table: Table) -> int | None:
    """Say after how long something happens by itself, None if nothing does."""
    if not table.going:
        return None
    acting = table.game.acting(table.state)
    bots = [seat for seat in acting if seat in table.opened.bots]
    if bots:
        share = _share(table, bots[0])
        return BOT_PACE if share is None else min(BOT_PACE, share // 4)
    return table.game.pace(table.state) if TABLE in acting else None
