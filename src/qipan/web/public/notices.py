"""Notices of a competition: everybody reads them, the staff posts them."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.decide import may, require
from qipan.desk.notices import LONGEST, PostNotice
from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.web.player.notices import public_notices
from qipan.web.player.phones import carry_out
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import public_state
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


@get("/c/{competition:str}/notices", name="notices", include_in_schema=False, sync_to_thread=True)
def notices_page(request: AnyRequest, context: Around, competition: InPath) -> Template:
    """Show the notices."""
    return _page(context, visitor_of(request, context), competition)


def _page(
    context: Context, visitor: Visitor, competition: str, error: QipanError | None = None
) -> Template:
    state = public_state(context, competition)
    failure = Failure(error, visitor.language) if error else None
    return page(
        "public/notices.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        competition=state,
        notices=public_notices(state, visitor),
        may_post=may(visitor.role_in(competition), PostNotice),
        longest=LONGEST,
    )


@post("/c/{competition:str}/notices/post", include_in_schema=False)
async def post_notice(
    request: AnyRequest, context: Around, competition: InPath, data: Posted
) -> Redirect | Template:
    """Post a notice, to all or to a section."""
    visitor = visitor_of(request, context)
    state = context.house.office.state(CompetitionId(competition))
    text, section = str(data.get("text", "")), str(data.get("section", ""))
    command = PostNotice(
        text=text[: LONGEST + 1],
        at=context.wall().isoformat(timespec="minutes"),
        section=SectionId(section) if section else None,
    )
    require(visitor.role_in(competition), command)
    try:
        await carry_out(context, state.id, visitor.actor, command)
    except (Refused, BadInput) as error:
        return _page(context, visitor, competition, error)
    return Redirect(f"/c/{state.id}/notices", status_code=303)


ROUTES = [notices_page, post_notice]
