"""A new server: who one is, and what to begin with; and the server itself, to be stopped.

Only who signed in with the link of the terminal, or has a role in every competition, gets here.
"""

import asyncio
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body
from litestar.response import Redirect, Template
from markupsafe import Markup

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.competition import OpenSection
from qipan.desk.decide import may
from qipan.desk.roles import MAY, Role
from qipan.host.demo import make_demo
from qipan.host.first_sign_in import CHIEF
from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.simulation.demo_world import make_world
from qipan.web.account.session import begin_session, new_password
from qipan.web.account.sign_up import account_name, shown_name
from qipan.web.shared.context import Around, Context
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, words
from qipan.web.shared.rendering import page
from qipan.web.shared.svg.qr import qr
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
STOP_SECONDS = 0.5
"""Between the answer and the end, so that the answer is read."""


def _organiser(request: AnyRequest, context: Context) -> Visitor:
    """Give the visitor, who may make competitions here. Raises Refused."""
    visitor = visitor_of(request, context)
    role = visitor.account.grants.get(EVERYWHERE) if visitor.account else None
    if role is None or not may(role, OpenSection):
        raise Refused("access.denied", MAY, role=role or Role.SPECTATOR, command="start")
    return visitor


def _page(
    context: Context,
    visitor: Visitor,
    filled: Form | None = None,
    error: QipanError | None = None,
) -> Template:
    failure = Failure(error, visitor.language) if error else None
    assert visitor.account is not None
    address = context.settings.web.base
    return page(
        "organiser/first_start.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        nameless=visitor.account.name == CHIEF,
        filled=filled or {"display": "", "name": ""},
        has_demo=bool(context.house.office.competitions()),
        address=address,
        code=Markup(qr(address, visitor.say("start.phones"))) if address else "",
        stoppable=context.stop is not None,
    )


@get("/start", name="start", include_in_schema=False)
async def show_start(request: AnyRequest, context: Around) -> Template:
    """Ask who it is, and offer what to begin with."""
    return _page(context, _organiser(request, context))


@post("/start", include_in_schema=False)
async def make_account(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Make the account of who signed in with the link of the terminal, and go on as them."""
    visitor = _organiser(request, context)
    display, name = words(data, "display", ""), words(data, "name", "").casefold()
    filled = {"display": display, "name": name}
    accounts = context.house.accounts
    try:
        if visitor.account is None or visitor.account.name != CHIEF:
            raise Refused("access.denied", MAY, role=Role.CHIEF_ARBITER, command="start")
        shown, owner = shown_name(display), account_name(context, name)
        password = new_password(str(data.get("password", "")), owner)
        await asyncio.to_thread(accounts.create, owner, shown, password)
    except (BadInput, Refused) as error:
        return _page(context, visitor, filled, error)
    await asyncio.to_thread(accounts.grant, owner, EVERYWHERE, Role.CHIEF_ARBITER)
    answer = Redirect("/start", status_code=303)
    answer.cookies.append(begin_session(request, context, owner, "password"))
    return answer


@post("/start/demo", include_in_schema=False)
async def open_demo(request: AnyRequest, context: Around) -> Redirect:
    """Put the demo into an empty server, and show it."""
    _organiser(request, context)
    office = context.house.office
    if not office.competitions():
        await asyncio.to_thread(make_demo, office)
        await asyncio.to_thread(make_world, context.house, context.now())
    return Redirect("/", status_code=303)


@post("/start/stop", include_in_schema=False)
async def stop_server(request: AnyRequest, context: Around) -> Template:
    """Stop a server that was started by ``qipan start``; no other has this page."""
    visitor = _organiser(request, context)
    if context.stop is None:
        raise NotFoundException
    asyncio.get_running_loop().call_later(STOP_SECONDS, context.stop)
    return page("organiser/stopped.html", visitor)


ROUTES = [show_start, make_account, open_demo, stop_server]
