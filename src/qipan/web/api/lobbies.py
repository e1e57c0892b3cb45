"""Open matching as JSON: open a period, wait for an opponent, see totals and one's own table."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.params import JSONBody

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.online.contest import LONGEST_DELAY
from qipan.desk.roles import ARBITERS, MAY, Role
from qipan.games import game_named
from qipan.journal.live.lobby import LobbyOpened, LobbyState, lobby_in_public, period
from qipan.journal.live.table import rules_asked
from qipan.journal.people import Person
from qipan.kernel.clock import Control, PerMove, checked
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import EntrantId, PersonId
from qipan.office.open_matching import (
    KNOWN,
    PeriodAsked,
    read_player,
    require_player,
    terms_by_book,
    with_zone,
)
from qipan.play.port import OpenMatching
from qipan.play.seats import opaque_id, seat_token
from qipan.web.player.entrants import entries_of
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
    title: Annotated[str, msgspec.Meta(max_length=120)] = ""
    zone: Short = ""
    """The zone of times that are given without one."""
    delay: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_DELAY)] | None = None
    """Seconds by which spectators see tables and totals later; left out: as the book says."""


class PlayerIn(msgspec.Struct, forbid_unknown_fields=True):
    """Who somebody says they are, as a regulation asks."""

    name: Short
    birth: Short
    dan: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0


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
    title: str = ""
    book: str = ""
    event: str = ""
    known: bool = True
    """Whether the visitor has said what the regulation asks for."""
    delay: int = 0
    """Seconds by which spectators see tables and totals later; a player sees their own at once."""


@post("/lobbies")
async def open_lobby(request: AnyRequest, context: Around, data: JSONBody[LobbyIn]) -> LobbyOut:
    """Open a lobby. For arbiters and organisers."""
    role = visitor_of(request, context).role_in(EVERYWHERE)
    if role not in ARBITERS | {Role.ORGANISER}:
        raise Refused("access.denied", MAY, role=role)
    return shown(context, await context.tables.open_lobby(data.name, _terms(data)), None)


def _terms(data: LobbyIn) -> LobbyOpened:
    """Make the terms of a period, by its book if it names one. Raises Unknown or BadInput."""
    asked = PeriodAsked(data.event, data.begins, data.ends, data.title, data.zone, data.delay)
    if data.book:
        return terms_by_book(data.book, asked)
    game = game_named(data.game)
    if 2 not in game.seats(rules_asked(game, data.rules)):
        raise BadInput("open matching is for two", where="game")
    control = checked(data.control)
    begins, ends = period(with_zone(data.begins, data.zone), with_zone(data.ends, data.zone))
    return LobbyOpened(
        game=game.name,
        engine=game.engine,
        rules=data.rules,
        controls=(control, control),
        target=data.target,
        begins=begins,
        ends=ends,
        title=data.title,
        zone=data.zone,
        delay=1000 * (data.delay or 0),
    )


@get("/lobbies/{name:str}", sync_to_thread=False)
def show_lobby(request: AnyRequest, context: Around, name: InPath) -> LobbyOut:
    """Show a lobby: totals, who is through, and the visitor's own table."""
    arbiter = visitor_of(request, context).role_in(EVERYWHERE) in ARBITERS
    lobby, who = find_lobby(context, name), own_id(request, context)
    return shown(context, lobby, who, arbiter=arbiter)


@post("/lobbies/{name:str}/wait", sync_to_thread=False)
def wait(request: AnyRequest, context: Around, name: InPath) -> LobbyOut:
    """Wait for an opponent. Raises Refused for who is not signed in."""
    lobby, who = find_lobby(context, name), own_id(request, context)
    if who is None:
        raise Refused("access.denied", MAY, role=Role.SPECTATOR)
    join(context, lobby, who)
    account = visitor_of(request, context).account
    keep_shown_name(context, who, account.display if account else "")
    return shown(context, lobby, who)


@post("/lobbies/{name:str}/player", sync_to_thread=True)
def say_who(
    request: AnyRequest, context: Around, name: InPath, data: JSONBody[PlayerIn]
) -> LobbyOut:
    """Say who one is: name, birth and dan. Raises Refused by the book's rules."""
    lobby, who = find_lobby(context, name), own_id(request, context)
    if who is None:
        raise Refused("access.denied", MAY, role=Role.SPECTATOR)
    keep_player(context, lobby, who, (data.name, data.birth, str(data.dan)))
    return shown(context, lobby, who)


def join(context: Context, lobby: OpenMatching, who: EntrantId, *, asked: bool = False) -> None:
    """Let somebody wait for an opponent.

    Raises Refused outside the period, during a match, or for who may not play by the book;
    ``asked``: also for who has not said who they are.
    """
    person = player_of(context, who)
    if asked or person is not None:
        require_player(lobby.state.terms, person)
    lobby.wait(who)


def shown_as(who: str) -> str:
    """Give the id under which the name is kept that opponents see, apart from the real one."""
    return f"{who}/shown"


def keep_shown_name(context: Context, who: EntrantId, display: str) -> None:
    """Keep the name that opponents in open matching see."""
    key, people = PersonId(shown_as(who)), context.house.people
    known = people.find([key]).get(key)
    if known is None or known.name != display:
        people.save(key, Person(name=display))


def player_of(context: Context, who: EntrantId) -> Person | None:
    """Give who somebody said they are."""
    return context.house.people.find([PersonId(who)]).get(PersonId(who))


def keep_player(
    context: Context, lobby: OpenMatching, who: EntrantId, said: tuple[str, str, str]
) -> None:
    """Keep who somebody says they are. Raises BadInput, or Refused by the book's rules.

    Who is entered in a competition already is changed there, by its desk.
    """
    name, birth, dan = said
    person = read_player(name, birth, dan, context.now().date())
    require_player(lobby.state.terms, person)
    before = player_of(context, who)
    if before is not None and entries_of(context, PersonId(who)):
        raise Refused("lobby.entered", KNOWN)
    context.house.people.save(PersonId(who), person)


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


def shown(
    context: Context, lobby: OpenMatching, who: EntrantId | None, *, arbiter: bool = False
) -> LobbyOut:
    """Show a lobby to somebody; an arbiter sees all totals as they are."""
    state = lobby.state
    return LobbyOut(
        name=lobby.name,
        game=state.terms.game,
        target=state.terms.target,
        begins=state.terms.begins,
        ends=state.terms.ends,
        waiting=_waiting(lobby, who),
        standings=standings_for(context, state, who, arbiter=arbiter),
        me=who or "",
        wait=who is not None and lobby.waits(who),
        table=own_table(context, lobby, who) if who is not None else "",
        title=state.terms.title,
        book=state.terms.book,
        event=state.terms.under,
        known=not state.terms.book or who is None or player_of(context, who) is not None,
        delay=state.terms.delay // 1000,
    )


def _waiting(lobby: OpenMatching, who: EntrantId | None) -> int:
    """Count who waits; where spectators are behind only for who waits too: others just ended."""
    hidden = lobby.state.terms.delay and not (who is not None and lobby.waits(who))
    return 0 if hidden else len(lobby.waiting)


def standings_for(
    context: Context, state: LobbyState, who: EntrantId | None, *, arbiter: bool = False
) -> list[LobbyStanding]:
    """Give the totals, best first, as the public may know them; one's own as they are."""
    public = state if arbiter else lobby_in_public(state, context.now())
    lines = {each: _line(public, each) for each in public.totals}
    if who is not None and who in state.totals:
        lines[who] = _line(state, who)
    return sorted(lines.values(), key=lambda each: (-each.points, each.entrant))


def _line(state: LobbyState, who: EntrantId) -> LobbyStanding:
    return LobbyStanding(who, state.totals[who], state.played[who], who in state.qualified)


def own_table(context: Context, lobby: OpenMatching, who: EntrantId) -> str:
    """Give the link of somebody's own game; empty if there is none."""
    table = lobby.table_of(who)
    if not table:
        return ""
    match = lobby.state.matches[lobby.state.playing[who]]
    occupants = match.entrants if match.game == 0 else match.entrants[::-1]
    token = seat_token(context.tables.key, table, occupants.index(who))
    return f"/t/{table}?token={token}"


ROUTER = Router("/api", route_handlers=[open_lobby, show_lobby, wait, leave, say_who])
