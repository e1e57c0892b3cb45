"""McMahon groups: the bar and the floor are tried out on those who entered, and then set."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.options import ChangeOptions, may_change
from qipan.kernel.errors import BadInput
from qipan.kernel.ranks import HIGHEST, LOWEST, rank_of
from qipan.rulebooks.options import options_of
from qipan.sections.lookup import book_under
from qipan.sections.systems.mcmahon import START
from qipan.views.start_groups import start_groups, start_of
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import words

BOUNDS = ("bar", "floor")
RANKS = tuple(rank_of(grade) for grade in range(HIGHEST, LOWEST - 1, -1))


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the groups in force, and as they would be under another bar or floor."""
    start = start_of(place.rules)
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
        "fault": wrong,
        "ranks": RANKS if start.by_rank else (),
        "may_set": place.may(ChangeOptions) and set(open_) == set(BOUNDS),
        "clause": place.cite(START),
    }


async def change(place: DeskVisit) -> None:
    """Set bar and floor; one that stays as it is, is left alone."""
    place.require(ChangeOptions)
    now = start_groups(place.state, place.found)
    wanted = {name: words(place.form, name, "") for name in BOUNDS}
    changed = {name: text for name, text in wanted.items() if text and text != getattr(now, name)}
    await place.carry_out(ChangeOptions(section=place.section, options=changed))


START_GROUPS_PAGE = DeskPage(
    "start-groups",
    3,
    show,
    {"set": change},
    fits=lambda rules: start_of(rules) is not None,
)
