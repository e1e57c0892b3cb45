"""A board in a hall, entered from a phone or tablet that lies beside it.

Whoever enters has the key of the board, sits on no seat, and plays for whichever seat is to act.
The clock that counts stands on the table: what it shows may be entered, or not. A result may be
entered without a single move.
"""

import asyncio
import base64
import hmac
from typing import Any

import msgspec

from qipan.journal.live.table import Table
from qipan.kernel.clock import Entered, Reading
from qipan.kernel.errors import BadInput, Refused, Unavailable
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.rules import rule
from qipan.play.commands import ArbiterAct, PlayMove
from qipan.play.messages import state_message
from qipan.play.owner import Owner
from qipan.play.port import BoardEntry
from qipan.play.room import Outbox, QueuedCommand, Room, Viewer

ENTERED = rule("play.entered", "A game over the board ends as it is entered beside the board.")
IN_HALL = rule("play.in-hall", "Only a board with its own clock is entered this way.")
ACTOR = "board"
LONGEST_SECONDS = 24 * 3600
PATIENCE_SECONDS = 10.0


def board_key(key: bytes, place: str) -> str:
    """Make the key of a board; it is the same in every round."""
    proof = hmac.digest(key, f"board/{place}".encode(), "sha256")[:18]
    return base64.urlsafe_b64encode(proof).decode()


def in_hall(table: Table) -> bool:
    """Say whether the clocks of a table stand beside the board."""
    return all(isinstance(control, Entered) for control in table.opened.controls)


def acting(table: Table) -> Seat | None:
    """Give the seat that is to move; None if nobody is, or the table itself."""
    seats = () if table.over else table.game.acting(table.state)
    return seats[0] if seats and seats[0] != TABLE else None


def show_board(owner: Owner, name: str) -> dict[str, Any]:
    """Show a table as whoever is to move sees it. Raises Unknown."""
    room = owner.room(name)
    elapsed = room.elapsed(owner.dependencies.clock())
    shown = state_message(room.table, acting(room.table), elapsed, ())
    told: dict[str, Any] = msgspec.json.decode(shown)
    return {**told, "hall": in_hall(room.table)}


async def enter(owner: Owner, name: str, entry: BoardEntry) -> str:
    """Hand in what was entered and wait for the answer; gives the code of a refusal, or nothing.

    Raises Unknown, Refused or BadInput, and Unavailable if no answer comes.
    """
    room, answered = owner.room(name), asyncio.Event()
    outbox = Outbox(answered.set)
    viewer = Viewer(room, None, "", outbox)
    if entry.places:
        enter_result(owner, room, viewer, entry.places)
    elif entry.left:
        enter_clocks(owner, room, viewer, entry.left)
    else:
        enter_move(owner, room, viewer, entry.move, entry.seq)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await answered.wait()
    except TimeoutError:
        raise Unavailable("board", "no answer") from None
    for message in outbox.unread:
        told = msgspec.json.decode(message)
        if told["type"] == "refused":
            return str(told["code"])
    return ""


def enter_move(owner: Owner, room: Room, viewer: Viewer, text: str, seq: int) -> None:
    """Play a move for whoever is to act. Raises Refused if the position has moved on."""
    _hall(room)
    seat = acting(room.table)
    if seat is None:
        raise Refused("game.over", ENTERED)
    viewer.seat = seat
    command = PlayMove(text=text, id=f"board-{seq}", seq=seq)
    owner.put(room, QueuedCommand(viewer, command, owner.dependencies.clock(), ACTOR))


def enter_result(owner: Owner, room: Room, viewer: Viewer, places: tuple[int, ...]) -> None:
    """Enter how the game ended. Raises Refused if it is over."""
    _hall(room)
    if room.table.over:
        raise Refused("game.over", ENTERED)
    command = ArbiterAct(act="award", places=places, rule=ENTERED)
    owner.put(room, QueuedCommand(viewer, command, owner.dependencies.clock(), ACTOR))


def enter_clocks(owner: Owner, room: Room, viewer: Viewer, left: tuple[int, ...]) -> None:
    """Enter the seconds that the clock shows for each seat. Raises Refused or BadInput."""
    _hall(room)
    table = room.table
    if len(left) != table.seats or not all(0 <= each <= LONGEST_SECONDS for each in left):
        raise BadInput("seconds left, one number for each seat", where="left", code="play.left")
    readings = tuple(
        Reading(main=seconds * 1000, used=max(0, _main(table, seat) - seconds * 1000))
        for seat, seconds in enumerate(left)
    )
    command = ArbiterAct(act="clock", readings=readings)
    owner.put(room, QueuedCommand(viewer, command, owner.dependencies.clock(), ACTOR))


def entered_time(table: Table) -> tuple[int, ...]:
    """Give the milliseconds each seat used by the clock at the board; nothing if none was read."""
    if all(reading.main == _main(table, seat) for seat, reading in enumerate(table.readings)):
        return ()
    return tuple(
        max(0, _main(table, seat) - reading.main) for seat, reading in enumerate(table.readings)
    )


def _main(table: Table, seat: int) -> int:
    control = table.opened.controls[seat]
    return control.main if isinstance(control, Entered) else 0


def _hall(room: Room) -> None:
    if not in_hall(room.table):
        raise Refused("play.not-in-hall", IN_HALL)
