"""The page of a table: a plain one that works for every game; boards are drawn by scripts."""

from typing import Annotated, Any

from litestar import Request, get
from litestar.params import QueryParameter
from litestar.response import Template

from qipan.desk.access import ARBITERS
from qipan.desk.accounts import EVERYWHERE
from qipan.play.reception import seat_at
from qipan.web.context import Around, InPath
from qipan.web.rendering import page
from qipan.web.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]


@get("/t/{name:str}", name="table", include_in_schema=False)
async def table_page(
    request: AnyRequest,
    context: Around,
    name: InPath,
    token: Annotated[str, QueryParameter(max_length=64)] = "",
) -> Template:
    """Show a table to a seat, an arbiter or a spectator."""
    table = await context.tables.look(name[:80])
    seat = seat_at(context.tables.key, table, token)
    visitor = visitor_of(request, context)
    competition = table.opened.origin.get("competition", EVERYWHERE)
    return page(
        "table.html",
        visitor,
        table=table,
        seat=seat,
        token=token,
        arbiter=seat is None and visitor.role_in(competition) in ARBITERS,
    )


ROUTES = [table_page]
