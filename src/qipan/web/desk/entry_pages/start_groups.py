"""McMahon groups: bar and floor tried out and set, and single start scores set by hand."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.options import ChangeOptions, may_change
from qipan.desk.start_groups import BY_HAND, SetStartScore
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ranks import HIGHEST, LOWEST, rank_of
from qipan.rulebooks.options import options_of
from qipan.rulebooks.schema import StartScores
from qipan.sections.lookup import book_under
from qipan.sections.start_scores import start_scores_of
from qipan.sections.systems.mcmahon import START
from qipan.views.start_groups import StartTried, start_groups, start_score_tried
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import Form, number, words

BOUNDS = ("bar", "floor")
RANKS = tuple(rank_of(grade) for grade in range(HIGHEST, LOWEST - 1, -1))
OWN = "own"
NOT_WRITTEN = "–"


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the groups in force, and as they would be under another bar or floor."""
    start = start_scores_of(place.rules)
    if start is None:
        return {"in_force": None}
    asked = {name: place.query.get(name, "")[:20] for name in BOUNDS}
    now = start_groups(place.state, place.found)
    wrong, tried = "", None
    try:
        found = start_groups(place.state, place.found, **asked)
        tried = found if (found.bar, found.floor) != (now.bar, now.floor) else None
    except BadInput as error:
        wrong = place.visitor.say(error.code, **error.facts)
    options = options_of(book_under(place.state, place.found), place.found.under)
    open_ = [name for name in BOUNDS if name in options and may_change(place.found, options[name])]
    return {
        "in_force": now,
        "tried": tried,
        "asked": asked,
        "ranks": RANKS if start.by_rank else (),
        "may_set": place.may(ChangeOptions) and set(open_) == set(BOUNDS),
        "clause": place.cite(START),
        **_one(place, start),
        "fault": wrong or place.told.get("fault", ""),
    }


def _one(place: DeskVisit, start: StartScores) -> dict[str, Any]:
    """Say what is asked about a single player, and what it would change."""
    asked: StartTried | None = None
    if place.query.get("entrant"):
        try:
            asked = start_score_tried(place.state, _command(place, place.query, NOT_WRITTEN))
        except (BadInput, Refused) as error:
            place.told["fault"] = _said(place, error)
    over = place.found.approved is not None or place.state.closed
    return {
        "one": asked,
        "one_points": place.query.get("points", OWN)[:6],
        "may_place": place.may(SetStartScore) and not over,
        "levels": [(points, start.counts_as(points)) for points in range(start.top, -1, -1)],
        "hand_clause": place.cite(BY_HAND),
    }


def _said(place: DeskVisit, error: BadInput | Refused) -> str:
    facts = dict(error.facts)
    if facts.get("entrant") in place.names:
        facts["name"] = place.names[facts["entrant"]].name
    return place.visitor.say(error.code, **facts)


def _command(place: DeskVisit, form: Form, reason: str) -> SetStartScore:
    own = words(form, "points", OWN) == OWN
    return SetStartScore(
        section=place.section,
        entrant=place.entrant_named(words(form, "entrant")),
        points=None if own else number(form, "points"),
        reason=reason,
    )


async def change(place: DeskVisit) -> None:
    """Set bar and floor; one that stays as it is, is left alone."""
    place.require(ChangeOptions)
    now = start_groups(place.state, place.found)
    wanted = {name: words(place.form, name, "") for name in BOUNDS}
    changed = {name: text for name, text in wanted.items() if text and text != getattr(now, name)}
    await place.carry_out(ChangeOptions(section=place.section, options=changed))


async def set_one(place: DeskVisit) -> None:
    """Let somebody begin with other points, or with those of their own rank again."""
    await place.carry_out(_command(place, place.form, words(place.form, "reason", "")))


START_GROUPS_PAGE = DeskPage(
    "start-groups",
    3,
    show,
    {"set": change, "set-one": set_one},
    fits=lambda rules: start_scores_of(rules) is not None,
)
