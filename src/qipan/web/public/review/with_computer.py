"""A record reviewed with a computer, as a page; its progress is shown meanwhile.

The work of all visitors is done one move after the other in one process; each may have a few
pieces under way, and give up what takes too long.
"""

from typing import Annotated, Any

from litestar import Request, post
from litestar.enums import RequestEncodingType
from litestar.params import Body

from qipan.formats import json_record
from qipan.formats.record import Record
from qipan.games import game_named
from qipan.i18n.moves import noted
from qipan.kernel.ids import Seat
from qipan.office.judged.review import moves_of
from qipan.views.review.reviewed_game import ReviewedGame
from qipan.web.public.replay import names_of
from qipan.web.public.review.result_words import seat_names
from qipan.web.shared.context import Around
from qipan.web.shared.guest_opinion import require_guest, with_guest
from qipan.web.shared.jobs import Answer, Doing
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.progress_response import answered
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
LONGEST = 200_000
WIDTH, HEIGHT = 600, 160


@post("/play/review/computer", status_code=200, include_in_schema=False)
async def review_with_computer(request: AnyRequest, context: Around, data: Posted) -> Answer:
    """Review the record that a page carries, as work whose progress is shown."""
    require_rate("examine", address_of(request))
    visitor = visitor_of(request, context)
    record = json_record.read(data.get("record", "")[:LONGEST].encode(), "record")[0]
    guest = data.get("guest", "")
    require_guest(context.guests, guest, record.game)

    async def work(doing: Doing) -> Answer:
        def told(done: int, total: int) -> None:
            doing.at("review", done, total)

        found = await context.examiner.review(record, told)
        found = await with_guest(context.guests, guest, record, found)
        return _page(visitor, record, found)

    return await answered(request, context, "review", work, back="/play/review")


def _page(visitor: Visitor, record: Record, found: ReviewedGame) -> Answer:
    names = seat_names(record, names_of(record), visitor.language)
    return page(
        "public/review/with_computer.html",
        visitor,
        record=record,
        found=found,
        seats=names,
        written=_written(record, visitor.language),
        points=curve_points(found),
        width=WIDTH,
        height=HEIGHT,
        carried=json_record.write(record).decode(),
    )


def _written(record: Record, language: str) -> list[str]:
    """Write the moves as people write them."""
    game = game_named(record.game)
    return [
        noted(game, made.before, Seat(made.seat), made.move, Seat(made.seat), language)
        for made in moves_of(record)
    ]


def curve_points(found: ReviewedGame) -> str:
    """Give the points of the curve, seat 0 on top."""
    last = max(1, len(found.curve) - 1)
    return " ".join(
        f"{round(WIDTH * at / last)},{round(HEIGHT * (1000 - chance) / 1000)}"
        for at, chance in enumerate(found.curve)
        if chance is not None
    )


ROUTES = [review_with_computer]
