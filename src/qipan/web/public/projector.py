"""The hall screen: a round with its results, then the standings; of one section or of all."""

from dataclasses import dataclass
from typing import Any

from litestar import Request, Response, get
from litestar.response import Template

from qipan.games import all_games
from qipan.journal.state import Section
from qipan.kernel.ids import CompetitionId
from qipan.sections.lookup import event_of
from qipan.views.section import RoundView, StandingsLine
from qipan.web.shared.addresses import code_for
from qipan.web.shared.cached_response import for_anybody
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]


@dataclass(frozen=True)
class HallSection:
    """What the screen shows of one section."""

    section: Section
    shown: RoundView | None
    lines: tuple[StandingsLine, ...]
    approved: bool
    units: dict[str, str]
    codes: tuple[str, str]
    """Colours of the two sides, as in the game."""
    sides: tuple[str, str]
    """Their names."""


@get(
    "/c/{competition:str}/{section:str}/projector",
    name="projector",
    sync_to_thread=True,
    include_in_schema=False,
)
def projector(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Response[Any]:
    """Show the latest round with its results, then the standings."""
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, competition, section)
    return for_anybody(
        request,
        context,
        visitor,
        ((), about.mark),
        lambda reader: _hall(request, [about], reader),
        of=about.state,
    )


@get(
    "/c/{competition:str}/projector",
    name="projector-of-all",
    sync_to_thread=True,
    include_in_schema=False,
)
def projector_of_all(request: AnyRequest, context: Around, competition: InPath) -> Template:
    """Show all sections of a competition, one after the other."""
    state = context.house.office.state(CompetitionId(competition))
    visitor = visitor_of(request, context)
    sections = [About.seen_by(visitor, context, state.id, each) for each in state.sections]
    return _hall(request, sections, visitor)


def _hall(request: AnyRequest, sections: list[About], visitor: Visitor) -> Template:
    there = [each for each in sections if not each.section.cancelled] or sections
    path = there[0].here if len(there) == 1 else f"/c/{there[0].state.id}"
    return page(
        "public/projector.html",
        visitor,
        competition=there[0].state,
        slides=[_section(each, visitor) for each in there],
        code=code_for(request, visitor, path),
    )


def _section(about: About, visitor: Visitor) -> HallSection:
    view, section = about.view(), about.section
    known = all_games()
    game = event_of(about.state, section).game
    sides = tuple(known[game].sides) if game in known else ()
    codes = (sides[0], sides[1]) if len(sides) == 2 else ("first", "second")
    words = (
        tuple(visitor.say(f"ui.board.{code}") for code in codes) if len(sides) == 2 else ("", "")
    )
    return HallSection(
        section,
        view.rounds[-1] if view.rounds else None,
        view.lines,
        view.approved,
        {who: entrant.unit or "" for who, entrant in section.entrants.items()},
        codes,
        (words[0], words[1]),
    )


ROUTES = [projector, projector_of_all]
