"""The section as a whole: renamed, split, merged into another, called off, opened again."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.closing import LiftApproval
from qipan.desk.entries.commands import CancelSection
from qipan.desk.section_changes import MoveEntrants, RenameSection, SplitSection
from qipan.kernel.ids import EntrantId, SectionId
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import words

MOST_MOVED = 2000


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show what can be done to the section now."""
    section = place.found
    others = [
        each
        for each in place.state.sections.values()
        if each.id != section.id and not each.cancelled and not each.order
    ]
    return {
        "others": others,
        "movable": not section.order and not section.cancelled,
        "begun": any(found.published for found in section.rounds),
        "may_change": place.may(RenameSection),
        "may_lift": section.approved is not None and place.may(LiftApproval),
    }


async def rename(place: DeskVisit) -> str:
    """Give the section another title."""
    title, reason = words(place.form, "title"), words(place.form, "reason", "")
    await place.carry_out(RenameSection(section=place.section, title=title, reason=reason))
    return "section"


async def split(place: DeskVisit) -> str:
    """Open a section like this one and move those who are ticked."""
    picked = [who for who in place.found.entrants if place.form.get(f"move-{who}") == "yes"]
    await place.carry_out(
        SplitSection(
            section=place.section,
            new=SectionId(words(place.form, "new")),
            entrants=tuple(EntrantId(who) for who in picked[:MOST_MOVED]),
            title=words(place.form, "title", ""),
            reason=words(place.form, "reason", ""),
        )
    )
    return "section"


async def merge(place: DeskVisit) -> str:
    """Move everybody into another section and call this one off."""
    reason = words(place.form, "reason", "")
    into = SectionId(words(place.form, "into"))
    await place.carry_out_all(
        [
            MoveEntrants(section=place.section, to=into, reason=reason),
            CancelSection(section=place.section, reason=reason),
        ]
    )
    return "section"


async def cancel(place: DeskVisit) -> str:
    """Call the section off."""
    reason = words(place.form, "reason", "")
    today = place.now.date().isoformat()
    await place.carry_out(CancelSection(section=place.section, today=today, reason=reason))
    return "section"


async def lift(place: DeskVisit) -> str:
    """Open approved standings again."""
    reason = words(place.form, "reason", "")
    await place.carry_out(LiftApproval(section=place.section, reason=reason))
    return "closing"


PAGE = DeskPage(
    "section",
    94,
    show,
    {"rename": rename, "split": split, "merge": merge, "cancel": cancel, "lift": lift},
)
