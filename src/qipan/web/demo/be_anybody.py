"""Being anybody in the demo: one press signs in where there is something to do.

Every route here is unknown outside ``--demo``, and to visitors from elsewhere unless the demo says
that everybody may. A press is a form with a token, as any other.
"""

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, QueryParameter
from litestar.response import Redirect, Template

from qipan.desk.access import RenewCard
from qipan.kernel.errors import Unknown
from qipan.simulation.demo_world.director import ACTOR
from qipan.web.account.session import agent_of, begin_session
from qipan.web.demo.roles import GUEST_PAGES, NAMES, has_hint, phone_player, staff_role
from qipan.web.player.phones import Own, card_of
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.forms import words
from qipan.web.shared.newcomers.demo_switch import DemoSwitch
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import (
    LONGEST_TOKEN,
    PHONE,
    PHONE_SECONDS,
    SESSION,
    phone_cookie,
    visitor_of,
)

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
ROLE = "qipan_demo_role"
ORGANISE = "/organise"
TRIES = 3


def _switch(request: AnyRequest, context: Context) -> DemoSwitch:
    """Give the demo. Raises Unknown where there is none, or not for this visitor."""
    if context.demo is None or not context.demo.open_to(request):
        raise Unknown("page", request.url.path[:60])
    return context.demo


def _shown(request: AnyRequest, context: Context, template: str, at: str = "") -> Template:
    switch = _switch(request, context)
    role = request.cookies.get(ROLE, "")
    being = role if role in NAMES else ""
    answer = page(
        template,
        visitor_of(request, context),
        roles=NAMES,
        being=being,
        hint=has_hint(being, at),
        resets=switch.reset is not None,
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@get("/demo", name="demo", include_in_schema=False, sync_to_thread=True)
def demo_page(request: AnyRequest, context: Around) -> Template:
    """Show who one can be, and what waits for each."""
    return _shown(request, context, "demo/demo.html")


@get("/demo/bar", name="demo-bar", include_in_schema=False, sync_to_thread=True)
def demo_bar(
    request: AnyRequest,
    context: Around,
    at: Annotated[str, QueryParameter(name="at", max_length=300)] = "",
) -> Template:
    """Give the bar, which open pages put in its place; a page says where it is."""
    return _shown(request, context, "demo/bar.html", at)


@post("/demo/be/{name:str}", include_in_schema=False)
async def be(request: AnyRequest, context: Around, name: InPath, data: Posted) -> Redirect:
    """Be somebody: leave who one was, sign in, and go where there is something to do.

    A page that needs somebody of the staff names itself (``to``), and is gone back to.
    """
    _switch(request, context)
    if name not in NAMES:
        raise Unknown("role", name[:40])
    await asyncio.to_thread(_leave, request, context)
    answer = await asyncio.to_thread(_become, request, context, name)
    if words(data, "to", "") == ORGANISE and staff_role(name) is not None:
        answer.url = ORGANISE
    answer.set_cookie(ROLE, name, samesite="lax", httponly=True, max_age=24 * 3600)
    return answer


def _leave(request: AnyRequest, context: Context) -> None:
    context.house.accounts.end_session(request.cookies.get(SESSION, "")[:LONGEST_TOKEN])
    context.house.side_tables.phones.leave(request.cookies.get(PHONE, "")[:LONGEST_TOKEN])


def _become(request: AnyRequest, context: Context, name: str) -> Redirect:
    staff = staff_role(name)
    if staff is not None:
        answer = Redirect(staff.page, status_code=303)
        answer.cookies.append(begin_session(request, context, staff.account, "link"))
        answer.delete_cookie(PHONE)
        return answer
    if name in GUEST_PAGES:
        answer = Redirect(GUEST_PAGES[name], status_code=303)
        answer.delete_cookie(SESSION)
        answer.delete_cookie(PHONE)
        return answer
    return _take_card(request, context, name)


def _take_card(request: AnyRequest, context: Context, name: str) -> Redirect:
    """Take the card of a player; where another browser has it, it is renewed first."""
    office, token, now = context.house.office, context.token(), context.seconds()
    who = phone_player(office, name)
    for _ in range(TRIES):
        state = office.state(who.competition)
        section = state.sections[who.section]
        card = card_of(state, section, who.entrant)
        phones = context.house.side_tables.phones
        if phones.take(token, card, now, now + PHONE_SECONDS, agent_of(request)):
            break
        renewal = RenewCard(section=who.section, entrant=who.entrant)
        office.carry_out(who.competition, ACTOR, renewal)
    answer = Redirect(Own(state, section, who.entrant).path, status_code=303)
    answer.cookies.append(phone_cookie(token, request.url.scheme == "https"))
    answer.delete_cookie(SESSION)
    return answer


@post("/demo/reset", include_in_schema=False)
async def reset(request: AnyRequest, context: Around) -> Response[Any]:
    """Begin the demo anew: the server ends, and comes back with a fresh world."""
    again = _switch(request, context).reset
    if again is None:
        raise Unknown("page", request.url.path[:60])
    answer = page("demo/reset.html", visitor_of(request, context))
    for cookie in (SESSION, PHONE, ROLE):
        answer.delete_cookie(cookie)
    asyncio.get_running_loop().call_later(1.0, again)
    return answer


ROUTES = [demo_page, demo_bar, be, reset]
