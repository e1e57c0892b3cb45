"""Ratings kept here, in the browser: a list begun, a season tried, rated and taken back."""

from functools import partial
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.rating_lists import require_head
from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.office.persons.kept_ratings import (
    AskedSection,
    Explained,
    begin_list,
    find_list,
    list_names,
    rate,
    recompute,
    take_back,
)
from qipan.office.persons.offered_sections import offered_sections
from qipan.office.persons.register import read_register
from qipan.office.persons.seasons import season_names, shown_season
from qipan.office.persons.shown_ratings import (
    change_of,
    everybody_seen,
    figure,
    section_title,
    shown_list,
)
from qipan.ranking.ratings.list_rules import READY, kept_rules, read_rules
from qipan.web.api.persons import keeper
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, words
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
WEIGHTS = ("100", "75", "50", "25")
WEIGHT = "weight:"
LONGEST_RULES = 20_000


def shown(template: str, visitor: Visitor, error: QipanError | None, **told: Any) -> Template:
    """Show a page of whoever keeps persons here; it stays in no store."""
    failure = Failure(error, visitor.language) if error is not None else None
    status = failure.status if failure is not None else 200
    answer = page(template, visitor, status=status, failure=failure, **told)
    answer.headers["cache-control"] = "no-store"
    return answer


def rules_text_of(form: Form) -> str:
    """Read rules of several lines. Raises BadInput."""
    text = form.get("rules", "")
    if not isinstance(text, str) or len(text) > LONGEST_RULES or "\x00" in text:
        raise BadInput(f"at most {LONGEST_RULES} characters", where="rules", code="form.too-long")
    return text.strip()


@get("/keep", name="keep", include_in_schema=False, sync_to_thread=True)
def index(request: AnyRequest, context: Around) -> Template:
    """Show the lists and seasons kept here, and begin others."""
    return keep_page(context, keeper(request, context), {})


def keep_page(
    context: Context, visitor: Visitor, form: Form, error: QipanError | None = None
) -> Template:
    """Show what is kept, with what somebody typed if it could not be taken."""
    office = context.house.office
    lists = [(name, kept_rules(find_list(office, name).rules)) for name in list_names(office)]
    seasons = [(name, shown_season(office, name).title) for name in season_names(office)]
    ready = [(name, read_rules(name).title) for name in READY]
    told = {"lists": lists, "seasons": seasons, "form": form, "ready": ready}
    return shown("organiser/keep.html", visitor, error, **told)


@post("/keep/ratings", include_in_schema=False, sync_to_thread=True, status_code=200)
def begin(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Begin a list under ready rules, or under rules of one's own."""
    visitor = keeper(request, context)
    try:
        name, own = words(data, "name"), rules_text_of(data)
        require_head(name, "2000")
        rules = read_rules(own or words(data, "ready"))
        begin_list(context.house.office, visitor.actor, name, rules)
    except (BadInput, Refused) as error:
        return keep_page(context, visitor, data, error)
    return Redirect(f"/keep/ratings/{name}", status_code=303)


@get("/keep/ratings/{name:str}", include_in_schema=False, sync_to_thread=True)
def one_list(request: AnyRequest, context: Around, name: InPath) -> Template:
    """Show a list with what can be rated next."""
    return _list_page(context, keeper(request, context), name[:60], {})


def _list_page(
    context: Context,
    visitor: Visitor,
    name: str,
    form: Form,
    *,
    tried: Explained | None = None,
    checked: list[str] | None = None,
    error: QipanError | None = None,
) -> Template:
    office = context.house.office
    kept = find_list(office, name)
    done = {(x.competition, x.section) for each in kept.seasons for x in each.sections}
    register = read_register(office)
    sees = everybody_seen(register)
    lines = []
    for line in tried.season.lines if tried is not None else ():
        known = register.by_id.get(line.person)
        called = sees(known.ids if known is not None else (line.person,))
        change = change_of(line.before, line.after)
        row = (called, figure(line.before.rating), figure(line.after.rating), change, line.games)
        lines.append(row)
    return shown(
        "organiser/keep_rating.html",
        visitor,
        error,
        found=shown_list(office, name, sees, register),
        kept=kept,
        title_of=partial(section_title, office),
        rules=kept_rules(kept.rules),
        sections=offered_sections(office, done, rated=True),
        weights=WEIGHTS,
        form=form,
        tried=tried,
        tried_lines=lines,
        tried_titles=[
            (sees((each.person,)), each.title, each.clause)
            for each in (tried.season.titles if tried is not None else ())
        ],
        checked=checked,
        year=f"{context.now():%Y}",
    )


@post(
    "/keep/ratings/{name:str}/rate", include_in_schema=False, sync_to_thread=True, status_code=200
)
def rate_season(
    request: AnyRequest, context: Around, name: InPath, data: Posted
) -> Redirect | Template:
    """Say what rating a season would do, or rate it."""
    visitor = keeper(request, context)
    sure = data.get("do") == "yes"
    office = context.house.office
    try:
        season, asked = words(data, "season", most=40), _asked(data)
        found = rate(office, visitor.actor, name[:60], season, asked, dry_run=not sure)
    except (BadInput, Refused) as error:
        return _list_page(context, visitor, name[:60], data, error=error)
    if sure:
        return Redirect(f"/keep/ratings/{name[:60]}", status_code=303)
    return _list_page(context, visitor, name[:60], data, tried=found)


def _asked(form: Form) -> list[AskedSection]:
    """Read which sections are to be rated, in the order of the page. Raises BadInput."""
    found = []
    for field, value in form.items():
        if field.startswith(WEIGHT) and value:
            competition, _, section = field.removeprefix(WEIGHT).partition("/")
            if value not in WEIGHTS:
                raise BadInput(f"no weight: {value[:10]!r}", where="weight", code="form.number")
            found.append(AskedSection(competition, section, int(value)))
    return found


@post(
    "/keep/ratings/{name:str}/take-back",
    include_in_schema=False,
    sync_to_thread=True,
    status_code=200,
)
def take_season_back(
    request: AnyRequest, context: Around, name: InPath, data: Posted
) -> Redirect | Template:
    """Take the newest season back."""
    visitor = keeper(request, context)
    try:
        take_back(context.house.office, visitor.actor, name[:60], words(data, "reason"))
    except (BadInput, Refused) as error:
        return _list_page(context, visitor, name[:60], {}, error=error)
    return Redirect(f"/keep/ratings/{name[:60]}", status_code=303)


@post(
    "/keep/ratings/{name:str}/check", include_in_schema=False, sync_to_thread=True, status_code=200
)
def check(request: AnyRequest, context: Around, name: InPath, data: Posted) -> Template:
    """Work every season out again from the journals alone, and say whether all is as stored."""
    del data
    visitor = keeper(request, context)
    wrong = recompute(context.house.office, name[:60])
    return _list_page(context, visitor, name[:60], {}, checked=wrong)


ROUTES = [index, begin, one_list, rate_season, take_season_back, check]
