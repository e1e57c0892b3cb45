"""Changes of a competition for other sites: a page of them as JSON, or a stream that goes on."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get
from litestar.params import QueryParameter
from litestar.response import Stream

from qipan.desk.roles import STAFF
from qipan.kernel.errors import Unavailable
from qipan.kernel.ids import CompetitionId
from qipan.office.changes import Changes, read_changes, told_version
from qipan.views.public_events import PublicEvent
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.section_context import shown_state
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
MOST_FROM_ONE = 50
"""Streams from one address; a hall behind one address has pages, which ask ``/live``."""
After = Annotated[int, QueryParameter(ge=0, le=2**31)]
AfterIfAny = Annotated[int | None, QueryParameter(name="after", ge=0, le=2**31)]
_open: Counter[str] = Counter()


class SectionSummary(msgspec.Struct):
    """A section in a list."""

    id: str
    title: str
    event: str
    entrants: int
    rounds: int
    approved: bool


class CompetitionOut(msgspec.Struct):
    """A competition."""

    id: str
    title: str
    book: str
    sections: list[SectionSummary]
    closed: bool
    version: int


@get("/competitions/{competition:str}", sync_to_thread=True)
def show_competition(request: AnyRequest, context: Around, competition: InPath) -> CompetitionOut:
    """Show a competition and its sections."""
    state = context.house.office.state(CompetitionId(competition))
    if visitor_of(request, context).reads_as(competition) not in STAFF:
        state = shown_state(context, state)
    sections = [
        SectionSummary(
            each.id,
            each.title,
            each.under,
            each.active_count,
            sum(found.published for found in each.rounds),
            each.approved is not None,
        )
        for each in state.sections.values()
    ]
    version = state.public_version
    return CompetitionOut(state.id, state.title, state.book, sections, state.closed, version)


@get("/competitions/{competition:str}/changes", sync_to_thread=True)
def changes(context: Around, competition: InPath, after: After = 0) -> Changes:
    """Give public events after a sequence, so many at once."""
    return read_changes(context.house.office, CompetitionId(competition), after)


@get(
    "/competitions/{competition:str}/events",
    responses={},
    media_type="text/event-stream",
    cache=False,
)
async def events(
    request: AnyRequest, context: Around, competition: InPath, after: AfterIfAny = None
) -> Stream:
    """Stream public events as they happen (server-sent events).

    Goes on after ``Last-Event-ID``, or after the sequence asked for; else with what comes next.
    """
    address = address_of(request)
    require_rate("stream", address)
    if context.hub.full or _open[address] >= MOST_FROM_ONE:
        raise Unavailable("events", "too many streams")
    home = CompetitionId(competition)
    state = await asyncio.to_thread(context.house.office.state, home)
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdigit() and len(last) < 10:
        after = int(last)
    told = await asyncio.to_thread(told_version, context.house.office, state)
    start = told if after is None else min(after, told)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    lines = _lines(context, home, start, address)
    return Stream(lines, media_type="text/event-stream", headers=headers)


async def _lines(
    context: Context, home: CompetitionId, read: int, address: str
) -> AsyncIterator[str]:
    """Give the lines of a stream. Nothing waits in memory: the journal is read as it is sent."""
    _open[address] += 1
    try:
        yield "retry: 3000\n\n"
        watched = context.hub.versions(home, read)
        waiting = asyncio.ensure_future(anext(watched, -1))
        try:
            while True:
                found = await asyncio.to_thread(read_changes, context.house.office, home, read)
                for each in found.events:
                    yield _line(each)
                if found.read > read:
                    read = found.read
                    continue
                version = await waiting
                if version == -1:
                    return
                waiting = asyncio.ensure_future(anext(watched, -1))
                if version is None:
                    yield ": still here\n\n"
        finally:
            waiting.cancel()
    finally:
        _open[address] -= 1
        if not _open[address]:
            del _open[address]


def _line(event: PublicEvent) -> str:
    name = event.event.partition("/")[0]
    return f"id: {event.id}\nevent: {name}\ndata: {msgspec.json.encode(event).decode()}\n\n"


ROUTER = Router("/api", route_handlers=[show_competition, changes, events])
