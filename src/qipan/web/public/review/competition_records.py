"""The records of a competition's games: looked at by everybody, attached through the API."""

import asyncio
import base64
import binascii
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, QueryParameter
from litestar.response import Template

from qipan.desk.decide import require
from qipan.desk.records.commands import AttachRecord
from qipan.desk.records.comparison import Compared, compared
from qipan.formats import record_format
from qipan.formats.kept_record import kept, kept_record, seats_of, standing_places, title_of
from qipan.formats.record import Record
from qipan.formats.record_titles import GameTitle
from qipan.journal.live.table import first_of, stream_of
from qipan.journal.state import Competition, RecordKey, Section
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo
from qipan.web.public.replay import replay
from qipan.web.public.review.finished_games import clocks_of, day_of
from qipan.web.public.review.position_pictures import picture_of, seen_from
from qipan.web.public.review.records import (
    AtMove,
    Shown,
    ToMove,
    endings_for,
    file_stem,
    review_page,
)
from qipan.web.public.review.result_words import result_in_words, seat_names
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.pictures.positions import DRAWERS
from qipan.web.shared.reader_names import as_read
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import find_public_section, find_section
from qipan.web.shared.visitor import language_of, visitor_of
from qipan.web.shared.words.clock_words import control_words

AnyRequest = Request[Any, Any, Any]
MOST_LETTERS = 200_000
FILES = (".pgn", ".sgf", ".json")
"""Formats in which a record has an address of its own."""
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


def record_key(
    number: Annotated[int, QueryParameter(name="round", ge=1, le=9999)],
    board: Annotated[int, QueryParameter(ge=1, le=10**6)],
    game: Annotated[int, QueryParameter(ge=1, le=999)] = 1,
    playoff: Annotated[bool, QueryParameter()] = False,
) -> RecordKey:
    """Read which game of a section is asked for."""
    return RoundNo(number), BoardNo(board), game, playoff


KeyAsked = NamedDependency[RecordKey]
BY_KEY = {"key": Provide(record_key, sync_to_thread=False)}


@get(
    "/c/{competition:str}/{section:str}/record",
    name="kept-record",
    dependencies=BY_KEY,
    sync_to_thread=True,
    include_in_schema=False,
)
def look(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    key: KeyAsked,
    move: AtMove = None,
) -> Template:
    """Show the record of a game to step through, and whether it agrees with the result."""
    number = key[0]
    visitor = visitor_of(request, context)
    state, found, record, title = kept_game(context, competition, section, key, visitor.language)
    here = f"/c/{state.id}/{found.id}"
    around = Shown(
        beside=compared(found, key),
        places=standing_places(found, key),
        back=f"{here}?round={number}#pairings",
        here=f"{here}/record?{_question(key)}",
        picture=f"{here}/record/picture",
        title=title,
        time=(
            control_words(title.control, visitor.language)
            if title.control is not None
            else title.rate
        ),
        at=move,
        guests=context.guests,
    )
    return review_page(visitor, [record], shown=around)


@get(
    [
        "/c/{competition:str}/{section:str}/record/picture.png",
        "/c/{competition:str}/{section:str}/record/picture.svg",
    ],
    dependencies=BY_KEY,
    include_in_schema=False,
)
async def draw(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    key: KeyAsked,
    move: AtMove = None,
    to: ToMove = None,
) -> Response[bytes]:
    """Draw a position of a record, or a passage of it."""
    require_rate("picture", address_of(request))
    language = language_of(request)
    found = await asyncio.to_thread(kept_game, context, competition, section, key, language)
    record = found[2]
    first = len(record.moves) if move is None else move
    ending = request.url.path[-3:]
    return await asyncio.to_thread(picture_of, record, language, ending, first, to, None)


@get(
    "/c/{competition:str}/{section:str}/record/sheet",
    dependencies=BY_KEY,
    sync_to_thread=True,
    include_in_schema=False,
)
def sheet(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, key: KeyAsked
) -> Template:
    """Show a record without any script: the last position, the moves, the files."""
    visitor = visitor_of(request, context)
    state, found, record, title = kept_game(context, competition, section, key, visitor.language)
    played = replay(record, seen_from(record), visitor.language)
    played = msgspec.structs.replace(played, names=list(title.names))
    here = f"/c/{state.id}/{found.id}"
    query = _question(key)
    return page(
        "public/review/record_sheet.html",
        visitor,
        competition=state,
        section=found,
        record=record,
        title=title,
        seats=seat_names(record, played.names, visitor.language),
        result=result_in_words(record, played, standing_places(found, key), visitor.language),
        moves=played.moves,
        drawn=record.game in DRAWERS,
        picture=f"{here}/record/picture.svg?{query}",
        endings=[each for each in endings_for(record) if each in FILES],
        query=query,
    )


def _question(key: RecordKey) -> str:
    number, board, game, playoff = key
    return f"round={number}&board={board}&game={game}{'&playoff=true' if playoff else ''}"


@get(
    [f"/c/{{competition:str}}/{{section:str}}/record/game{each}" for each in FILES],
    dependencies=BY_KEY,
    include_in_schema=False,
)
async def file(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, key: KeyAsked
) -> Response[bytes]:
    """Give a record as a file with full headers. Raises Unknown for a format of another game."""
    language = language_of(request)
    found = await asyncio.to_thread(kept_game, context, competition, section, key, language)
    record, ending = found[2], "." + request.url.path.rpartition(".")[2]
    if ending not in endings_for(record):
        raise Unknown("record format", ending, tuple(endings_for(record)))
    content = record_format(f"x{ending}").write(record)
    headers = {"content-disposition": f'attachment; filename="{file_stem(record)}{ending}"'}
    return Response(content, media_type="application/octet-stream", headers=headers)


def kept_game(
    context: Context, competition: str, section: str, key: RecordKey, language: str
) -> tuple[Competition, Section, Record, GameTitle]:
    """Find a kept record with its headers and clocks; the title is for a reader. Raises Unknown."""
    state, found = find_public_section(context, competition, section)
    if key not in found.records or not found.rounds[key[0] - 1].published:
        raise Unknown("record", "/".join(map(str, key[:3])))
    names = context.house.office.names(found)
    title = title_of(state, found, key, names)
    taken = None if key[3] else found.rounds[key[0] - 1].taken.get((key[1], key[2]))
    clocks: dict[int, str] = {}
    if taken is not None:
        stored = context.house.log.read(stream_of(taken.table))
        if stored:
            table = first_of(taken.table, stored[0])
            date, control = title.date or day_of(stored), table.opened.controls[0]
            title = msgspec.structs.replace(title, date=date, control=control)
            clocks = clocks_of(stored)
    record = kept_record(state, found, key, names, title)
    if clocks and not record.clocks:
        record = msgspec.structs.replace(record, clocks=clocks)
    read_names = as_read(names, language)
    shown = tuple(read_names[who].name for who in seats_of(found, key))
    return state, found, record, msgspec.structs.replace(title, names=shown)


@get("/api/competitions/{competition:str}/{section:str}/records", sync_to_thread=True)
def list_records(context: Around, competition: InPath, section: InPath) -> list[RecordOut]:
    """List the records of a section beside their results."""
    _, found = find_public_section(context, competition, section)
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


ROUTES = [look, draw, sheet, file, list_records, attach]
