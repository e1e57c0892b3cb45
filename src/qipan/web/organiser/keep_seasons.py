"""Seasons and grands prix in the browser: opened by fields or by a text, stops added and taken off.

A season opened by fields gets a regulation with numbered clauses, in the four languages.
"""

from litestar import get, post
from litestar.response import Redirect, Template

from qipan.desk.rating_lists import require_head
from qipan.i18n import LANGUAGES, say
from qipan.kernel.errors import BadInput, QipanError, Refused, Unknown
from qipan.office.persons.offered_sections import offered_sections
from qipan.office.persons.seasons import add_stop, open_season, remove_stop, shown_season
from qipan.ranking.seasons.season_rules import BOTH, SHARED, SeasonRules, season_text
from qipan.web.api.persons import keeper
from qipan.web.organiser.keep_ratings import (
    AnyRequest,
    Posted,
    keep_page,
    rules_text_of,
    shown,
)
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.forms import Form, number, optional_number, words
from qipan.web.shared.visitor import Visitor

ORDERS = {
    "best": ("points", "best", "wins", "stops"),
    "wins": ("points", "wins", "best", "stops"),
    "stops": ("points", "stops", "best", "wins"),
    "points": ("points",),
}
"""What parts those who are level, by the first key after the points."""


def regulation_of(form: Form) -> str:
    """Write the regulation of a season from the fields of the page. Raises BadInput."""
    figures = words(form, "points").replace(",", " ").split()
    if not all(each.isascii() and each.isdigit() and len(each) < 7 for each in figures):
        raise BadInput("points by place: 25 18 15", where="points", code="form.number")
    best, least, others = (
        optional_number(form, "best"),
        number(form, "least", 0),
        number(form, "others", 0),
    )
    ties = BOTH if words(form, "ties", SHARED) == BOTH else SHARED
    order = ORDERS.get(words(form, "order", "best"), ORDERS["best"])
    told: dict[str, tuple[str, dict[str, object]]] = {
        "points": ("gp.clause.points", {"points": ", ".join(figures), "others": others}),
        "ties": (f"gp.clause.ties-{ties}", {}),
        "order": (f"gp.clause.order-{order[1] if len(order) > 1 else 'none'}", {}),
    }
    if best is not None:
        told["best"] = ("gp.clause.best" if best > 1 else "gp.clause.best-one", {"n": best})
    if least > 1:
        told["least"] = ("gp.clause.least", {"n": least})
    numbers = {name: f"GP {at}" for at, name in enumerate(told, 1)}
    title = words(form, "title", most=120)
    if not title:
        raise BadInput("a title is needed", where="title", code="form.missing")
    rules = SeasonRules(
        title=dict.fromkeys(LANGUAGES, title),
        points=[int(each) for each in figures],
        others=others,
        best=best,
        least=least,
        ties=ties,
        order=list(order),
        clauses=numbers,
        text={
            numbers[name]: {language: say(language, code, facts) for language in LANGUAGES}
            for name, (code, facts) in told.items()
        },
    )
    return season_text(rules)


@post("/keep/seasons", include_in_schema=False, sync_to_thread=True, status_code=200)
def open_one(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Open a season."""
    visitor = keeper(request, context)
    try:
        name = words(data, "name")
        require_head(name, "2000")
        rules = rules_text_of(data) or regulation_of(data)
        open_season(context.house.office, visitor.actor, name, rules)
    except (BadInput, Refused) as error:
        return keep_page(context, visitor, data, error)
    return Redirect(f"/keep/seasons/{name}", status_code=303)


@get("/keep/seasons/{name:str}", include_in_schema=False, sync_to_thread=True)
def one_season(request: AnyRequest, context: Around, name: InPath) -> Template:
    """Show the stops of a season and what could be one."""
    return _season_page(context, keeper(request, context), name[:60])


def _season_page(
    context: Context, visitor: Visitor, name: str, error: QipanError | None = None
) -> Template:
    office = context.house.office
    found = shown_season(office, name)
    there = {(each.competition, each.section) for each in found.stops}
    return shown(
        "organiser/keep_season.html",
        visitor,
        error,
        found=found,
        sections=offered_sections(office, there),
    )


@post("/keep/seasons/{name:str}/add", include_in_schema=False, sync_to_thread=True, status_code=200)
def add(request: AnyRequest, context: Around, name: InPath, data: Posted) -> Redirect | Template:
    """Let a section count."""
    visitor = keeper(request, context)
    try:
        at, factor = _at(data), number(data, "factor", 100)
        add_stop(context.house.office, visitor.actor, name[:60], at, factor)
    except (BadInput, Refused, Unknown) as error:
        return _season_page(context, visitor, name[:60], error)
    return Redirect(f"/keep/seasons/{name[:60]}", status_code=303)


@post(
    "/keep/seasons/{name:str}/drop", include_in_schema=False, sync_to_thread=True, status_code=200
)
def drop(request: AnyRequest, context: Around, name: InPath, data: Posted) -> Redirect | Template:
    """Let a section count no more."""
    visitor = keeper(request, context)
    try:
        reason = words(data, "reason", "")
        remove_stop(context.house.office, visitor.actor, name[:60], _at(data), reason)
    except (BadInput, Refused, Unknown) as error:
        return _season_page(context, visitor, name[:60], error)
    return Redirect(f"/keep/seasons/{name[:60]}", status_code=303)


def _at(form: Form) -> tuple[str, str]:
    competition, sign, section = words(form, "section").partition("/")
    if not sign:
        raise BadInput("COMPETITION/SECTION", where="section", code="form.missing")
    return competition, section


ROUTES = [open_one, one_season, add, drop]
