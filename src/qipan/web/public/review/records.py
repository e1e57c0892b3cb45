"""Looking at a finished game: bring a record, step through it, take it along in any format."""

import asyncio
from hashlib import sha256
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
from qipan.formats.record_titles import GameTitle
from qipan.games import game_named
from qipan.journal.live.table import hides
from qipan.kernel.errors import BadInput, QipanError, Unknown
from qipan.kernel.ids import Seat
from qipan.office.judged.judgeable import unjudged_because
from qipan.play.guests.house_of_guests import HouseOfGuests
from qipan.web.public.replay import names_of, replay, start_of
from qipan.web.public.review.deals import deals_of
from qipan.web.public.review.result_words import result_in_words, seat_names
from qipan.web.public.samples import sample_named, samples
from qipan.web.shared.context import Around
from qipan.web.shared.forms import optional_number, words
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.pictures.positions import DRAWERS
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
AtMove = Annotated[int | None, QueryParameter(name="move", ge=0, le=99_999)]
"""After how many moves a page opens."""
ToMove = Annotated[int | None, QueryParameter(name="to", ge=0, le=99_999)]
"""Where a passage ends."""
MOST_BYTES = 400_000
MOST_GAMES = 500
GAME_SIGNS = (b"[Event ", b"[Game ", b"(;", b"[DhtmlXQ]")
"""What begins a game in the formats that hold many."""
_ONE_AT_A_TIME = asyncio.Semaphore(1)
"""Reading keeps a whole processor busy: strangers wait for each other, not others for them."""
Uploaded = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What stands around a game that is looked at."""

    beside: Compared | None = None
    """How the record of a competition compares with its result."""
    places: tuple[int, ...] = ()
    """The result that stands, by seat."""
    back: str = ""
    """The page it belongs to."""
    here: str = ""
    """The address of this very page, where it has one; it has a question already."""
    picture: str = ""
    """The address of its pictures, without the ending; it goes on with the question of here."""
    title: GameTitle = GameTitle()
    time: str = ""
    """The clock in words."""
    at: int | None = None
    """After how many moves the page opens."""
    guests: HouseOfGuests | None = None
    """Who may be asked for a second opinion."""


def review_page(
    visitor: Visitor,
    records: list[Record],
    chosen: int = 1,
    seat: Seat | None = None,
    shown: Shown | None = None,
) -> Template:
    """Show one game of a file to step through. Raises BadInput on a number there is not."""
    around = shown or Shown()
    if not 1 <= chosen <= len(records):
        raise BadInput(f"the file has {len(records)} games, no {chosen}", where="game")
    record = records[chosen - 1]
    from_a_seat = hides(game_named(record.game))  # a spectator would see no hand
    if seat is None and from_a_seat:
        seat = Seat(0)
    if seat is not None and seat not in range(record.seats):
        raise BadInput(f"no seat {seat} of {record.seats}", where="seat")
    found = replay(record, seat, visitor.language)
    if len(around.title.names) == record.seats:
        found = msgspec.structs.replace(found, names=list(around.title.names))
    return page(
        "public/review/record.html",
        visitor,
        record=record,
        records=[(number, names_of(each)) for number, each in enumerate(records, 1)],
        chosen=chosen,
        replay=found,
        replay_json=msgspec.to_builtins(found, str_keys=True),
        carried=json_record.write(record).decode(),
        notes_key=sha256(msgspec.json.encode(record)).hexdigest()[:32],
        endings=endings_for(record),
        open_hands=from_a_seat,
        around=around,
        result=result_in_words(record, found, around.places, visitor.language),
        deals=deals_of(record),
        seats=seat_names(record, found.names, visitor.language),
        opening=min(around.at or 0, len(found.moves)),
        query=around.here.partition("?")[2],
        drawn=record.game in DRAWERS,
        unjudged=unjudged_because(game_named(record.game)),
        guests=around.guests.playing(record.game) if around.guests else (),
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
    move: AtMove = None,
) -> Template:
    """Offer to bring a record, or show a sample."""
    visitor = visitor_of(request, context)
    if sample is not None:
        found = sample_named(sample).record
        asked = None if seat is None else Seat(seat)
        here = f"/play/review?sample={sample}"
        around = Shown(
            here=here, picture="/play/review/sample/picture", at=move, guests=context.guests
        )
        return await asyncio.to_thread(review_page, visitor, [found], 1, asked, around)
    return page(
        "public/review/record_choice.html",
        visitor,
        endings=sorted(record_formats()),
        samples=samples(),
    )


@post("/play/review", status_code=200, include_in_schema=False)
async def bring(request: AnyRequest, context: Around, data: Uploaded) -> Template:
    """Read an uploaded file, or the record that the page carries, and show a game of it."""
    require_rate("review", address_of(request))
    visitor = visitor_of(request, context)
    form = {name: value for name, value in data.items() if isinstance(value, str)}
    chosen = optional_number(form, "game") or 1
    seat = optional_number(form, "seat")
    records = await _brought(data, form)
    if not records:
        raise BadInput("there is no game in this file", where="file")
    asked = None if seat is None else Seat(seat)
    shown = Shown(guests=context.guests)
    return await asyncio.to_thread(review_page, visitor, records, chosen, asked, shown)


async def _brought(form: dict[str, Any], texts: dict[str, str]) -> list[Record]:
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        content = await file.read(MOST_BYTES + 1)
        named = file.filename[-80:]
        _require_small(content, named)
        async with _ONE_AT_A_TIME:
            return await asyncio.to_thread(record_format(named).read, content, named)
    if texts.get("record"):
        return json_record.read(texts["record"].encode(), "record")
    raise BadInput("choose a file first", where="file", code="form.missing")


def _require_small(content: bytes, name: str) -> None:
    """Refuse what would keep the server busy. Raises BadInput."""
    if len(content) > MOST_BYTES:
        most = MOST_BYTES // 1000
        raise BadInput(
            f"more than {most} KB", where=name, code="record.too-big", facts={"most": most}
        )
    if max(content.count(sign) for sign in GAME_SIGNS) > MOST_GAMES:
        raise BadInput(
            f"more than {MOST_GAMES} games",
            where=name,
            code="record.too-many",
            facts={"most": MOST_GAMES},
        )


@post("/play/review/file", status_code=200, sync_to_thread=True, include_in_schema=False)
def take_along(data: Posted) -> Response[bytes]:
    """Write the record that the page carries in a format. Raises Unknown and BadInput."""
    ending = words(data, "ending")
    record = json_record.read(data.get("record", "").encode(), "record")[0]
    start_of(record)
    if ending not in endings_for(record):
        raise Unknown("record format", ending, tuple(endings_for(record)))
    content = record_format(f"x{ending}").write(record)
    headers = {"content-disposition": f'attachment; filename="{file_stem(record)}{ending}"'}
    return Response(content, media_type="application/octet-stream", headers=headers)


def file_stem(record: Record) -> str:
    """Name a file after the game, its day and its round, in letters every system takes."""
    day = record.tags.get("DT") or record.tags.get("Date", "")
    rounds = (record.tags.get("RO") or record.tags.get("Round", "")).partition(" ")[0]
    parts = [record.game, day.replace(".", "-"), f"r{rounds}" if rounds else ""]
    board = record.tags.get("Board", "")
    stem = "-".join(part for part in (*parts, f"b{board}" if board else "") if part)
    return "".join(each for each in stem if each.isascii() and (each.isalnum() or each in "-_"))


ROUTES = [choose, bring, take_along]
