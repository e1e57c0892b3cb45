"""The page of the rating lists kept here: bring one, look somebody up, take one away."""

import asyncio
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from datetime import datetime
from functools import partial
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.formats.rating_lists.forms_read import READY, ListForm, ready_form, said_form
from qipan.formats.rating_lists.reading import PAGE
from qipan.kernel.errors import BadInput, QipanError, Unknown
from qipan.office.rating_lists.bringing import BroughtList, ListAsked, bring_list
from qipan.web.api.rating_lists import require_keeper, require_reader
from qipan.web.shared.context import Around, Context
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, flat, words
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Uploaded = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
MOST_BODY = PAGE.bytes * 4 // 3 + 400_000


def _may_keep(visitor: Visitor) -> bool:
    try:
        require_keeper(visitor)
    except QipanError:
        return False
    return True


def _page(
    visitor: Visitor,
    context: Context,
    form: Form,
    query: Form,
    *,
    error: QipanError | None = None,
    brought: BroughtList | None = None,
    carried: str = "",
) -> Template:
    lists = context.house.side_tables.rating_lists
    heads = lists.heads()
    failure = Failure(error, visitor.language) if error else None
    asked, name = query.get("q", "")[:200], query.get("list", "")[:60]
    found = []
    if asked and heads:
        found = lists.find(lists.head(name or heads[0].name), asked)
    answer = page(
        "organiser/rating_lists.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        heads=heads,
        names=list(dict.fromkeys(each.name for each in heads)),
        asked=asked,
        chosen=name,
        players=found,
        form=form,
        brought=brought,
        carried=carried,
        forms=READY,
        keeps=_may_keep(visitor),
        month=f"{context.now():%Y-%m}",
        most=PAGE.bytes // 1_000_000,
        most_rows=PAGE.rows,
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@get("/rating-lists", name="rating-lists", include_in_schema=False)
async def lists_page(request: AnyRequest, context: Around) -> Template:
    """Show the lists, and who is found on one."""
    visitor = visitor_of(request, context)
    require_reader(visitor)
    return await asyncio.to_thread(_page, visitor, context, {}, dict(request.query_params))


@post(
    "/rating-lists",
    include_in_schema=False,
    status_code=200,
    request_max_body_size=MOST_BODY,
)
async def bring(request: AnyRequest, context: Around, data: Uploaded) -> Redirect | Template:
    """Say what a list holds, or keep it."""
    visitor = visitor_of(request, context)
    require_keeper(visitor)
    form = flat({name: value for name, value in data.items() if isinstance(value, str | list)})
    content = b""
    try:
        file, content = await _file(data, form)
        form = {**form, "named": file}
        asked = ListAsked(words(form, "name"), words(form, "date"), file, _form(form))
        keep = form.get("keep") == "yes"
        by: tuple[str, datetime] = (visitor.actor, context.now())
        lists = context.house.side_tables.rating_lists
        work = partial(bring_list, lists, content, asked, by, dry_run=not keep)
        brought = await asyncio.to_thread(work)
    except (BadInput, Unknown) as error:
        carried = b64encode(content).decode()
        return await asyncio.to_thread(
            partial(_page, visitor, context, form, {}, error=error, carried=carried)
        )
    if keep:
        return Redirect("/rating-lists", status_code=303)
    carried = b64encode(content).decode()
    return await asyncio.to_thread(
        partial(_page, visitor, context, form, {}, brought=brought, carried=carried)
    )


def _form(form: Form) -> ListForm | None:
    """Read how the list is written: one of our forms, and what is said of its columns."""
    ready = ready_form(form["form"]) if form.get("form") in READY else None
    said = [line for line in form.get("columns", "")[:4000].splitlines() if line.strip()]
    return said_form(said, ready) if said else ready


async def _file(data: dict[str, Any], form: Form) -> tuple[str, bytes]:
    file = data.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return file.filename[-80:], await file.read(PAGE.bytes + 1)
    if form.get("carried"):
        try:
            return form.get("named", "")[-80:], b64decode(form["carried"], validate=True)
        except NotBase64 as error:
            raise BadInput(
                "not a file of ours", where="carried", code="list.not-carried"
            ) from error
    raise BadInput("a file", where="file", code="form.missing")


@post("/rating-lists/remove", include_in_schema=False, sync_to_thread=True)
def remove(request: AnyRequest, context: Around, data: Posted) -> Redirect:
    """Take a list away; entries keep what they took from it."""
    require_keeper(visitor_of(request, context))
    name, date = words(data, "name"), words(data, "date")
    if not context.house.side_tables.rating_lists.remove(name, date):
        raise Unknown("rating list", f"{name[:40]} {date[:20]}")
    return Redirect("/rating-lists", status_code=303)


ROUTES = [lists_page, bring, remove]
