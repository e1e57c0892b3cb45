"""My game: a player's own page on a phone, and everything a player may do there."""

import asyncio
from datetime import timedelta
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.appeals.procedure import DEPOSIT, IN_TIME, WRITTEN
from qipan.desk.online.timetable import start_of
from qipan.desk.results.reporting import REPORTER
from qipan.i18n import local
from qipan.kernel.errors import BadInput, Conflict, Impossible, QipanError, Refused, Unknown
from qipan.kernel.ids import RoundNo
from qipan.kernel.moments import at_time
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.loader import cite
from qipan.sections.lookup import book_under, event_of
from qipan.sections.stages import round_over
from qipan.views.section import shown_result
from qipan.web.player import line_up as my_line_up
from qipan.web.player import play_off as my_play_off
from qipan.web.player.contest_card import card_for, standing_for
from qipan.web.player.entrants import everybody_own
from qipan.web.player.my_acts import ACTS, written
from qipan.web.player.notices import notices_for
from qipan.web.player.phones import Own, asker_of, own
from qipan.web.player.reach import panel
from qipan.web.player.seats import own_seats
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.limits import require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.visitor import PHONE, Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
ME = "/c/{competition:str}/{section:str}/me/{who:str}"


@get("/me", name="me", include_in_schema=False, sync_to_thread=True)
def mine(request: AnyRequest, context: Around) -> Redirect | Template:
    """Go to one's own page; a phone of several players lists them."""
    visitor = visitor_of(request, context)
    found = everybody_own(context, visitor)
    if len(found) == 1:
        return Redirect(found[0].path, status_code=303)
    people = [
        (each, About(context, each.state, each.section).names[each.entrant]) for each in found
    ]
    return page("player/me_list.html", visitor, people=people)


@get(ME, name="my-game", include_in_schema=False)
async def my_game(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, who: InPath
) -> Template:
    """Show a player's own game, and what there is to do."""
    visitor = await asyncio.to_thread(visitor_of, request, context)
    me = await asyncio.to_thread(own, context, visitor, competition, section, who)
    return await own_page(request, context, visitor, me)


@get(f"{ME}/card", name="my-card", include_in_schema=False)
async def my_card(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, who: InPath
) -> Template:
    """Show what a player of a contest is to do now, and nothing else."""
    visitor = await asyncio.to_thread(visitor_of, request, context)
    me = await asyncio.to_thread(own, context, visitor, competition, section, who)
    links = await own_seats(context, me.state, me.section, me.entrant)
    card = await asyncio.to_thread(card_for, context, visitor, me, links)
    if card is None:
        raise Unknown("card", who[:40])
    answer = page("player/me_card.html", visitor, me=me, card=card)
    answer.headers["cache-control"] = "private, no-store"
    return answer


async def own_page(
    request: AnyRequest,
    context: Context,
    visitor: Visitor,
    me: Own,
    error: QipanError | None = None,
) -> Template:
    """Show the page of a player, with the reason if something was refused."""
    links = await own_seats(context, me.state, me.section, me.entrant)
    about = About(context, me.state, me.section)
    told = await asyncio.to_thread(panel, request, context, visitor, about, me.entrant)
    return await asyncio.to_thread(_rendered, context, visitor, me, (links, told), error)


def _rendered(
    context: Context,
    visitor: Visitor,
    me: Own,
    found_for: tuple[list[str], dict[str, Any]],
    error: QipanError | None,
) -> Template:
    links, told = found_for
    book = book_under(me.state, me.section)
    about = About(context, me.state, me.section)
    failure = Failure(error, visitor.language, book, about) if error else None
    found, table = me.round, me.table
    result = found.results.get(table.board) if found and table else None
    people = about.names_of([me.entrant, *(table.seats if table else ())])
    seat = table.seats.index(me.entrant) if table else 0
    answer = page(
        "player/me.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        me=me,
        competition=me.state,
        section=me.section,
        people=people,
        person=people[me.entrant],
        round=found,
        table=table,
        seat=seat,
        others=[who for who in table.seats if who != me.entrant] if table else [],
        todo=me.status(),
        seen=written(result.score) if result else "",
        result=shown_result(me.state, me.section, found, result) if found and result else None,
        start=me.section.times[found.number].start if found and _timed(me, found.number) else "",
        seconds=_seconds_left(context, me),
        reporter=_clause(me, visitor, REPORTER),
        photos=me.section.photos.get((found.number, table.board), ()) if found and table else (),
        recorded=bool(found and table and (found.number, table.board, 1, False) in _records(me)),
        appeal=_appeal(context, me, visitor),
        notices=notices_for(me, visitor),
        play_off=my_play_off.play_off_of(about, me),
        line_up=my_line_up.line_up_for(about, me),
        card=card_for(context, visitor, me, links),
        mine=standing_for(context, visitor, me),
        reach=told,
    )
    answer.headers["cache-control"] = "private, no-store"
    return answer


def _timed(me: Own, number: RoundNo) -> bool:
    return number in me.section.times


def _records(me: Own) -> Any:
    return me.section.records


def _seconds_left(context: Context, me: Own) -> int | None:
    """Count the seconds to the start of the round, by the clock of the hall's machine."""
    found = me.round
    if found is None or found.number not in me.section.times:
        return None
    start = start_of(me.section, found.number)
    if start is not None:  # a contest says in which zone its times are
        return int((start - context.now()).total_seconds())
    return int((at_time(me.section.times[found.number].start) - context.wall()).total_seconds())


def _clause(me: Own, visitor: Visitor, key: RuleKey) -> tuple[str, str]:
    found = cite(book_under(me.state, me.section), key, me.section.under)
    return found.citation, local(found.text, visitor.language)


def _appeal(context: Context, me: Own, visitor: Visitor) -> dict[str, Any] | None:
    """Gather what the form of an appeal says: until when, what it costs, by which clauses."""
    terms = event_of(me.state, me.section).conduct.appeals
    if terms is None or me.round is None:
        return None
    ended, due = round_over(me.state, me.section, RoundNo(me.round.number)), None
    if ended is not None and terms.minutes is not None:
        due = at_time(ended) + timedelta(minutes=terms.minutes)
    now = context.wall()
    currency = event_of(me.state, me.section).conduct.currency
    return {
        "due": due,
        "late": due is not None and now > due,
        "minutes": terms.minutes,
        "deposit": f"{currency} {terms.deposit}".strip() if terms.deposit else "",
        "clauses": list(
            dict.fromkeys(_clause(me, visitor, key) for key in (IN_TIME, DEPOSIT, WRITTEN))
        ),
    }


@post(f"{ME}/{{action:str}}", include_in_schema=False)
async def act(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    who: InPath,
    action: InPath,
    data: Posted,
) -> Redirect | Template:
    """Do one of the things a player may; show the page again, with the reason if refused."""
    visitor = visitor_of(request, context)
    me = own(context, visitor, competition, section, who)
    if action not in ACTS:
        raise Unknown("action", action[:40])
    try:
        require_rate("phone", asker_of(visitor, request.cookies.get(PHONE, "")))
        await ACTS[action](context, me, data)
    except (Refused, Impossible, Conflict, BadInput) as error:
        fresh = own(context, visitor, competition, section, who)
        return await own_page(request, context, visitor, fresh, error)
    return Redirect(me.path, status_code=303)


ROUTES = [mine, my_game, my_card, act]
