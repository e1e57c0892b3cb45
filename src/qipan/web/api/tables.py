"""Live tables as JSON: open one, look at it, practise, and take the evidence along."""

from random import SystemRandom
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.params import JSONBody

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.roles import ARBITERS, MAY, Role
from qipan.games import game_named
from qipan.games.computer_players import computer_of
from qipan.journal.live.events import TableOpened
from qipan.journal.live.table import convert_rules
from qipan.kernel.clock import Control, Increment, checked
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import Seat
from qipan.play.seats import seat_token
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.visitor import visitor_of
from qipan.wiring import table_name

AnyRequest = Request[Any, Any, Any]
PRACTICE_CLOCK = Increment(15 * 60 * 1000, 10_000)
Short = Annotated[str, msgspec.Meta(max_length=80)]


class TableIn(msgspec.Struct, forbid_unknown_fields=True):
    """A table to open."""

    game: Short
    controls: list[Control]
    """One for all, or one for each seat."""
    occupants: Annotated[list[Short], msgspec.Meta(max_length=6)]
    """Opaque ids, never names."""
    rules: dict[str, Any] = {}
    setup: dict[str, Any] | None = None
    """Left out: dealt."""
    begin: bool = False
    """Start the clocks at once; else when all have come."""
    counts: bool = True
    chat: bool = False
    competition: Short = ""


class PracticeIn(msgspec.Struct, forbid_unknown_fields=True):
    """A practice game against the computer; it counts nowhere."""

    game: Short
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    seats: Annotated[int, msgspec.Meta(ge=2, le=6)] | None = None
    rules: dict[str, Any] = {}


class OpenedTable(msgspec.Struct):
    """A table that was opened, with a link for each seat; a link is a key."""

    table: str
    links: list[str]


@post("/tables")
async def open_table(request: AnyRequest, context: Around, data: JSONBody[TableIn]) -> OpenedTable:
    """Open a table. For arbiters and organisers; links are given once."""
    visitor = visitor_of(request, context)
    role = visitor.role_in(data.competition or EVERYWHERE)
    if role not in ARBITERS | {Role.ORGANISER}:
        raise Refused("access.denied", MAY, role=role)
    opened = _opened(data)
    name = await _open(context, opened, begin=data.begin)
    return OpenedTable(name, _links(context, name, opened))


@post("/practice")
async def practise(context: Around, data: JSONBody[PracticeIn]) -> OpenedTable:
    """Open a practice table against the computer."""
    game = game_named(data.game)
    computer_of(game)
    seats = data.seats or game.seats(convert_rules(game, data.rules))[0]
    if data.seat >= seats:
        raise BadInput("no such seat", where="seat")
    occupants = ["bot"] * seats
    occupants[data.seat] = "guest"
    bots = tuple(seat for seat in range(seats) if seat != data.seat)
    asked = TableIn(data.game, [PRACTICE_CLOCK], occupants, data.rules, counts=False, chat=False)
    opened = msgspec.structs.replace(_opened(asked), bots=bots)
    name = await _open(context, opened, begin=False)
    return OpenedTable(name, [_links(context, name, opened)[data.seat]])


@get("/tables/{name:str}")
async def show_table(context: Around, name: InPath) -> dict[str, Any]:
    """Show a table as a spectator sees it."""
    found: dict[str, Any] = msgspec.json.decode(await context.tables.show(name[:80]))
    return found


@get("/tables/{name:str}/evidence")
async def show_evidence(request: AnyRequest, context: Around, name: InPath) -> dict[str, Any]:
    """Export everything about a table, for its arbiters."""
    table = await context.tables.look(name[:80])
    competition = table.opened.origin.get("competition", EVERYWHERE)
    role = visitor_of(request, context).role_in(competition)
    if role not in ARBITERS:
        raise Refused("access.denied", MAY, role=role)
    return await context.tables.evidence(table.id)


def _opened(data: TableIn) -> TableOpened:
    game = game_named(data.game)
    seats = len(data.occupants)
    rules = convert_rules(game, data.rules)
    if seats not in game.seats(rules):
        raise BadInput(f"{data.game} is not played by {seats}", where="occupants")
    controls = data.controls * seats if len(data.controls) == 1 else data.controls
    setup = game.deal(rules, seats, SystemRandom()) if data.setup is None else data.setup
    return TableOpened(
        game=game.name,
        engine=game.engine,
        rules=data.rules,
        setup=setup,
        controls=tuple(checked(control) for control in controls),
        occupants=tuple(data.occupants),
        counts=data.counts,
        chat=data.chat,
        origin={"competition": data.competition} if data.competition else {},
    )


async def _open(context: Context, opened: TableOpened, *, begin: bool) -> str:
    name = table_name(context.now())
    await context.tables.open(name, opened, begin=begin)
    return name


def _links(context: Context, name: str, opened: TableOpened) -> list[str]:
    key = context.tables.key
    return [
        f"/t/{name}?token={seat_token(key, name, Seat(seat))}"
        for seat in range(len(opened.occupants))
    ]


ROUTER = Router("/api", route_handlers=[open_table, practise, show_table, show_evidence])
