"""A record reviewed with a computer, as a page; its progress is shown meanwhile.

The work of all visitors is done one move after the other in one process; each may have a few
pieces under way, and give up what takes too long. The same game is worked out once for all who ask.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Request, post
from litestar.enums import RequestEncodingType
from litestar.params import Body

from qipan.formats import json_record
from qipan.formats.record import Record
from qipan.games import game_named
from qipan.i18n.moves import noted
from qipan.kernel.ids import Seat
from qipan.kernel.self_play import MoveMade
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
LONGEST, LONGEST_NAME = 200_000, 120
WIDTH, HEIGHT = 600, 160


@post("/play/review/computer", status_code=200, include_in_schema=False)
async def review_with_computer(request: AnyRequest, context: Around, data: Posted) -> Answer:
    """Review the record that a page carries, as work whose progress is shown."""
    address = address_of(request)
    require_rate("examine", address)
    visitor = visitor_of(request, context)
    record = json_record.read(data.get("record", "")[:LONGEST].encode(), "record")[0]
    guest = data.get("guest", "")
    require_guest(context.guests, guest, record.game)

    async def work(doing: Doing) -> Answer:
        def told(done: int, total: int) -> None:
            doing.at("review", done, total)

        found = await context.examiner.review(record, told, address)
        found = await with_guest(context.guests, guest, record, found)
        return _page(visitor, record, found, data.get("names", "").splitlines())

    return await answered(request, context, "review", work, back="/play/review")


def _page(
    visitor: Visitor, record: Record, found: ReviewedGame, asked: Sequence[str] = ()
) -> Answer:
    """Show a review; ``asked`` are the players as the reader's page named them."""
    known = [name[:LONGEST_NAME] for name in asked if name]
    names = known if len(known) == record.seats else names_of(record)
    return page(
        "public/review/with_computer.html",
        visitor,
        record=record,
        found=found,
        seats=seat_names(record, names, visitor.language),
        written=_written(record, visitor.language),
        better=_better(record, found, visitor.language),
        points=curve_points(found),
        turned_x=None if found.turned is None else _across(found, found.turned - 1),
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


def _better(record: Record, found: ReviewedGame, language: str) -> dict[int, tuple[str, str]]:
    """Write the better line and the guest's move as people write them, by number."""
    made = moves_of(record)
    shown = {}
    for each in found.moves:
        if each.mark:
            at = made[each.number - 1]
            line = _as_people_write(record.game, at, each.line or (each.best,), language)
            guest = _as_people_write(record.game, at, (each.guest,) if each.guest else (), language)
            shown[each.number] = (line, guest)
    return shown


def _as_people_write(game: str, at: MoveMade, line: Sequence[str], language: str) -> str:
    rules, state, seat = game_named(game), at.before, Seat(at.seat)
    words = []
    for text in line:
        move = rules.read(state, seat, text)
        words.append(noted(rules, state, seat, move, seat, language))
        state = rules.play(state, seat, move)
        seat = next(iter(rules.acting(state)), seat)
    return " ".join(words)


def _across(found: ReviewedGame, at: int) -> int:
    """Give how far to the right a move stands."""
    return round(WIDTH * at / max(1, len(found.curve) - 1))


def curve_points(found: ReviewedGame) -> str:
    """Give the points of the curve, seat 0 on top."""
    return " ".join(
        f"{_across(found, at)},{round(HEIGHT * (1000 - chance) / 1000)}"
        for at, chance in enumerate(found.curve)
        if chance is not None
    )


ROUTES = [review_with_computer]
