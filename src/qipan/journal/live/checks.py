"""Could this event have been decided at this table? For verifying what is stored, not for deciding.

A reducer adds what it is given; here is asked what no owner would ever have written. Whether a move
is legal is asked by playing it.
"""

from typing import Any

from qipan.journal.live import events
from qipan.journal.live.events import TableEvent
from qipan.journal.live.table import Table
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import TABLE

_OF_PLAY = (
    events.MovePlayed,
    events.OfferMade,
    events.OfferAnswered,
    events.SeatResigned,
    events.FlagFell,
)


def check(table: Table, event: TableEvent) -> None:
    """Let an event pass that makes sense here. Raises BadInput."""
    _check_seats(table, event)
    if isinstance(event, _OF_PLAY) and table.over:
        raise BadInput("play after the end of the game")
    match event:
        case events.TableOpened():
            raise BadInput("a table is opened once")
        case events.MovePlayed():
            if not table.begun or (table.suspended and event.seat != TABLE):
                raise BadInput("a move while the clocks stand")
            if event.id and table.answered.number_of(event.seat, event.id) is not None:
                raise BadInput("a message that was answered before")
        case events.OfferMade():
            if event.what in table.offers:
                raise BadInput("an offer that stands already")
        case events.OfferAnswered():
            if event.seat in table.offers.get(event.what, {event.seat}):
                raise BadInput("an answer to no offer")
        case events.GameAwarded():
            if min(event.places, default=0) != 1:
                raise BadInput("places that begin with none")


def _check_seats(table: Table, event: TableEvent) -> None:
    seat: int | None = getattr(event, "seat", None)
    least = TABLE if isinstance(event, events.MovePlayed) else 0
    if seat is not None and not least <= seat < table.seats:
        raise BadInput(f"no seat {seat}")
    for each, amount in getattr(event, "spent", ()):
        if each not in table.running or amount < 0:
            raise BadInput(f"time charged to seat {each}, whose clock does not run")
    for name in ("readings", "controls", "places"):
        given: tuple[Any, ...] = getattr(event, name, ())
        if given and len(given) != table.seats:
            raise BadInput(f"{len(given)} {name} for {table.seats} seats")
