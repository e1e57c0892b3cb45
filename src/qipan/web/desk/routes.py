"""The desk: looking at its pages, and working on them."""

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.attendance import paired_afresh, round_to_pair
from qipan.desk.roles import MAY, STAFF
from qipan.kernel.errors import BadInput, Conflict, Impossible, QipanError, Refused
from qipan.sections.systems import rounds_planned
from qipan.views.agenda import agenda
from qipan.views.checklist import APPROVING, CLOSING, PAIRING, Check, checklist
from qipan.views.offers import offers
from qipan.views.task_lines import task_lines
from qipan.web.desk.old_addresses import desk_address, shared_action
from qipan.web.desk.page import STAY, DeskPage, DeskVisit
from qipan.web.desk.pages import desk_page, desk_pages
from qipan.web.desk.repair.log import on_the_bar
from qipan.web.desk.steps import steps_of
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import flat, words
from qipan.web.shared.jobs import Doing
from qipan.web.shared.progress_response import answered
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str | list[str]], Body(media_type=RequestEncodingType.URL_ENCODED)]
FIRST = "results"
LONG = frozenset({"pair"})
"""Actions that may take so long that their progress is shown."""


def require_staff(place: DeskVisit) -> None:
    """Raise Refused unless the visitor works here."""
    if place.role not in STAFF:
        raise Refused("access.denied", MAY, role=place.role, command="desk")


def shown(place: DeskVisit, found: DeskPage, error: QipanError | None = None) -> Template:
    """Render a page of the desk, with what went wrong if something did."""
    require_staff(place)
    visitor, state, section = place.visitor, place.state, place.found
    failure = Failure(error, visitor.language, place.book, place.about) if error else None
    tasks = agenda(state, section, place.now)
    return page(
        f"desk/{found.name.replace('-', '_')}.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        competition=state,
        section=section,
        rules=place.rules,
        book=place.book,
        people=place.names,
        here=f"/c/{state.id}/{section.id}",
        now=place.now,
        current_page=found,
        phases=steps_of(desk_pages(), place.rules, tasks),
        tasks=task_lines(tasks, found.name, place.may),
        planned=rounds_planned(state, section) if len(section.order) > 1 else 0,
        offers=offers(state, section, place.may),
        said=lambda wrong: Failure(wrong, visitor.language, place.book, place.about),
        wrong=place.wrong,
        form=place.form,
        did=on_the_bar(place),
        points_to_check=_checks(place, found),
        to_pair=round_to_pair(section),
        person_name=place.person_name,
        may_rest=_may_rest(place),
        back_here=_here(place, found),
        **found.show(place),
    )


def _checks(place: DeskVisit, found: DeskPage) -> tuple[Check, ...]:
    """List what to look at before something is closed, paired or approved."""
    if found.name not in (CLOSING, PAIRING, APPROVING):
        return ()
    wanted = [who for each in place.found.entrants.values() for who in each.people[:1]]
    people = place.office.around.people.find(wanted)
    return checklist(place.state, place.found, people, found.name)


def _may_rest(place: DeskVisit) -> bool:
    """Say whether somebody may miss the round that is to be paired."""
    current = place.found.current
    paired = current is not None and not current.published
    return not paired and paired_afresh(place.state, place.found)


def _here(place: DeskVisit, found: DeskPage) -> str:
    """Give the page somebody is on, below the desk, with the round they look at."""
    looked_at = place.query.get("round", "")
    return f"{found.name}?round={looked_at}" if looked_at.isdecimal() else found.name


@get("/c/{competition:str}/{section:str}/desk", name="desk", include_in_schema=False)
async def enter(competition: InPath, section: InPath) -> Redirect:
    """Go to the first page of the desk."""
    return Redirect(f"/c/{competition}/{section}/desk/{FIRST}")


@get(
    "/c/{competition:str}/{section:str}/desk/{name:str}",
    name="desk-page",
    sync_to_thread=True,
    include_in_schema=False,
)
def look(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, name: InPath
) -> Template:
    """Show a page of the desk."""
    visitor = visitor_of(request, context)
    query = {key: value[:200] for key, value in request.query_params.items()}
    place = DeskVisit(context, visitor, (competition, section), {}, query)
    return shown(place, desk_page(name))


@post(
    "/c/{competition:str}/{section:str}/desk/{name:str}/{action:str}",
    name="desk-act",
    include_in_schema=False,
)
async def work(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    name: InPath,
    action: InPath,
    data: Posted,
) -> Response[Any]:
    """Do something on a page of the desk; show the page again, with the reason if refused."""
    form = flat(data)
    place = DeskVisit(context, visitor_of(request, context), (competition, section), form)
    return await _work(request, place, desk_page(name), action)


@post("/c/{competition:str}/{section:str}/{action:str}", name="act", include_in_schema=False)
async def work_at_old_address(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    action: InPath,
    data: Posted,
) -> Response[Any]:
    """Do the same where forms were before there were pages of the desk; then show the section."""
    form = flat(data)
    place = DeskVisit(context, visitor_of(request, context), (competition, section), form)
    found, action = desk_address(action)
    anchor = words(form, "back", "")
    back = f"/c/{competition}/{section}" + (f"#{anchor}" if anchor.isalnum() else "")
    return await _work(request, place, found, action, back)


async def _work(
    request: AnyRequest, place: DeskVisit, found: DeskPage, action: str, back: str = ""
) -> Response[Any]:
    require_staff(place)
    run = found.actions.get(action) or shared_action(action)
    script = request.headers.get("accept", "").startswith("application/json")

    async def outcome(doing: Doing | None = None) -> Response[Any]:
        del doing
        try:
            then = await run(place)
        except (Refused, Impossible, Conflict, BadInput) as error:
            place.refresh()
            if script:
                return _told(place, error)
            return await asyncio.to_thread(shown, place, found, error)
        if then == STAY:
            return await asyncio.to_thread(shown, place, found)
        target = back or f"/c/{place.home}/{place.section}/desk/{then or found.name}"
        if script:
            content = {"message": "", "then": target}
            return Response(content, status_code=200, media_type=MediaType.JSON)
        return Redirect(target, status_code=303)

    if action in LONG:
        return await answered(request, place.context, action, outcome)
    return await outcome()


def _told(place: DeskVisit, error: QipanError) -> Response[Any]:
    """Say what went wrong to a script of the page."""
    failure = Failure(error, place.visitor.language, place.book, place.about)
    lines = [
        f"{each.line}: {Failure(each.error, place.visitor.language).sentence}"
        for each in place.wrong
    ]
    content = {"message": failure.sentence, "lines": lines, "clause": failure.citation}
    return Response(content, status_code=failure.status, media_type=MediaType.JSON)


ROUTES = [enter, look, work, work_at_old_address]
