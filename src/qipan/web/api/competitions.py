"""The same use cases as JSON. The schema is at ``/schema``."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.params import JSONBody, QueryParameter

from qipan.desk.decide import may, require
from qipan.desk.results.commands import CorrectResult, RecordResult
from qipan.desk.roles import STAFF
from qipan.i18n.why import place_sentence
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, RoundNo
from qipan.office.typed_results import Correction, read_command
from qipan.sections.matches import match_of
from qipan.views.explain import Explained, explain_place
from qipan.views.section import SectionView
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.section_context import About, find_section, shown_state
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]


class CompetitionSummary(msgspec.Struct):
    """A competition in a list."""

    id: str
    title: str
    book: str
    sections: list[str]
    closed: bool
    version: int
    unreadable: str = ""
    """What is wrong with its journal, where it cannot be read; else nothing."""


class BookSummary(msgspec.Struct):
    """A regulation in a list."""

    book: str
    title: dict[str, str]
    events: list[str]
    edition: str


class ResultIn(msgspec.Struct, forbid_unknown_fields=True):
    """A result to record or, with a reason, to correct."""

    round: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    board: Annotated[int, msgspec.Meta(ge=1, le=10**7)]
    result: Annotated[str, msgspec.Meta(max_length=20)]
    correct: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    adjudged: bool = False
    game: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    """A game of the match, or the board of a team match; else the first without a result."""
    version: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The version the sender saw; an outdated one is a conflict."""


class Recorded(msgspec.Struct):
    """The answer to a recorded result: it is durable."""

    version: int
    missing: list[int]


@get("/books", sync_to_thread=True)
def list_books(context: Around) -> list[BookSummary]:
    """List the regulations that a competition can be created under, those of one's own too."""
    office = context.house.office
    return [
        BookSummary(each.id, each.book.title, list(each.event), office.current_edition(each.id))
        for each in office.own_books.books().values()
        if each.event
    ]


@get("/competitions", sync_to_thread=True)
def list_competitions(request: AnyRequest, context: Around) -> list[CompetitionSummary]:
    """List the competitions."""
    office, visitor = context.house.office, visitor_of(request, context)
    known = [
        each if visitor.reads_as(each.id) in STAFF else shown_state(context, each)
        for each in office.readable()
    ]
    found = [
        CompetitionSummary(
            each.id, each.title, each.book, list(each.sections), each.closed, each.public_version
        )
        for each in known
    ]
    for name, wrong in office.unreadable().items():
        why = f"event {wrong.version} cannot be read"
        found.append(CompetitionSummary(name, name, "", [], False, 0, why))
    return sorted(found, key=lambda each: each.id)


@get("/competitions/{competition:str}/{section:str}", sync_to_thread=True)
def show_section(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> SectionView:
    """Show a section: rounds, standings, cross table, lots."""
    visitor = visitor_of(request, context)
    staff = may(visitor.reads_as(competition), RecordResult)
    return About.seen_by(visitor, context, competition, section).view(staff=staff)


@get("/competitions/{competition:str}/{section:str}/why", sync_to_thread=True)
def explain(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    a: Annotated[str, QueryParameter(max_length=40)],
    b: Annotated[str | None, QueryParameter(max_length=40)] = None,
) -> list[Explained]:
    """Explain a place, or why one entrant is ahead of another; the sentence in every step."""
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, competition, section)
    for each in (a, b):
        if each is not None and each not in about.section.entrants:
            raise Unknown("entrant", each)
    other, language = EntrantId(b) if b else None, visitor.language
    reason = explain_place(about.state, about.section, about.places(), EntrantId(a), other)
    sentence = str(place_sentence(language, reason, about.read_names(language)))
    return [msgspec.structs.replace(step, sentence=sentence) for step in reason.steps]


@post("/competitions/{competition:str}/{section:str}/results")
async def record(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    data: JSONBody[ResultIn],
) -> Recorded:
    """Record or correct a result. Answered only when it is durable."""
    visitor = visitor_of(request, context)
    state, found = find_section(context, competition, section)
    asked = RecordResult if data.correct is None else CorrectResult
    require(visitor.role_for(competition, asked), asked)
    match = match_of(state, found, RoundNo(data.round), BoardNo(data.board))
    correction = None if data.correct is None else Correction(data.correct)
    command = read_command(
        match, data.result, adjudged=data.adjudged, correction=correction, game=data.game
    )
    office = context.house.office
    home = CompetitionId(competition)
    await asyncio.wrap_future(office.submit(home, visitor.actor, command, data.version))
    after = office.state(home)
    missing = after.sections[found.id].rounds[data.round - 1].missing
    return Recorded(after.version, [int(each) for each in missing])


ROUTER = Router(
    "/api", route_handlers=[list_books, list_competitions, show_section, explain, record]
)
