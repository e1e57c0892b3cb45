"""The page of a table: a plain one that works for every game; boards are drawn by scripts."""

import asyncio
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import QueryParameter
from litestar.response import Template

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.roles import ARBITERS
from qipan.journal.live.table import Table, stream_of
from qipan.journal.people import Person
from qipan.kernel.ids import PersonId, Seat
from qipan.play.reception import REASONS, seat_at
from qipan.rulebooks.loader import cite
from qipan.sections.lookup import book_of
from qipan.web.live.finished_games import record_of
from qipan.web.live.socket_sentences import clause
from qipan.web.public.records import review_page
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import visitor_of

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
        "live/table.html",
        visitor,
        table=table,
        seat=seat,
        token=token,
        reasons=REASONS,
        arbiter=seat is None and visitor.role_in(competition) in ARBITERS,
        names=await asyncio.to_thread(_names, context, table),
        clauses=await asyncio.to_thread(_citations, context, table),
    )


def _names(context: Context, table: Table) -> list[str]:
    """Name who sits at a table of a contest, in the order of the seats; nobody elsewhere."""
    home, name = (table.opened.origin.get(key, "") for key in ("competition", "section"))
    if not name:
        return []
    _, section = find_section(context, home, name)
    people = context.house.office.around.people
    by_entrant = context.house.office.names(section)
    persons = people.find([PersonId(who) for who in table.opened.occupants])
    known: dict[str, Person] = {str(who): person for who, person in by_entrant.items()}
    known |= {str(who): person for who, person in persons.items()}
    return [known[who].name if who in known else who for who in table.opened.occupants]


def _citations(context: Context, table: Table) -> dict[str, str]:
    """Cite the regulation of a contest on what may happen in a game, by rule."""
    home, name = (table.opened.origin.get(key, "") for key in ("competition", "section"))
    if not name:
        return {}
    state, section = find_section(context, home, name)
    book, found = book_of(state), {}
    for key in book.clauses_by_rule:
        if key.split(".")[0] in (table.opened.game, "play", "ruling"):
            found[str(key)] = cite(book, key, section.under).citation
    return found


@get("/t/{name:str}/review", name="table-review", include_in_schema=False)
async def review_table(
    request: AnyRequest,
    context: Around,
    name: InPath,
    seat: Annotated[int | None, QueryParameter(name="seat", ge=0, le=5)] = None,
) -> Template:
    """Step through a finished game, and take it along. Raises Refused while it goes on."""
    table = await context.tables.look(name[:80])
    stored = await asyncio.to_thread(context.house.log.read, stream_of(table.id))
    visitor = visitor_of(request, context)
    by = table.annulled or (table.outcome.rule if table.outcome else "")
    record = record_of(table, stored, clause(by, visitor.language))
    asked = None if seat is None else Seat(seat)
    return await asyncio.to_thread(review_page, visitor, [record], 1, asked)


ROUTES = [table_page, review_table]
