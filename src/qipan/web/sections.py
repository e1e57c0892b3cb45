"""The section page: one page for everybody, with the desk's actions for who may use them."""

from litestar.response import Template

from qipan.desk.agenda import main_step
from qipan.desk.commands import RecordResult
from qipan.desk.decide import ALLOWED, may
from qipan.desk.standings import pending_lots
from qipan.journal.competition import Competition, Section
from qipan.kernel.errors import QipanError, Unknown
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.rulebooks import book_named
from qipan.web.context import Context
from qipan.web.failures import Failure
from qipan.web.rendering import page
from qipan.web.views import section_view
from qipan.web.visitor import Visitor


def find_section(context: Context, competition: str, name: str) -> tuple[Competition, Section]:
    """Find a section. Raises Unknown."""
    state = context.house.office.state(CompetitionId(competition))
    if name not in state.sections:
        raise Unknown("section", name, tuple(state.sections))
    return state, state.sections[SectionId(name)]


def section_page(
    context: Context,
    visitor: Visitor,
    competition: str,
    name: str,
    *,
    shown_round: int | None = None,
    error: QipanError | None = None,
) -> Template:
    """Render a section, with what went wrong if something did."""
    state, section = find_section(context, competition, name)
    role = visitor.role_in(competition)
    staff = may(role, RecordResult)
    people = context.house.office.names(section)
    view = section_view(state, section, people, staff=staff)
    book = book_named(state.book)
    failure = Failure(error, visitor.language, book) if error else None
    last = len(view.rounds)
    shown = min(shown_round or last, last)
    return page(
        "section.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        competition=state,
        section=section,
        view=view,
        shown=view.rounds[shown - 1] if shown else None,
        people=people,
        book=book,
        rules=book.event[section.under],
        role=role,
        staff=staff,
        step=main_step(state, section),
        ties=pending_lots(state, section) if section.order else {},
        allowed=lambda command: any(kind.__name__ == command for kind in ALLOWED[role]),
    )
