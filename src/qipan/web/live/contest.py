"""The page of a contest: timetable, countdown, check-in, one's own table, arbiters' controls."""

import asyncio
from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.command import Command
from qipan.desk.decide import may, require
from qipan.desk.entries.commands import EnterEntrant
from qipan.desk.online.commands import (
    CheckInForRound,
    OpenContest,
    PlanRounds,
    ReopenBoard,
    ShiftRounds,
)
from qipan.desk.roles import CHIEF, MAY, STAFF
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import BadInput, Conflict, QipanError, Refused
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, RoundNo, SectionId
from qipan.office.advancement import advance
from qipan.sections.lookup import book_of, event_of
from qipan.sections.places import places
from qipan.views.contest import Mine, check_in_round, contest_view
from qipan.views.section import halves
from qipan.web.live.boardside import board_link
from qipan.web.player.contest_card import city_of
from qipan.web.player.entrants import entrant_of
from qipan.web.player.phones import card_of, card_path, carry_out
from qipan.web.player.seats import own_seats
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, minutes_as_seconds, number, words
from qipan.web.shared.reader_names import as_read
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About, find_section, find_section_for
from qipan.web.shared.visitor import Visitor, visitor_of
from qipan.web.shared.words.clock_words import clock_time

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
TRIES = 20


@get(
    "/c/{competition:str}/{section:str}/contest",
    name="contest",
    include_in_schema=False,
)
async def contest_page(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Template:
    """Show a contest."""
    return await _page(request, context, competition, section)


async def _page(
    request: AnyRequest,
    context: Context,
    competition: str,
    section: str,
    error: QipanError | None = None,
) -> Template:
    live = await asyncio.to_thread(find_section, context, competition, section)
    visitor = await asyncio.to_thread(visitor_of, request, context)
    mine = await _mine(context, visitor, *live)  # one's own table is known at once
    seen = await asyncio.to_thread(find_section_for, visitor, context, competition, section)
    return await asyncio.to_thread(_rendered, context, visitor, seen, mine, error)


def _rendered(
    context: Context,
    visitor: Visitor,
    place: tuple[Competition, Section],
    mine: Mine | None,
    error: QipanError | None,
) -> Template:
    state, found = place
    book = book_of(state)
    about = About(context, state, found)
    failure = Failure(error, visitor.language, book, about) if error else None
    names = as_read(context.house.office.names(found), visitor.language)
    role = visitor.role_in(state.id)
    view = contest_view(state, found, names, context.now())
    return page(
        "live/contest.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        competition=state,
        section=found,
        rules=event_of(state, found),
        view=view,
        minutes=_minutes,
        city=city_of(found.contest.zone) if found.contest else "",
        delayed=clock_time(found.contest.delay * 1000) if found.contest else "",
        mine=mine,
        person=names[mine.entrant] if mine else None,
        lines=_lines(state, found, names) if found.rounds else (),
        staff=role in STAFF,
        chief=role in CHIEF,
        offers={
            "open": may(role, OpenContest),
            "plan": view is not None and may(role, PlanRounds),
            "shift": view is not None and bool(view.rounds) and may(role, ShiftRounds),
            "reopen": view is not None and bool(view.places) and may(role, ReopenBoard),
        },
        trouble=_trouble(context, state, found, visitor.language) if role in STAFF else "",
        links=_links(context, state, found, names) if role in STAFF else (),
        boards=_boards(context, state, found) if role in STAFF else (),
    )


def _boards(context: Context, state: Competition, section: Section) -> list[tuple[int, str]]:
    """Give the addresses for the tablets in a hall; each is the same in every round."""
    found = section.current
    if section.contest is None or section.contest.mode != "hall" or found is None:
        return []
    return [
        (table.board, board_link(context, state, section, table.board)) for table in found.tables
    ]


def _lines(state: Competition, section: Section, names: Any) -> list[dict[str, Any]]:
    """Give the standings as they are now: place, name, points and time used."""
    placed = places(state, section)
    found = []
    for row in placed.rows:
        keys = placed.table(row.entrant).row(row.entrant).values
        values = {value.key: halves(value.shown) for value in keys}
        found.append(
            {
                "place": row.place or "–",
                "entrant": row.entrant,
                "name": names[row.entrant].name,
                "points": values.get("points", ""),
                "time": values.get("game-time", ""),
            }
        )
    return found


async def _mine(
    context: Context, visitor: Visitor, state: Competition, section: Section
) -> Mine | None:
    """Say what the visitor is to do, if they play here."""
    who = entrant_of(context, visitor, state, section)
    if who is None:
        return None
    number_, ends = check_in_round(state, section, who, context.now())
    current = section.current
    latest = current.number if current is not None and current.published else 0
    resting = current is not None and any(each.entrant == who for each in current.resting)
    shown = RoundNo(number_ or latest)
    return Mine(
        entrant=who,
        check_in=number_,
        arrived=(shown, who) in section.checked_in | section.arrived,
        seated=(RoundNo(latest), who) in section.arrived,
        tables=tuple(await own_seats(context, state, section, who)),
        rests=bool(latest) and resting and latest not in section.ended,
        ends=ends,
    )


def _trouble(context: Context, state: Competition, section: Section, language: str) -> str:
    scheduler = context.contests.scheduler
    error = scheduler.troubles.get((state.id, section.id)) if scheduler else None
    return Failure(error, language, book_of(state)).sentence if error else ""


def _links(
    context: Context, state: Competition, section: Section, names: Any
) -> list[tuple[str, str]]:
    """Give everybody's card, for the organiser to send out."""
    return [
        (names[who].name, card_path(context, card_of(state, section, who)))
        for who in section.entrants
        if not section.entrants[who].withdrawn
    ]


# -- forms -------------------------------------------------------------------------------------


def _check_in(context: Context, section: SectionId, form: Form, who: EntrantId | None) -> Command:
    entrant = EntrantId(words(form, "entrant", "")) or who or EntrantId("")
    return CheckInForRound(
        section=section,
        round=RoundNo(number(form, "round")),
        entrant=entrant,
        at=context.now().isoformat(),
    )


def _open(context: Context, section: SectionId, form: Form, who: EntrantId | None) -> Command:
    del context, who
    return OpenContest(
        section=section,
        zone=words(form, "zone", "+00:00"),
        mode=words(form, "mode", "online"),
        check_in=number(form, "check_in", 30),
        automatic=form.get("by_hand") != "yes",
        delay=minutes_as_seconds(form, "delay"),
    )


def _minutes(seconds: int) -> str:
    """Write seconds as minutes, as the form takes them."""
    return f"{Decimal(seconds) / 60:.2f}".rstrip("0").rstrip(".")


def _plan(context: Context, section: SectionId, form: Form, who: EntrantId | None) -> Command:
    del context, who
    return PlanRounds(
        section=section,
        days=tuple(words(form, "days", "").replace(",", " ").split()),
        starts=tuple(words(form, "starts", "").replace(",", " ").split()),
        reason=words(form, "reason", ""),
        despite=words(form, "despite", ""),
    )


def _shift(context: Context, section: SectionId, form: Form, who: EntrantId | None) -> Command:
    del context, who
    sign = -1 if words(form, "minutes").startswith("-") else 1
    minutes = number({"minutes": words(form, "minutes").lstrip("+-")}, "minutes")
    return ShiftRounds(
        section=section,
        round=RoundNo(number(form, "round")),
        minutes=sign * minutes,
        reason=words(form, "reason", ""),
    )


def _reopen(context: Context, section: SectionId, form: Form, who: EntrantId | None) -> Command:
    del who
    return ReopenBoard(
        section=section,
        round=RoundNo(number(form, "round")),
        board=BoardNo(number(form, "board")),
        game=number(form, "game", 1),
        reason=words(form, "reason", ""),
        at=context.now().isoformat(),
    )


Make = Callable[[Context, SectionId, Form, EntrantId | None], Command]
FORMS: dict[str, Make] = {
    "check-in": _check_in,
    "open": _open,
    "plan": _plan,
    "shift": _shift,
    "reopen": _reopen,
}


@post("/c/{competition:str}/{section:str}/contest/{action:str}", include_in_schema=False)
async def contest_form(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    action: InPath,
    data: Posted,
) -> Template | Redirect:
    """Carry a form of the contest out; show the page again, with the reason if refused."""
    state, found = find_section(context, competition, section)
    if action == "advance":
        return await _advance(request, context, competition, section)
    if action not in FORMS:
        raise BadInput(f"no such action: {action[:40]}", where="action")
    visitor = visitor_of(request, context)
    who = entrant_of(context, visitor, state, found)
    command = FORMS[action](context, found.id, data, who)
    own = isinstance(command, CheckInForRound) and command.entrant == who and who is not None
    if not own:
        if isinstance(command, CheckInForRound) and visitor.role_in(competition) not in STAFF:
            role = visitor.role_in(competition)
            raise Refused("access.denied", MAY, role=role, command="CheckIn")
        require(visitor.role_in(competition), command)
    actor = f"player:{found.id}/{who}" if own and visitor.account is None else visitor.actor
    try:
        await carry_out(context, CompetitionId(competition), actor, command, TRIES)
    except (Refused, Conflict, BadInput) as error:
        return await _page(request, context, competition, section, error)
    return Redirect(f"/c/{competition}/{section}/contest", status_code=303)


async def _advance(
    request: AnyRequest, context: Context, competition: str, section: str
) -> Template | Redirect:
    """Enter who qualified in the event before. Raises Refused for who may not enter people."""
    visitor, name = visitor_of(request, context), SectionId(section)
    require(
        visitor.role_in(competition),
        EnterEntrant(section=name, entrant=EntrantId(""), people=()),
    )
    home = CompetitionId(competition)
    try:
        await asyncio.to_thread(advance, context.house.office, home, name, visitor.actor)
    except (Refused, Conflict, BadInput) as error:
        return await _page(request, context, competition, section, error)
    return Redirect(f"/c/{competition}/{section}/contest", status_code=303)


ROUTES = [contest_page, contest_form]
