"""Bringing a list of entries: looked at first, stored on the second click, always bounded.

The page carries the file itself from the first click to the second, so that exactly what was
looked at is stored, and no server keeps anybody's list. What somebody said about headings is kept
in a cookie of their browser, so that the next list is read as the last one was.
"""

import asyncio
from base64 import b64decode, b64encode, urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie, UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Template

from qipan.desk.entries.commands import EnterEntrant
from qipan.formats.entry_list import MOST_BYTES, AskedColumns, EntryList
from qipan.formats.lists.asked import asked_columns
from qipan.formats.lists.mapping import checked, likeness
from qipan.formats.lists.reading import read_list, with_repairs
from qipan.formats.lists.sheets import Sheets, read_sheets
from qipan.formats.lists.template import template
from qipan.kernel.errors import BadInput, Conflict, QipanError, Refused
from qipan.kernel.ids import EntrantId
from qipan.office.entry_import import ListAgainst, import_entries
from qipan.office.office import stream_of
from qipan.views.entry_fields import needed_columns
from qipan.web.desk.entry_pages.list_look import (
    headings_of,
    list_look,
    repairs_of,
    said_mapping,
    same_of,
)
from qipan.web.desk.page import DeskVisit
from qipan.web.desk.pages import desk_page
from qipan.web.desk.routes import require_staff, shown
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.forms import Form, flat, optional_number
from qipan.web.shared.jobs import Doing
from qipan.web.shared.progress_response import answered
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
Uploaded = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
MOST_BODY = MOST_BYTES * 4 // 3 + 400_000
"""A file on its second way in is written in base64."""
REMEMBERED = "qipan_headings"
MOST_REMEMBERED, MOST_COOKIE = 80, 3_000
PASTED = "list.txt"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


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
    posted = {name: value for name, value in data.items() if isinstance(value, str | list)}
    form = flat(posted)
    place = DeskVisit(context, visitor_of(request, context), (competition, section), form)
    require_staff(place)
    place.require(EnterEntrant(section=place.section, entrant=EntrantId(""), people=()))
    try:
        file = await _file(data, form)
    except BadInput as refused:
        return await asyncio.to_thread(shown, place, desk_page("entries"), refused)
    place.told["remembered"] = remembered(request.cookies.get(REMEMBERED, ""))
    return await answered(request, context, "import", partial(_taken, place, file))


async def _taken(place: DeskVisit, file: tuple[str, bytes], doing: Doing) -> Template:
    """Read and judge a list; show the page of entries with the report, or what is wrong."""
    error: QipanError | None = None
    name, content = file
    place.told["name"] = name
    try:
        listed = await asyncio.to_thread(_listed, place, content, name)
        error = await _judge(place, listed, doing)
        place.told["listed"] = listed
        if place.told["report"].dry_run:
            place.told["carried"] = b64encode(content).decode()
    except (BadInput, Refused) as refused:
        error = refused
        if "look" in place.told:  # the columns can be put right
            place.told["carried"] = b64encode(content).decode()
    place.refresh()
    answer = await asyncio.to_thread(shown, place, desk_page("entries"), error)
    headings = place.told.get("headings")
    if headings:
        answer.cookies.append(_kept({**place.told["remembered"], **headings}))
    return answer


def _listed(place: DeskVisit, content: bytes, name: str) -> EntryList:
    """Read a list as the form says, or as it looks. Raises BadInput."""
    asked = asked_columns(place.rules, place.found.title)
    sheets = read_sheets(content, name, place.form.get("sheet", "")[:200], likeness)
    sheet = with_repairs(sheets.chosen, repairs_of(place.form))
    mapping = said_mapping(place.form, sheets, asked, place.told["remembered"])
    language = place.visitor.language
    place.told["look"] = list_look(Sheets(sheets.names, sheet), mapping, asked, language)
    place.told["needs"] = [
        (each.field, place.cite(each.rule).citation if each.rule else "")
        for each in needed_columns(place.rules)
        if each.field not in mapping.columns
    ]
    checked(mapping, asked, name)
    if place.form.get("was_heading") == str(mapping.heading):
        place.told["headings"] = headings_of(sheet, mapping)
    return read_list(sheet, mapping, asked)


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
        partial(
            import_entries,
            place.office,
            at,
            place.visitor.actor,
            rows,
            dry_run=not store,
            same=same_of(place.form),
            told=told,
            against=_against(place),
        )
    )
    return conflict


def _against(place: DeskVisit) -> ListAgainst | None:
    """Give the rating list that the form names. Raises Unknown."""
    name = place.form.get("list", "")[:60]
    lists = place.context.house.side_tables.rating_lists
    return (lists, lists.head(*name.split("/")[:2])) if name else None


async def _file(data: dict[str, Any], form: Form) -> tuple[str, bytes]:
    file = data.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return file.filename[-80:], await file.read(MOST_BYTES + 1)
    if form.get("pasted", "").strip():
        return PASTED, form["pasted"].encode()
    if form.get("carried"):
        try:
            return form.get("named", "")[-80:], b64decode(form["carried"], validate=True)
        except NotBase64 as error:
            raise BadInput(
                "not a file of ours", where="carried", code="list.not-carried"
            ) from error
    raise BadInput("a file", where="file", code="form.missing")


def remembered(cookie: str) -> dict[str, str]:
    """Read what headings were used as before; a cookie that is not ours says nothing."""
    try:
        packed = urlsafe_b64decode(cookie[:MOST_COOKIE].encode())
        return msgspec.json.decode(packed, type=dict[str, str])
    except (ValueError, msgspec.MsgspecError):
        return {}


def _kept(headings: dict[str, str]) -> Cookie:
    latest = dict(list(headings.items())[-MOST_REMEMBERED:])
    value = urlsafe_b64encode(msgspec.json.encode(latest)).decode()
    while len(value) > MOST_COOKIE:
        latest = dict(list(latest.items())[len(latest) // 2 :])
        value = urlsafe_b64encode(msgspec.json.encode(latest)).decode()
    return Cookie(
        key=REMEMBERED, value=value, path="/c", max_age=31_536_000, httponly=True, samesite="lax"
    )


@get(
    "/c/{competition:str}/{section:str}/import/template.xlsx",
    name="import-template",
    sync_to_thread=True,
    include_in_schema=False,
)
def empty_list(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Response[bytes]:
    """Give an empty list with the columns that the event needs."""
    place = DeskVisit(context, visitor_of(request, context), (competition, section), {})
    require_staff(place)
    asked: AskedColumns = asked_columns(place.rules, place.found.title)
    needed = [each.field for each in needed_columns(place.rules)]
    fields = list(dict.fromkeys([*needed, "unit", "birth", "rating"]))
    content = template(place.visitor.language, place.found.title, fields, asked)
    kept = f'attachment; filename="entries-{section[:40]}.xlsx"'
    return Response(content, media_type=SHEET, headers={"content-disposition": kept})


ROUTES = [bring, empty_list]
