"""How people of a competition are told where they play, for its organiser: what works, what not.

Addresses are nobody's but their owners': none is shown, only whose way it is and how it went.
"""

from collections import Counter
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.roles import CHIEF_AND_ORGANISER, MAY
from qipan.i18n.titles import section_title
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.outbound.reach.delivery import WAYS
from qipan.store.visitors.reaches import ON, STOPPED, UNPROVED, Reach
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.letters import can_write
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
KNOWN = frozenset({"ok", "refused", "timeout", "address", "mail"})
"""Outcomes that have words; every other is a broken line."""


def _for_organisers(
    request: AnyRequest, context: Context, competition: str
) -> tuple[Competition, Visitor]:
    state = context.house.office.state(CompetitionId(competition))
    visitor = visitor_of(request, context)
    role = visitor.role_in(competition)
    if role not in CHIEF_AND_ORGANISER:
        raise Refused("access.denied", MAY, role=role, command="reach")
    return state, visitor


@get("/c/{competition:str}/reach", name="reaches", include_in_schema=False, sync_to_thread=True)
def reaches_page(request: AnyRequest, context: Around, competition: InPath) -> Template:
    """Show how many asked to be told by which way, and which ways fail."""
    state, visitor = _for_organisers(request, context, competition)
    rows = context.house.side_tables.reaches.of_competition(state.id)
    counted = Counter((each.way, each.state) for each in rows)
    answer = page(
        "organiser/reach.html",
        visitor,
        competition=state,
        ways=[
            (way, counted[way, ON] + counted[way, STOPPED], counted[way, UNPROVED])
            for way in WAYS
            if any(found == way for found, _ in counted)
        ],
        failing=[_shown(context, state, visitor, each) for each in rows if each.failures],
        groups=[_shown(context, state, visitor, each) for each in rows if not each.entrant],
        mail=can_write(context),
    )
    answer.headers["cache-control"] = "no-store"
    return answer


def _shown(context: Context, state: Competition, visitor: Visitor, wish: Reach) -> dict[str, Any]:
    section = state.sections.get(SectionId(wish.section))
    name = ""
    if section is not None and wish.entrant in section.entrants:
        about = About(context, state, section)
        name = about.read_names(visitor.language)[EntrantId(wish.entrant)]
    return {
        "wish": wish,
        "name": name,
        "section": section_title(visitor.language, state, section) if section else wish.section,
        "outcome": wish.outcome if wish.outcome in KNOWN else "line",
        "stopped": wish.state == STOPPED,
    }


@post("/c/{competition:str}/reach/{action:str}", include_in_schema=False, sync_to_thread=True)
def act(
    request: AnyRequest, context: Around, competition: InPath, action: InPath, data: Posted
) -> Redirect:
    """Try a way again, or end it."""
    state, _ = _for_organisers(request, context, competition)
    reaches = context.house.side_tables.reaches
    found = reaches.find(str(data.get("wish", ""))[:40])
    if found is None or found.competition != state.id or action not in ("again", "end"):
        raise Unknown("wish", str(data.get("wish", ""))[:40])
    if action == "again":
        reaches.again(found.id)
    else:
        reaches.remove(found.id)
    return Redirect(f"/c/{state.id}/reach", status_code=303)


ROUTES = [reaches_page, act]
