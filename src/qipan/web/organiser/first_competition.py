"""A first competition in three minutes: paste the names, choose a system, pair.

What is made is an ordinary competition under a ready regulation; a line at the top of its desk says
what comes next, until it is put away.
"""

import asyncio
import re
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.competition import CreateCompetition, OpenSection
from qipan.desk.decide import may, require
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_games, ready_regulation, ready_titles
from qipan.desk.particulars import DescribeCompetition
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PairRound
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Impossible, QipanError, Refused
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.office.office import Office
from qipan.sections.lookup import event_of
from qipan.web.shared.context import Around, Context
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, words
from qipan.web.shared.newcomers.first_steps_line import GUIDE
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
MOST_NAMES, LONGEST_TEXT = 200, 20_000
NEEDED = (CreateCompetition, PairRound)
"""What somebody may who runs a whole competition alone."""
SYSTEM, GAME = "simple-swiss", "xiangqi"
_NUMBERED = re.compile(r"^\s*\d{1,3}\s*[.)、．]\s*")
_RATED = re.compile(r"^(.*?)[\t;；]+\s*(\d{1,4})\s*$")


def read_names(text: str) -> list[Newcomer]:
    """Read one player a line: a name, and after a tab or semicolon a rating. Raises BadInput.

    Numbers at the beginning of lines, as lists have them, are left out.
    """
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"longer than {LONGEST_TEXT} signs", where="names", code="form.too-long")
    found = []
    for line in text.splitlines():
        rest = _NUMBERED.sub("", line)
        rated = _RATED.match(rest)
        name = (rated[1] if rated else rest).strip(" \t;；")
        if name:
            found.append(Newcomer(Person(name=name), int(rated[2]) if rated else None))
    if not 1 < len(found) <= MOST_NAMES:
        raise BadInput(f"2 to {MOST_NAMES} names", where="names", code="organise.names")
    return found


def _role(visitor: Visitor) -> Role:
    found = visitor.account.grants.get(EVERYWHERE) if visitor.account else None
    return found or Role.SPECTATOR


def _page(visitor: Visitor, form: Form, error: QipanError | None = None) -> Template:
    failure = Failure(error, visitor.language) if error else None
    systems = ready_titles()
    return page(
        "organiser/organise.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        may_run=all(may(_role(visitor), command) for command in NEEDED),
        systems=systems,
        games=ready_games(SYSTEM),
        form={"system": SYSTEM, "game": GAME, "names": "", "title": "", **form},
    )


@get("/organise", name="organise", include_in_schema=False)
async def organise(request: AnyRequest, context: Around) -> Template:
    """Show the form, or how one may use it."""
    visitor = await asyncio.to_thread(visitor_of, request, context)
    return _page(visitor, {})


@post("/organise", include_in_schema=False)
async def make_first(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Make the competition with its players, numbered, ready to be paired."""
    visitor = await asyncio.to_thread(visitor_of, request, context)
    for command in NEEDED:
        require(_role(visitor), command)
    try:
        home, section = await asyncio.to_thread(_made, context, visitor, data)
    except (BadInput, Refused, Impossible) as error:
        return _page(visitor, dict(data), error)
    answer = Redirect(f"/c/{home}/{section}/desk/pairing", status_code=303)
    answer.set_cookie(GUIDE, home, samesite="lax", httponly=True)
    return answer


def _made(context: Context, visitor: Visitor, form: Form) -> tuple[CompetitionId, SectionId]:
    office, actor = context.house.office, visitor.actor
    newcomers = read_names(str(form.get("names", "")))
    name, game = words(form, "system", SYSTEM), words(form, "game", GAME)
    content = ready_regulation(name, game)
    day = context.wall().date().isoformat()
    title = words(form, "title", "") or visitor.say("organise.untitled", day=day)
    event = next(iter(content["event"]))
    section = SectionId(event)
    home = _free(office, f"event-{day}")
    opening = OpenSection(section=section, title=visitor.say("organise.section"), under=event)
    told = DescribeCompetition(starts=day, ends=day)
    office.create(
        home, actor, title, content["book"]["id"], [opening, told], text=content_text(content)
    )
    office.enter_all(home, section, actor, newcomers)
    office.carry_out(home, actor, CloseEntries(section=section))
    if event_of(office.state(home), office.state(home).sections[section]).numbering != "rating":
        office.commit_lot(home, section, actor)
    office.draw_numbers(home, section, actor)
    return home, section


def _free(office: Office, name: str) -> CompetitionId:
    """Give an id that no competition has yet."""
    taken, number = set(office.competitions()), 2
    found = CompetitionId(name)
    while found in taken:
        found, number = CompetitionId(f"{name}-{number}"), number + 1
    return found


@get("/organise/done", include_in_schema=False, sync_to_thread=False)
def put_away(request: AnyRequest) -> Redirect:
    """Put the line with the next step away."""
    answer = Redirect("/", status_code=303)
    del request
    answer.delete_cookie(GUIDE)
    return answer


ROUTES = [organise, make_first, put_away]
