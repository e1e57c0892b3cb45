"""Tables made from the final one, prizes and titles, and team events board by board."""

from collections.abc import Callable
from typing import Any

from litestar import Request, Response, get
from litestar.response import Template

from qipan.kernel.errors import Refused
from qipan.ranking.prizes import Prize
from qipan.sections.lookup import book_under
from qipan.web.public.prize_view import named, prizes_view, tables_of, titles_view, won
from qipan.web.public.team_matches import teams_of
from qipan.web.shared.cached_response import for_anybody
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Parts = Callable[[About, Visitor], dict[str, Any]]
"""What a page shows beside the section itself."""


def _answer(
    request: AnyRequest, context: Around, place: tuple[str, str], template: str, parts: Parts
) -> Response[Any]:
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, *place)

    def make(reader: Visitor) -> Template:
        shown = parts(about, reader)
        return page(template, reader, competition=about.state, section=about.section, **shown)

    return for_anybody(request, context, visitor, ((), about.mark), make, of=about.state)


@get(
    "/c/{competition:str}/{section:str}/tables",
    name="tables",
    sync_to_thread=True,
    include_in_schema=False,
)
def tables(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Response[Any]:
    """Show the tables that the book makes from the final one: units, categories, best players."""

    return _answer(
        request,
        context,
        (competition, section),
        "public/tables.html",
        lambda about, visitor: {"tables": tables_of(about, visitor.language)},
    )


@get(
    "/c/{competition:str}/{section:str}/prizes",
    name="prizes",
    sync_to_thread=True,
    include_in_schema=False,
)
def prizes(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Response[Any]:
    """Show what places win, and who has won it once the places are approved."""

    return _answer(request, context, (competition, section), "public/prizes.html", _prizes)


def _prizes(about: About, visitor: Visitor) -> dict[str, Any]:
    given: tuple[Prize, ...] = ()
    undecided = None
    try:
        given = won(about)
    except Refused as error:
        book = book_under(about.state, about.section)
        undecided = Failure(_named(about, visitor.language, error), visitor.language, book)
    return {
        "given": bool(given),
        "undecided": undecided,
        "lists": prizes_view(about, visitor.language, given),
        "titles": titles_view(about, visitor.language),
    }


def _named(about: About, language: str, error: Refused) -> Refused:
    """Write names where a refusal has ids."""
    facts = {
        key: [named(about, language, str(each)) for each in value]
        if isinstance(value, list)
        else value
        for key, value in error.facts.items()
    }
    return Refused(error.code, error.refusal.rule, **facts)


@get(
    "/c/{competition:str}/{section:str}/teams",
    name="teams",
    sync_to_thread=True,
    include_in_schema=False,
)
def teams(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Response[Any]:
    """Show every team: its players and their points, and its matches board by board."""

    return _answer(
        request,
        context,
        (competition, section),
        "public/teams.html",
        lambda about, _: {"teams": teams_of(about)},
    )


ROUTES = [tables, prizes, teams]
