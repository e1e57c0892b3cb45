"""Accepting an invitation: with the account one is signed in with, another, or a new one."""

import asyncio
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.access import GiveRole
from qipan.desk.roles import Role
from qipan.kernel.errors import BadInput, Conflict, QipanError, Refused
from qipan.kernel.ids import CompetitionId
from qipan.kernel.rules import rule
from qipan.store.invitations import Invitation
from qipan.web.account.session import begin_session, new_password
from qipan.web.account.sign_in import SIGN_IN
from qipan.web.account.sign_up import account_name
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import words
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
INVITED = rule(
    "access.invitation", "An invitation is used once, in time, while its giver may give."
)
TRIES = 3


@get("/invitation/{token:str}", name="invitation", include_in_schema=False, sync_to_thread=True)
def invitation_page(request: AnyRequest, context: Around, token: InPath) -> Template:
    """Show what one is invited to. Looking uses nothing up."""
    require_rate("card", address_of(request))
    visitor = visitor_of(request, context)
    return _page(context, visitor, _found(context, token), token)


def _found(context: Context, token: str) -> Invitation:
    """Find an invitation whose giver may still give it. Raises Refused."""
    found = context.house.side_tables.invitations.find(token[:200], context.seconds())
    giver = context.house.accounts.find(found.by) if found else None
    if found is None or giver is None:
        raise Refused("access.invitation", INVITED)
    return found


def _page(
    context: Context,
    visitor: Visitor,
    found: Invitation,
    token: str,
    error: QipanError | None = None,
) -> Template:
    failure = Failure(error, visitor.language) if error else None
    answer = page(
        "account/invitation.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        competition=context.house.office.state(CompetitionId(found.competition)),
        invitation=found,
        token=token,
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@post("/invitation/{token:str}/accept", include_in_schema=False)
async def accept(
    request: AnyRequest, context: Around, token: InPath, data: Posted
) -> Redirect | Template:
    """Accept: as oneself, after signing in, or with a new account."""
    require_rate("card", address_of(request))
    visitor = visitor_of(request, context)
    found = _found(context, token)
    way = words(data, "way", "")
    try:
        if way == "me" and visitor.account is not None:
            name = visitor.account.name
        elif way == "known":
            name = await _known(context, data)
        else:
            name = await _new(context, data)
        await asyncio.to_thread(_give, context, token, name)
    except (BadInput, Refused) as error:
        return _page(context, visitor, found, token, error)
    answer = Redirect(f"/c/{found.competition}", status_code=303)
    if visitor.account is None or visitor.account.name != name:
        answer.cookies.append(begin_session(request, context, name, "invitation"))
    return answer


async def _known(context: Context, data: dict[str, str]) -> str:
    name, password = words(data, "name", ""), str(data.get("password", ""))[:200]
    require_rate("account", name)
    right = await asyncio.to_thread(context.house.accounts.check_password, name, password)
    if not right:
        raise Refused("access.sign-in", SIGN_IN)
    return name


async def _new(context: Context, data: dict[str, str]) -> str:
    """Make an account. Raises BadInput for a strange name, Refused for one that is taken."""
    name, display = words(data, "name", ""), words(data, "display", "")
    account_name(context, name)
    password = new_password(str(data.get("password", ""))[:201], name)
    create = context.house.accounts.create
    await asyncio.to_thread(create, name, display[:120] or name, password)
    return name


def _give(context: Context, token: str, name: str) -> None:
    """Use the invitation up and give the role, if its giver may still give it. Raises Refused."""
    house = context.house
    known = house.accounts.find(name)
    looked = house.side_tables.invitations.find(token[:200], context.seconds())
    if known and looked and known.role_in(looked.competition) is not Role.SPECTATOR:
        raise Refused("access.has-role", INVITED, role=known.role_in(looked.competition))
    found = house.side_tables.invitations.use(token[:200], context.seconds())
    giver = house.accounts.find(found.by) if found else None
    if found is None or giver is None:
        raise Refused("access.invitation", INVITED)
    home = CompetitionId(found.competition)
    command = GiveRole(
        account=name, role=found.role, by=found.by, giver=giver.role_in(found.competition)
    )
    for last in range(TRIES):  # somebody may write at the same moment
        try:
            house.office.carry_out(home, f"account:{name}", command)
            break
        except Conflict:
            if last == TRIES - 1:
                raise
    house.accounts.grant(name, found.competition, found.role)


ROUTES = [invitation_page, accept]
