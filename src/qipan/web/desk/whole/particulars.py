"""What a competition says of itself: the form for the staff, and its logo for everybody."""

import asyncio
from base64 import b64encode
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.decide import require
from qipan.desk.particulars import MOST_LOGO, DescribeCompetition, picture_of
from qipan.journal.state import Competition, NamedOfficial, Particulars
from qipan.kernel.errors import QipanError, Unknown
from qipan.kernel.ids import CompetitionId
from qipan.sections.lookup import book_of
from qipan.web.desk.whole.overview import state_for_staff
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, words
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Sent = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
FIELDS = ("place", "organisers", "hosts", "supporters", "rate_of_play", "contact", "federation")
EMPTY_LINES = 3


@get(
    "/c/{competition:str}/desk/particulars",
    name="particulars",
    sync_to_thread=True,
    include_in_schema=False,
)
def look(request: AnyRequest, context: Around, competition: InPath) -> Template:
    """Show the form."""
    visitor = visitor_of(request, context)
    return _page(visitor, state_for_staff(context, visitor, competition))


@post(
    "/c/{competition:str}/desk/describe",
    name="describe",
    include_in_schema=False,
    request_max_body_size=1_000_000,
)
async def describe(
    request: AnyRequest, context: Around, competition: InPath, data: Sent
) -> Response[Any]:
    """Keep what the form says; show it again, with the reason if refused."""
    visitor = visitor_of(request, context)
    state = state_for_staff(context, visitor, competition)
    role = visitor.role_in(competition)
    require(role, DescribeCompetition)
    form = {name: value for name, value in data.items() if isinstance(value, str)}
    try:
        command = await _command(form, data.get("logo"), state)
        await asyncio.to_thread(
            context.house.office.carry_out, CompetitionId(competition), visitor.actor, command
        )
    except QipanError as error:
        return _page(visitor, state, form, error)
    return Redirect(f"/c/{competition}/desk/particulars?kept=1", status_code=303)


async def _command(form: Form, file: Any, state: Competition) -> DescribeCompetition:
    logo = state.particulars.logo if state.particulars and form.get("drop_logo") != "yes" else ""
    if isinstance(file, UploadFile) and file.filename:
        logo = b64encode(await file.read(MOST_LOGO + 1)).decode()
    numbers = sorted(int(name[5:]) for name in form if name[:5] == "role." and name[5:].isdecimal())
    return DescribeCompetition(
        starts=words(form, "starts", ""),
        ends=words(form, "ends", ""),
        officials=tuple(
            NamedOfficial(words(form, f"role.{at}", ""), words(form, f"name.{at}", ""))
            for at in numbers[:80]
        ),
        logo=logo,
        **{name: words(form, name, "") for name in FIELDS},
    )


def _page(
    visitor: Visitor, state: Competition, form: Form | None = None, error: QipanError | None = None
) -> Template:
    failure = Failure(error, visitor.language, book_of(state)) if error else None
    return page(
        "desk/particulars.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        competition=state,
        book=book_of(state),
        known=state.particulars or Particulars(),
        filled=form or {},
        empty=EMPTY_LINES,
        role=visitor.role_in(state.id),
        current="particulars",
    )


@get(
    "/c/{competition:str}/logo",
    name="logo",
    sync_to_thread=True,
    include_in_schema=False,
)
def logo(context: Around, competition: InPath) -> Response[bytes]:
    """Give the logo of a competition. Raises Unknown if it has none."""
    state = context.house.office.state(CompetitionId(competition))
    found = picture_of(state.particulars.logo) if state.particulars else None
    if found is None or not found[1]:
        raise Unknown("logo", competition)
    kind, content = found
    return Response(content, media_type=kind, headers={"cache-control": "public, max-age=300"})


ROUTES = [look, describe, logo]
