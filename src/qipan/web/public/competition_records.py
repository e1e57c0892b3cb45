"""The records of a competition's games: looked at by everybody, attached through the API."""

import asyncio
import base64
import binascii
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import Template

from qipan.desk.decide import require
from qipan.desk.records.commands import AttachRecord
from qipan.desk.records.comparison import Compared, compared
from qipan.formats import record_format
from qipan.formats.kept_record import kept, kept_record
from qipan.formats.record import Record
from qipan.journal.state import RecordKey, Section
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo
from qipan.web.public.records import review_page
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
MOST_LETTERS = 200_000
Number = Annotated[int, msgspec.Meta(ge=1, le=10**6)]


class RecordIn(msgspec.Struct, forbid_unknown_fields=True):
    """A record to attach."""

    round: Number
    board: Number
    name: Annotated[str, msgspec.Meta(max_length=80)]
    """A file name: its ending tells the format."""
    content: Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]
    base64: bool = False
    """The content is written in base 64, as formats of bytes need it."""
    number: Number = 1
    """Which game of the file."""
    game: Number = 1
    playoff: bool = False
    foul: bool = False
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""
    version: Annotated[int, msgspec.Meta(ge=0)] | None = None


class RecordOut(msgspec.Struct):
    """A record beside its result."""

    round: int
    board: int
    game: int
    playoff: bool
    moves: list[str]
    plies: int
    compared: Compared


@get(
    "/c/{competition:str}/{section:str}/record",
    name="kept-record",
    sync_to_thread=True,
    include_in_schema=False,
)
def look(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    number: Annotated[int, QueryParameter(name="round", ge=1, le=9999)],
    board: Annotated[int, QueryParameter(ge=1, le=10**6)],
    game: Annotated[int, QueryParameter(ge=1, le=999)] = 1,
    playoff: Annotated[bool, QueryParameter()] = False,
) -> Template:
    """Show the record of a game to step through, and whether it agrees with the result."""
    state, found = find_section(context, competition, section)
    key: RecordKey = (RoundNo(number), BoardNo(board), game, playoff)
    if key not in found.records:
        raise Unknown("record", f"{number}/{board}/{game}")
    record = kept_record(state, found, key, context.house.office.names(found))
    back = f"/c/{state.id}/{found.id}?round={number}#pairings"
    visitor = visitor_of(request, context)
    return review_page(visitor, [record], beside=compared(found, key), back=back)


@get("/api/competitions/{competition:str}/{section:str}/records", sync_to_thread=True)
def list_records(context: Around, competition: InPath, section: InPath) -> list[RecordOut]:
    """List the records of a section beside their results."""
    _, found = find_section(context, competition, section)
    return [_out(found, key) for key in sorted(found.records)]


def _out(section: Section, key: RecordKey) -> RecordOut:
    attached = section.records[key]
    moves = list(attached.record.moves)
    return RecordOut(*key, moves, attached.plies, compared(section, key))


@post("/api/competitions/{competition:str}/{section:str}/records")
async def attach(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    data: JSONBody[RecordIn],
) -> RecordOut:
    """Replay a record and attach it. Answered only when it is durable."""
    visitor = visitor_of(request, context)
    _, found = find_section(context, competition, section)
    command = AttachRecord(
        section=found.id,
        round=RoundNo(data.round),
        board=BoardNo(data.board),
        record=kept(await asyncio.to_thread(_read, data)),
        game=data.game,
        playoff=data.playoff,
        foul=data.foul,
        reason=data.reason,
    )
    require(visitor.role_for(competition, AttachRecord), command)
    office, home = context.house.office, CompetitionId(competition)
    future = await asyncio.to_thread(office.submit, home, visitor.actor, command, data.version)
    await asyncio.wrap_future(future)
    key: RecordKey = (command.round, command.board, data.game, data.playoff)
    return _out(office.state(home).sections[found.id], key)


def _read(data: RecordIn) -> Record:
    content = data.content.encode()
    if data.base64:
        try:
            content = base64.b64decode(content, validate=True)
        except binascii.Error as error:
            raise BadInput("not base 64", where="content") from error
    records = record_format(data.name).read(content, data.name)
    if data.number > len(records):
        raise BadInput(f"the file has {len(records)} games", where="number")
    return records[data.number - 1]


ROUTES = [look, list_records, attach]
