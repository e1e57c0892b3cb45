"""Check-in: one large target for everybody, no question asked, and every tap can be undone."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.attendance import CheckIn, DecideOnAbsent, UndoCheckIn, not_here
from qipan.kernel.errors import Refused
from qipan.kernel.ids import RoundNo
from qipan.web.desk.page import DeskPage, DeskVisit, ignoring
from qipan.web.shared.forms import number
from qipan.web.shared.long_lists.name_search import matches


def show(place: DeskVisit) -> Mapping[str, Any]:
    """List who is awaited and who is here, or those of a name."""
    section = place.found
    asked = place.query.get("q", "").strip()
    last = place.query.get("last", "")

    def wanted(who: Any) -> bool:
        person, unit = place.names[who], section.entrants[who].unit or ""
        return not asked or matches(asked, person.name, person.latin, unit)

    return {
        "asked": asked,
        "awaited": [who for who in not_here(section) if wanted(who)],
        "arrived": [who for who in section.active if who in section.present and wanted(who)],
        "last": last if last in section.entrants else "",
        "count": len(section.present & set(section.active)),
        "all": section.active_count,
    }


async def arrive(place: DeskVisit) -> str:
    """Check somebody in; a second tap changes nothing."""
    who = place.entrant()
    try:
        await place.carry_out(CheckIn(section=place.section, entrant=who))
    except Refused as error:
        ignoring("attendance.here-already", error)
    return "pairing" if place.form.get("back") == "pairing" else f"check-in?last={who}"


async def everybody(place: DeskVisit) -> str:
    """Check everybody in who is awaited, as one act."""
    awaited = not_here(place.found)
    if awaited:
        await place.carry_out_all([CheckIn(section=place.section, entrant=who) for who in awaited])
    return "pairing" if place.form.get("back") == "pairing" else "check-in"


async def expect(place: DeskVisit) -> str:
    """Say of somebody who is not here that they are paired all the same, or forfeit."""
    await place.carry_out(
        DecideOnAbsent(
            section=place.section,
            round=RoundNo(number(place.form, "round")),
            entrants=(place.entrant(),),
            forfeits=place.form.get("forfeits") == "yes",
        )
    )
    return "pairing"


async def undo(place: DeskVisit) -> None:
    """Take a check-in back; a second tap changes nothing."""
    try:
        await place.carry_out(UndoCheckIn(section=place.section, entrant=place.entrant()))
    except Refused as error:
        ignoring("attendance.not-here", error)


PAGE = DeskPage(
    "check-in", 7, show, {"arrive": arrive, "all": everybody, "expect": expect, "undo": undo}
)
