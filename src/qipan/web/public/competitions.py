"""Public pages: the list of competitions, a competition, a section, and why."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import QueryParameter
from litestar.response import Redirect, Stream, Template

from qipan.desk.roles import STAFF
from qipan.i18n import LANGUAGES
from qipan.i18n.why import place_sentence, shown_value
from qipan.i18n.why_lot import lot_sentence
from qipan.journal.people import Person
from qipan.journal.record.register import STREAM as REGISTER
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import QipanError, Unavailable, Unknown
from qipan.kernel.ids import CompetitionId, EntrantId
from qipan.kernel.lots import Draw
from qipan.sections.lookup import book_of
from qipan.sections.systems.system import Place
from qipan.views.explain import PlaceReason, explain_place
from qipan.views.glance.competition_card import section_glances
from qipan.web.player.entrants import everybody_own
from qipan.web.public.fingerprints import newest_code
from qipan.web.public.section_page import section_page
from qipan.web.shared.cached_response import for_anybody
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.long_lists.row_parts import BoardsAsked, LinesAsked, rows_around
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About, public_state
from qipan.web.shared.visitor import LANGUAGE, Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
MOST_LEADERS = 3
FIRST_COMPARED = 20
"""In a field of thousands one is compared with so many of the first, and with those around."""


@get("/c/{competition:str}", name="competition", sync_to_thread=True, include_in_schema=False)
def competition_page(request: AnyRequest, context: Around, competition: InPath) -> Response[Any]:
    """Show a competition and its sections."""
    state = public_state(context, competition)
    visitor, code = visitor_of(request, context), newest_code(context, competition)
    renamed = context.house.log.version(REGISTER)
    return for_anybody(
        request,
        context,
        visitor,
        ((), (state.version, state.withheld, renamed, code)),
        lambda reader: page(
            "public/competition.html",
            reader,
            glances={each.id: each for each in section_glances(state)},
            leaders={each.id: _leaders(context, state, each) for each in state.sections.values()},
            record=code,
            competition=state,
            book=book_of(state),
            role=reader.role_in(competition),
        ),
        of=state,
    )


def _leaders(context: Context, state: Competition, section: Section) -> list[tuple[int, Person]]:
    """Name the first three of a section; nobody while many share a place, or in groups."""
    if not section.order or not any(each.published for each in section.rounds):
        return []
    about = About(context, state, section)
    first = [each for each in about.places().rows if each.place and each.place <= MOST_LEADERS]
    if len(first) > MOST_LEADERS + 1 or any(each.group for each in first):
        return []
    names = about.names_of(each.entrant for each in first)
    return [(each.place or 0, names[each.entrant]) for each in first]


@get(
    "/c/{competition:str}/{section:str}",
    name="section",
    sync_to_thread=True,
    include_in_schema=False,
)
def section(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    shown_round: Annotated[int | None, QueryParameter(name="round", ge=1, le=9999)] = None,
    boards: BoardsAsked = 1,
    lines: LinesAsked = 1,
) -> Response[Any]:
    """Show a section: pairings, cross table, standings."""
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, competition, section)
    code = newest_code(context, competition)
    return for_anybody(
        request,
        context,
        visitor,
        (("round", about.shown(shown_round), boards, lines), (about.mark, code)),
        lambda reader: section_page(about, reader, shown_round, code, (boards, lines)),
        of=about.state,
    )


@get(
    "/c/{competition:str}/{section:str}/why",
    name="why",
    sync_to_thread=True,
    include_in_schema=False,
)
def why(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    who: Annotated[str, QueryParameter(name="a", max_length=40)],
    other: Annotated[str | None, QueryParameter(name="b", max_length=40)] = None,
) -> Response[Any]:
    """Explain a place, or why one is ahead of another."""
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, competition, section)
    found = about.section
    first, second = EntrantId(who), EntrantId(other) if other else None
    for each in (first, second):
        if each is not None and each not in found.entrants:
            raise Unknown("entrant", each)
    asked = ((first, second), about.mark)
    return for_anybody(
        request,
        context,
        visitor,
        asked,
        lambda reader: _why(about, reader, first, second),
        of=about.state,
    )


def _why(about: About, visitor: Visitor, first: EntrantId, second: EntrantId | None) -> Template:
    placed = about.places()
    if second is not None and placed.before(second, first):
        first, second = second, first
    reason = explain_place(about.state, about.section, placed, first, second)
    at = _at([row for row, _ in reason.evidence], first)
    ahead, evidence = rows_around(reason.evidence, at)
    return page(
        "public/why.html",
        visitor,
        competition=about.state,
        section=about.section,
        reason=reason,
        ahead=ahead,
        evidence=evidence,
        sentence=place_sentence(visitor.language, reason, about.read_names(visitor.language)),
        clause=reason.clause,
        shown_value=shown_value,
        lots=_lots(about, visitor.language, reason),
        people=about.names,
        rows=_compared(placed.rows, first),
    )


def _compared(rows: Sequence[Place], who: EntrantId) -> Sequence[Place]:
    """Give whom somebody may be compared with: all, or of thousands the first and those around."""
    first, around = rows_around(rows, _at(rows, who))
    return [*rows[: min(first, FIRST_COMPARED)], *around]


def _at(rows: Sequence[Place], who: EntrantId) -> int:
    return next((at for at, row in enumerate(rows) if row.entrant == who), 0)


def _lots(about: About, language: str, reason: PlaceReason) -> list[tuple[str, str, Draw]]:
    """Give the lots that were at work: name, sentence, and what anybody checks them with."""
    drawn = [step.draw for step in reason.steps if step.draw is not None]
    names = about.read_names(language)
    return [
        (lot, lot_sentence(language, lot, draw, names), draw)
        for lot, draw in about.section.lots.items()
        if draw in drawn
    ]


def _told_version(context: Context, visitor: Visitor, competition: str) -> tuple[int, bool]:
    """Give the version that a visitor may know, and whether as one of the public.

    The staff and who plays in it are not.
    """
    try:
        staff = visitor.reads_as(competition) in STAFF or any(
            each.state.id == competition for each in everybody_own(context, visitor)
        )
        if staff:
            return context.house.office.state(CompetitionId(competition)).version, False
        return public_state(context, competition).public_version, True
    except QipanError:
        return 0, True


@get("/c/{competition:str}/live", name="live", include_in_schema=False)
async def live(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    version: Annotated[int, QueryParameter(name="version", ge=0, le=2**53)] = 0,
) -> Stream:
    """Tell an open page when something changed (server-sent events).

    ``version``: the one that the page has. What happened since is told at once.
    """
    if context.hub.full:
        raise Unavailable("live", "too many listeners")
    visitor = await asyncio.to_thread(visitor_of, request, context)
    newest, public = await asyncio.to_thread(_told_version, context, visitor, competition)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    behind = (min(version or newest, newest), newest)
    lines = context.hub.listen(competition, newest if public else None, behind=behind)
    return Stream(lines, media_type="text/event-stream", headers=headers)


@get("/language/{code:str}", name="language", include_in_schema=False, sync_to_thread=False)
def choose_language(
    code: InPath, back: Annotated[str, QueryParameter(name="back", max_length=300)] = "/"
) -> Redirect:
    """Remember a language and go back to a page of ours."""
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = Redirect(back if inside and "\n" not in back and "\r" not in back else "/")
    if code in LANGUAGES:
        answer.set_cookie(LANGUAGE, code, max_age=365 * 24 * 3600, samesite="lax")
    return answer


ROUTES = [competition_page, section, why, live, choose_language]
