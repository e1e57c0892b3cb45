"""The first page: play at once, what is live, the competitions, and running one's own."""

from typing import Any

from litestar import Request, get
from litestar.response import Template

from qipan.desk.accounts import EVERYWHERE
from qipan.games.computer_players import LEVELS
from qipan.journal.state import Competition
from qipan.sections.lookup import event_of
from qipan.web.live.play import CLOCKS, playable
from qipan.web.shared.context import Around, Context
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import visitor_of

MOST_SHOWN = 6


@get("/", name="home", sync_to_thread=True, include_in_schema=False)
def home(request: Request[Any, Any, Any], context: Around) -> Template:
    """Show what there is to do."""
    office = context.house.office
    visitor = visitor_of(request, context)
    games = playable(visitor.language)
    running = _running(context)
    return page(
        "public/home.html",
        visitor,
        competitions=office.readable(),
        unreadable=office.unreadable(),
        books=[book for book in office.own_books.books().values() if book.event],
        may_create=visitor.account is not None and EVERYWHERE in visitor.account.grants,
        games=games,
        chosen=games[0]["name"],
        filled={},
        clocks=list(CLOCKS),
        levels=LEVELS,
        running=running[:MOST_SHOWN],
        running_count=len(running),
        lobbies=[each for each in context.tables.lobbies() if each.is_open],
        games_of=games_of,
    )


def games_of(state: Competition) -> list[str]:
    """Name the games that are played in a competition."""
    found = [event_of(state, section).game for section in state.sections.values()]
    return list(dict.fromkeys(found))


def _running(context: Context) -> list[dict[str, Any]]:
    """List the live games that anybody may watch: not those against the computer."""
    return [
        {"table": table.id, "game": table.opened.game, "moves": len(table.moves)}
        for table in context.tables.tables()
        if table.going and not table.opened.bots
    ]


ROUTES = [home]
