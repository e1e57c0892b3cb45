"""Who worked where as an arbiter, how far they are, and the rules for norms in force here."""

from litestar import get, post
from litestar.response import Redirect, Template

from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.office.persons.arbiters import (
    PARTS,
    NormRule,
    arbiters,
    norms_text,
    read_norms,
    rules_in_force,
    set_norms,
)
from qipan.web.api.persons import keeper
from qipan.web.organiser.keep_ratings import AnyRequest, Posted, shown
from qipan.web.shared.context import Around, Context
from qipan.web.shared.forms import Form, number, words
from qipan.web.shared.visitor import Visitor

MOST = 300
MOST_NORMS = 40


@get("/arbiters", name="arbiters", include_in_schema=False, sync_to_thread=True)
def arbiters_page(request: AnyRequest, context: Around) -> Template:
    """Show who worked where, and norms."""
    return _page(context, keeper(request, context), {})


def _page(
    context: Context, visitor: Visitor, form: Form, error: QipanError | None = None
) -> Template:
    office = context.house.office
    rules = read_norms(rules_in_force(office).rules)
    records = arbiters(office, rules)
    titles = {state.id: state.title for state in office.readable()}
    return shown(
        "organiser/arbiters.html",
        visitor,
        error,
        records=records[:MOST],
        rules=rules,
        parts=PARTS,
        titles=titles,
        form=form,
    )


@post("/arbiters/norms/add", include_in_schema=False, sync_to_thread=True, status_code=200)
def add_norm(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Put one more norm in force."""
    visitor, office = keeper(request, context), context.house.office
    try:
        known = read_norms(rules_in_force(office).rules)
        if len(known) >= MOST_NORMS:
            raise BadInput(f"at most {MOST_NORMS}", where="title", code="form.too-long")
        set_norms(office, visitor.actor, norms_text((*known, _norm(data))))
    except (BadInput, Refused) as error:
        return _page(context, visitor, data, error)
    return Redirect("/arbiters", status_code=303)


def _norm(form: Form) -> NormRule:
    title = words(form, "title", most=120)
    parts = tuple(each for each in PARTS if form.get(f"part-{each}") == "yes")
    if not title or not parts:
        missing = "part" if title else "title"
        raise BadInput("this field is missing", where=missing, code="form.missing")
    return NormRule(
        title=title,
        clause=words(form, "clause", "", most=60),
        parts=parts,
        players=number(form, "players", 0),
        rounds=number(form, "rounds", 0),
        days=number(form, "days", 0),
        count=max(1, number(form, "count", 1)),
    )


@post("/arbiters/norms/remove", include_in_schema=False, sync_to_thread=True, status_code=200)
def remove_norm(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Take a norm out of force."""
    visitor, office = keeper(request, context), context.house.office
    try:
        known = read_norms(rules_in_force(office).rules)
        gone, reason = number(data, "norm"), words(data, "reason", "")
        left = [each for at, each in enumerate(known, 1) if at != gone]
        set_norms(office, visitor.actor, norms_text(left), reason)
    except (BadInput, Refused) as error:
        return _page(context, visitor, {}, error)
    return Redirect("/arbiters", status_code=303)


ROUTES = [arbiters_page, add_norm, remove_norm]
