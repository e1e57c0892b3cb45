"""Fair play as JSON: the figures of a section, for its chief arbiter and nobody else."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request, Router, get, post

from qipan.desk.roles import CHIEF, MAY
from qipan.journal.people import ERASED
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, PersonId
from qipan.office.judged.fair_play import played_games, unjudged_in
from qipan.sections.lookup import event_of
from qipan.views.fair_play.contest_figures import ContestFigures, contest_figures
from qipan.views.fair_play.measured import Detection, detections_for
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.reader_names import read
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]


class FairPlayOut(msgspec.Struct, frozen=True):
    """The figures of a section; none of them is a verdict."""

    figures: ContestFigures
    names: dict[str, str]
    can_judge: bool
    """Whether moves of this game can be judged at all."""
    unjudged: str = ""
    """If not, why: ``hidden-cards`` or ``no-judge``."""
    detections: tuple[Detection, ...] = ()
    """How many players of each kind the figures pointed at when they were measured."""


def require_chief(visitor: Visitor, competition: str) -> None:
    """Raise Refused unless the visitor is the chief arbiter."""
    role = visitor.role_in(competition)
    if role not in CHIEF:
        raise Refused("access.denied", MAY, role=role, command="fair-play")


async def figures_of(
    context: Context,
    visitor: Visitor,
    at: tuple[str, str],
    told: Callable[[int, int], None] | None = None,
    *,
    examine: bool,
) -> FairPlayOut:
    """Give the figures as far as they are known, or after judging what was not judged yet.

    Raises Refused, Unknown.
    """
    require_chief(visitor, at[0])
    state, found = await asyncio.to_thread(find_section, context, *at)
    log = context.house.log
    games = await asyncio.to_thread(played_games, log, state, found)
    because = await asyncio.to_thread(unjudged_in, state, found)
    judged = await context.examiner.examine(games, told) if examine and not because else None
    if judged is None:
        judged = context.examiner.known(games)
    figures = await asyncio.to_thread(contest_figures, games, judged)
    names = await asyncio.to_thread(names_of, context, visitor, state, found)
    missed = detections_for(event_of(state, found).game)
    return FairPlayOut(figures, names, not because, because, missed)


def names_of(
    context: Context, visitor: Visitor, state: Competition, section: Section
) -> dict[str, str]:
    """Name entrants and members of teams as the reader reads them."""
    del state
    office = context.house.office
    people = [who for each in section.entrants.values() for who in each.people]
    known = office.around.people.find(people)
    found = {str(who): read(known.get(PersonId(who), ERASED), visitor.language) for who in people}
    for entrant, person in office.names(section).items():
        found[str(EntrantId(entrant))] = read(person, visitor.language)
    return found


@get("/competitions/{competition:str}/{section:str}/fair-play")
async def show_fair_play(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> FairPlayOut:
    """Show the figures of fair play as far as games were examined; for the chief arbiter."""
    visitor = await asyncio.to_thread(visitor_of, request, context)
    return await figures_of(context, visitor, (competition, section), examine=False)


@post("/competitions/{competition:str}/{section:str}/fair-play", status_code=200)
async def examine_fair_play(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> FairPlayOut:
    """Examine the games that were not examined yet, which may take minutes; then show all."""
    visitor = await asyncio.to_thread(visitor_of, request, context)
    require_chief(visitor, competition)
    require_rate("examine", address_of(request))
    return await figures_of(context, visitor, (competition, section), examine=True)


ROUTER = Router("/api", route_handlers=[show_fair_play, examine_fair_play])
