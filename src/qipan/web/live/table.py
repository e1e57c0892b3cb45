"""The page of a table: a plain one that works for every game; boards are drawn by scripts."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.params import QueryParameter
from litestar.response import Template

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.roles import ARBITERS
from qipan.formats.record import Record
from qipan.formats.record_titles import GameTitle
from qipan.games import folder_of
from qipan.i18n import local, say
from qipan.i18n.customs import listed
from qipan.journal.live.table import Table, hides, stream_of
from qipan.kernel.ids import Seat
from qipan.kernel.rules import declared
from qipan.play.automatic_moves import GUEST
from qipan.play.decide import NEWEST, may_plan_ahead, may_play_again, may_take_back
from qipan.play.reception import REASONS, seat_at
from qipan.rulebooks.loader import cite
from qipan.sections.lookup import book_of
from qipan.web.live.seat_cookie import (
    DEVICE,
    WATCH,
    chosen_seat,
    device_cookie,
    read_seats,
    seat_cookies,
    valid_seats,
)
from qipan.web.live.seated_people import seated_people, table_title
from qipan.web.public.review.finished_games import day_of, record_of
from qipan.web.public.review.position_pictures import picture_of
from qipan.web.public.review.records import AtMove, Shown, ToMove, review_page
from qipan.web.shared.addresses import site_address
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.rule_words import clause
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import language_of, visitor_of
from qipan.web.shared.words.clock_words import clock_time, control_words

AnyRequest = Request[Any, Any, Any]
ENDED_BY_SOMEBODY = frozenset({"game.resigned", "game.draw-agreed", "play.time"})
"""Rules whose sentence says what holds, not what happened."""
STATIC_HERE = Path(__file__).with_name("static")


@get("/t/{name:str}", name="table", include_in_schema=False)
async def table_page(
    request: AnyRequest,
    context: Around,
    name: InPath,
    token: Annotated[str, QueryParameter(max_length=64)] = "",
    asked: Annotated[int | None, QueryParameter(name="seat", ge=0, le=5)] = None,
    way: Annotated[str, QueryParameter(name="as", max_length=10)] = "",
) -> Template:
    """Show a table to a seat, an arbiter or a spectator.

    A token in the address seats the browser: from then on the address needs none.
    """
    table = await context.tables.look(name[:80])
    key = context.tables.key
    visitor = visitor_of(request, context)
    competition = table.opened.origin.get("competition", EVERYWHERE)
    rules_here = visitor.role_in(competition) in ARBITERS
    held = valid_seats(key, table, read_seats(request.cookies))
    if token:
        seat = seat_at(key, table, token)
        assert seat is not None  # else it was refused
        held.setdefault(int(seat), token)
    elif way == WATCH or (rules_here and asked is None):
        seat = None
    else:
        seat = chosen_seat(held, asked)
    if seat is None and not rules_here:
        table = await context.tables.look_in_public(table.id)
    second = seat is not None and (rules_here or seat != next(iter(held)))
    people = await asyncio.to_thread(seated_people, context, table, visitor.language)
    answer = page(
        "live/table.html",
        visitor,
        table=table,
        seat=seat,
        token=token,
        second_seat=second,
        language_back=_address(table, seat if second else None, way),
        reasons=REASONS,
        arbiter=seat is None and rules_here,
        arbiter_too=seat is not None and rules_here,
        people=people,
        people_json=msgspec.json.encode(people).decode(),
        time=control_words(table.opened.controls[0], visitor.language),
        secret=hides(table.game),
        delayed=clock_time(table.opened.delay) if seat is None and not rules_here else "",
        takeback=may_take_back(table),
        ahead=may_plan_ahead(table),
        rematch=seat is not None and may_play_again(table),
        ahead_rule=_no_plans(table, visitor.language),
        room=_room(table, "js"),
        room_style=_room(table, "css"),
        practice=_practice_again(table, seat),
        title=await asyncio.to_thread(table_title, context, table),
        clauses=await asyncio.to_thread(_citations, context, table),
        ruling_clauses=_ruling_clauses(context, table, visitor.language) if rules_here else (),
    )
    answer.headers["cache-control"] = "no-store"
    for cookie in seat_cookies(request, table.id, held) if token else ():
        answer.set_cookie(cookie)
    if seat is not None and "section" in table.opened.origin and DEVICE not in request.cookies:
        answer.set_cookie(device_cookie(request, context.token()))
    return answer


def _address(table: Table, second: Seat | None, way: str) -> str:
    """Give the address under which a browser finds what it sees now, without any token."""
    if second is not None:
        return f"/t/{table.id}?seat={second}"
    return f"/t/{table.id}?as={WATCH}" if way == WATCH else f"/t/{table.id}"


def _no_plans(table: Table, language: str) -> str:
    """Say why no move is chosen ahead of the turn; empty where it is, or makes no sense."""
    if may_plan_ahead(table) or hides(table.game):
        return ""
    return say(language, "ui.table.no-plans", {"why": clause(str(NEWEST), language)})


def _practice_again(table: Table, seat: Seat | None) -> str:
    """Write what a page asks for to practise the same again, on the next seat; empty elsewhere."""
    opened = table.opened
    if seat is None or not opened.bots or opened.counts:
        return ""
    place = (seat + 1) % table.seats
    asked = {
        "game": opened.game,
        "seat": place,
        "seats": table.seats,
        "rules": opened.rules,
        "level": opened.level,
        "control": opened.controls[seat],
        "guest": opened.origin.get(GUEST, ""),
    }
    return msgspec.json.encode(asked).decode()


def _room(table: Table, kind: str) -> str:
    """Give the address of what a game adds around its board; nothing where it adds nothing."""
    name = f"screen/rooms/{folder_of(table.game)}.{kind}"
    return f"/static/{name}" if (STATIC_HERE / name).is_file() else ""


def _citations(context: Context, table: Table) -> dict[str, str]:
    """Cite the regulation of a contest on what may happen in a game, by rule."""
    home, name = (table.opened.origin.get(key, "") for key in ("competition", "section"))
    if not name:
        return {}
    state, section = find_section(context, home, name)
    book, found = book_of(state), {}
    for key in book.clauses_by_rule:
        if key.split(".")[0] in (table.opened.game, "play", "ruling"):
            found[str(key)] = cite(book, key, section.under).citation
    return found


def _ruling_clauses(context: Context, table: Table, language: str) -> list[tuple[str, str, str]]:
    """List what an arbiter may cite in a contest: key, citation and text of each clause."""
    home, name = (table.opened.origin.get(key, "") for key in ("competition", "section"))
    if not name:
        return []
    state, section = find_section(context, home, name)
    book, known, found = book_of(state), declared(), []
    for key in book.clauses_by_rule:
        if key.split(".")[0] in (table.opened.game, "play", "ruling", "conduct") and key in known:
            clause = cite(book, key, section.under)
            found.append((str(key), clause.citation, local(clause.text, language)))
    return sorted(found, key=lambda each: each[1])


SeatAsked = Annotated[int | None, QueryParameter(name="seat", ge=0, le=5)]


@get("/t/{name:str}/review", name="table-review", include_in_schema=False)
async def review_table(
    request: AnyRequest,
    context: Around,
    name: InPath,
    seat: SeatAsked = None,
    move: AtMove = None,
) -> Template:
    """Step through a finished game, and take it along. Raises Refused while it goes on."""
    table = await _seen_table(request, context, name[:80])
    visitor = visitor_of(request, context)
    record, title = await asyncio.to_thread(
        finished_record, request, context, table, visitor.language
    )
    around = Shown(
        guests=context.guests,
        places=table.outcome.places if table.outcome else (),
        back=_round_page(table),
        here=f"/t/{table.id}/review?seat={seat}" if seat else f"/t/{table.id}/review?",
        picture=f"/t/{table.id}/review/picture",
        title=title,
        time=control_words(table.opened.controls[0], visitor.language),
        at=move,
    )
    asked = None if seat is None else Seat(seat)
    return await asyncio.to_thread(review_page, visitor, [record], 1, asked, around)


@get(
    ["/t/{name:str}/review/picture.png", "/t/{name:str}/review/picture.svg"],
    include_in_schema=False,
)
async def draw_table(
    request: AnyRequest,
    context: Around,
    name: InPath,
    seat: SeatAsked = None,
    move: AtMove = None,
    to: ToMove = None,
) -> Response[bytes]:
    """Draw a position of a finished game, or a passage. Raises Refused while it goes on."""
    require_rate("picture", address_of(request))
    table = await _seen_table(request, context, name[:80])
    language = language_of(request)
    record, _ = await asyncio.to_thread(finished_record, request, context, table, language)
    first, ending = len(record.moves) if move is None else move, request.url.path[-3:]
    return await asyncio.to_thread(picture_of, record, language, ending, first, to, seat)


async def _seen_table(request: AnyRequest, context: Context, name: str) -> Table:
    """Give a table as whoever asks may see it: live for its seats and arbiters. Raises Unknown."""
    table = await context.tables.look(name)
    held = valid_seats(context.tables.key, table, read_seats(request.cookies))
    if not table.opened.delay or held:
        return table
    competition = table.opened.origin.get("competition", EVERYWHERE)
    if visitor_of(request, context).role_in(competition) in ARBITERS:
        return table
    return await context.tables.look_in_public(name)


def _round_page(table: Table) -> str:
    """Give the address of the round that a table belongs to; empty where it belongs to none."""
    origin = table.opened.origin
    if not origin.get("section"):
        return ""
    home = f"/c/{origin.get('competition', '')}/{origin['section']}"
    return f"{home}?round={origin.get('round', '')}#pairings"


def finished_record(
    request: AnyRequest, context: Context, table: Table, language: str
) -> tuple[Record, GameTitle]:
    """Make the record of a finished game and what it is known by. Raises Refused before."""
    read = context.house.log.read(stream_of(table.id))
    stored = [each for each in read if each.version <= table.version]
    people = seated_people(context, table, language)
    known = table_title(context, table)
    said = known["competition"].particulars if known else None
    title = GameTitle(
        names=tuple(each.name for each in people),
        units=tuple(each.unit for each in people),
        ratings=tuple(each.rank for each in people),
        event=known["competition"].title if known else "Qipan",
        section=known["section"].title if known else "",
        round=known["round"] if known else "",
        board=known["board"] if known else "",
        date=day_of(stored),
        place=said.place if said else "",
        control=table.opened.controls[0],
        address=f"{site_address(request)}/t/{table.id}/review",
    )
    return record_of(table, stored, title, _ending(table, title.names, language)), title


def _ending(table: Table, names: Sequence[str], language: str) -> str:
    """Say how a game ended, with names where somebody did something; else by the rule."""
    outcome, by = table.outcome, str(table.annulled or "")
    if outcome is None or by:
        return clause(by, language)
    by = str(outcome.rule)
    if by not in ENDED_BY_SOMEBODY:
        return clause(by, language)
    losers = [name for name, place in zip(names, outcome.places, strict=False) if place > 1]
    winners = [name for name in names if name not in losers]
    why = say(language, f"ui.board.end.{by}", {"loser": listed(language, losers)})
    facts = {"who": listed(language, winners), "why": why}
    return say(language, "ui.board.end.won" if losers else "ui.board.end.draw", facts)


ROUTES = [table_page, review_table, draw_table]
