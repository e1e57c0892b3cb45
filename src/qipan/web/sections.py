"""The section page: one page for everybody, with the desk's actions for who may use them."""

from litestar.response import Template

from qipan.desk.commands import RecordResult
from qipan.desk.decide import ALLOWED, may
from qipan.desk.stages import undecided
from qipan.desk.standings import pending_lots
from qipan.desk.systems import last_standing, next_standing, system_of
from qipan.journal.competition import Competition, Section
from qipan.kernel.errors import QipanError
from qipan.rulebooks import book_named
from qipan.web.about import About
from qipan.web.about import find_section as find_section
from qipan.web.context import Context
from qipan.web.failures import Failure
from qipan.web.rendering import page
from qipan.web.visitor import Visitor


def next_step(state: Competition, section: Section) -> str:
    """Name what is to be done next in a section."""
    if state.closed or section.approved is not None:
        return "done"
    if not section.closed:
        return "entries"
    if not section.order:
        by_lot = book_named(state.book).event[section.under].numbering == "lot"
        return "draw" if section.commitments or not by_lot else "commit"
    current = section.current
    if current is None:
        return "pair"
    if not current.published:
        return "publish"
    if current.missing or undecided(state, section, current):
        return "results"
    standing = last_standing(state, section)
    if system_of(standing).over(standing) and pending_lots(state, section):
        return "tie"
    return "pair" if next_standing(state, section) is not None else "approve"


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
    about = About.find(context, competition, name)
    state, section = about.state, about.section
    role = visitor.role_in(competition)
    staff = may(role, RecordResult)
    view = about.view(staff=staff)
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
        people=about.names,
        book=book,
        rules=book.event[section.under],
        role=role,
        staff=staff,
        step=about.kept("step", lambda: next_step(state, section)) if staff else "",
        ties=about.kept("ties", lambda: pending_lots(state, section))
        if section.order and staff
        else {},
        part=about.part(visitor.language, role if staff else "", shown),
        allowed=lambda command: any(kind.__name__ == command for kind in ALLOWED[role]),
    )
