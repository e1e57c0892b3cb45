"""The projector: a round and the standings for a hall, large, moving on by themselves."""

from typing import Any

from litestar import Request, Response, get
from litestar.response import Template

from qipan.web.public.pictures import progress_picture
from qipan.web.shared.addresses import code_for
from qipan.web.shared.cached_response import for_anybody
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]


@get(
    "/c/{competition:str}/{section:str}/projector",
    name="projector",
    sync_to_thread=True,
    include_in_schema=False,
)
def projector(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Response[Any]:
    """Show the latest round with its results, then the standings."""
    about, visitor = About.find(context, competition, section), visitor_of(request, context)
    return for_anybody(
        request, context, visitor, ((), about.mark), lambda: _hall(request, about, visitor)
    )


def _hall(request: AnyRequest, about: About, visitor: Visitor) -> Template:
    view = about.view()
    rounds = [each for each in about.section.rounds if each.published]
    return page(
        "public/projector.html",
        visitor,
        competition=about.state,
        section=about.section,
        view=view,
        shown=view.rounds[-1] if view.rounds else None,
        progress=progress_picture(rounds[-1], visitor) if rounds else None,
        code=code_for(request, visitor, about.here),
    )


ROUTES = [projector]
