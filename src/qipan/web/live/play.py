"""Playing without a competition and without an account: the computer, a friend, whoever comes.

A visitor's seats are kept for their browser (or account), so that games are found again; tables
count nowhere and make room for others when nobody sits at them (``play.outside_requests``). A link
to a friend shows a button first; a free seat is taken exactly once.
"""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, QueryParameter
from litestar.response import Redirect, Template

from qipan.games import all_games, game_named
from qipan.games.computer_players import LEVELS, STRONGEST, computer_of
from qipan.journal.live.table import Table
from qipan.kernel.clock import Increment
from qipan.kernel.errors import BadInput, QipanError, Refused, Unknown
from qipan.kernel.ids import EntrantId, Seat
from qipan.kernel.rules import rule
from qipan.play.outside_requests import VISITOR
from qipan.play.seats import opaque_id, seat_link
from qipan.store.visitors.seats import VisitorSeat
from qipan.web.api.lobbies import keep_shown_name
from qipan.web.api.tables import (
    PracticeIn,
    TableIn,
    open_named,
    open_practice,
    table_of,
    visitor_word,
)
from qipan.web.shared.addresses import code_for, site_address
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, number, words
from qipan.web.shared.guests import new_guest, owner_of
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.rendering import board_games, page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
SEAT = rule("play.open-seat", "A free seat at an open table can be taken once.")
COMPUTER, FRIEND, OPEN = "computer", "friend", "open"
GUEST_CHOSEN = "guest:"
"""How a guest's name begins among the levels of the form."""
CLOCKS = {"5+5": (5, 5), "10+5": (10, 5), "15+10": (15, 10), "30+20": (30, 20), "60+30": (60, 30)}
"""Minutes for the game and seconds a move, as the form names them."""
SIZES = {"go": (9, 13, 19)}
SEATS = {"chinese-checkers": (2, 3, 4, 6), "shengji": (4,)}
ORDER = ("xiangqi", "go", "gomoku", "shengji", "chinese-checkers")
MOST_OPEN_LISTED = 30
SEAT_LASTS = 400 * 24 * 3600


class OpenTable(msgspec.Struct, frozen=True):
    """A table that waits for somebody."""

    table: str
    game: str
    clock: str
    free: int


def playable(language: str) -> list[dict[str, Any]]:
    """List the games that can be played here, with what can be chosen about each."""
    known = board_games(language)
    names = [name for name in ORDER if name in known] + sorted(set(known) - set(ORDER))
    return [
        {"name": name, "sizes": SIZES.get(name, ()), "seats": SEATS.get(name, (2,))}
        for name in names
        if name in all_games()
    ]


def guests_of(context: Context, games: list[dict[str, Any]]) -> dict[str, list[tuple[str, str]]]:
    """List the guests of each game: what the form sends, and the name."""
    return {
        each["name"]: [(GUEST_CHOSEN + name, name) for name in context.guests.playing(each["name"])]
        for each in games
    }


@get("/play", name="play", include_in_schema=False)
async def play_page(
    request: AnyRequest,
    context: Around,
    game: Annotated[str, QueryParameter(name="game", max_length=40)] = "",
) -> Template:
    """Show what can be played, the open tables, and one's own games."""
    return await _page(request, context, {"game": game})


async def _page(
    request: AnyRequest, context: Context, filled: Form, error: QipanError | None = None
) -> Template:
    visitor = visitor_of(request, context)
    failure = Failure(error, visitor.language) if error else None
    owner = owner_of(request, visitor)
    mine = await _own_games(context, owner) if owner else []
    games = playable(visitor.language)
    chosen = str(filled.get("game", ""))
    return page(
        "live/play.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        games=games,
        chosen=chosen if chosen in {each["name"] for each in games} else games[0]["name"],
        filled=dict(filled),
        clocks=list(CLOCKS),
        levels=LEVELS,
        guests=guests_of(context, games),
        open_tables=open_tables(context),
        own_games=mine,
        lobbies=[each for each in context.tables.lobbies() if each.is_open],
    )


def open_tables(context: Context) -> list[OpenTable]:
    """List the tables that wait for somebody, and at which somebody waits."""
    found = []
    for table in context.tables.tables():
        origin = table.opened.origin
        if origin.get("way") != OPEN or table.begun or table.over:
            continue
        shown = context.tables.glance(table.id)
        there = _present(shown) if shown else 0
        if 0 < there < table.seats:
            found.append(
                OpenTable(table.id, table.opened.game, origin.get("clock", ""), table.seats - there)
            )
    return found[:MOST_OPEN_LISTED]


def _present(shown: bytes) -> int:
    seats = msgspec.json.decode(shown).get("seats", [])
    return sum(bool(each.get("connected")) for each in seats)


async def _own_games(context: Context, owner: str) -> list[dict[str, Any]]:
    """List the newest games of a visitor: those that go on first."""
    kept = await asyncio.to_thread(context.house.side_tables.visitor_seats.of, owner)
    found = []
    for each in kept[:12]:
        try:
            table = await context.tables.look(each.table)
        except Unknown:
            continue
        if table.annulled is None or table.begun:
            found.append({"seat": each, "over": table.over, "moves": len(table.moves)})
    return sorted(found, key=lambda each: each["over"])


# -- sitting down ------------------------------------------------------------------------------


@post("/play/{way:str}", include_in_schema=False)
async def play_form(
    request: AnyRequest, context: Around, way: InPath, data: Posted
) -> Template | Redirect:
    """Sit down against the computer, or open a table for a friend or for anybody."""
    try:
        if way == COMPUTER:
            return await _against_computer(request, context, data)
        if way in (FRIEND, OPEN):
            return await _with_others(request, context, data, way)
        raise Unknown("way", way[:40])
    except (BadInput, Refused) as error:
        return await _page(request, context, data, error)


def _rules(data: Form) -> tuple[str, dict[str, Any], int]:
    """Read game, rules and number of seats. Raises BadInput or Unknown."""
    name = words(data, "game", "xiangqi")
    game = game_named(name)
    rules: dict[str, Any] = {}
    if name in SIZES:
        size = number(data, f"size-{name}", number(data, "size", SIZES[name][-1]))
        if size not in SIZES[name]:
            raise BadInput(f"no such board: {size}", where="size")
        rules["size"] = size
    seats = SEATS.get(name, (2,))
    count = number(data, f"seats-{name}", number(data, "seats", seats[0]))
    if count not in seats:
        raise BadInput(f"{name} is not played by {count}", where="seats")
    return game.name, rules, count


def _clock(data: Form) -> tuple[str, Increment]:
    name = words(data, "clock", "10+5")
    if name not in CLOCKS:
        raise BadInput(f"no such clock: {name[:20]}", where="clock")
    minutes, seconds = CLOCKS[name]
    return name, Increment(minutes * 60_000, seconds * 1000)


def _side(data: Form, seats: int, context: Context) -> int:
    """Read which seat is wanted: first, second, or either by the dice."""
    match words(data, "side", "either"):
        case "first":
            return 0
        case "second":
            return 1
        case "either":
            return sum(context.token().encode()) % seats
        case other:
            raise BadInput(f"no such side: {other[:20]}", where="side")


async def _against_computer(request: AnyRequest, context: Context, data: Form) -> Redirect:
    game, rules, seats = _rules(data)
    computer_of(game_named(game))
    said = words(data, "level", str(STRONGEST))
    guest = said.removeprefix(GUEST_CHOSEN) if said.startswith(GUEST_CHOSEN) else ""
    level = STRONGEST if guest else number(data, "level", STRONGEST)
    if level not in LEVELS:
        raise BadInput(f"no such level: {level}", where="level")
    side = _side(data, seats, context)
    asked = PracticeIn(game, side, seats, rules, level, _clock(data)[1], guest)
    opened = await open_practice(request, context, asked)
    seat = VisitorSeat(opened.table, side, game, COMPUTER, context.seconds())
    return await _seated(request, context, opened.links[0], seat)


async def _with_others(request: AnyRequest, context: Context, data: Form, way: str) -> Redirect:
    require_rate("practice", address_of(request))
    game, rules, seats = _rules(data)
    clock, control = _clock(data)
    side = _side(data, seats, context)
    visitor = visitor_of(request, context)
    occupants = ["guest"] * seats
    if visitor.account is not None:
        occupants[side] = opaque_id(context.tables.key, visitor.account.name)
        who = EntrantId(occupants[side])
        await asyncio.to_thread(keep_shown_name, context, who, visitor.account.display)
    asked = TableIn(game, [control], occupants, rules, counts=False, chat=True)
    origin = {VISITOR: visitor_word(request, context), "way": way, "clock": clock}
    opened = msgspec.structs.replace(table_of(asked), origin=origin)
    name = await open_named(context, opened, begin=False)
    _claim(context, name, side)
    seat = VisitorSeat(name, side, game, way, context.seconds())
    return await _seated(request, context, f"/play/invite/{name}", seat)


async def _seated(request: AnyRequest, context: Context, to: str, seat: VisitorSeat) -> Redirect:
    """Keep a seat for whoever asked, as the guest that their browser is or becomes."""
    visitor = visitor_of(request, context)
    answer = Redirect(to, status_code=303)
    owner = owner_of(request, visitor)
    if not owner:
        owner, cookie = new_guest(context, request.url.scheme == "https")
        answer.set_cookie(cookie)
    await asyncio.to_thread(context.house.side_tables.visitor_seats.take, owner, seat)
    return answer


def _claim(context: Context, table: str, seat: int) -> bool:
    """Take a seat of a table; of several at once exactly one does."""
    now = context.seconds()
    return context.house.side_tables.one_time.spend(f"seat/{table}/{seat}", now + SEAT_LASTS, now)


# -- inviting and joining ----------------------------------------------------------------------


@get("/play/invite/{name:str}", name="play-invite", include_in_schema=False)
async def invite_page(request: AnyRequest, context: Around, name: InPath) -> Template | Redirect:
    """Show the link and its code to whoever opened the table, with the way to the seat."""
    visitor, table = visitor_of(request, context), await _open_table(context, name)
    mine = await _own_seat(request, context, visitor, table)
    if mine is None:
        return Redirect(f"/play/join/{table.id}", status_code=303)
    path = f"/play/join/{table.id}"
    answer = page(
        "live/play_invite.html",
        visitor,
        table=table,
        address=site_address(request) + path,
        code=code_for(request, visitor, path),
        seat_path=f"/play/seat/{table.id}",
        way=table.opened.origin.get("way", ""),
    )
    answer.headers["cache-control"] = "no-store"
    return answer


async def _open_table(context: Context, name: str) -> Table:
    """Find a table that visitors opened. Raises Unknown."""
    table = await context.tables.look(name[:80])
    if table.opened.origin.get("way") not in (FRIEND, OPEN):
        raise Unknown("table", name[:80])
    return table


async def _own_seat(
    request: AnyRequest, context: Context, visitor: Visitor, table: Table
) -> VisitorSeat | None:
    owner = owner_of(request, visitor)
    if not owner:
        return None
    return await asyncio.to_thread(context.house.side_tables.visitor_seats.at, owner, table.id)


@get("/play/join/{name:str}", name="play-join", include_in_schema=False)
async def join_page(request: AnyRequest, context: Around, name: InPath) -> Template | Redirect:
    """Show a table one is invited to, with a button: looking takes no seat."""
    visitor, table = visitor_of(request, context), await _open_table(context, name)
    if await _own_seat(request, context, visitor, table) is not None:
        return Redirect(f"/play/seat/{table.id}", status_code=303)
    return page(
        "live/play_join.html",
        visitor,
        table=table,
        clock=table.opened.origin.get("clock", ""),
    )


@post("/play/join/{name:str}", include_in_schema=False)
async def join(request: AnyRequest, context: Around, name: InPath) -> Redirect | Template:
    """Take a free seat. Raises Refused if none is left."""
    require_rate("practice", address_of(request))
    visitor, table = visitor_of(request, context), await _open_table(context, name)
    if await _own_seat(request, context, visitor, table) is not None:
        return Redirect(f"/play/seat/{table.id}", status_code=303)
    for seat in range(table.seats):
        if not table.over and await asyncio.to_thread(_claim, context, table.id, seat):
            way = table.opened.origin.get("way", FRIEND)
            kept = VisitorSeat(table.id, seat, table.opened.game, way, context.seconds())
            link = seat_link(context.tables.key, table, Seat(seat))
            return await _seated(request, context, link, kept)
    error = Refused("play.no-free-seat", SEAT)
    failure = Failure(error, visitor.language)
    return page(
        "live/play_join.html",
        visitor,
        status=failure.status,
        failure=failure,
        table=table,
        clock=table.opened.origin.get("clock", ""),
    )


@get("/play/seat/{name:str}", name="play-seat", include_in_schema=False)
async def back_to_seat(request: AnyRequest, context: Around, name: InPath) -> Redirect:
    """Lead a visitor back to a seat of theirs. Raises Refused for who has none there."""
    visitor, table = visitor_of(request, context), await context.tables.look(name[:80])
    mine = await _own_seat(request, context, visitor, table)
    if mine is None or not 0 <= mine.seat < table.seats:
        raise Refused("access.not-yours", SEAT)
    link = seat_link(context.tables.key, table, Seat(mine.seat))
    return Redirect(link, status_code=303)


ROUTES = [play_page, play_form, invite_page, join_page, join, back_to_seat]
