"""Bringing a list of entries: looked at first, stored on the second click, always bounded.

The page carries the file itself from the first click to the second, so that exactly what was
looked at is stored, and no server keeps anybody's list.
"""

import asyncio
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from functools import partial
from typing import Annotated, Any

from litestar import Request, Response, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Template

from qipan.desk.entries.commands import EnterEntrant
from qipan.formats.entry_list import MOST_BYTES, EntryList, read_entry_list
from qipan.kernel.errors import BadInput, Conflict, QipanError, Refused
from qipan.kernel.ids import EntrantId
from qipan.office.entry_import import import_entries
from qipan.office.office import stream_of
from qipan.web.desk.page import DeskVisit
from qipan.web.desk.pages import desk_page
from qipan.web.desk.routes import require_staff, shown
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.forms import Form, optional_number
from qipan.web.shared.jobs import Doing
from qipan.web.shared.progress_response import answered
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
Uploaded = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
MOST_BODY = MOST_BYTES * 4 // 3 + 100_000
"""A file on its second way in is written in base64."""


@post(
    "/c/{competition:str}/{section:str}/import",
    name="import",
    request_max_body_size=MOST_BODY,
    include_in_schema=False,
    status_code=200,
)
async def bring(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, data: Uploaded
) -> Response[Any]:
    """Say what a list would bring, or store it."""
    form = {name: value for name, value in data.items() if isinstance(value, str)}
    place = DeskVisit(context, visitor_of(request, context), (competition, section), form)
    require_staff(place)
    place.require(EnterEntrant(section=place.section, entrant=EntrantId(""), people=()))
    try:
        file = await _file(data, form)
    except BadInput as refused:
        return await asyncio.to_thread(shown, place, desk_page("entries"), refused)
    return await answered(request, context, "import", partial(_taken, place, file))


async def _taken(place: DeskVisit, file: tuple[str, bytes], doing: Doing) -> Template:
    """Read and judge a list; show the page of entries with the report, or what is wrong."""
    error: QipanError | None = None
    name, content = file
    try:
        listed = await asyncio.to_thread(read_entry_list, content, name)
        error = await _judge(place, listed, doing)
        place.told |= {"failed": listed.failed, "name": name}
        if place.told["report"].dry_run:
            place.told["carried"] = b64encode(content).decode()
    except (BadInput, Refused) as refused:
        error = refused
    place.refresh()
    return await asyncio.to_thread(shown, place, desk_page("entries"), error)


async def _judge(place: DeskVisit, listed: EntryList, doing: Doing) -> Conflict | None:
    """Judge a list, and store it if nothing happened since it was looked at."""
    rows = [(row.line, row.newcomer) for row in listed.listed]
    seen = optional_number(place.form, "version")
    actual = place.state.version
    store, conflict = place.form.get("store") == "yes", None
    if store and seen != actual:
        store, conflict = False, Conflict(stream_of(place.home), seen or 0, actual)
    at = (place.home, place.section)

    def told(judged: int) -> None:
        doing.at("store" if store and judged == len(rows) else "rows", judged, len(rows))

    place.told["report"] = await asyncio.to_thread(
        import_entries, place.office, at, place.visitor.actor, rows, dry_run=not store, told=told
    )
    return conflict


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


ROUTES = [bring]
