"""The section page: one page for everybody, with the desk's actions for who may use them."""

from litestar.response import Template

from qipan.desk.decide import ALLOWED, may
from qipan.desk.results.commands import RecordResult
from qipan.kernel.errors import QipanError
from qipan.sections.lookup import book_under
from qipan.sections.places import pending_lots
from qipan.views.agenda import main_step
from qipan.web.shared.failures import Failure
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.section_context import find_section as find_section
from qipan.web.shared.visitor import Visitor


def section_page(
    about: About,
    visitor: Visitor,
    *,
    shown_round: int | None = None,
    error: QipanError | None = None,
) -> Template:
    """Render a section, with what went wrong if something did."""
    state, section = about.state, about.section
    role = visitor.role_in(state.id)
    staff = may(role, RecordResult)
    view = about.view(staff=staff)
    book = book_under(state, section)
    failure = Failure(error, visitor.language, book, about) if error else None
    last = len(view.rounds)
    shown = min(shown_round or last, last)
    return page(
        "public/section.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        competition=state,
        section=section,
        view=view,
        shown=view.rounds[shown - 1] if shown else None,
        people=about.names,
        book=book,
        rules=book.event[section.under],
        role=role,
        staff=staff,
        step=about.kept("step", lambda: main_step(state, section)) if staff else "",
        ties=about.kept("ties", lambda: pending_lots(state, section))
        if section.order and staff
        else {},
        part=about.part(visitor.language, role if staff else "", shown),
        allowed=lambda command: any(kind.__name__ == command for kind in ALLOWED[role]),
    )
