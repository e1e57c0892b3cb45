"""Lobbies in the browser: wait for an opponent, go to one's game, see totals, practise."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.roles import MAY, Role
from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.play.port import OpenMatching
from qipan.web.api.lobbies import find_lobby, own_id, shown
from qipan.web.api.tables import PracticeIn, practise
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import number
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


@get("/lobby", name="lobbies", sync_to_thread=False, include_in_schema=False)
def lobbies(request: AnyRequest, context: Around) -> Template:
    """List the lobbies, those that are open first."""
    found = sorted(context.tables.lobbies(), key=lambda each: (not each.is_open, each.name))
    return page("live/lobbies.html", visitor_of(request, context), lobbies=found)


@get("/lobby/{name:str}", name="lobby", sync_to_thread=False, include_in_schema=False)
def lobby_page(request: AnyRequest, context: Around, name: InPath) -> Template:
    """Show a lobby to somebody."""
    return _page(request, context, find_lobby(context, name))


def _page(
    request: AnyRequest, context: Context, lobby: OpenMatching, error: QipanError | None = None
) -> Template:
    visitor = visitor_of(request, context)
    failure = Failure(error, visitor.language) if error else None
    seen = shown(context, lobby, own_id(request, context))
    mine = next((each for each in seen.standings if each.entrant == seen.me), None)
    return page(
        "live/lobby.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        lobby=seen,
        open=lobby.is_open,
        mine=mine,
        points=mine.points if mine else 0,
        clock=lobby.state.terms.controls[0],
        last=_last(lobby, seen.me),
    )


def _last(lobby: OpenMatching, who: str) -> list[dict[str, Any]]:
    """Give somebody's matches, the newest first: games and points."""
    found = []
    for number_, match in sorted(lobby.state.matches.items(), reverse=True):
        if who not in match.entrants or not (match.over or match.abandoned):
            continue
        seat = match.entrants.index(who)
        games = [match.games[game][seat] for game in sorted(match.games)]
        points = None if match.abandoned else match.points()[seat]
        found.append({"match": number_, "games": games, "points": points, "tables": match.tables})
    return found[:20]


@post("/lobby/{name:str}/{action:str}", include_in_schema=False)
async def lobby_form(
    request: AnyRequest, context: Around, name: InPath, action: InPath, data: Posted
) -> Template | Redirect:
    """Wait, wait no longer, or practise against the computer."""
    lobby, who = find_lobby(context, name), own_id(request, context)
    terms = lobby.state.terms
    try:
        if action == "practise":
            asked = PracticeIn(terms.game, number(data, "seat", 0), 2, dict(terms.rules))
            opened = await practise.fn(context=context, data=asked)
            return Redirect(opened.links[0], status_code=303)
        if who is None:
            raise Refused("access.denied", MAY, role=Role.SPECTATOR)
        if action == "wait":
            lobby.wait(who)
        elif action == "leave":
            lobby.leave(who)
        else:
            raise BadInput(f"no such action: {action[:40]}", where="action")
    except (Refused, BadInput) as error:
        return _page(request, context, lobby, error)
    return Redirect(f"/lobby/{lobby.name}", status_code=303)


ROUTES = [lobbies, lobby_page, lobby_form]
