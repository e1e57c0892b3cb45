"""Rating lists over the API: brought, searched, and held against those who entered."""

from base64 import b64decode
from binascii import Error as NotBase64
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, delete, get, post
from litestar.params import JSONBody, Parameter, QueryParameter

from qipan.desk.decide import require
from qipan.desk.entries.commands import AmendEntrant
from qipan.desk.rating_lists import ListedPlayer, RatingListHead
from qipan.desk.roles import CHIEF_AND_ORGANISER, MAY, STAFF
from qipan.formats.rating_lists.forms_read import read_form
from qipan.formats.rating_lists.reading import PAGE
from qipan.formats.report.go_checks import GoFinding, findings
from qipan.kernel.errors import BadInput, Refused, Unknown
from qipan.office.rating_lists.bringing import BroughtList, ListAsked, bring_list
from qipan.office.rating_lists.checks import ListCheck, check_entries
from qipan.office.rating_lists.refresh import Refreshed, refresh_ratings
from qipan.office.reports import make_report
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import Visitor, role_anywhere, visitor_of

AnyRequest = Request[Any, Any, Any]
Line = Annotated[str, msgspec.Meta(max_length=200)]
Asked = Annotated[str, Parameter(max_length=200)]
Short = Annotated[str, Parameter(max_length=60)]


class RatingListIn(msgspec.Struct, forbid_unknown_fields=True):
    """A list to keep."""

    name: Line
    date: Line
    content: str = ""
    """The file in base64."""
    text: str = ""
    """Or the list itself."""
    file: Line = "list"
    form: Annotated[str, msgspec.Meta(max_length=4000)] = ""
    """egd, aga, fide, fide-xml, table, or a form as TOML or JSON; empty: as the last one."""
    dry_run: bool = False


class RefreshIn(msgspec.Struct, forbid_unknown_fields=True):
    """From which list ratings are taken."""

    list: Line
    date: Line = ""
    dry_run: bool = False


def require_keeper(visitor: Visitor) -> None:
    """Raise Refused unless somebody may keep lists for everybody here."""
    role = role_anywhere(visitor)
    if role not in CHIEF_AND_ORGANISER:
        raise Refused("access.denied", MAY, role=role, command="rating-list")


def require_reader(visitor: Visitor) -> None:
    """Raise Refused unless somebody works in a competition here: lists hold names and births."""
    granted = visitor.account.grants.values() if visitor.account is not None else ()
    if not any(role in STAFF for role in granted):
        raise Refused("access.denied", MAY, role=role_anywhere(visitor), command="rating-list")


@get("/rating-lists", sync_to_thread=True)
def show_lists(request: AnyRequest, context: Around) -> list[RatingListHead]:
    """Show the rating lists kept here, the newest of each name first."""
    require_reader(visitor_of(request, context))
    return context.house.side_tables.rating_lists.heads()


@post(
    "/rating-lists",
    sync_to_thread=True,
    request_max_body_size=PAGE.bytes * 4 // 3 + 400_000,
    status_code=200,
)
def keep_list(request: AnyRequest, context: Around, data: JSONBody[RatingListIn]) -> BroughtList:
    """Keep a rating list, or say what would be kept."""
    visitor = visitor_of(request, context)
    require_keeper(visitor)
    form = read_form(data.form) if data.form else None
    lists = context.house.side_tables.rating_lists
    asked = ListAsked(data.name, data.date, data.file, form)
    by = (visitor.actor, context.now())
    return bring_list(lists, _content(data), asked, by, dry_run=data.dry_run)


def _content(data: RatingListIn) -> bytes:
    if data.text:
        return data.text.encode()
    try:
        return b64decode(data.content, validate=True)
    except (NotBase64, ValueError) as error:
        raise BadInput("not base64", where="content", code="list.not-carried") from error


@delete("/rating-lists/{name:str}/{date:str}", sync_to_thread=True, status_code=204)
def remove_list(request: AnyRequest, context: Around, name: InPath, date: InPath) -> None:
    """Take a rating list away; entries keep what they took from it."""
    require_keeper(visitor_of(request, context))
    if not context.house.side_tables.rating_lists.remove(name[:60], date[:20]):
        raise Unknown("rating list", f"{name[:40]} {date[:20]}")


@get("/rating-lists/{name:str}/find", sync_to_thread=True)
def find_players(
    request: AnyRequest, context: Around, name: InPath, q: Asked, date: Short = ""
) -> list[ListedPlayer]:
    """Find people on a list by words of their name in any order, in pinyin, or by number."""
    require_reader(visitor_of(request, context))
    lists = context.house.side_tables.rating_lists
    return lists.find(lists.head(name[:60], date), q)


@get("/competitions/{competition:str}/{section:str}/list-check", sync_to_thread=True)
def check_list(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    against: Annotated[str, QueryParameter(name="list", max_length=60)] = "",
    date: Short = "",
) -> ListCheck:
    """Say who may be in twice and, with a list, who is not as on it."""
    _, found = find_section(context, competition, section)
    role = visitor_of(request, context).role_in(competition)
    if role not in STAFF:
        raise Refused("access.denied", MAY, role=role, command="list-check")
    lists = context.house.side_tables.rating_lists
    head = lists.head(against, date) if against else None
    return check_entries(context.house.office, found, lists, head)


@post(
    "/competitions/{competition:str}/{section:str}/refresh-ratings",
    sync_to_thread=True,
    status_code=200,
)
def refresh(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    data: JSONBody[RefreshIn],
) -> Refreshed:
    """Take ratings and ranks from a list, by number, in one act that can be taken back."""
    state, found = find_section(context, competition, section)
    visitor = visitor_of(request, context)
    require(visitor.role_for(competition, AmendEntrant), AmendEntrant)
    lists = context.house.side_tables.rating_lists
    head = lists.head(data.list, data.date)
    return refresh_ratings(
        context.house.office,
        (state.id, found.id),
        visitor.actor,
        lists,
        head,
        dry_run=data.dry_run,
    )


@get("/competitions/{competition:str}/{section:str}/rating-file/{form:str}", sync_to_thread=True)
def check_file(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, form: InPath
) -> list[GoFinding]:
    """Say what a rating site of Go (h9, aga) would ask about in the results."""
    state, found = find_section(context, competition, section)
    role = visitor_of(request, context).role_in(competition)
    if role not in STAFF:
        raise Refused("access.denied", MAY, role=role, command="rating-file")
    return findings(make_report(context.house.office, state.id, found.id), form)


ROUTER = Router(
    "/api",
    route_handlers=[
        show_lists,
        keep_list,
        remove_list,
        find_players,
        check_list,
        refresh,
        check_file,
    ],
)
