"""Public pages: the list of competitions, a competition, a section, and why."""

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import QueryParameter
from litestar.response import Redirect, Stream, Template

from qipan.desk.roles import STAFF
from qipan.i18n import LANGUAGES
from qipan.i18n.why import place_sentence, shown_value
from qipan.i18n.why_lot import lot_sentence
from qipan.kernel.errors import QipanError, Unavailable, Unknown
from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import Draw
from qipan.sections.lookup import book_of
from qipan.views.explain import PlaceReason, explain_place
from qipan.web.player.entrants import everybody_own
from qipan.web.public.fingerprints import newest_code
from qipan.web.public.section_page import section_page
from qipan.web.shared.cached_response import for_anybody
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About, public_state
from qipan.web.shared.visitor import LANGUAGE, Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]


@get("/c/{competition:str}", name="competition", sync_to_thread=True, include_in_schema=False)
def competition_page(request: AnyRequest, context: Around, competition: InPath) -> Response[Any]:
    """Show a competition and its sections."""
    state = public_state(context, competition)
    visitor, code = visitor_of(request, context), newest_code(context, competition)
    return for_anybody(
        request,
        context,
        visitor,
        ((), (state.version, state.withheld, code)),
        lambda: page(
            "public/competition.html",
            visitor,
            record=code,
            competition=state,
            book=book_of(state),
            role=visitor.role_in(competition),
        ),
        of=state,
    )


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
) -> Response[Any]:
    """Show a section: pairings, cross table, standings."""
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, competition, section)
    code = newest_code(context, competition)
    return for_anybody(
        request,
        context,
        visitor,
        (("round", about.shown(shown_round)), (about.mark, code)),
        lambda: section_page(about, visitor, shown_round, code),
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
        lambda: _why(about, visitor, first, second),
        of=about.state,
    )


def _why(about: About, visitor: Visitor, first: EntrantId, second: EntrantId | None) -> Template:
    placed = about.places()
    if second is not None and placed.before(second, first):
        first, second = second, first
    reason = explain_place(about.state, about.section, placed, first, second)
    return page(
        "public/why.html",
        visitor,
        competition=about.state,
        section=about.section,
        reason=reason,
        sentence=place_sentence(visitor.language, reason, about.read_names(visitor.language)),
        clause=reason.clause,
        shown_value=shown_value,
        lots=_lots(about, visitor.language, reason),
        people=about.names,
        rows=placed.rows,
    )


def _lots(about: About, language: str, reason: PlaceReason) -> list[tuple[str, str, Draw]]:
    """Give the lots that were at work: name, sentence, and what anybody checks them with."""
    drawn = [step.draw for step in reason.steps if step.draw is not None]
    names = about.read_names(language)
    return [
        (lot, lot_sentence(language, lot, draw, names), draw)
        for lot, draw in about.section.lots.items()
        if draw in drawn
    ]


def _told_version(context: Context, visitor: Visitor, competition: str) -> int | None:
    """Give the version that the public knows; None for the staff and for who plays in it."""
    if visitor.reads_as(competition) in STAFF:
        return None
    if any(each.state.id == competition for each in everybody_own(context, visitor)):
        return None
    try:
        return public_state(context, competition).public_version
    except QipanError:
        return 0


@get("/c/{competition:str}/live", name="live", include_in_schema=False)
async def live(request: AnyRequest, context: Around, competition: InPath) -> Stream:
    """Tell an open page when something changed (server-sent events)."""
    if context.hub.full:
        raise Unavailable("live", "too many listeners")
    visitor = await asyncio.to_thread(visitor_of, request, context)
    told = await asyncio.to_thread(_told_version, context, visitor, competition)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    lines = context.hub.listen(competition, told)
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
