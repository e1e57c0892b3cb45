"""Every section of a competition at once: how far it is, what is missing where, what is next."""

from dataclasses import dataclass
from typing import Any

from litestar import Request, get
from litestar.response import Template

from qipan.desk.command import Command
from qipan.desk.decide import may
from qipan.desk.roles import MAY, STAFF, Role
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId
from qipan.sections.lookup import book_of
from qipan.sections.systems import rounds_planned
from qipan.views.agenda import agenda
from qipan.views.task_lines import TaskLine, task_lines
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.rendering import page
from qipan.web.shared.travel.mirror_state import mirror_lines
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]


@dataclass(frozen=True)
class SectionLine:
    """How far one section is."""

    section: Section
    planned: int
    results: int
    boards: int
    missing: tuple[int, ...]
    """Boards of the current round without a result."""
    tasks: tuple[TaskLine, ...]


@get("/c/{competition:str}/desk", name="desk-whole", sync_to_thread=True, include_in_schema=False)
def look(request: AnyRequest, context: Around, competition: InPath) -> Template:
    """Show all sections to the staff."""
    visitor = visitor_of(request, context)
    state = state_for_staff(context, visitor, competition)
    role = visitor.role_in(state.id)
    return page(
        "desk/overview.html",
        visitor,
        competition=state,
        book=book_of(state),
        lines=[_line(context, state, each, role) for each in state.sections.values()],
        now=context.wall(),
        role=role,
        current="overview",
        mirrors=mirror_lines(context, state.id),
    )


def state_for_staff(context: Context, visitor: Visitor, competition: str) -> Competition:
    """Find a competition for somebody who works there. Raises Unknown, Refused."""
    role = visitor.role_in(competition)
    if role not in STAFF:
        raise Refused("access.denied", MAY, role=role, command="desk")
    return context.house.office.state(CompetitionId(competition))


def _line(context: Context, state: Competition, section: Section, role: Role) -> SectionLine:
    def allowed(command: type[Command]) -> bool:
        return may(role, command)

    current = section.current
    tasks = agenda(state, section, context.wall())
    return SectionLine(
        section,
        rounds_planned(state, section) if len(section.order) > 1 else 0,
        len(current.results) if current else 0,
        len(current.tables) if current else 0,
        tuple(sorted(current.missing)) if current and current.published else (),
        tuple(task_lines(tasks, "", allowed)),
    )


ROUTES = [look]
