"""The page of fair play: the chief arbiter's queue, and what leads on from it.

Nothing is decided here. A ruling is made on the pages of results and conduct, with a clause, and
can be appealed; this page leads there.
"""

import asyncio
from typing import Any

from litestar import Request, get, post
from litestar.response import Redirect, Template

from qipan.sections.lookup import event_of
from qipan.views.fair_play.measured import measured
from qipan.web.api.fair_play import figures_of, require_chief
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.jobs import Answer, Doing
from qipan.web.shared.progress_response import answered
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]


@get("/c/{competition:str}/{section:str}/fair-play", name="fair-play", include_in_schema=False)
async def fair_play(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Template:
    """Show the queue to the chief arbiter."""
    visitor = await asyncio.to_thread(visitor_of, request, context)
    found = await figures_of(context, visitor, (competition, section), examine=False)
    state, place = await asyncio.to_thread(find_section, context, competition, section)
    answer = page(
        "desk/fair_play.html",
        visitor,
        competition=state,
        section=place,
        here=f"/c/{state.id}/{place.id}",
        figures=found.figures,
        names=found.names,
        unjudged=found.unjudged,
        known=measured().get(event_of(state, place).game),
    )
    answer.headers["cache-control"] = "private, no-store"
    return answer


@post("/c/{competition:str}/{section:str}/fair-play", include_in_schema=False)
async def examine(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Answer:
    """Judge the games that were not judged yet, as work whose progress is shown."""
    visitor = await asyncio.to_thread(visitor_of, request, context)
    require_chief(visitor, competition)
    here = f"/c/{competition}/{section}/fair-play"

    async def work(doing: Doing) -> Answer:
        def told(done: int, total: int) -> None:
            doing.at("examine", done, total)

        await figures_of(context, visitor, (competition, section), told, examine=True)
        return Redirect(here, status_code=303)

    return await answered(request, context, "examine", work, back=here)


ROUTES = [fair_play, examine]
