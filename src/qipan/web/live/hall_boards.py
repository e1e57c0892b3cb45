"""Every board of the latest round on one page, for a screen in the hall: live, as large as fits."""

from typing import Any

from litestar import Request, get
from litestar.response import Stream, Template

from qipan.desk.online import table_name, wanted
from qipan.desk.online.seating import games_so_far, seats_of
from qipan.journal.state import Competition, Section
from qipan.kernel.ids import BoardNo, EntrantId
from qipan.sections.lookup import event_of
from qipan.sections.matches import match_of
from qipan.views.contest import contest_view
from qipan.web.live.board_feed import BoardFeed
from qipan.web.live.still_boards import still_boards
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.reader_names import as_read
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About, find_public_section
from qipan.web.shared.visitor import visitor_of
from qipan.web.shared.words.clock_words import clock_time

AnyRequest = Request[Any, Any, Any]
_feed = BoardFeed()


@get(
    "/c/{competition:str}/{section:str}/boards",
    name="hall-boards",
    sync_to_thread=True,
    include_in_schema=False,
)
def hall_boards(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Template:
    """Show all boards of the round."""
    state, found = find_public_section(context, competition, section)
    visitor = visitor_of(request, context)
    names = as_read(context.house.office.names(found), visitor.language)
    view = contest_view(state, found, names, context.now())
    latest = latest_tables(state, found)
    seated = {board: seats_at(state, found, board, table) for board, table in latest.items()}
    return page(
        "live/hall_boards.html",
        visitor,
        competition=state,
        section=found,
        game=event_of(state, found).game,
        still=still_boards(About(context, state, found), visitor.language),
        number=view.latest if view else 0,
        delayed=clock_time(found.contest.delay * 1000) if found.contest else "",
        places=[
            (
                place,
                latest.get(place.board, ""),
                [names[who].name for who in seated.get(place.board, ())] or place.names,
            )
            for place in (view.places if view else ())
        ],
    )


def seats_at(state: Competition, section: Section, board: int, table: str) -> tuple[EntrantId, ...]:
    """Give who sits where at a table of the latest round: seats change from game to game."""
    found = section.current
    if found is None:
        return ()
    match = match_of(state, section, found.number, BoardNo(board))
    for game in range(1, max(games_so_far(match) + 1, match.rule.games) + 1):
        if table == table_name(found, BoardNo(board), game):
            return tuple(who for who, _ in seats_of(section, match, game))
    return ()


@get("/c/{competition:str}/{section:str}/boards/live", include_in_schema=False)
async def boards_live(context: Around, competition: InPath, section: InPath) -> Stream:
    """Tell an open page what happens on the boards."""
    state, found = find_public_section(context, competition, section)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    lines = _feed.listen(context.tables, latest_tables(state, found).values())
    return Stream(lines, media_type="text/event-stream", headers=headers)


def latest_tables(state: Competition, section: Section) -> dict[int, str]:
    """Give the table of each board of the latest round: where it goes on, or where it ended."""
    found = section.current
    if found is None or not found.published:
        return {}
    tables: dict[int, str] = {}
    for (board, _), taken in sorted(found.taken.items()):
        tables[board] = taken.table
    for each in reversed(wanted(state, section)):
        tables[each.board] = each.table
    return tables


ROUTES = [hall_boards, boards_live]
