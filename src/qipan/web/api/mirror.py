"""Copies of competitions that are held elsewhere: how far they are, and what comes next.

A holder calls with a token that was made here for one competition and for nothing else. What it
sends is judged as a foreign file is (``office.travel.mirroring``). Not in the document of the API:
both sides are this program. An edge of a cluster keeps a copy too, without its live games.
"""

import asyncio
from functools import partial
from typing import Any

import msgspec
from litestar import Request, Response, Router, post
from litestar.params import JSONBody

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.roles import CHIEF_AND_ORGANISER
from qipan.host.local_tables import LocalTables
from qipan.host.travel.event_files import adopt_into, announce, engine_of, sealed_in
from qipan.journal.live.table import PREFIX as TABLES
from qipan.journal.travel.push import Further, Heads, Push
from qipan.kernel.errors import BadInput, Refused, Unknown
from qipan.kernel.ids import CompetitionId
from qipan.office.clerk import stream_of
from qipan.office.record.package import persons_of
from qipan.office.travel.custody import live_table_names
from qipan.office.travel.mirroring import FencedOff, fence_of, heads, receive
from qipan.store.travel.adoption import StoredPeople
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.visitor import MIRROR, TOKEN, bearer_of

AnyRequest = Request[Any, Any, Any]
MOST_BODY = 48_000_000


class After(msgspec.Struct, forbid_unknown_fields=True):
    """Up to where somebody has the events."""

    after: int


def _require(request: AnyRequest, context: Context, competition: str) -> None:
    """Require a token for the copy of this competition. Raises Refused.

    Whoever made the token must still be able to do everything here.
    """
    now = context.seconds()
    found = context.house.side_tables.tokens.find(bearer_of(request.scope), now)
    if found is None or (found.scope, found.competition) != (MIRROR, competition):
        raise Refused("access.token", TOKEN)
    account = context.house.accounts.find(found.account)
    if account is None or account.grants.get(EVERYWHERE) not in CHIEF_AND_ORGANISER:
        raise Refused("access.token", TOKEN)


def _without_live_games(push: Push) -> Push:
    """Leave live games out where workers own every table: one that nobody here may play is none."""
    kept = tuple(each for each in push.events if not _is_table(each.stream))
    return msgspec.structs.replace(push, events=kept)


def _answer(value: object, status: int = 200) -> Response[bytes]:
    return Response(
        msgspec.json.encode(value),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


def _heads(context: Context, home: CompetitionId) -> Heads:
    office = context.house.office
    try:
        known = persons_of(office.state(home))
    except Unknown:
        return Heads({})
    stored = StoredPeople(engine_of(context.house)).contents(known)
    tables = live_table_names(context.house.log, home)
    return heads(office, home, stored, context.house.side_tables.attachments, tables)


@post("/{competition:str}/heads", include_in_schema=False, sync_to_thread=True)
def how_far(request: AnyRequest, context: Around, competition: InPath) -> Response[bytes]:
    """Say how far the copy is; 409 and who holds it, if it is held here."""
    _require(request, context, competition)
    home, office = CompetitionId(competition), context.house.office
    try:
        state = office.state(home)
    except Unknown:
        return _answer(Heads({}))
    if state.custody is not None and office.holds(state):
        return _answer(fence_of(office, state), 409)
    return _answer(_heads(context, home))


@post("/{competition:str}/events", request_max_body_size=MOST_BODY, include_in_schema=False)
async def take(request: AnyRequest, context: Around, competition: InPath) -> Response[bytes]:
    """Take what the holder sends; 409 and who holds it, if that is somebody else."""
    await asyncio.to_thread(_require, request, context, competition)
    try:
        push = msgspec.json.decode(await request.body(), type=Push)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadInput(str(error)[:200], where="mirror", code="travel.unreadable") from error
    home, house, tables = CompetitionId(competition), context.house, context.tables
    if not isinstance(tables, LocalTables):
        push = _without_live_games(push)
    adopt, sealed = partial(adopt_into, house), partial(sealed_in, house)
    try:
        state = await asyncio.to_thread(receive, house.office, home, push, adopt, sealed)
    except FencedOff as error:
        return _answer(error.fence, 409)
    names = {each.stream.removeprefix(TABLES) for each in push.events if _is_table(each.stream)}
    if isinstance(tables, LocalTables):
        tables.told_elsewhere(sorted(names))
    if push.events or push.people or push.forgotten:
        announce(house, home, state.version)
    return _answer(Heads({}))


def _is_table(stream: str) -> bool:
    return stream.startswith(TABLES)


@post("/{competition:str}/further", include_in_schema=False, sync_to_thread=True)
def further(
    request: AnyRequest, context: Around, competition: InPath, data: JSONBody[After]
) -> Response[bytes]:
    """Give whoever held it before the events since; only where it is held here."""
    _require(request, context, competition)
    home, office = CompetitionId(competition), context.house.office
    office.require_held(office.state(home))
    return _answer(Further(tuple(context.house.log.read(stream_of(home), max(0, data.after)))))


ROUTER = Router("/api/mirror", route_handlers=[how_far, take, further])
