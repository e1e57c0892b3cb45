"""Members of pairs and teams: who plays for somebody who is lost."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.entries.commands import ReplaceMember
from qipan.desk.entries.rules import REPLACED
from qipan.journal.people import Person
from qipan.kernel.ids import PersonId
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import words


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the members of every pair or team that still plays."""
    return {
        "clause": place.cite(REPLACED),
        "teams": [
            (each.id, [(who, place.about.person(who).name) for who in each.people])
            for each in place.found.entrants.values()
            if not each.withdrawn and len(each.people) > 1
        ],
        "may_replace": place.may(ReplaceMember),
    }


async def replace(place: DeskVisit) -> None:
    """Let somebody else play for a member who is lost."""
    place.require(ReplaceMember)
    await place.through_office(
        place.office.replace_member,
        place.entrant(),
        PersonId(words(place.form, "left")),
        Person(name=words(place.form, "name")),
        words(place.form, "reason", ""),
    )


MEMBERS_PAGE = DeskPage(
    "members",
    5,
    show,
    {"replace": replace},
    fits=lambda rules: bool(rules.entries.team) and rules.entries.replaced,
)
