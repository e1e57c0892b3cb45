"""The audit page: the journal of a competition, readable, for its staff."""

from typing import Annotated, Any

from litestar import Request, get
from litestar.params import QueryParameter
from litestar.response import Template

from qipan.desk.roles import MAY, STAFF
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId
from qipan.office.office import stream_of
from qipan.web.organiser.audit_lines import Auditor
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.reader_names import as_read
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
A_PAGE = 50


@get("/c/{competition:str}/audit", name="audit", include_in_schema=False, sync_to_thread=True)
def audit_page(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    before: Annotated[int | None, QueryParameter(ge=1, le=10**9)] = None,
) -> Template:
    """Show the journal, newest first, a page at a time."""
    state = context.house.office.state(CompetitionId(competition))
    visitor = visitor_of(request, context)
    role = visitor.role_in(competition)
    if role not in STAFF:
        raise Refused("access.denied", MAY, role=role, command="audit")
    last = min(before - 1 if before else state.version, state.version)
    first = max(0, last - A_PAGE)
    found = context.house.log.read(stream_of(state.id), first)[: last - first]
    office, accounts = context.house.office, context.house.accounts
    people = {
        name: as_read(office.names(section), visitor.language)
        for name, section in state.sections.items()
    }
    names = {each.actor.partition(":")[2].partition("/")[0] for each in found}
    known = (accounts.find(name) for name in names)
    displays = {each.name: each.display for each in known if each is not None}
    auditor = Auditor(state, people, displays, visitor)
    return page(
        "organiser/audit.html",
        visitor,
        competition=state,
        entries=[auditor.entry(each) for each in reversed(found)],
        older=first + 1 if first else None,
        newer=last + A_PAGE + 1 if last < state.version else None,
        first=first + 1,
        last=last,
    )


ROUTES = [audit_page]
