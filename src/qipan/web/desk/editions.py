"""The edition of the book a section is held under, and moving the section to today's."""

import asyncio
from collections.abc import Mapping
from typing import Any

from qipan.desk.editions import PINNED, AdoptEdition
from qipan.kernel.errors import Refused
from qipan.office.edition_adoption import adopt, preview
from qipan.rulebooks.editions import is_known
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import words


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the edition, and what today's would change."""
    edition = place.found.edition or place.state.edition
    current = edition == place.office.current_edition(place.state.book)
    found, trouble = None, None
    if not current:
        try:
            found = preview(place.office, place.home, place.section)
        except Refused as error:
            trouble = error
    return {
        "edition": edition,
        "today": place.office.current_edition(place.state.book),
        "current": current,
        "known": is_known(edition),
        "found": found,
        "trouble": trouble,
        "clause": place.cite(PINNED),
    }


async def move(place: DeskVisit) -> None:
    """Move the section to today's edition."""
    reason = words(place.form, "reason")
    place.require(AdoptEdition(section=place.section, edition="", reason=reason))
    at = (place.home, place.section, place.visitor.actor, reason)
    await asyncio.to_thread(adopt, place.office, *at)


PAGE = DeskPage("editions", 95, show, {"move": move})
