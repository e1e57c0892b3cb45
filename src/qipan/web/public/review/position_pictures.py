"""A position of a record as a picture: SVG, PNG, or a passage that moves."""

import asyncio
from functools import lru_cache
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, QueryParameter

from qipan.formats import json_record
from qipan.formats.record import Record
from qipan.games import game_named
from qipan.i18n import say
from qipan.journal.live.table import hides
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import Seat
from qipan.web.public.replay import positions
from qipan.web.public.samples import sample_named
from qipan.web.shared.forms import optional_number, words
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.pictures.drawing import BoardDrawing, standing_alone
from qipan.web.shared.pictures.positions import HEIGHT, LAST_MS, STEP_MS, drawing_of
from qipan.web.shared.pictures.raster import MOST_FRAMES, animation, frames
from qipan.web.shared.visitor import language_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
SVG, PNG = "svg", "png"
MINUTES_KEPT = 10


def seen_from(record: Record, asked: int | None = None) -> Seat | None:
    """Choose whose eyes see a finished game: anybody's, or a seat's where hands are hidden."""
    if asked is not None and asked in range(record.seats):
        return Seat(asked)
    return Seat(0) if hides(game_named(record.game)) else None


def drawings(record: Record, seat: Seat | None, first: int, last: int) -> list[BoardDrawing]:
    """Draw the positions after ``first`` to ``last`` moves. Raises Unknown for a game undrawn."""
    found = [drawing_of(record.game, view) for view in positions(record, seat, first, last)]
    there = [each for each in found if each is not None]
    if not there:
        raise Unknown("picture of", record.game)
    return there


def picture_of(
    record: Record, language: str, ending: str, first: int, last: int | None, seat: int | None
) -> Response[bytes]:
    """Answer with the picture of a position, or of a passage.

    Raises BadInput, Unknown, or Unavailable while too much is being painted.
    """
    end = first if last is None else last
    if end < first or end - first >= MOST_FRAMES:
        raise BadInput(f"a passage has at most {MOST_FRAMES} moves", where="to")
    label = f"{say(language, f'ui.board.name.{record.game}')} · {first}"
    drawn = [
        standing_alone(each, label, HEIGHT)
        for each in drawings(record, seen_from(record, seat), first, end)
    ]
    if ending == SVG:
        content, media = drawn[-1].encode(), "image/svg+xml"
    elif ending == PNG:
        content, media = painted(tuple(drawn)), "image/png"
    else:
        raise Unknown("picture format", ending[:20], (SVG, PNG))
    name = f"{record.game}-{first}{'' if last is None else f'-{last}'}.{ending}"
    headers = {
        "content-disposition": f'inline; filename="{name}"',
        "cache-control": f"public, max-age={MINUTES_KEPT * 60}",
        "vary": "Accept-Language, Cookie",
    }
    return Response(content, media_type=media, headers=headers)


@lru_cache(maxsize=48)
def painted(drawn: tuple[str, ...]) -> bytes:
    """Paint one picture, or several that move. Raises Unavailable."""
    made = frames(drawn)
    return made[0] if len(made) == 1 else animation(made, STEP_MS, LAST_MS)


@post("/play/review/picture", status_code=200, sync_to_thread=True, include_in_schema=False)
def carried_picture(request: AnyRequest, data: Posted) -> Response[bytes]:
    """Draw a position of the record that a page carries. Raises BadInput or Unknown."""
    require_rate("review", address_of(request))
    record = json_record.read(data.get("record", "").encode(), "record")[0]
    first = optional_number(data, "move") or 0
    last = optional_number(data, "to")
    seat = optional_number(data, "seat")
    return picture_of(record, language_of(request), words(data, "ending"), first, last, seat)


@get(
    ["/play/review/sample/picture.png", "/play/review/sample/picture.svg"],
    include_in_schema=False,
)
async def sample_picture(
    request: AnyRequest,
    sample: Annotated[str, QueryParameter(max_length=40)],
    move: Annotated[int | None, QueryParameter(ge=0, le=99_999)] = None,
    to: Annotated[int | None, QueryParameter(ge=0, le=99_999)] = None,
) -> Response[bytes]:
    """Draw a position of a sample game."""
    require_rate("picture", address_of(request))
    record = sample_named(sample).record
    first = len(record.moves) if move is None else move
    language, ending = language_of(request), request.url.path[-3:]
    return await asyncio.to_thread(picture_of, record, language, ending, first, to, None)


ROUTES = [carried_picture, sample_picture]
