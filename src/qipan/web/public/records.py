"""Looking at a finished game: bring a record, step through it, take it along in any format."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body, QueryParameter
from litestar.response import Template

from qipan.desk.records.comparison import Compared
from qipan.formats import json_record, record_format, record_formats
from qipan.formats.record import Record
from qipan.games import game_named
from qipan.journal.live.table import hides
from qipan.kernel.errors import BadInput, QipanError, Unknown
from qipan.kernel.ids import Seat
from qipan.web.public.replay import names_of, replay, start_of
from qipan.web.public.samples import sample_named, samples
from qipan.web.shared.context import Around
from qipan.web.shared.forms import optional_number, words
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Uploaded = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


def review_page(
    visitor: Visitor,
    records: list[Record],
    chosen: int = 1,
    seat: Seat | None = None,
    beside: Compared | None = None,
    back: str = "",
) -> Template:
    """Show one game of a file to step through. Raises BadInput on a number there is not.

    ``beside`` is how the record of a competition compares with the result, ``back`` its page.
    """
    if not 1 <= chosen <= len(records):
        raise BadInput(f"the file has {len(records)} games, no {chosen}", where="game")
    record = records[chosen - 1]
    from_a_seat = hides(game_named(record.game))  # a spectator would see no hand
    if seat is None and from_a_seat:
        seat = Seat(0)
    if seat is not None and seat not in range(record.seats):
        raise BadInput(f"no seat {seat} of {record.seats}", where="seat")
    found = replay(record, seat, visitor.language)
    return page(
        "public/record.html",
        visitor,
        record=record,
        records=[(number, names_of(each)) for number, each in enumerate(records, 1)],
        chosen=chosen,
        replay=found,
        replay_json=msgspec.to_builtins(found, str_keys=True),
        carried=json_record.write(record).decode(),
        endings=endings_for(record),
        open_hands=from_a_seat,
        beside=beside,
        back=back,
    )


def endings_for(record: Record) -> list[str]:
    """List the file endings that a record can be written in: those whose writer takes it."""
    found = []
    for ending in sorted(record_formats()):
        write = getattr(record_formats()[ending], "write", None)
        try:
            if write is not None and write(record):
                found.append(ending)
        except QipanError:
            continue  # a format of another game
    return found


@get("/play/review", name="review", include_in_schema=False)
async def choose(
    request: AnyRequest,
    context: Around,
    sample: Annotated[str | None, QueryParameter(name="sample", max_length=40)] = None,
    seat: Annotated[int | None, QueryParameter(name="seat", ge=0, le=5)] = None,
) -> Template:
    """Offer to bring a record, or show a sample."""
    visitor = visitor_of(request, context)
    if sample is not None:
        found = sample_named(sample).record
        asked = None if seat is None else Seat(seat)
        return await asyncio.to_thread(review_page, visitor, [found], 1, asked)
    return page(
        "public/record_choice.html", visitor, endings=sorted(record_formats()), samples=samples()
    )


@post("/play/review", status_code=200, include_in_schema=False)
async def bring(request: AnyRequest, context: Around, data: Uploaded) -> Template:
    """Read an uploaded file, or the record that the page carries, and show a game of it."""
    visitor = visitor_of(request, context)
    form = {name: value for name, value in data.items() if isinstance(value, str)}
    chosen = optional_number(form, "game") or 1
    seat = optional_number(form, "seat")
    records = await _brought(data, form)
    if not records:
        raise BadInput("there is no game in this file", where="file")
    asked = None if seat is None else Seat(seat)
    return await asyncio.to_thread(review_page, visitor, records, chosen, asked)


async def _brought(form: dict[str, Any], texts: dict[str, str]) -> list[Record]:
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        content = await file.read()
        named = file.filename[-80:]
        return await asyncio.to_thread(record_format(named).read, content, named)
    if texts.get("record"):
        return json_record.read(texts["record"].encode(), "record")
    raise BadInput("choose a file first", where="file", code="form.missing")


@post("/play/review/file", status_code=200, sync_to_thread=True, include_in_schema=False)
def take_along(data: Posted) -> Response[bytes]:
    """Write the record that the page carries in a format. Raises Unknown and BadInput."""
    ending = words(data, "ending")
    record = json_record.read(data.get("record", "").encode(), "record")[0]
    start_of(record)
    if ending not in endings_for(record):
        raise Unknown("record format", ending, tuple(endings_for(record)))
    content = record_format(f"x{ending}").write(record)
    headers = {"content-disposition": f'attachment; filename="{record.game}{ending}"'}
    return Response(content, media_type="application/octet-stream", headers=headers)


ROUTES = [choose, bring, take_along]
