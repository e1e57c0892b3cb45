"""The section page: one page for everybody. It has no forms; it leads the staff to the desk."""

from litestar.response import Template

from qipan.desk.decide import may
from qipan.desk.results.commands import CorrectResult, RecordResult
from qipan.desk.roles import STAFF
from qipan.i18n.why_lot import lot_sentence
from qipan.sections.lookup import book_under, event_of
from qipan.views.agenda import agenda
from qipan.web.public.pictures import tree_picture
from qipan.web.shared.long_lists.row_parts import row_part
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.visitor import Visitor

Asked = tuple[int, int]
"""The parts of the pairings and of the standings that are asked for."""


def section_page(
    about: About,
    visitor: Visitor,
    shown_round: int | None = None,
    record: str = "",
    asked: Asked = (1, 1),
) -> Template:
    """Render a section; the staff also sees the round before it is published, and what is next."""
    state, section = about.state, about.section
    role = visitor.role_in(state.id)
    staff, works_here = may(role, RecordResult), role in STAFF
    view = about.view(staff=staff)
    book, names = book_under(state, section), about.read_names(visitor.language)
    last = len(view.rounds)
    number = min(shown_round or last, last)
    shown = view.rounds[number - 1] if number else None
    boards = row_part(shown.boards if shown else (), asked[0])
    lines = row_part(view.lines, asked[1])
    changes = not (state.closed or section.cancelled or section.approved is not None)
    return page(
        "public/section.html",
        visitor,
        competition=state,
        section=section,
        view=view,
        shown=shown,
        boards=boards,
        lines=lines,
        people=about.names,
        book=book,
        rules=event_of(state, section),
        staff=staff,
        works_here=works_here,
        records_results=staff and changes and shown is not None and shown.published,
        corrects_results=changes and may(role, CorrectResult),
        tasks=agenda(state, section, about.context.wall()) if works_here else (),
        drawn={
            lot: lot_sentence(visitor.language, lot, draw, names)
            for lot, draw in section.lots.items()
        },
        record=record,
        tree=about.kept(
            f"tree {visitor.language}",
            lambda: tree_picture(state, section, about.names, visitor),
        ),
        part=about.part(
            visitor.language, role if staff else "", number, boards.number, lines.number
        ),
    )
