"""Choosing what others see of oneself: part by part, closed until its owner opens it."""

import asyncio
from datetime import date
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.kernel.ids import PersonId
from qipan.kernel.rules import rule
from qipan.office.registration import ADULT, is_minor
from qipan.play.seats import opaque_id
from qipan.store.visitors.profiles import ProfileChoice
from qipan.views.profile import PARTS
from qipan.web.account.session import signed_in
from qipan.web.shared.context import Around, Context
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import words
from qipan.web.shared.limits import require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
MINORS = rule("profile.minor", "The profile of a minor is opened with a guardian's consent only.")
OF_AGE = rule("profile.of-age", "Who opens a profile is of age, or says who consents.")
LETTERS = 20


@get("/account/profile", name="own-profile", include_in_schema=False)
async def own_profile(request: AnyRequest, context: Around) -> Template:
    """Show what others see of oneself, and let one choose."""
    return await asyncio.to_thread(_page, context, signed_in(request, context))


def _page(context: Context, visitor: Visitor, error: QipanError | None = None) -> Template:
    assert visitor.account is not None
    failure = Failure(error, visitor.language) if error else None
    birth = birth_of(context, visitor.account.name)
    found = page(
        "account/profile.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        parts=PARTS,
        choice=context.house.side_tables.profiles.of_account(visitor.account.name),
        minor=is_minor(birth, _today(context)),
        known=bool(birth),
    )
    found.headers["cache-control"] = "no-store"
    return found


def _today(context: Context) -> date:
    return context.now().date()


def birth_of(context: Context, account: str) -> str:
    """Give a date of birth that somebody told us, for a table or a registration; else nothing."""
    who = PersonId(opaque_id(context.tables.key, account))
    person = context.house.people.find([who]).get(who)
    if person is not None and person.birth:
        return person.birth
    for each in context.house.side_tables.registrations.of_holder(account, ()):
        told = msgspec.json.decode(each.content)
        if isinstance(told, dict) and told.get("birth"):
            return str(told["birth"])
    return ""


@post("/account/profile", include_in_schema=False)
async def choose_profile(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Open, change or close one's profile."""
    visitor = signed_in(request, context)
    assert visitor.account is not None
    try:
        require_rate("account", visitor.account.name)
        await asyncio.to_thread(_choose, context, visitor.account.name, data)
    except (BadInput, Refused) as error:
        return await asyncio.to_thread(_page, context, visitor, error)
    return Redirect("/account/profile", status_code=303)


def _choose(context: Context, account: str, data: dict[str, str]) -> None:
    context.house.side_tables.profiles.save(_chosen(context, account, data))


def _chosen(context: Context, account: str, data: dict[str, str]) -> ProfileChoice:
    """Read a choice. Raises Refused for a minor without a guardian's consent."""
    shown = tuple(part for part in PARTS if data.get(f"show-{part}") == "yes")
    guardian, birth = words(data, "guardian", "", 80), birth_of(context, account)
    if shown and is_minor(birth, _today(context)):
        if not guardian or data.get("consent") != "yes":
            raise Refused("profile.minor", MINORS, age=ADULT)
    elif shown and not birth and data.get("of-age") != "yes":
        if not guardian or data.get("consent") != "yes":
            raise Refused("profile.of-age", OF_AGE, age=ADULT)
    else:
        guardian = ""
    return ProfileChoice(
        id=context.token()[:LETTERS].replace("-", "x").replace("_", "y"),
        account=account,
        person=opaque_id(context.tables.key, account),
        shown=shown,
        guardian=guardian if shown else "",
        changed=context.seconds(),
    )


ROUTES = [own_profile, choose_profile]
