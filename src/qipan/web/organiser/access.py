"""Who may what in a competition: roles, invitations by link, and other people's sessions."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.access import GIVEN_BY, GIVES, TakeRole
from qipan.desk.accounts import EVERYWHERE, Account
from qipan.desk.roles import CHIEF_AND_ORGANISER, MAY, Role
from qipan.journal.state import Competition
from qipan.kernel.errors import QipanError, Refused
from qipan.kernel.ids import CompetitionId
from qipan.store.invitations import Invitation
from qipan.web.shared.addresses import code_for, site_address
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import number, words
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
DAY, MOST_DAYS, MOST_OPEN = 24 * 3600, 30, 50


class Gate:
    """The access page of a competition, for who may see it."""

    def __init__(self, request: AnyRequest, context: Context, competition: str) -> None:
        """Find the competition and the visitor. Raises Unknown or Refused."""
        self.request, self.context = request, context
        self.state: Competition = context.house.office.state(CompetitionId(competition))
        self.visitor: Visitor = visitor_of(request, context)
        self.role = self.visitor.role_in(competition)
        if self.role not in CHIEF_AND_ORGANISER or self.visitor.account is None:
            raise Refused("access.denied", MAY, role=self.role, command="access")
        self.me: Account = self.visitor.account

    @property
    def gives(self) -> list[Role]:
        """List the roles the visitor may give, the lesser ones first."""
        order = (Role.ARBITER, Role.ORGANISER, Role.CHIEF_ARBITER)
        return [role for role in order if role in GIVEN_BY.get(self.role, frozenset())]

    def member(self, name: str) -> Account:
        """Find somebody whose role here the visitor could have given. Raises Refused."""
        for each in self.context.house.accounts.members(self.state.id):
            if each.name == name and self.could_give(each):
                return each
        raise Refused("access.gives", GIVES, role=name, giver=self.role)

    def could_give(self, member: Account) -> bool:
        """Say whether somebody's role here is the visitor's to give, and to take."""
        mine = member.name == self.me.name or EVERYWHERE in member.grants
        return not mine and member.role_in(self.state.id) in self.gives

    def page(self, *, error: QipanError | None = None, link: str = "") -> Template:
        """Render it; a link is shown this once."""
        context, now = self.context, self.context.seconds()
        accounts, home = context.house.accounts, self.state.id
        failure = Failure(error, self.visitor.language) if error else None
        members = accounts.members(home)
        found = page(
            "organiser/access.html",
            self.visitor,
            status=failure.status if failure else 200,
            failure=failure,
            competition=self.state,
            role=self.role,
            gives=self.gives,
            members=[(each, accounts.sessions(each.name, now)) for each in members],
            could_give=self.could_give,
            invitations=context.house.side_tables.invitations.open(home, now),
            link=f"{site_address(self.request)}{link}" if link else "",
            code=code_for(self.request, self.visitor, link) if link else None,
            now=now,
        )
        found.headers["cache-control"] = "no-store"
        return found


@get("/c/{competition:str}/access", name="access", include_in_schema=False, sync_to_thread=True)
def access_page(request: AnyRequest, context: Around, competition: InPath) -> Template:
    """Show who has a role, and which invitations are open."""
    return Gate(request, context, competition).page()


@post("/c/{competition:str}/access/invite", include_in_schema=False, sync_to_thread=True)
def invite(request: AnyRequest, context: Around, competition: InPath, data: Posted) -> Template:
    """Make an invitation and show its link: this once."""
    gate = Gate(request, context, competition)
    invitations, now = context.house.side_tables.invitations, context.seconds()
    try:
        asked, days = words(data, "role"), number(data, "days", 7)
        role = next((each for each in gate.gives if each.value == asked), None)
        if role is None or not 1 <= days <= MOST_DAYS:
            raise Refused("access.gives", GIVES, role=asked, giver=gate.role)
        if len(invitations.open(gate.state.id, now)) >= MOST_OPEN:
            raise Refused("access.invitations", GIVES, most=MOST_OPEN)
    except QipanError as error:
        return gate.page(error=error)
    token = context.token()
    made = Invitation("", gate.state.id, role, gate.me.name, now, now + days * DAY)
    invitations.make(token, made)
    return gate.page(link=f"/invitation/{token}")


@post("/c/{competition:str}/access/take-back", include_in_schema=False, sync_to_thread=True)
def take_back(request: AnyRequest, context: Around, competition: InPath, data: Posted) -> Redirect:
    """Take an invitation back."""
    gate = Gate(request, context, competition)
    context.house.side_tables.invitations.take_back(gate.state.id, words(data, "invitation"))
    return _back(gate)


@post("/c/{competition:str}/access/take-role", include_in_schema=False, sync_to_thread=True)
def take_role(
    request: AnyRequest, context: Around, competition: InPath, data: Posted
) -> Redirect | Template:
    """Take somebody's role here away, with the sessions that had it."""
    gate = Gate(request, context, competition)
    try:
        member = gate.member(words(data, "account"))
    except Refused as error:
        return gate.page(error=error)
    command = TakeRole(account=member.name)
    context.house.accounts.ungrant(member.name, gate.state.id)
    context.house.accounts.end_sessions(member.name)
    context.house.office.carry_out(gate.state.id, gate.visitor.actor, command)
    return _back(gate)


@post("/c/{competition:str}/access/end-sessions", include_in_schema=False, sync_to_thread=True)
def end_sessions(
    request: AnyRequest, context: Around, competition: InPath, data: Posted
) -> Redirect | Template:
    """End somebody's sessions: a lost phone, a borrowed laptop."""
    gate = Gate(request, context, competition)
    try:
        member = gate.member(words(data, "account"))
    except Refused as error:
        return gate.page(error=error)
    context.house.accounts.end_sessions(member.name, only=words(data, "session", ""))
    return _back(gate)


def _back(gate: Gate) -> Redirect:
    return Redirect(f"/c/{gate.state.id}/access", status_code=303)


ROUTES = [access_page, invite, take_back, take_role, end_sessions]
