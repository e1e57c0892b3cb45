"""Signing in and out: with a password, or once with a link."""

import asyncio
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, QueryParameter
from litestar.response import Redirect, Template

from qipan.host.first_sign_in import CHIEF
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.web.account.passkey_party import party_of
from qipan.web.account.session import begin_session
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import words
from qipan.web.shared.limits import address_of
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import PHONE, SESSION, Visitor, visitor_of
from qipan.web.shared.ways_back import way_back

SIGN_IN = rule("access.sign-in", "Signing in needs a name and its password, or an unused link.")
RATE = rule("access.rate", "After five wrong passwords there is a wait, longer each time.")

AnyRequest = Request[Any, Any, Any]
Back = Annotated[str, QueryParameter(name="back", max_length=300)]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


def _signed_in(
    request: AnyRequest, context: Context, name: str, way: str, back: str = "/"
) -> Redirect:
    answer = Redirect(way_back(back), status_code=303)
    answer.cookies.append(begin_session(request, context, name, way))
    return answer


def _form(
    request: AnyRequest,
    context: Context,
    visitor: Visitor,
    failure: Failure | None = None,
    back: str = "/",
) -> Template:
    return page(
        "account/sign_in.html",
        visitor,
        status=401 if failure else 200,
        failure=failure,
        passkeys=party_of(request, context) is not None,
        back=way_back(back),
        sign_up=context.settings.accounts.sign_up,
    )


@get("/sign-in", name="sign-in", include_in_schema=False)
async def sign_in_form(request: AnyRequest, context: Around, back: Back = "/") -> Template:
    """Show the form."""
    return _form(request, context, visitor_of(request, context), back=back)


@post("/sign-in", include_in_schema=False)
async def sign_in(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Sign in with name and password."""
    visitor = visitor_of(request, context)
    name = words(data, "name", "")
    address, wrong = address_of(request), context.wrong_passwords
    wait = wrong.wait(name, address)
    if wait is not None:
        code = "access.rate-address" if wait.address else "access.rate"
        error = Refused(code, RATE, seconds=wait.seconds)
    else:
        password = str(data.get("password", ""))[:200]
        right = await asyncio.to_thread(context.house.accounts.check_password, name, password)
        if right:
            wrong.succeeded(name, address)
            back = words(data, "back", "/")
            return _signed_in(request, context, name, "password", back)
        wrong.failed(name, address)
        error = Refused("access.sign-in", SIGN_IN)
    failure = Failure(error, visitor.language)
    return _form(request, context, visitor, failure, words(data, "back", "/"))


@get("/sign-in/{token:str}", name="link", include_in_schema=False)
async def show_link(request: AnyRequest, context: Around, token: InPath) -> Template:
    """Show whose link it is, with a button: looking, as a messenger does, uses nothing up."""
    visitor = visitor_of(request, context)
    look = context.house.accounts.link_of
    account = await asyncio.to_thread(look, token[:200], context.seconds())
    if account is None:
        failure = Failure(Refused("access.link", SIGN_IN), visitor.language)
        return _form(request, context, visitor, failure)
    answer = page("account/sign_in_link.html", visitor, account=account, token=token[:200])
    answer.headers["cache-control"] = "no-store"
    return answer


@post("/sign-in/{token:str}", include_in_schema=False)
async def sign_in_by_link(
    request: AnyRequest, context: Around, token: InPath
) -> Redirect | Template:
    """Sign in once with a link; a used or forged one is refused."""
    use = context.house.accounts.use_link  # nobody guesses a link: no guesser stops one
    account = await asyncio.to_thread(use, token[:200], context.seconds())
    if account is not None:
        begin = account.name == CHIEF and not context.house.office.competitions()
        return _signed_in(request, context, account.name, "link", "/start" if begin else "/")
    visitor = visitor_of(request, context)
    failure = Failure(Refused("access.link", SIGN_IN), visitor.language)
    return _form(request, context, visitor, failure)


@post("/sign-out", name="sign-out", include_in_schema=False, sync_to_thread=True)
def sign_out(request: AnyRequest, context: Around) -> Redirect:
    """End the session, or let go of the cards a phone holds."""
    context.house.accounts.end_session(request.cookies.get(SESSION, "")[:200])
    answer = Redirect("/", status_code=303)
    answer.delete_cookie(SESSION)
    held = request.cookies.get(PHONE, "")[:200]
    if held:
        context.house.side_tables.phones.leave(held)
        answer.delete_cookie(PHONE)
    return answer


ROUTES = [sign_in_form, sign_in, show_link, sign_in_by_link, sign_out]
