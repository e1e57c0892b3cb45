"""Where an event is held: its file, handing it over, taking it over, and its copies elsewhere."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.roles import CHIEF_AND_ORGANISER, MAY
from qipan.formats.travel.event_file import ENDING
from qipan.host.local_tables import LocalTables
from qipan.host.travel.event_files import FileWanted, hold, machine_name, write_file
from qipan.host.travel.mirrors import Mirrors, new_mirror
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.kernel.ids import CompetitionId
from qipan.office.travel.custody import named_holder, tables_to_bring_back, unsent
from qipan.web.organiser.travel.unsent_words import said_unsent
from qipan.web.shared.addresses import site_address
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import words
from qipan.web.shared.limits import require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.travel.mirror_state import mirror_lines
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
UNSEEN = {"cache-control": "private, no-store"}
MOST_MIRRORS = 6


class TravelVisit:
    """Somebody at the page of where an event is held."""

    def __init__(self, request: AnyRequest, context: Context, competition: str) -> None:
        """Find the event and the visitor. Raises Unknown or Refused."""
        self.request, self.context = request, context
        self.state: Competition = context.house.office.state(CompetitionId(competition))
        self.visitor: Visitor = visitor_of(request, context)
        role = self.visitor.role_in(competition)
        if role not in CHIEF_AND_ORGANISER or self.visitor.account is None:
            raise Refused("access.denied", MAY, role=role, command="travel")

    @property
    def everywhere(self) -> bool:
        """Say whether the visitor may do everything here, so also call other machines."""
        account = self.visitor.account
        return account is not None and account.grants.get(EVERYWHERE) in CHIEF_AND_ORGANISER

    def require_everywhere(self) -> None:
        """Raise Refused for whoever may not call other machines from here."""
        if not self.everywhere:
            raise Refused("access.denied", MAY, role=self.visitor.role_in(""), command="mirror")

    @property
    def name(self) -> str:
        """Give what this server is called in the journal."""
        base = self.context.settings.web.base
        return base.partition("://")[2] if base else machine_name()

    def page(self, error: QipanError | None = None) -> Template:
        """Render it."""
        failure = Failure(error, self.visitor.language) if error else None
        office = self.context.house.office
        held = office.holds(self.state)
        found = page(
            "organiser/travel/event.html",
            self.visitor,
            status=failure.status if failure else 200,
            failure=failure,
            competition=self.state,
            custody=self.state.custody,
            held=held,
            everywhere=self.everywhere,
            mirrors=mirror_lines(self.context, self.state.id),
            unsent=said_unsent(office, self.state, self.visitor.language),
            site=site_address(self.request),
        )
        found.headers.update(UNSEEN)
        return found


@get("/c/{competition:str}/travel", name="travel", include_in_schema=False, sync_to_thread=True)
def look(request: AnyRequest, context: Around, competition: InPath) -> Template:
    """Show where an event is held."""
    return TravelVisit(request, context, competition).page()


@post("/c/{competition:str}/travel/file", include_in_schema=False, sync_to_thread=True)
def give_file(
    request: AnyRequest, context: Around, competition: InPath, data: Posted
) -> Response[bytes] | Template:
    """Give the event as a file; with a place to go to it is handed over by that."""
    visit = TravelVisit(request, context, competition)
    require_rate("review", visit.visitor.actor)
    to = words(data, "to", "") if data.get("hand_over") == "yes" else ""
    try:
        if data.get("hand_over") == "yes" and not to:
            raise BadInput("where it goes", where="to", code="form.missing")
        asked = FileWanted(visit.visitor.actor, visit.name, data.get("password", "")[:200], to)
        written = write_file(context.house, visit.state.id, asked)
    except (BadInput, Refused) as error:
        return visit.page(error)
    headers = {"content-disposition": f'attachment; filename="{visit.state.id}{ENDING}"', **UNSEEN}
    return Response(
        written.content, status_code=200, media_type="application/octet-stream", headers=headers
    )


@post("/c/{competition:str}/travel/take-over", include_in_schema=False)
async def take_over(
    request: AnyRequest, context: Around, competition: InPath, data: Posted
) -> Redirect | Template:
    """Hold the event here from now on; live games go on as soon as players are back."""
    visit = await asyncio.to_thread(TravelVisit, request, context, competition)
    house, home, actor = context.house, visit.state.id, visit.visitor.actor
    try:
        because = words(data, "because")
        await asyncio.to_thread(hold, house, home, actor, visit.name, because)
    except (BadInput, Refused) as error:
        return await asyncio.to_thread(visit.page, error)
    if isinstance(context.tables, LocalTables):
        names = await asyncio.to_thread(tables_to_bring_back, house.log, home)
        context.tables.play_on(names)
    return Redirect(f"/c/{home}/travel", status_code=303)


def _mirrors(context: Context) -> Mirrors:
    """Give the copies that this server keeps elsewhere. Raises BadInput at an edge."""
    if context.mirrors is None:
        raise BadInput("copies are kept by `qipan serve`", where="server", code="travel.no-edge")
    return context.mirrors


@post("/c/{competition:str}/travel/mirrors", include_in_schema=False, sync_to_thread=True)
def add_mirror(
    request: AnyRequest, context: Around, competition: InPath, data: Posted
) -> Redirect | Template:
    """Keep a copy elsewhere from now on."""
    visit = TravelVisit(request, context, competition)
    visit.require_everywhere()
    try:
        office, home = context.house.office, visit.state.id
        office.require_held(visit.state)
        if len(context.house.side_tables.mirrors.of(home)) >= MOST_MIRRORS:
            raise BadInput("too many", where="mirrors", code="travel.many")
        standby = data.get("kind") == "standby"
        made = new_mirror(
            context.house, home, words(data, "url"), words(data, "token"), standby=standby
        )
        named_holder(office, home, visit.visitor.actor, visit.name)
        _mirrors(context).add(made)
    except (BadInput, Refused) as error:
        return visit.page(error)
    return Redirect(f"/c/{home}/travel", status_code=303)


@post("/c/{competition:str}/travel/mirrors/remove", include_in_schema=False, sync_to_thread=True)
def remove_mirror(
    request: AnyRequest, context: Around, competition: InPath, data: Posted
) -> Redirect:
    """Keep no copy there any more; what is there stays."""
    visit = TravelVisit(request, context, competition)
    visit.require_everywhere()
    _mirrors(context).remove(visit.state.id, words(data, "mirror"))
    return Redirect(f"/c/{visit.state.id}/travel", status_code=303)


@get("/c/{competition:str}/travel/unsent", include_in_schema=False, sync_to_thread=True)
def give_unsent(request: AnyRequest, context: Around, competition: InPath) -> Response[bytes]:
    """Give what was done here and never reached whoever holds it now, as JSON."""
    visit = TravelVisit(request, context, competition)
    found = unsent(context.house.office, visit.state)
    headers = {"content-disposition": f'attachment; filename="{visit.state.id}-unsent.json"'}
    content = msgspec.json.format(msgspec.json.encode(found), indent=1)
    return Response(content, media_type="application/json", headers={**headers, **UNSEEN})


ROUTES = [look, give_file, take_over, add_mirror, remove_mirror, give_unsent]
