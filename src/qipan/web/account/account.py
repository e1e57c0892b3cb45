"""One's own account: sessions, password, passkeys, tokens for programs."""

import asyncio
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.accounts import EVERYWHERE, Account
from qipan.desk.roles import Role
from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.kernel.rules import rule
from qipan.store.api_tokens import ApiToken
from qipan.store.tokens import digest, shown_id
from qipan.web.account.passkey_party import party_of
from qipan.web.account.session import device_words, new_password, signed_in
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import number, words
from qipan.web.shared.letters import can_write
from qipan.web.shared.limits import require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import MIRROR, SCOPES, SESSION, Visitor

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
OWN = rule("access.password", "To change a password you need the old one.")
TOKENS = rule(
    "access.token-scope", "A token is valid for one competition, in which its owner has a role."
)
DAY = 24 * 3600
MOST_TOKENS, LONGEST_DAYS = 20, 366


@get("/account", name="account", include_in_schema=False, sync_to_thread=True)
def account_page(request: AnyRequest, context: Around) -> Template:
    """Show one's own account."""
    return account_page_of(request, context, signed_in(request, context))


def account_page_of(
    request: AnyRequest,
    context: Context,
    visitor: Visitor,
    *,
    error: QipanError | None = None,
    fresh: str = "",
) -> Template:
    """Show an account to its owner, with the reason if something was refused."""
    account = _account(visitor)
    house, now = context.house, context.seconds()
    failure = Failure(error, visitor.language) if error else None
    found = page(
        "account/account.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        account=account,
        sessions=house.accounts.sessions(account.name, now),
        here=shown_id(digest(request.cookies.get(SESSION, ""))),
        has_password=house.accounts.has_password(account.name),
        passkeys=house.side_tables.passkeys.of(account.name),
        can_passkey=party_of(request, context) is not None,
        tokens=house.side_tables.tokens.of(account.name, now),
        fresh=fresh,
        competitions=_competitions(context, account),
        scopes=[each for each in SCOPES if each != MIRROR],
        device_words=device_words,
        contact=house.side_tables.contacts.find(account.name),
        letters=can_write(context),
        now=now,
    )
    found.headers["cache-control"] = "no-store"
    return found


def _account(visitor: Visitor) -> Account:
    assert visitor.account is not None
    return visitor.account


def _competitions(context: Context, account: Account) -> list[str]:
    everywhere = account.grants.get(EVERYWHERE)
    known = [str(name) for name in context.house.office.competitions()]
    return [name for name in known if everywhere or name in account.grants]


@post("/account/sessions/end", include_in_schema=False, sync_to_thread=True)
def end_sessions(request: AnyRequest, context: Around, data: Posted) -> Redirect:
    """End one session of one's own, or all the others."""
    account = _account(signed_in(request, context))
    only = words(data, "session", "")
    but = "" if only else request.cookies.get(SESSION, "")[:200]
    context.house.accounts.end_sessions(account.name, only=only, but=but)
    return Redirect("/account", status_code=303)


@post("/account/password", include_in_schema=False)
async def change_password(
    request: AnyRequest, context: Around, data: Posted
) -> Redirect | Template:
    """Change the password; every other session and every token ends."""
    visitor = signed_in(request, context)
    account, accounts = _account(visitor), context.house.accounts
    old, new = str(data.get("old", ""))[:200], str(data.get("password", ""))[:201]
    try:
        require_rate("password", account.name)
        if accounts.has_password(account.name):
            right = await asyncio.to_thread(accounts.check_password, account.name, old)
            if not right:
                raise Refused("access.password", OWN)
        new_password(new, account.name)
    except (Refused, BadInput) as error:
        return account_page_of(request, context, visitor, error=error)
    await asyncio.to_thread(accounts.set_password, account.name, new)
    accounts.end_sessions(account.name, but=request.cookies.get(SESSION, "")[:200])
    context.house.side_tables.tokens.revoke(account.name)
    return Redirect("/account", status_code=303)


@post("/account/tokens", include_in_schema=False, sync_to_thread=True)
def make_token(request: AnyRequest, context: Around, data: Posted) -> Template:
    """Make a token and show it: this once."""
    visitor = signed_in(request, context)
    account, now = _account(visitor), context.seconds()
    tokens = context.house.side_tables.tokens
    try:
        competition, scope = words(data, "competition"), words(data, "scope")
        days = number(data, "days", 30)
        if account.role_in(competition) is Role.SPECTATOR or scope not in set(SCOPES) - {MIRROR}:
            raise Refused("access.token-scope", TOKENS)
        if competition not in context.house.office.competitions():
            raise Refused("access.token-scope", TOKENS)
        if not 1 <= days <= LONGEST_DAYS or len(tokens.of(account.name, now)) >= MOST_TOKENS:
            raise Refused("access.token-many", TOKENS, most=MOST_TOKENS, days=LONGEST_DAYS)
        label = words(data, "label", "")[:80]
    except (Refused, BadInput) as error:
        return account_page_of(request, context, visitor, error=error)
    token = f"qp_{context.token()}"
    made = ApiToken("", account.name, competition, scope, label, now, now + days * DAY)
    tokens.make(token, made)
    return account_page_of(request, context, visitor, fresh=token)


@post("/account/tokens/{name:str}/revoke", include_in_schema=False, sync_to_thread=True)
def revoke_token(request: AnyRequest, context: Around, name: InPath) -> Redirect:
    """Revoke a token of one's own."""
    account = _account(signed_in(request, context))
    if name:
        context.house.side_tables.tokens.revoke(account.name, name[:64])
    return Redirect("/account", status_code=303)


ROUTES = [account_page, end_sessions, change_password, make_token, revoke_token]
