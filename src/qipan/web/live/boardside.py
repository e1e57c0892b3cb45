"""Beside a board in a hall: a phone or tablet enters moves, the clock, or only the result."""

import asyncio
import hmac
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import Template

from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.rules import rule
from qipan.play.boardside import board_key
from qipan.play.port import BoardEntry
from qipan.web.live.hall_boards import latest_tables
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import visitor_of

KEY = rule("play.board-key", "To enter moves at a board you need its key.")
AnyRequest = Request[Any, Any, Any]
Key = Annotated[str, QueryParameter(name="key", max_length=60)]
Board = Annotated[int, msgspec.Meta(ge=1, le=99_999)]


class BoardsideEntry(msgspec.Struct, forbid_unknown_fields=True):
    """What is entered: one of these."""

    table: Annotated[str, msgspec.Meta(max_length=80)]
    move: Annotated[str, msgspec.Meta(max_length=200)] = ""
    seq: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    """The newest number that was seen."""
    places: Annotated[list[int], msgspec.Meta(max_length=6)] = []
    left: Annotated[list[int], msgspec.Meta(max_length=6)] = []
    """Seconds on the clock, seat by seat."""


def board_link(context: Context, state: Competition, section: Section, board: int) -> str:
    """Give the address for the tablet of a board."""
    key = board_key(context.tables.key, f"{state.id}/{section.id}/{board}")
    return f"/c/{state.id}/{section.id}/board/{board}?key={key}"


def _checked(context: Context, place: tuple[str, str, int], key: str) -> tuple[Any, Any]:
    """Find the section if the key is right. Raises Refused or Unknown."""
    state, found = find_section(context, place[0], place[1])
    right = board_key(context.tables.key, f"{state.id}/{found.id}/{place[2]}")
    if not key.isascii() or not hmac.compare_digest(key, right):
        raise Refused("play.board-key", KEY, board=place[2])
    return state, found


def _table(state: Competition, section: Section, board: int) -> str:
    """Name the table at which a board is played now. Raises Unknown."""
    name = latest_tables(state, section).get(board, "")
    if not name:
        raise Unknown("board", str(board))
    return name


@get("/c/{competition:str}/{section:str}/board/{board:int}", include_in_schema=False)
async def boardside(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    board: Board,
    key: Key = "",
) -> Template:
    """Show the page of a board to whoever has its key."""
    state, found = await asyncio.to_thread(_checked, context, (competition, section, board), key)
    names = await asyncio.to_thread(context.house.office.names, found)
    current = found.current
    table = current.table(board) if current is not None and current.published else None
    return page(
        "live/boardside.html",
        visitor_of(request, context),
        competition=state,
        section=found,
        board=board,
        key=key,
        number=current.number if current is not None else 0,
        names={who: names[who].name for who in (table.seats if table else ())},
    )


@get("/c/{competition:str}/{section:str}/board/{board:int}/state", include_in_schema=False)
async def boardside_state(
    context: Around, competition: InPath, section: InPath, board: Board, key: Key = ""
) -> dict[str, Any]:
    """Tell the position, for whoever is to move."""
    state, found = await asyncio.to_thread(_checked, context, (competition, section, board), key)
    return await context.tables.show_board(_table(state, found, board))


@post(
    "/c/{competition:str}/{section:str}/board/{board:int}",
    status_code=200,
    include_in_schema=False,
)
async def boardside_enter(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    board: Board,
    data: JSONBody[BoardsideEntry],
    key: Key = "",
) -> dict[str, Any]:
    """Enter a move, a result or what the clock shows; tells the position, or why not."""
    state, found = await asyncio.to_thread(_checked, context, (competition, section, board), key)
    name = _table(state, found, board)
    visitor = visitor_of(request, context)
    entry = BoardEntry(data.move, data.seq, tuple(data.places), tuple(data.left))
    try:
        if name != data.table:
            raise Refused("play.stale", KEY, seen=0, newest=0)
        refused = await context.tables.enter(name, entry)
        said = visitor.say(refused) if refused else ""
    except Refused as error:
        said = Failure(error, visitor.language).sentence
    return {"message": said, **await context.tables.show_board(name)}


ROUTES = [boardside, boardside_state, boardside_enter]
