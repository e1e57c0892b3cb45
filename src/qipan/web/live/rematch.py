"""The same again after a friendly game: the pages of both ask for it once both have agreed.

The table of a rematch is named after the one before it, so that whoever asks first opens it and the
other finds it: nothing has to be remembered. Sides change; it counts nowhere.
"""

import asyncio
import re
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import Request, post
from litestar.params import QueryParameter

from qipan.journal.live.table import Table
from qipan.kernel.errors import Conflict, Refused, Unknown
from qipan.kernel.game import UNKNOWN_SEAT
from qipan.kernel.ids import Seat
from qipan.play.decide import FRIENDLY, may_play_again
from qipan.play.outside_requests import VISITOR
from qipan.play.seats import seat_link
from qipan.store.visitors.seats import VisitorSeat
from qipan.web.api.tables import TableIn, table_of, visitor_word
from qipan.web.live.play import FRIEND, SEAT_LASTS
from qipan.web.live.seat_cookie import chosen_seat, read_seats, valid_seats
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.guests import owner_of
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
AGAIN = re.compile(r"-again(\d+)$")
MOST_AGAIN = 99


def next_name(name: str) -> str:
    """Name the table of a rematch after the one before it. Raises Refused after a hundred."""
    found = AGAIN.search(name)
    number = int(found[1]) if found else 0
    if number >= MOST_AGAIN:
        raise Refused("play.no-rematch", FRIENDLY)
    return f"{AGAIN.sub('', name)}-again{number + 1}"


@post("/t/{name:str}/rematch", name="rematch", include_in_schema=False)
async def rematch(
    request: AnyRequest,
    context: Around,
    name: InPath,
    seat: Annotated[int | None, QueryParameter(name="seat", ge=0, le=5)] = None,
) -> dict[str, str]:
    """Give the holder of a seat the way to the rematch; whoever asks first opens its table."""
    require_rate("practice", address_of(request))
    table = await context.tables.look(name[:80])
    held = valid_seats(context.tables.key, table, read_seats(request.cookies))
    mine = chosen_seat(held, seat)
    if mine is None:
        raise Refused("play.no-seat", UNKNOWN_SEAT)
    if not table.over or not may_play_again(table):
        raise Refused("play.no-rematch", FRIENDLY)
    following = await _opened(request, context, table)
    other = Seat(table.seats - 1 - mine)
    await _keep_seat(request, context, following, other)
    return {"link": seat_link(context.tables.key, following, other)}


async def _opened(request: AnyRequest, context: Context, table: Table) -> Table:
    """Find the table of the rematch, or open it: for one of two at once it is there already."""
    name, opened = next_name(table.id), table.opened
    try:
        return await context.tables.look(name)
    except Unknown:
        pass
    occupants, controls = list(opened.occupants[::-1]), list(opened.controls[::-1])
    asked = TableIn(opened.game, controls, occupants, opened.rules, counts=False, chat=True)
    origin = {VISITOR: visitor_word(request, context), "way": FRIEND}
    if clock := opened.origin.get("clock"):
        origin["clock"] = clock
    made = msgspec.structs.replace(table_of(asked), origin=origin)
    with suppress(Conflict):  # the other asked in the same moment
        await context.tables.open(name, made, begin=False)
    now = context.seconds()
    for seat in range(table.seats):  # nobody else joins here
        word = f"seat/{name}/{seat}"
        spend = context.house.side_tables.one_time.spend
        await asyncio.to_thread(spend, word, now + SEAT_LASTS, now)
    return await context.tables.look(name)


async def _keep_seat(request: AnyRequest, context: Context, table: Table, seat: Seat) -> None:
    """List the game among those of a visitor who is known."""
    owner = owner_of(request, visitor_of(request, context))
    if not owner:
        return
    kept = VisitorSeat(table.id, int(seat), table.opened.game, FRIEND, context.seconds())
    await asyncio.to_thread(context.house.side_tables.visitor_seats.take, owner, kept)


ROUTES = [rematch]
