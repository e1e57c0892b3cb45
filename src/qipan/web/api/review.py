"""A record reviewed with a computer, as JSON."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, post
from litestar.params import JSONBody

from qipan.formats import json_record
from qipan.views.review.reviewed_game import ReviewedGame
from qipan.web.shared.context import Around
from qipan.web.shared.guest_opinion import require_guest, with_guest
from qipan.web.shared.limits import address_of, require_rate

AnyRequest = Request[Any, Any, Any]
LONGEST = 200_000


class ReviewIn(msgspec.Struct, forbid_unknown_fields=True):
    """A record to review."""

    record: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    """The text of a record in the JSON format of this program."""
    guest: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """A guest engine that gives its opinion on the worst moves."""


@post("/review", status_code=200)
async def review_record(
    request: AnyRequest, context: Around, data: JSONBody[ReviewIn]
) -> ReviewedGame:
    """Review a record with the computer; answered when it is done."""
    require_rate("examine", address_of(request))
    record = json_record.read(data.record.encode(), "record")[0]
    require_guest(context.guests, data.guest, record.game)
    found = await context.examiner.review(record, asker=address_of(request))
    return await with_guest(context.guests, data.guest, record, found)


ROUTER = Router("/api", route_handlers=[review_record])
