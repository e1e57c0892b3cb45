"""Taking an event over from the file of another program: looked at first, then taken.

The page carries the file itself from the first click to the second, so that exactly what was looked
at is taken, and no server keeps anybody's file.
"""

import asyncio
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from functools import partial
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.formats.lists.faults import MOST_BYTES
from qipan.kernel.errors import BadInput, Impossible, QipanError, Refused, Unknown
from qipan.office.take_over.event import TakenReport, TakeOverAsked, short_id, take_over
from qipan.web.shared.context import Around, Context
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, flat
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, require_take_over, visitor_of

AnyRequest = Request[Any, Any, Any]
Uploaded = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
MOST_BODY = MOST_BYTES * 4 // 3 + 400_000
GAMES = ("xiangqi", "go", "gomoku")
"""Games of two seats that a regulation made from a file can be for."""


def asked_of(form: Form) -> TakeOverAsked:
    """Read what the form says. Raises BadInput."""
    book, _, event = form.get("under", "").partition("/")
    return TakeOverAsked(
        competition=form.get("id", "").strip()[:60],
        title=form.get("title", "").strip()[:200],
        book=book,
        event=event,
        game=form.get("game", "") if form.get("game", "") in GAMES else "",
        round=_small(form, "round"),
        rounds=_small(form, "rounds"),
    )


def _small(form: Form, name: str) -> int:
    text = form.get(name, "").strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()) or int(text[:6]) > 200:
        raise BadInput(f"not a number of rounds: {text[:20]!r}", where=name, code="form.number")
    return int(text)


def _page(
    visitor: Visitor,
    context: Context,
    form: Form,
    *,
    error: QipanError | None = None,
    report: TakenReport | None = None,
    carried: str = "",
) -> Template:
    failure = Failure(error, visitor.language) if error else None
    books = context.house.office.own_books.books()
    return page(
        "organiser/take_over.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        form=form,
        report=report,
        carried=carried,
        games=GAMES,
        books=[each for each in books.values() if each.event],
        most=MOST_BYTES // 1_000_000,
    )


@get("/take-over", name="take-over-form", include_in_schema=False)
async def choose(request: AnyRequest, context: Around) -> Template:
    """Ask for the file."""
    visitor = visitor_of(request, context)
    require_take_over(visitor, context)
    return await asyncio.to_thread(_page, visitor, context, {})


@post(
    "/take-over",
    name="take-over",
    include_in_schema=False,
    status_code=200,
    request_max_body_size=MOST_BODY,
)
async def bring(request: AnyRequest, context: Around, data: Uploaded) -> Redirect | Template:
    """Say what a file would bring, or go on with its event."""
    visitor = visitor_of(request, context)
    form = flat({name: value for name, value in data.items() if isinstance(value, str | list)})
    require_take_over(visitor, context, form.get("id", "").strip()[:60])
    name, content, report = form.get("named", "")[-80:], b"", None
    try:
        name, content = await _file(data, form)
        asked = asked_of(form)
        if not asked.competition:
            stem = asked.title or name.rpartition(".")[0]
            form["id"] = short_id(stem)
            asked = asked_of(form)
        store = form.get("store") == "yes"
        work = partial(take_over, context.house.office, visitor.actor, content, name, asked)
        report = await asyncio.to_thread(partial(work, dry_run=not store))
    except (BadInput, Refused, Impossible, Unknown) as error:
        carried = b64encode(content).decode()
        shown = partial(_page, visitor, context, {**form, "named": name}, error=error)
        return await asyncio.to_thread(partial(shown, carried=carried))
    if store:
        return Redirect(f"/c/{report.competition}/{report.section}/desk", status_code=303)
    form = {**form, "named": name, "title": form.get("title", "") or report.title}
    carried = b64encode(content).decode()
    shown = partial(_page, visitor, context, form, report=report, carried=carried)
    return await asyncio.to_thread(shown)


async def _file(data: dict[str, Any], form: Form) -> tuple[str, bytes]:
    file = data.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return file.filename[-80:], await file.read(MOST_BYTES + 1)
    if form.get("carried"):
        try:
            return form.get("named", "")[-80:], b64decode(form["carried"], validate=True)
        except NotBase64 as error:
            raise BadInput(
                "not a file of ours", where="carried", code="list.not-carried"
            ) from error
    raise BadInput("a file", where="file", code="form.missing")


ROUTES = [choose, bring]
