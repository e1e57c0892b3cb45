"""The projector: a round and the standings for a hall, large, moving on by themselves."""

from typing import Any

from litestar import Request, get
from litestar.response import Template

from qipan.web.context import Around, InPath
from qipan.web.pages.addresses import code_for
from qipan.web.pages.pictures import progress_picture
from qipan.web.rendering import page
from qipan.web.sections import find_section
from qipan.web.views import section_view
from qipan.web.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]


@get(
    "/c/{competition:str}/{section:str}/projector",
    name="projector",
    sync_to_thread=True,
    include_in_schema=False,
)
def projector(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Template:
    """Show the latest round with its results, then the standings."""
    state, found = find_section(context, competition, section)
    visitor = visitor_of(request, context)
    view = section_view(state, found, context.house.office.names(found))
    rounds = [each for each in found.rounds if each.published]
    return page(
        "projector.html",
        visitor,
        competition=state,
        section=found,
        view=view,
        shown=view.rounds[-1] if view.rounds else None,
        progress=progress_picture(rounds[-1], visitor) if rounds else None,
        code=code_for(request, visitor, f"/c/{state.id}/{found.id}"),
    )


ROUTES = [projector]
