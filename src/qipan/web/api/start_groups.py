"""McMahon groups over the API: in force, tried out, and with one start score set by hand.

Setting one is the command ``SetStartScore``, as all commands are given.
"""

from typing import Annotated, Any

from litestar import Request, Router, get
from litestar.params import Parameter

from qipan.desk.decide import require
from qipan.desk.roles import MAY, STAFF
from qipan.desk.start_groups import SetStartScore
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId
from qipan.views.start_groups import StartGroups, StartTried, start_groups, start_score_tried
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
Short = Annotated[str, Parameter(max_length=60)]
Points = Annotated[int | None, Parameter(ge=0, le=9999)]
NOT_WRITTEN = "–"


@get("/competitions/{competition:str}/{section:str}/start-groups", sync_to_thread=True)
def preview_groups(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    bar: Short = "",
    floor: Short = "",
) -> StartGroups:
    """Show the McMahon groups in force, or as they would be under another bar or floor."""
    state, found = find_section(context, competition, section)
    role = visitor_of(request, context).role_in(competition)
    if role not in STAFF:
        raise Refused("access.denied", MAY, role=role, command="start-groups")
    return start_groups(state, found, bar=bar, floor=floor)


@get(
    "/competitions/{competition:str}/{section:str}/start-groups/{entrant:str}",
    sync_to_thread=True,
)
def preview_start(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    entrant: InPath,
    points: Points = None,
) -> StartTried:
    """Show what a start score set by hand would change; without points, their own again."""
    state, found = find_section(context, competition, section)
    visitor = visitor_of(request, context)
    require(visitor.role_for(competition, SetStartScore), SetStartScore)
    who = EntrantId(entrant)
    command = SetStartScore(section=found.id, entrant=who, points=points, reason=NOT_WRITTEN)
    return start_score_tried(state, command)


ROUTER = Router("/api", route_handlers=[preview_groups, preview_start])
