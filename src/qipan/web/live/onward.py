"""Where a player goes on after a game: to the next game of the match, or back to the round.

The page of a table asks while its game is over. Who has no seat there is told nothing.
"""

from typing import Annotated, Any

from litestar import Request, get
from litestar.params import QueryParameter

from qipan.contest.table_acts import NEXT_GAME
from qipan.desk.online.seating import tables_of_board
from qipan.journal.live.table import Table, stream_of
from qipan.kernel.errors import QipanError, Refused
from qipan.kernel.game import UNKNOWN_SEAT
from qipan.kernel.ids import BoardNo, EntrantId, Seat
from qipan.kernel.moments import moment
from qipan.play.seats import seat_link
from qipan.web.api.lobbies import own_table
from qipan.web.live.match_standing import match_standing
from qipan.web.live.seat_cookie import chosen_seat, read_seats, valid_seats
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.section_context import find_section

AnyRequest = Request[Any, Any, Any]


@get("/t/{name:str}/onward", name="onward", include_in_schema=False)
async def onward(
    request: AnyRequest,
    context: Around,
    name: InPath,
    seat: Annotated[int | None, QueryParameter(name="seat", ge=0, le=5)] = None,
) -> dict[str, Any]:
    """Say where the holder of a seat goes on: to a ``table`` that is open, or ``home``."""
    table = await context.tables.look(name[:80])
    held = valid_seats(context.tables.key, table, read_seats(request.cookies))
    mine = chosen_seat(held, seat)
    if mine is None:
        raise Refused("play.no-seat", UNKNOWN_SEAT)
    who = table.opened.occupants[mine]
    origin = table.opened.origin
    if origin.get("lobby"):
        return _in_lobby(context, origin["lobby"], who, table)
    if origin.get("section"):
        return await _in_contest(context, table, who)
    return {"table": "", "home": "/play", "game": 0, "begins": "", "now": _now(context)}


def _now(context: Context) -> str:
    return context.now().isoformat()


def _in_lobby(context: Context, lobby: str, who: str, table: Table) -> dict[str, Any]:
    found = context.tables.lobby(lobby)
    link = own_table(context, found, EntrantId(who))
    if f"/t/{table.id}?" in link:
        link = ""
    return {
        "table": link,
        "home": f"/lobby/{lobby}",
        "game": 2 if link else 0,
        "begins": "",
        "now": _now(context),
    }


async def _in_contest(context: Context, table: Table, who: str) -> dict[str, Any]:
    origin = table.opened.origin
    state, section = find_section(context, origin["competition"], origin["section"])
    entrant = _entrant(section, who)
    home = f"/c/{state.id}/{section.id}/me/{entrant}" if entrant else f"/c/{state.id}"
    answer: dict[str, Any] = {
        "table": "",
        "home": home,
        "game": 0,
        "begins": "",
        "now": _now(context),
    }
    current = section.current
    if current is None or str(current.number) != origin.get("round"):
        return answer
    board = BoardNo(int(origin["board"]))
    answer["match"] = match_standing(state, section, current.number, board, entrant)
    for each in tables_of_board(state, section, current, board):
        if each.table == table.id or who not in each.opened.occupants:
            continue
        try:
            following = await context.tables.look(each.table)
        except QipanError:
            continue  # it opens in a moment
        seat = Seat(each.opened.occupants.index(who))
        stored = context.house.log.read(stream_of(each.table))
        begins = (moment(stored[0].at) + NEXT_GAME).isoformat() if stored else ""
        link = seat_link(context.tables.key, following, seat)
        return {**answer, "table": link, "game": each.game, "begins": begins}
    return answer


def _entrant(section: Any, who: str) -> str:
    """Find whom an occupant plays for."""
    if who in section.entrants:
        return who
    return next((str(each.id) for each in section.entrants.values() if who in each.people), "")


ROUTES = [onward]
