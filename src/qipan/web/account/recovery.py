"""Getting an account back: with the code shown when it was made, or by a letter.

Whether a name or an address is known is told to nobody: the answer to a request for a letter is
always the same, and the letter goes out behind it. A link in a letter shows a form first.
"""

import asyncio
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.i18n import compose
from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.kernel.rules import rule
from qipan.outbound.mail import Letter
from qipan.store.visitors.one_time import OneTime
from qipan.web.account.recovery_codes import plain_code
from qipan.web.account.session import begin_session, new_password
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import words
from qipan.web.shared.letters import address_in_letters, can_write, send_later
from qipan.web.shared.limits import address_of, may_try, require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
RECOVERY = rule("access.recovery", "An account is recovered with its code or a letter, each once.")
RECOVER, HOUR = "recover", 3600


@get("/recover", name="recover", include_in_schema=False)
async def recovery_form(request: AnyRequest, context: Around) -> Template:
    """Show the ways to get an account back."""
    return _form(context, visitor_of(request, context))


def _form(
    context: Context, visitor: Visitor, error: QipanError | None = None, *, sent: bool = False
) -> Template:
    failure = Failure(error, visitor.language) if error else None
    answer = page(
        "account/recover.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        letters=can_write(context),
        sent=sent,
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@post("/recover/code", include_in_schema=False)
async def recover_by_code(
    request: AnyRequest, context: Around, data: Posted
) -> Redirect | Template:
    """Set a new password with the code; the code is used up, and every other session ends."""
    visitor = visitor_of(request, context)
    contacts = context.house.side_tables.contacts
    try:
        require_rate("recover", address_of(request))
        name, code = words(data, "name", ""), plain_code(words(data, "code", ""))
        require_rate("account", name)
        password = new_password(str(data.get("password", ""))[:201], name or "-")
        known = context.house.accounts.find(name) is not None and bool(code)
        if not known or not await asyncio.to_thread(contacts.use_recovery, name, code):
            raise Refused("access.recovery", RECOVERY)
    except (BadInput, Refused) as error:
        return _form(context, visitor, error)
    return await _let_in(request, context, name, password)


async def _let_in(request: AnyRequest, context: Context, name: str, password: str) -> Redirect:
    """Set the password, end what was open, sign in, and lead to where a new code is made."""
    accounts = context.house.accounts
    await asyncio.to_thread(accounts.set_password, name, password)
    accounts.end_sessions(name)
    context.house.side_tables.tokens.revoke(name)
    answer = Redirect("/account", status_code=303)
    answer.cookies.append(begin_session(request, context, name, "recovery"))
    return answer


@post("/recover/letter", include_in_schema=False)
async def ask_for_letter(request: AnyRequest, context: Around, data: Posted) -> Template:
    """Send a link to the proved address of an account, if there is one."""
    visitor = visitor_of(request, context)
    try:
        require_rate("recover", address_of(request))
        asked = words(data, "who", "")
    except (BadInput, Refused) as error:
        return _form(context, visitor, error)
    if can_write(context):
        for name, email in await asyncio.to_thread(_owners, context, asked):
            _send(context, visitor, name, email)
    return _form(context, visitor, sent=True)


def _owners(context: Context, asked: str) -> list[tuple[str, str]]:
    contacts = context.house.side_tables.contacts
    names = contacts.owners(asked) if "@" in asked else [asked]
    found = [contacts.find(name) for name in names[:5]]
    return [
        (each.account, each.email)
        for each in found
        if each.email and each.verified and may_try("mail", each.account)
    ]


def _send(context: Context, visitor: Visitor, name: str, email: str) -> None:
    token = context.token()
    link = OneTime(RECOVER, name, email)
    context.house.side_tables.one_time.make(token, link, context.seconds() + HOUR)
    address = address_in_letters(context, f"/recover/{token}")
    text = compose(visitor.language, "mail.recover", name=name, link=address)
    send_later(context, Letter(email, visitor.say("mail.recover.subject"), text))


@get("/recover/{token:str}", name="recover-link", include_in_schema=False)
async def show_link(request: AnyRequest, context: Around, token: InPath) -> Template:
    """Show the form of a new password: looking uses nothing up."""
    require_rate("card", address_of(request))
    visitor = visitor_of(request, context)
    return _new_password(context, visitor, token[:200])


def _new_password(
    context: Context, visitor: Visitor, token: str, error: QipanError | None = None
) -> Template:
    found = context.house.side_tables.one_time.look(token, RECOVER, context.seconds())
    if found is None:
        return _form(context, visitor, Refused("access.recovery", RECOVERY))
    failure = Failure(error, visitor.language) if error else None
    answer = page(
        "account/recover_link.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        owner=found.account,
        token=token,
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@post("/recover/{token:str}", include_in_schema=False)
async def recover_by_link(
    request: AnyRequest, context: Around, token: InPath, data: Posted
) -> Redirect | Template:
    """Set a new password with the link of a letter, once."""
    visitor, links = visitor_of(request, context), context.house.side_tables.one_time
    try:
        require_rate("recover", address_of(request))
        looked = links.look(token[:200], RECOVER, context.seconds())
        owner = looked.account if looked else "-"
        password = new_password(str(data.get("password", ""))[:201], owner)
    except (BadInput, Refused) as error:
        return _new_password(context, visitor, token[:200], error)
    found = await asyncio.to_thread(links.use, token[:200], RECOVER, context.seconds())
    if found is None:
        return _form(context, visitor, Refused("access.recovery", RECOVERY))
    return await _let_in(request, context, found.account, password)


ROUTES = [
    recovery_form,
    recover_by_code,
    ask_for_letter,
    show_link,
    recover_by_link,
]
