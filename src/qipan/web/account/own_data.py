"""What is kept of somebody, in their own hands: name, e-mail, recovery, export, erasure."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.accounts import Account
from qipan.i18n import compose
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId
from qipan.kernel.rules import rule
from qipan.office.erasure import erase_person
from qipan.outbound.mail import Letter, read_address
from qipan.play.seats import opaque_id
from qipan.store.visitors.one_time import OneTime
from qipan.web.account.account import account_page_of
from qipan.web.account.recovery_codes import new_recovery_code
from qipan.web.account.session import signed_in
from qipan.web.account.sign_up import shown_name
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import words
from qipan.web.shared.letters import address_in_letters, can_write, send_later
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import SESSION, Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
OWN_WISH = rule(
    "access.erase-own",
    "An account may be erased by its owner, unless they hold a role or are playing somewhere.",
)
LINK = rule("access.email", "An e-mail address is confirmed once, by the link sent to it.")
EMAIL, DAY = "email", 24 * 3600


def _account(visitor: Visitor) -> Account:
    assert visitor.account is not None
    return visitor.account


@post("/account/name", include_in_schema=False, sync_to_thread=True)
def change_name(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Change the name that others see."""
    visitor = signed_in(request, context)
    try:
        display = shown_name(words(data, "display", ""))
    except BadInput as error:
        return account_page_of(request, context, visitor, error=error)
    context.house.accounts.rename(_account(visitor).name, display)
    return Redirect("/account", status_code=303)


@post("/account/recovery", include_in_schema=False, sync_to_thread=True)
def renew_code(request: AnyRequest, context: Around) -> Template:
    """Make a new code for recovery and show it: this once."""
    visitor = signed_in(request, context)
    require_rate("password", _account(visitor).name)
    code = new_recovery_code(context, _account(visitor).name)
    answer = page("account/welcome.html", visitor, code=code, way="", back="/account")
    answer.headers["cache-control"] = "no-store"
    return answer


# -- e-mail ------------------------------------------------------------------------------------


@post("/account/email", include_in_schema=False)
async def set_email(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Keep an address that is to be proved, and send the link; empty: forget it."""
    visitor = signed_in(request, context)
    name, contacts = _account(visitor).name, context.house.side_tables.contacts
    try:
        text = words(data, "email", "")
        if text and not can_write(context):
            raise BadInput("no letters from here", where="email", code="form.email")
        email = read_address(text) if text else ""
        if email:
            require_rate("mail", name)
            require_rate("mail", address_of(request))
    except (BadInput, Refused) as error:
        return account_page_of(request, context, visitor, error=error)
    await asyncio.to_thread(contacts.set_email, name, email, 0)
    if email:
        token = context.token()
        link = OneTime(EMAIL, name, email)
        context.house.side_tables.one_time.make(token, link, context.seconds() + DAY)
        address = address_in_letters(context, f"/account/email/{token}")
        text = compose(visitor.language, "mail.prove", name=name, link=address)
        send_later(context, Letter(email, visitor.say("mail.prove.subject"), text))
    return Redirect("/account", status_code=303)


@get("/account/email/{token:str}", name="email-link", include_in_schema=False)
async def show_email_link(request: AnyRequest, context: Around, token: InPath) -> Template:
    """Show which address is to be proved, with a button: looking uses nothing up."""
    require_rate("card", address_of(request))
    visitor = visitor_of(request, context)
    links = context.house.side_tables.one_time
    found = await asyncio.to_thread(links.look, token[:200], EMAIL, context.seconds())
    return _email_page(visitor, found, token[:200])


def _email_page(
    visitor: Visitor, found: OneTime | None, token: str, *, done: bool = False
) -> Template:
    failure = None
    if found is None:
        failure = Failure(Refused("access.email", LINK), visitor.language)
    answer = page(
        "account/email_link.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        found=found,
        token=token,
        done=done,
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@post("/account/email/{token:str}", include_in_schema=False)
async def prove_email(request: AnyRequest, context: Around, token: InPath) -> Template:
    """Take an address as proved, if it is still the one that was given."""
    visitor, side = visitor_of(request, context), context.house.side_tables
    found = await asyncio.to_thread(side.one_time.use, token[:200], EMAIL, context.seconds())
    if found is not None and side.contacts.find(found.account).email == found.content:
        side.contacts.set_email(found.account, found.content, context.seconds())
        return _email_page(visitor, found, "", done=True)
    return _email_page(visitor, None, "")


# -- export and erasure ------------------------------------------------------------------------


@get("/account/export.json", name="account-export", include_in_schema=False, sync_to_thread=True)
def export(request: AnyRequest, context: Around) -> Response[bytes]:
    """Give everything that is kept of somebody, as one file."""
    visitor = signed_in(request, context)
    found = msgspec.json.format(msgspec.json.encode(_everything(context, _account(visitor))))
    headers = {
        "content-disposition": 'attachment; filename="qipan-account.json"',
        "cache-control": "no-store",
    }
    return Response(found, media_type="application/json", headers=headers)


def _everything(context: Context, account: Account) -> dict[str, Any]:
    house, now = context.house, context.seconds()
    side = house.side_tables
    who = PersonId(opaque_id(context.tables.key, account.name))
    return {
        "account": {"name": account.name, "display": account.display, "roles": account.grants},
        "contact": side.contacts.find(account.name),
        "person": {"id": who, "known": house.people.find([who]).get(who)},
        "sessions": house.accounts.sessions(account.name, now),
        "passkeys": [
            {"label": each.label, "made": each.made} for each in side.passkeys.of(account.name)
        ],
        "tokens": [
            {"label": each.label, "competition": each.competition, "scope": each.scope}
            for each in side.tokens.of(account.name, now)
        ],
        "tables": side.visitor_seats.of(f"account:{account.name}"),
        "registrations": [
            {**msgspec.structs.asdict(each), "content": msgspec.json.decode(each.content)}
            for each in side.registrations.of_holder(account.name, ())
        ],
        "profile": side.profiles.of_account(account.name),
        "told": [
            {
                "competition": each.competition,
                "section": each.section,
                "entrant": each.entrant,
                "way": each.way,
                "since": each.made,
                "to": msgspec.json.decode(each.content) if each.way == "mail" else "",
            }
            for each in side.reaches.of_owner([f"account:{account.name}"])
        ],
        "open_matching": [
            {
                "lobby": lobby.name,
                "points": lobby.state.totals[EntrantId(who)],
                "matches": lobby.state.played.get(EntrantId(who), 0),
            }
            for lobby in context.tables.lobbies()
            if EntrantId(who) in lobby.state.totals
        ],
        "entries": [
            {"competition": competition, "section": section, "entrant": entrant}
            for competition, section, entrant, _ in _entries(context, who)
        ],
    }


def _entries(context: Context, who: PersonId) -> list[tuple[str, str, str, bool]]:
    """Give the entries of a person, and whether each is still to be played."""
    office = context.house.office
    found = []
    for name in office.competitions():
        for section in office.state(name).sections.values():
            for entrant in section.entrants.values():
                if who in entrant.people:
                    plays = not entrant.withdrawn and section.approved is None
                    found.append((str(name), str(section.id), str(entrant.id), plays))
    return found


@post("/account/erase", include_in_schema=False)
async def erase(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Erase the account and what is known of its person; results stay under an id."""
    visitor = signed_in(request, context)
    account, accounts = _account(visitor), context.house.accounts
    try:
        require_rate("password", account.name)
        if accounts.has_password(account.name):
            given = str(data.get("password", ""))[:200]
            if not await asyncio.to_thread(accounts.check_password, account.name, given):
                raise Refused("access.password", OWN_WISH)
        elif words(data, "name", "") != account.name:
            raise Refused("account.erase-name", OWN_WISH, name=account.name)
        await asyncio.to_thread(_erase, context, account)
    except (BadInput, Refused) as error:
        return account_page_of(request, context, visitor, error=error)
    answer = Redirect("/", status_code=303)
    answer.delete_cookie(SESSION)
    return answer


def _erase(context: Context, account: Account) -> None:
    """Erase. Raises Refused for who holds a role, plays somewhere, or is banned."""
    house = context.house
    if any(role.value not in ("spectator", "player") for role in account.grants.values()):
        raise Refused("account.has-role", OWN_WISH)
    who = PersonId(opaque_id(context.tables.key, account.name))
    entries = _entries(context, who)
    for competition, _, _, plays in entries:
        if plays:
            title = house.office.state(CompetitionId(competition)).title
            raise Refused("account.plays", OWN_WISH, competition=title)
    if entries:
        erase_person(house.office, who, f"person:{who}", beside=house.side_tables)
    else:
        house.people.erase(who)
    side = house.side_tables
    house.people.erase(PersonId(f"{who}/shown"))  # the name that opponents saw
    side.contacts.close(str(who))
    side.visitor_seats.forget(f"account:{account.name}")
    side.reaches.forget(f"account:{account.name}")
    side.registrations.forget(account.name)
    side.profiles.forget(account.name)
    house.accounts.remove(account.name)


ROUTES = [
    change_name,
    renew_code,
    set_email,
    show_email_link,
    prove_email,
    export,
    erase,
]
