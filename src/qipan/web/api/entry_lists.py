"""Lists of entries over the API: the same reading and judging as at the desk."""

from base64 import b64decode
from binascii import Error as NotBase64
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, post
from litestar.params import JSONBody

from qipan.desk.decide import require
from qipan.desk.entries.commands import EnterEntrant
from qipan.desk.roles import MAY, STAFF
from qipan.formats.entry_list import MOST_BYTES, Failed, LeftOut, ListMapping
from qipan.formats.lists.asked import asked_columns
from qipan.formats.lists.mapping import checked, likeness
from qipan.formats.lists.reading import read_list, with_repairs
from qipan.formats.lists.said import SaidColumns, said_mapping
from qipan.formats.lists.sheets import read_sheets
from qipan.kernel.errors import BadInput, Refused
from qipan.office.entry_import import Imported, import_entries
from qipan.sections.lookup import event_of
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
Line = Annotated[str, msgspec.Meta(max_length=200)]


class ListIn(msgspec.Struct, forbid_unknown_fields=True):
    """A list of entries, as a file or as text."""

    content: str = ""
    """A file in base64."""
    text: str = ""
    """Or the list itself, as one would paste it."""
    name: Line = "list"
    sheet: Line = ""
    heading: int | None = None
    uses: Annotated[dict[str, str], msgspec.Meta(max_length=60)] = {}
    """What a column is used as, by its heading or letters; empty leaves it out."""
    month_first: bool = False
    fill: tuple[Line, ...] = ()
    only: Line = ""
    fixes: Annotated[dict[str, str], msgspec.Meta(max_length=400)] = {}
    """Cells put right: ``C5``."""
    same: tuple[int, ...] = ()
    """Rows that name somebody who is in already."""
    dry_run: bool = False
    list: Line = ""
    """A rating list to hold the rows against."""


class ListOut(msgspec.Struct):
    """What came of a list."""

    report: Imported
    failed: tuple[Failed, ...]
    left_out: tuple[LeftOut, ...]
    unused: tuple[str, ...]
    mapping: ListMapping
    version: int


@post(
    "/competitions/{competition:str}/{section:str}/import",
    sync_to_thread=True,
    request_max_body_size=MOST_BYTES * 4 // 3 + 400_000,
    status_code=200,
)
def bring(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    data: JSONBody[ListIn],
) -> ListOut:
    """Take a list of entries, or say what would come of it."""
    state, found = find_section(context, competition, section)
    visitor = visitor_of(request, context)
    role = visitor.role_for(competition, EnterEntrant)
    if role not in STAFF:
        raise Refused("access.denied", MAY, role=role, command=EnterEntrant.__name__)
    require(role, EnterEntrant)
    asked = asked_columns(event_of(state, found), found.title)
    read = read_sheets(_content(data), data.name, data.sheet, likeness)
    uses = tuple(f"{heading}={use}" for heading, use in data.uses.items())
    said = SaidColumns(data.heading, uses, data.month_first, data.fill, data.only)
    mapping = checked(said_mapping(read.chosen, asked, said, data.name), asked, data.name)
    listed = read_list(with_repairs(read.chosen, data.fixes), mapping, asked)
    rows = [(row.line, row.newcomer) for row in listed.listed]
    office, lists = context.house.office, context.house.side_tables.rating_lists
    report = import_entries(
        office,
        (state.id, found.id),
        visitor.actor,
        rows,
        dry_run=data.dry_run,
        same=frozenset(data.same),
        against=(lists, lists.head(data.list)) if data.list else None,
    )
    version = office.state(state.id).version
    return ListOut(report, listed.failed, listed.left_out, listed.unused, mapping, version)


def _content(data: ListIn) -> bytes:
    if data.text:
        return data.text.encode()
    try:
        return b64decode(data.content, validate=True)
    except (NotBase64, ValueError) as error:
        raise BadInput("not base64", where="content", code="list.not-carried") from error


ROUTER = Router("/api", route_handlers=[bring])
