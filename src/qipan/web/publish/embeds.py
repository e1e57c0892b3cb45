"""Parts of the public pages for the frames of other sites: standings, pairings, boards, a wall.

A frame may stand anywhere, so nothing in it belongs to anybody: no session is looked at, there is
no form, and what is shown is what a stranger sees on the site.
"""

from typing import Any

from litestar import Request, get
from litestar.response import Stream, Template

from qipan.i18n import say
from qipan.kernel.errors import Unknown
from qipan.views.contest import contest_view
from qipan.web.live.board_feed import BoardFeed
from qipan.web.live.hall_boards import latest_tables, seats_at
from qipan.web.live.seated_people import seated_people
from qipan.web.public.players import published
from qipan.web.publish.cards import is_open_to_all
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.reader_names import as_read
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.visitor import Visitor, language_of

AnyRequest = Request[Any, Any, Any]
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors *"
    ),
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
    "cache-control": "public, max-age=15",
}
MOST_KEYS = 4
"""Columns of standings that fit a narrow frame."""
_feed = BoardFeed()


def stranger(request: AnyRequest) -> Visitor:
    """See the request as nobody's: whoever is signed in here is not so inside a frame."""
    return Visitor(None, language_of(request))


@get(
    "/embed/c/{competition:str}/{section:str}/standings",
    include_in_schema=False,
    sync_to_thread=True,
    response_headers=HEADERS,
)
def embed_standings(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Template:
    """Show the standings of a section in a frame."""
    about = About.find(context, competition, section)
    view = about.view()
    return page(
        "publish/embed_standings.html",
        stranger(request),
        competition=about.state,
        section=about.section,
        view=view,
        keys=[key for key, _ in view.lines[0].keys[:MOST_KEYS]] if view.lines else [],
        here=about.here,
        whole=about.here,
    )


@get(
    "/embed/c/{competition:str}/{section:str}/pairings",
    include_in_schema=False,
    sync_to_thread=True,
    response_headers=HEADERS,
)
def embed_pairings(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Template:
    """Show the latest published round of a section in a frame."""
    about = About.find(context, competition, section)
    return page(
        "publish/embed_pairings.html",
        stranger(request),
        competition=about.state,
        section=about.section,
        shown=published(about.view(), None),
        whole=about.here,
    )


@get(
    "/embed/c/{competition:str}/{section:str}/wall",
    include_in_schema=False,
    sync_to_thread=True,
    response_headers=HEADERS,
)
def embed_wall(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Template:
    """Show the live boards of the latest round in a frame."""
    about, visitor = About.find(context, competition, section), stranger(request)
    names = as_read(about.names, visitor.language)
    view = contest_view(about.state, about.section, names, context.now())
    tables = latest_tables(about.state, about.section)
    places = []
    for place in view.places if view else ():
        table = tables.get(place.board, "")
        seated = seats_at(about.state, about.section, place.board, table)
        people = [names[who].name for who in seated] or list(place.names)
        places.append((place.board, table, people, " : ".join(map(str, place.result))))
    return page(
        "publish/embed_boards.html",
        visitor,
        heading=f"{about.state.title} · {about.section.title}",
        number=view.latest if view else 0,
        places=places,
        feed=f"{about.here}/boards/live",
        whole=f"{about.here}/boards",
    )


@get("/embed/t/{name:str}", include_in_schema=False, response_headers=HEADERS)
async def embed_board(request: AnyRequest, context: Around, name: InPath) -> Template:
    """Show a live board in a frame. Raises Unknown for a game that is not for everybody."""
    table = await context.tables.look_in_public(name[:80])
    if not is_open_to_all(table):
        raise Unknown("table", name[:80])
    visitor = stranger(request)
    people = [each.name for each in seated_people(context, table, visitor.language)]
    return page(
        "publish/embed_boards.html",
        visitor,
        heading=say(visitor.language, f"ui.board.name.{table.opened.game}"),
        number=0,
        places=[(1, table.id, people, "")],
        feed=f"/embed/t/{table.id}/live",
        whole=f"/t/{table.id}?as=watch",
    )


@get("/embed/t/{name:str}/live", include_in_schema=False)
async def embed_board_live(context: Around, name: InPath) -> Stream:
    """Tell a frame what happens on its board. Raises Unknown as its page does."""
    table = await context.tables.look_in_public(name[:80])
    if not is_open_to_all(table):
        raise Unknown("table", name[:80])
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    lines = _feed.listen(context.tables, [table.id])
    return Stream(lines, media_type="text/event-stream", headers=headers)


ROUTES = [embed_standings, embed_pairings, embed_wall, embed_board, embed_board_live]
