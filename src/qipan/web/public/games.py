"""The games of a section, and the boards of a competition that are played live."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.params import QueryParameter
from litestar.response import Template

from qipan.views.section import BoardView, SectionView
from qipan.web.shared.cached_response import for_anybody
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.long_lists.name_search import matches
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About, public_state
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Asked = Annotated[str, QueryParameter(name="q", max_length=80)]
RoundAsked = Annotated[int | None, QueryParameter(name="round", ge=0, le=9999)]


class LiveBoard(msgspec.Struct, frozen=True):
    """A table where a game is on, or was just finished."""

    table: str
    game: str
    moves: int
    over: bool


def live_boards(context: Context, competition: str) -> list[LiveBoard]:
    """List the tables of a competition that this server holds, games that are on first."""
    if not context.tables.running:
        return []
    found = [
        LiveBoard(table.id, table.opened.game, len(table.moves), table.over)
        for table in context.tables.tables()
        if table.opened.counts and table.opened.origin.get("competition") == competition
    ]
    return sorted(found, key=lambda each: (each.over, each.table))


@get(
    "/c/{competition:str}/live-boards",
    name="live-boards",
    sync_to_thread=False,
    include_in_schema=False,
)
def boards(request: AnyRequest, context: Around, competition: InPath) -> Template:
    """Show the boards of a competition that can be watched now."""
    state = public_state(context, competition)
    return page(
        "live/live_boards.html",
        visitor_of(request, context),
        competition=state,
        tables=live_boards(context, state.id),
    )


@get(
    "/c/{competition:str}/{section:str}/games",
    name="games",
    sync_to_thread=True,
    include_in_schema=False,
)
def games(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    shown_round: RoundAsked = None,
    asked: Asked = "",
) -> Response[Any]:
    """List the games of a round (0: of all), or those of somebody."""
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, competition, section)
    if asked.strip():
        return _listed(about, visitor, shown_round or 0, asked)
    number = 0 if shown_round == 0 else about.shown(shown_round)
    key = (("round", number), about.mark)
    return for_anybody(
        request,
        context,
        visitor,
        key,
        lambda reader: _listed(about, reader, number, ""),
        of=about.state,
    )


def _listed(about: About, visitor: Visitor, number: int, asked: str) -> Template:
    view = about.view()
    return page(
        "public/games.html",
        visitor,
        competition=about.state,
        section=about.section,
        view=view,
        number=number,
        rows=chosen(view, number, asked),
        asked=asked,
        records=records_of(about),
        part=about.part(visitor.language, number, keep=not asked),
    )


def records_of(about: About) -> dict[tuple[int, int], list[tuple[int, bool]]]:
    """Name the games of each board whose record can be looked at."""
    found: dict[tuple[int, int], list[tuple[int, bool]]] = {}
    for number, board, game, playoff in sorted(about.section.records):
        found.setdefault((number, board), []).append((game, playoff))
    return found


def chosen(view: SectionView, number: int, asked: str) -> list[tuple[int, BoardView]]:
    """Choose the boards of a round, or of all, where somebody asked for sits."""
    return [
        (found.number, board)
        for found in view.rounds
        if number in (0, found.number)
        for board in found.boards
        if not asked.strip() or any(matches(asked, seat.name, seat.latin) for seat in board.seats)
    ]


ROUTES = [boards, games]
