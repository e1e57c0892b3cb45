"""Live tables as JSON: open one, look at it, play, practise, and take the evidence along."""

import asyncio
from random import SystemRandom
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.params import JSONBody

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.online.contest import LONGEST_DELAY
from qipan.desk.roles import ARBITERS, MAY, Role
from qipan.games import game_named
from qipan.games.computer_players import computer_of
from qipan.journal.live.events import TableOpened
from qipan.journal.live.table import rules_asked
from qipan.kernel.clock import Control, Increment, checked
from qipan.kernel.errors import BadInput, Refused, Unavailable
from qipan.kernel.game import UNKNOWN_SEAT
from qipan.kernel.ids import Seat
from qipan.kernel.rules import RuleKey
from qipan.play.automatic_moves import GUEST
from qipan.play.commands import PlayMove
from qipan.play.outside_requests import VISITOR
from qipan.play.port import TableVisit
from qipan.play.room import Outbox
from qipan.play.seats import opaque_id, seat_token
from qipan.store.visitors.seats import VisitorSeat
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.guests import owner_of
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.visitor import visitor_of
from qipan.wiring import new_token, table_name

AnyRequest = Request[Any, Any, Any]
PRACTICE_CLOCK = Increment(15 * 60 * 1000, 10_000)
Short = Annotated[str, msgspec.Meta(max_length=80)]
MOVE_SECONDS, COME_AGAIN_SECONDS = 10.0, 0.02


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
    delay: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_DELAY)] = 0
    """Seconds by which spectators see everything later."""


class PracticeIn(msgspec.Struct, forbid_unknown_fields=True):
    """A practice game against the computer; it counts nowhere."""

    game: Short
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    seats: Annotated[int, msgspec.Meta(ge=2, le=6)] | None = None
    rules: dict[str, Any] = {}
    level: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    control: Control = PRACTICE_CLOCK
    guest: Short = ""
    """A program that the administrator named; empty: the house plays."""


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
    opened = table_of(data)
    name = await open_named(context, opened, begin=data.begin)
    return OpenedTable(name, seat_links(context, name, opened))


@post("/practice")
async def practise(request: AnyRequest, context: Around, data: JSONBody[PracticeIn]) -> OpenedTable:
    """Open a practice table against the computer; it is listed among the visitor's own games."""
    opened = await open_practice(request, context, data)
    owner = owner_of(request, visitor_of(request, context))
    if owner:
        seat = VisitorSeat(opened.table, data.seat, data.game, "computer", context.seconds())
        await asyncio.to_thread(context.house.side_tables.visitor_seats.take, owner, seat)
    return opened


async def open_practice(request: AnyRequest, context: Context, data: PracticeIn) -> OpenedTable:
    """Open a practice table for a visitor. Raises BadInput, or Refused if they have too many."""
    require_rate("practice", address_of(request))
    game = game_named(data.game)
    computer_of(game)
    seats = data.seats or game.seats(rules_asked(game, data.rules))[0]
    if data.seat >= seats:
        raise BadInput("no such seat", where="seat")
    if data.guest and data.guest not in context.guests.playing(game.name):
        said = f"{data.guest} does not play {game.name} here"
        raise BadInput(said, where="guest", code="play.no-such-guest")
    occupants = ["bot"] * seats
    occupants[data.seat] = "guest"
    bots = tuple(seat for seat in range(seats) if seat != data.seat)
    asked = TableIn(data.game, [data.control], occupants, data.rules, counts=False, chat=False)
    origin = {VISITOR: visitor_word(request, context), "way": "computer"}
    if data.guest:
        origin[GUEST] = data.guest
    opened = msgspec.structs.replace(table_of(asked), bots=bots, level=data.level, origin=origin)
    name = await open_named(context, opened, begin=False)
    return OpenedTable(name, [seat_links(context, name, opened)[data.seat]])


@get("/tables/{name:str}")
async def show_table(context: Around, name: InPath) -> dict[str, Any]:
    """Show a table as a spectator sees it."""
    found: dict[str, Any] = msgspec.json.decode(await context.tables.show(name[:80]))
    return found


class MoveIn(msgspec.Struct, forbid_unknown_fields=True):
    """A move of the seat that a token opens."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    """From the link of the seat, behind ``?token=``."""
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    id: Short = ""
    """One's own name for the move: said again, it is not played twice."""
    seq: Annotated[int, msgspec.Meta(ge=0, le=2**31)] | None = None
    """The newest number one has seen; an outdated one is refused."""


class MoveOut(msgspec.Struct):
    """The move is durable; the table now has this number."""

    seq: int


@post("/tables/{name:str}/moves")
async def play_move(
    request: AnyRequest, context: Around, name: InPath, data: JSONBody[MoveIn]
) -> MoveOut:
    """Play a move without a socket. Answered when it is durable.

    As if one sat down, moved and left: another connection of that seat ends.
    """
    require_rate("api-move", address_of(request))
    move = PlayMove(text=data.text, id=data.id or new_token()[:16], seq=data.seq)
    try:
        async with asyncio.timeout(MOVE_SECONDS):
            while True:
                visit = await context.tables.admit(TableVisit(name[:80], data.token), lambda _: "")
                played = await _played(context, visit, move)
                if played is not None:
                    return played
                await asyncio.sleep(COME_AGAIN_SECONDS)
    except TimeoutError:
        raise Unavailable("table", "no answer") from None


async def _played(context: Context, visit: TableVisit, move: PlayMove) -> MoveOut | None:
    """Sit down, move and leave; None if another connection of that seat came in between.

    That is so when the same move is sent several times at once: said again under its id, it is
    played once, and everybody is answered the same. Raises Refused.
    """
    heard = asyncio.Event()
    outbox = Outbox(heard.set)
    connection = context.tables.arrive(visit, outbox)
    try:
        connection.receive(msgspec.json.encode(move))
        while True:
            await heard.wait()
            heard.clear()
            while outbox.unread:
                told = msgspec.json.decode(outbox.unread.pop(0))
                if told["type"] == "refused" and told["id"] in ("", move.id):
                    raise Refused(told["code"], RuleKey(told["rule"]), **told["facts"])
                if told["type"] in ("ack", "event") and told.get("id") == move.id:
                    return MoveOut(told["seq"])
            if outbox.dropped == "replaced":
                return None
            if outbox.dropped:
                raise Refused("play.wrong-token", UNKNOWN_SEAT)
    finally:
        connection.leave()


@get("/tables/{name:str}/evidence")
async def show_evidence(request: AnyRequest, context: Around, name: InPath) -> dict[str, Any]:
    """Export everything about a table, for its arbiters."""
    table = await context.tables.look(name[:80])
    competition = table.opened.origin.get("competition", EVERYWHERE)
    role = visitor_of(request, context).role_in(competition)
    if role not in ARBITERS:
        raise Refused("access.denied", MAY, role=role)
    return await context.tables.evidence(table.id)


def visitor_word(request: AnyRequest, context: Context) -> str:
    """Give an opaque word for who asks: the address is in no journal."""
    return opaque_id(context.tables.key, f"address/{address_of(request)}")[2:]


def table_of(data: TableIn) -> TableOpened:
    """Set a table up; dealt, unless it says how it stands. Raises BadInput."""
    game = game_named(data.game)
    seats = len(data.occupants)
    given = {**game.table_rules, **data.rules}
    rules = rules_asked(game, given)
    if seats not in game.seats(rules):
        raise BadInput(f"{data.game} is not played by {seats}", where="occupants")
    controls = data.controls * seats if len(data.controls) == 1 else data.controls
    setup = game.deal(rules, seats, SystemRandom()) if data.setup is None else data.setup
    return TableOpened(
        game=game.name,
        engine=game.engine,
        rules=given,
        setup=setup,
        controls=tuple(checked(control) for control in controls),
        occupants=tuple(data.occupants),
        counts=data.counts,
        chat=data.chat,
        origin={"competition": data.competition} if data.competition else {},
        delay=data.delay * 1000,
    )


async def open_named(context: Context, opened: TableOpened, *, begin: bool) -> str:
    """Open a table under a new name; gives the name."""
    name = table_name(context.now())
    await context.tables.open(name, opened, begin=begin)
    return name


def seat_links(context: Context, name: str, opened: TableOpened) -> list[str]:
    """Give a link for every seat; a link is a key."""
    key = context.tables.key
    return [
        f"/t/{name}?token={seat_token(key, name, Seat(seat))}"
        for seat in range(len(opened.occupants))
    ]


ROUTER = Router("/api", route_handlers=[open_table, practise, show_table, play_move, show_evidence])
