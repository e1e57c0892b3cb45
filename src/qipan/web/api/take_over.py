"""Taking events over through the API: the same reading and judging as on the page."""

from base64 import b64decode
from binascii import Error as NotBase64
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, post
from litestar.params import JSONBody

from qipan.formats.lists.faults import MOST_BYTES
from qipan.kernel.errors import BadInput
from qipan.office.take_over.event import TakenReport, TakeOverAsked, take_over
from qipan.web.shared.context import Around
from qipan.web.shared.visitor import require_take_over, visitor_of

AnyRequest = Request[Any, Any, Any]
Line = Annotated[str, msgspec.Meta(max_length=200)]


class TakeOverIn(msgspec.Struct, forbid_unknown_fields=True):
    """A file of another program, and what it becomes."""

    competition: Annotated[str, msgspec.Meta(max_length=60)]
    content: str = ""
    """The file in base64."""
    text: str = ""
    """Or the file itself, as text."""
    name: Line = "file"
    title: Line = ""
    book: Line = ""
    """Empty: a regulation is made from the file."""
    event: Line = ""
    section: Line = ""
    game: Line = ""
    round: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    """Take it after this round; 0: after all that was played."""
    rounds: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    dry_run: bool = False


@post(
    "/take-over",
    sync_to_thread=True,
    request_max_body_size=MOST_BYTES * 4 // 3 + 400_000,
    status_code=200,
)
def bring(request: AnyRequest, context: Around, data: JSONBody[TakeOverIn]) -> TakenReport:
    """Go on with an event that began under another program, or say what would be taken."""
    visitor = visitor_of(request, context)
    require_take_over(visitor, context, data.competition)
    asked = TakeOverAsked(
        competition=data.competition,
        title=data.title,
        book=data.book,
        event=data.event,
        section=data.section,
        game=data.game,
        round=data.round,
        rounds=data.rounds,
    )
    content = _content(data)
    office = context.house.office
    return take_over(office, visitor.actor, content, data.name, asked, dry_run=data.dry_run)


def _content(data: TakeOverIn) -> bytes:
    if data.text:
        return data.text.encode()
    try:
        return b64decode(data.content, validate=True)
    except (NotBase64, ValueError) as error:
        raise BadInput("not base64", where="content", code="list.not-carried") from error


ROUTER = Router("/api", route_handlers=[bring])
