"""Signing in and out: with a password, or once with a link."""

import asyncio
from typing import Annotated, Any

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.web.context import Around, Context, InPath
from qipan.web.failures import Failure
from qipan.web.forms import words
from qipan.web.rendering import page
from qipan.web.visitor import SESSION, SESSION_SECONDS, session_cookie, visitor_of

SIGN_IN = rule("access.sign-in", "Signing in needs a name and its password, or an unused link.")
RATE = rule("access.rate", "Signing in is tried at most ten times a minute from one address.")
TRIES = parse("10/minute")

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
_limiter = FixedWindowRateLimiter(MemoryStorage())


def _signed_in(request: AnyRequest, context: Context, name: str) -> Redirect:
    token = context.token()  # always a new one: a token planted before signing in is worthless
    context.house.accounts.open_session(name, token, context.seconds() + SESSION_SECONDS)
    answer = Redirect("/", status_code=303)
    answer.cookies.append(session_cookie(token, request.url.scheme == "https"))
    return answer


def _may_try(request: AnyRequest) -> bool:
    address = request.client.host if request.client else "unknown"
    return bool(_limiter.hit(TRIES, "sign-in", address))


@get("/sign-in", name="sign-in", include_in_schema=False)
async def sign_in_form(request: AnyRequest, context: Around) -> Template:
    """Show the form."""
    return page("sign_in.html", visitor_of(request, context))


@post("/sign-in", include_in_schema=False)
async def sign_in(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Sign in with name and password."""
    visitor = visitor_of(request, context)
    name = words(data, "name", "")
    error = None
    if not _may_try(request):
        error = Refused("access.rate", RATE)
    else:
        password = str(data.get("password", ""))[:200]
        right = await asyncio.to_thread(context.house.accounts.check_password, name, password)
        if right:
            return _signed_in(request, context, name)
        error = Refused("access.sign-in", SIGN_IN)
    failure = Failure(error, visitor.language)
    return page("sign_in.html", visitor, status=401, failure=failure)


@get("/sign-in/{token:str}", name="link", include_in_schema=False, sync_to_thread=True)
def sign_in_by_link(request: AnyRequest, context: Around, token: InPath) -> Redirect | Template:
    """Sign in once with a link; a used or forged one is refused."""
    account = None
    if _may_try(request):
        account = context.house.accounts.use_link(token[:200], context.seconds())
    if account is not None:
        return _signed_in(request, context, account.name)
    visitor = visitor_of(request, context)
    failure = Failure(Refused("access.link", SIGN_IN), visitor.language)
    return page("sign_in.html", visitor, status=401, failure=failure)


@post("/sign-out", name="sign-out", include_in_schema=False, sync_to_thread=True)
def sign_out(request: AnyRequest, context: Around) -> Redirect:
    """End the session."""
    context.house.accounts.end_session(request.cookies.get(SESSION, "")[:200])
    answer = Redirect("/", status_code=303)
    answer.delete_cookie(SESSION)
    return answer


ROUTES = [sign_in_form, sign_in, sign_in_by_link, sign_out]
