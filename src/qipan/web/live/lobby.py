"""Lobbies in the browser: say who one is, wait for an opponent, see totals, practise; open one."""

import asyncio
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.entries.rules import GROUP
from qipan.desk.roles import ARBITERS, MAY, Role
from qipan.journal.live.lobby import LobbyOpened
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Conflict, QipanError, Refused
from qipan.kernel.ids import EntrantId, PersonId
from qipan.kernel.rules import RuleKey
from qipan.office.open_matching import (
    PeriodAsked,
    group_of,
    next_event,
    open_events,
    rules_of,
    terms_by_book,
)
from qipan.play.port import OpenMatching
from qipan.rulebooks.loader import cite
from qipan.web.api.lobbies import (
    find_lobby,
    join,
    keep_player,
    keep_shown_name,
    own_id,
    player_of,
    shown,
    shown_as,
)
from qipan.web.api.tables import PracticeIn, open_practice
from qipan.web.player.entrants import entries_of
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, minutes_as_seconds, number, words
from qipan.web.shared.limits import require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of
from qipan.web.shared.words.clock_words import clock_time

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
TOLD = {
    "points": "match.sum",
    "target": "open.target",
    "clock": "play.clock",
    "dan": "entry.dan",
}
"""What a player is told of a regulation, with the rule behind it."""
MOST_SHOWN = 100
"""Lines of the standings on the page; the API has all."""
NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


@get("/lobby", name="lobbies", include_in_schema=False)
async def lobbies(request: AnyRequest, context: Around) -> Template:
    """List the lobbies, those that are open first."""
    return _list(context, visitor_of(request, context))


def _list(
    context: Context, visitor: Visitor, error: QipanError | None = None, filled: Form | None = None
) -> Template:
    found = sorted(context.tables.lobbies(), key=lambda each: (not each.is_open, each.name))
    failure = Failure(error, visitor.language) if error else None
    return page(
        "live/lobbies.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        lobbies=found,
        events=list(open_events()) if _opens(visitor) else [],
        filled=dict(filled or {}),
    )


def _opens(visitor: Visitor) -> bool:
    """Say whether somebody may open a period."""
    return visitor.role_in(EVERYWHERE) in ARBITERS | {Role.ORGANISER}


@post("/lobby", include_in_schema=False)
async def open_period(request: AnyRequest, context: Around, data: Posted) -> Template | Redirect:
    """Open a period by its book. For arbiters and organisers."""
    visitor = visitor_of(request, context)
    if not _opens(visitor):
        raise Refused("access.denied", MAY, role=visitor.role_in(EVERYWHERE))
    try:
        name = words(data, "name")
        if not 1 <= len(name) <= 60 or not set(name) <= NAME_LETTERS:
            raise BadInput("small letters, figures, hyphens", where="name", code="lobby.id")
        book, _, event = words(data, "event").partition("/")
        asked = PeriodAsked(
            event,
            words(data, "begins", ""),
            words(data, "ends", ""),
            words(data, "title", "")[:120],
            words(data, "zone", ""),
            minutes_as_seconds(data, "delay"),
        )
        await context.tables.open_lobby(name, terms_by_book(book, asked))
    except (BadInput, Refused, Conflict) as error:
        return _list(context, visitor, error, data)
    return Redirect(f"/lobby/{name}", status_code=303)


@get("/lobby/{name:str}", name="lobby", include_in_schema=False)
async def lobby_page(request: AnyRequest, context: Around, name: InPath) -> Template:
    """Show a lobby to somebody."""
    lobby = find_lobby(context, name)
    return await asyncio.to_thread(_page, request, context, lobby)


def _page(
    request: AnyRequest, context: Context, lobby: OpenMatching, error: QipanError | None = None
) -> Template:
    visitor = visitor_of(request, context)
    terms = lobby.state.terms
    rules = rules_of(terms)
    failure = Failure(error, visitor.language, rules[0] if rules else None) if error else None
    arbiter = visitor.role_in(EVERYWHERE) in ARBITERS
    seen = shown(context, lobby, own_id(request, context), arbiter=arbiter)
    mine = next((each for each in seen.standings if each.entrant == seen.me), None)
    person = player_of(context, EntrantId(seen.me)) if seen.me and rules else None
    return page(
        "live/lobby.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        lobby=seen,
        terms=terms,
        title=terms.title or lobby.name,
        open=lobby.is_open,
        mine=mine,
        points=mine.points if mine else 0,
        clock=terms.controls[0],
        delayed=clock_time(terms.delay),
        shown=MOST_SHOWN,
        names=_shown_names(context, [each.entrant for each in seen.standings[:MOST_SHOWN]]),
        last=_last(lobby, seen.me),
        rules=rules,
        cited=_cited(terms) if rules else {},
        person=person,
        going_to=_going_to(terms, person, visitor.language) if person else None,
        entered=_entered(context, lobby, seen.me),
    )


def _shown_names(context: Context, some: list[str]) -> dict[str, str]:
    """Give the names that opponents see, of those who have one."""
    ids = {PersonId(shown_as(who)): who for who in some}
    found = context.house.people.find(list(ids))
    return {ids[key]: person.name for key, person in found.items() if person.name}


def _cited(terms: LobbyOpened) -> dict[str, str]:
    """Cite the clauses that a player is told of: points, clock, dan, age."""
    found, following = rules_of(terms), next_event(terms)
    assert found is not None
    book, under = found[0], terms.under
    cited = {
        name: cite(book, RuleKey(key), under).citation
        for name, key in TOLD.items()
        if key in book.clauses_by_rule
    }
    if following is not None and GROUP in book.clauses_by_rule:
        cited["age"] = cite(book, GROUP, following[0]).citation
    return cited


def _going_to(terms: LobbyOpened, person: Person, language: str) -> dict[str, str]:
    """Say into which group somebody's age leads, or why into none."""
    try:
        return {"group": group_of(terms, person), "refused": ""}
    except Refused as error:
        found = rules_of(terms)
        failure = Failure(error, language, found[0] if found else None)
        return {"group": "", "refused": f"{failure.sentence} {failure.citation or ''}".strip()}


def _entered(context: Context, lobby: OpenMatching, who: str) -> list[dict[str, str]]:
    """List the sections after this period that somebody is entered in."""
    found = []
    for state, name, entrant in entries_of(context, PersonId(who)) if who else ():
        section = state.sections[name]
        if section.options.get("lobby") == lobby.name:
            path = f"/c/{state.id}/{name}/me/{entrant}"
            found.append({"title": f"{state.title} · {section.title}", "path": path})
    return found


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
        if len(found) == 20:
            break
    return found


@post("/lobby/{name:str}/{action:str}", include_in_schema=False)
async def lobby_form(
    request: AnyRequest, context: Around, name: InPath, action: InPath, data: Posted
) -> Template | Redirect:
    """Say who one is, wait, wait no longer, or practise against the computer."""
    lobby, who = find_lobby(context, name), own_id(request, context)
    terms = lobby.state.terms
    try:
        if action == "practise":
            asked = PracticeIn(terms.game, number(data, "seat", 0), 2, dict(terms.rules))
            opened = await open_practice(request, context, asked)
            return Redirect(opened.links[0], status_code=303)
        if who is None:
            raise Refused("access.denied", MAY, role=Role.SPECTATOR)
        if action == "wait":
            join(context, lobby, who, asked=True)
            account = visitor_of(request, context).account
            keep_shown_name(context, who, account.display if account else "")
        elif action == "leave":
            lobby.leave(who)
        elif action == "player":
            require_rate("password", f"player/{who}")
            said = words(data, "name", ""), words(data, "birth", ""), words(data, "dan", "")
            await asyncio.to_thread(keep_player, context, lobby, who, said)
        else:
            raise BadInput(f"no such action: {action[:40]}", where="action")
    except (Refused, BadInput) as error:
        return await asyncio.to_thread(_page, request, context, lobby, error)
    return Redirect(f"/lobby/{lobby.name}", status_code=303)


ROUTES = [lobbies, open_period, lobby_page, lobby_form]
