"""Signing up: a name and a password or a passkey, by anybody, with a solved puzzle."""

import asyncio
import re
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, QueryParameter
from litestar.response import Redirect, Template

from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.kernel.rules import rule
from qipan.play.seats import opaque_id
from qipan.settings import KNOWN_TO_EVERYBODY
from qipan.web.account.passkey_party import party_of
from qipan.web.account.proof_of_work import new_puzzle, require_work
from qipan.web.account.recovery_codes import new_recovery_code
from qipan.web.account.session import begin_session, new_password
from qipan.web.shared.context import Around, Context
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, words
from qipan.web.shared.guests import adopt_guest
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of
from qipan.web.shared.ways_back import way_back

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
Back = Annotated[str, QueryParameter(name="back", max_length=300)]
SIGN_UP = rule("access.sign-up", "Whether anyone may create an account is a setting of the server.")
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{2,59}")
RESERVED = KNOWN_TO_EVERYBODY | {"arbiter", "bot", "chief", "guest", "nobody", "organiser", "owner"}
SHOWN_LETTERS = 60


@get("/sign-up", name="sign-up", include_in_schema=False)
async def sign_up_form(request: AnyRequest, context: Around, back: Back = "/") -> Template:
    """Show the form, with a puzzle that the browser begins to solve."""
    return _form(request, context, visitor_of(request, context), {"back": back})


def _form(
    request: AnyRequest,
    context: Context,
    visitor: Visitor,
    filled: Form,
    error: QipanError | None = None,
) -> Template:
    failure = Failure(error, visitor.language) if error else None
    answer = page(
        "account/sign_up.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        open=context.settings.accounts.sign_up,
        puzzle=new_puzzle(context, address_of(request)),
        passkeys=party_of(request, context) is not None,
        back=way_back(str(filled.get("back", "/"))),
        filled={key: str(filled.get(key, ""))[:120] for key in ("name", "display")},
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@post("/sign-up", include_in_schema=False)
async def sign_up(request: AnyRequest, context: Around, data: Posted) -> Template | Redirect:
    """Make an account, sign in, and show the code for recovery: this once."""
    visitor = visitor_of(request, context)
    way = "passkey" if data.get("way") == "passkey" else "password"
    try:
        if not context.settings.accounts.sign_up:
            raise Refused("access.sign-up", SIGN_UP)
        require_rate("sign-up", address_of(request))
        name = account_name(context, words(data, "name", ""))
        display = shown_name(words(data, "display", "") or name)
        password = None
        if way == "password":
            password = new_password(str(data.get("password", ""))[:201], name)
        elif party_of(request, context) is None:
            raise BadInput("no passkeys here", where="way", code="access.passkey-place")
        work = words(data, "work_seed", ""), words(data, "work_word", "")
        await asyncio.to_thread(require_work, context, *work)
        await asyncio.to_thread(context.house.accounts.create, name, display, password)
    except (BadInput, Refused) as error:
        return _form(request, context, visitor, data, error)
    code = await asyncio.to_thread(new_recovery_code, context, name)
    await asyncio.to_thread(adopt_guest, request, context, name)
    signed_in = Visitor(context.house.accounts.find(name), visitor.language)
    answer = page(
        "account/welcome.html",
        signed_in,
        status=201,
        code=code,
        way=way,
        back=way_back(words(data, "back", "/")),
    )
    answer.headers["cache-control"] = "no-store"
    answer.cookies.append(begin_session(request, context, name, way))
    return answer


def account_name(context: Context, name: str) -> str:
    """Check the name of a new account. Raises BadInput, or Refused if it cannot be had."""
    if NAME.fullmatch(name) is None:
        raise BadInput("three to sixty of a-z 0-9 . _ -", where="name", code="form.account")
    opaque = opaque_id(context.tables.key, name)
    if name in RESERVED or context.house.side_tables.contacts.is_closed(opaque):
        raise Refused("account.taken", SIGN_UP, name=name)
    return name


def shown_name(text: str) -> str:
    """Check the name that others see. Raises BadInput."""
    if not 1 <= len(text) <= SHOWN_LETTERS or not text.isprintable():
        raise BadInput(f"1 to {SHOWN_LETTERS} letters", where="display", code="form.too-long")
    return text


ROUTES = [sign_up_form, sign_up]
