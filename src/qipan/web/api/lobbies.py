"""Open matching as JSON: open a period, wait for an opponent, see totals and one's own table."""

from fractions import Fraction
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.params import JSONBody

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.roles import ARBITERS, MAY, Role
from qipan.games import game_named
from qipan.journal.live.lobby import LobbyOpened, period
from qipan.journal.live.table import convert_rules
from qipan.kernel.clock import Control, PerMove, checked
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import EntrantId
from qipan.play.port import OpenMatching
from qipan.play.seats import opaque_id, seat_token
from qipan.rulebooks import book_named
from qipan.rulebooks.clocks import control_of
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
GAME, MOVE = 15 * 60_000, 3 * 60_000
Short = Annotated[str, msgspec.Meta(max_length=60)]


class LobbyIn(msgspec.Struct, forbid_unknown_fields=True):
    """A period of open matching."""

    name: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,60}$")]
    game: Short = "gomoku"
    rules: dict[str, Any] = {}
    control: Control = PerMove(GAME, MOVE)
    target: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 20
    begins: Short = ""
    ends: Short = ""
    book: Short = ""
    """The regulation that says game, clock and target; what is stated beside it does not count."""
    event: Short = ""
    """Its event of open matching; not needed where it has one only."""


class LobbyStanding(msgspec.Struct):
    """One who has played, under an opaque id."""

    entrant: str
    points: int
    matches: int
    qualified: bool


class LobbyOut(msgspec.Struct):
    """A lobby as a visitor sees it; ``table`` is the link of the visitor's own game."""

    name: str
    game: str
    target: int
    begins: str
    ends: str
    waiting: int
    standings: list[LobbyStanding]
    me: str = ""
    wait: bool = False
    table: str = ""


@post("/lobbies")
async def open_lobby(request: AnyRequest, context: Around, data: JSONBody[LobbyIn]) -> LobbyOut:
    """Open a lobby. For arbiters and organisers."""
    role = visitor_of(request, context).role_in(EVERYWHERE)
    if role not in ARBITERS | {Role.ORGANISER}:
        raise Refused("access.denied", MAY, role=role)
    data = _by_book(data) if data.book else data
    game = game_named(data.game)
    if 2 not in game.seats(convert_rules(game, data.rules)):
        raise BadInput("open matching is for two", where="game")
    control = checked(data.control)
    begins, ends = period(data.begins, data.ends)
    terms = LobbyOpened(
        game=game.name,
        engine=game.engine,
        rules=data.rules,
        controls=(control, control),
        target=data.target,
        begins=begins,
        ends=ends,
    )
    return shown(context, await context.tables.open_lobby(data.name, terms), None)


def _by_book(data: LobbyIn) -> LobbyIn:
    """Take game, rules, clock and target from a book. Raises Unknown, BadInput if it has none."""
    events = {
        name: rules
        for name, rules in book_named(data.book).event.items()
        if rules.stage[0].system == "open-matching" and (not data.event or name == data.event)
    }
    if len(events) != 1:
        raise BadInput(f"one event of open matching of {data.book}", where="event")
    (rules,) = events.values()
    target = rules.stage[0].target
    return msgspec.structs.replace(
        data,
        game=rules.game,
        rules=rules.rules,
        control=control_of(rules.clock, at_board=False),
        target=int(Fraction(target)) if target else data.target,
    )


@get("/lobbies/{name:str}", sync_to_thread=False)
def show_lobby(request: AnyRequest, context: Around, name: InPath) -> LobbyOut:
    """Show a lobby: totals, who is through, and the visitor's own table."""
    return shown(context, find_lobby(context, name), own_id(request, context))


@post("/lobbies/{name:str}/wait", sync_to_thread=False)
def wait(request: AnyRequest, context: Around, name: InPath) -> LobbyOut:
    """Wait for an opponent. Raises Refused for who is not signed in."""
    lobby, who = find_lobby(context, name), own_id(request, context)
    if who is None:
        raise Refused("access.denied", MAY, role=Role.SPECTATOR)
    lobby.wait(who)
    return shown(context, lobby, who)


@post("/lobbies/{name:str}/leave", sync_to_thread=False)
def leave(request: AnyRequest, context: Around, name: InPath) -> LobbyOut:
    """Wait no longer."""
    lobby, who = find_lobby(context, name), own_id(request, context)
    if who is not None:
        lobby.leave(who)
    return shown(context, lobby, who)


def find_lobby(context: Context, name: str) -> OpenMatching:
    """Find a lobby. Raises Unknown."""
    return context.tables.lobby(name)


def own_id(request: AnyRequest, context: Context) -> EntrantId | None:
    """Give the id under which a visitor plays; None for who is not signed in."""
    account = visitor_of(request, context).account
    return None if account is None else EntrantId(opaque_id(context.tables.key, account.name))


def shown(context: Context, lobby: OpenMatching, who: EntrantId | None) -> LobbyOut:
    """Show a lobby to somebody."""
    state = lobby.state
    order = sorted(state.totals, key=lambda each: (-state.totals[each], each))
    return LobbyOut(
        name=lobby.name,
        game=state.terms.game,
        target=state.terms.target,
        begins=state.terms.begins,
        ends=state.terms.ends,
        waiting=len(lobby.waiting),
        standings=[
            LobbyStanding(who, state.totals[who], state.played[who], who in state.qualified)
            for who in order
        ],
        me=who or "",
        wait=who is not None and lobby.waits(who),
        table=own_table(context, lobby, who) if who is not None else "",
    )


def own_table(context: Context, lobby: OpenMatching, who: EntrantId) -> str:
    """Give the link of somebody's own game; empty if there is none."""
    table = lobby.table_of(who)
    if not table:
        return ""
    match = lobby.state.matches[lobby.state.playing[who]]
    occupants = match.entrants if match.game == 0 else match.entrants[::-1]
    token = seat_token(context.tables.key, table, occupants.index(who))
    return f"/t/{table}?token={token}"


ROUTER = Router("/api", route_handlers=[open_lobby, show_lobby, wait, leave])
