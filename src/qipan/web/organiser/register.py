"""The register of persons and clubs, for whoever keeps them here."""

import asyncio
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.office.persons.register import merge, read_register, unmerge
from qipan.web.api.persons import keeper
from qipan.web.shared.context import Around, Context
from qipan.web.shared.forms import number, words
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
MOST = 300


@get("/register", name="register-of-persons", include_in_schema=False)
async def register_page(request: AnyRequest, context: Around) -> Template:
    """Show persons, who may be one, and merges in force."""
    visitor = keeper(request, context)
    asked = request.query_params.get("q", "")[:200]
    return await asyncio.to_thread(_page, context, visitor, asked)


def _page(context: Context, visitor: Visitor, asked: str) -> Template:
    register = read_register(context.house.office)
    found = register.find(asked) if asked else register.people
    answer = page(
        "organiser/register.html",
        visitor,
        asked=asked,
        people=found[:MOST],
        more=max(0, len(found) - MOST),
        doubles=list(register.doubles())[:MOST] if not asked else [],
        merges=[
            (each, [register.by_id[x].name for x in each.people if x in register.by_id])
            for each in register.merges.values()
        ],
        titles={str(each.id): each.title for each in context.house.office.readable()},
        clubs={name: len(members) for name, members in register.clubs().items()},
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@post("/register/merge", include_in_schema=False, sync_to_thread=True)
def merge_two(request: AnyRequest, context: Around, data: Posted) -> Redirect:
    """Note that two are one person."""
    visitor = keeper(request, context)
    people = [words(data, "one"), words(data, "other")]
    merge(context.house.office, visitor.actor, people, words(data, "reason"))
    return Redirect("/register", status_code=303)


@post("/register/unmerge", include_in_schema=False, sync_to_thread=True)
def unmerge_two(request: AnyRequest, context: Around, data: Posted) -> Redirect:
    """Take a merge back."""
    visitor = keeper(request, context)
    reason = words(data, "reason", "")
    unmerge(context.house.office, visitor.actor, number(data, "merge"), reason)
    return Redirect("/register", status_code=303)


ROUTES = [register_page, merge_two, unmerge_two]
