"""The players of an earlier event, entered anew: looked at first, entered on the second click.

Only events in which the visitor may enter people as well are offered: names, births and ids of an
event are known to its own staff.
"""

import asyncio
from functools import partial

from qipan.desk.decide import may
from qipan.desk.entries.commands import EnterEntrant
from qipan.desk.roles import MAY
from qipan.kernel.errors import BadInput, Conflict, Refused
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.office.office import stream_of
from qipan.office.take_over.entrants import copy_entrants
from qipan.web.desk.page import STAY, DeskVisit
from qipan.web.shared.forms import optional_number, words

ASKED = "earlier"
"""The word in the address with which the list of earlier events is asked for."""
MOST = 300


def earlier_sections(place: DeskVisit) -> list[tuple[str, str, int]]:
    """List the sections whose people may be entered here, as ``event/section``; newest first."""
    found = [
        (f"{state.id}/{section.id}", f"{state.title} · {section.title}", len(section.entrants))
        for state in place.office.readable()
        if may(place.visitor.role_in(state.id), EnterEntrant)
        for section in state.sections.values()
        if section.entrants and (state.id, section.id) != (place.home, place.section)
    ]
    return found[::-1][:MOST]


async def copy_earlier(place: DeskVisit) -> str:
    """Say what entering the people of another section would do, or do it. Raises Refused."""
    place.require(EnterEntrant(section=place.section, entrant=EntrantId(""), people=()))
    home, _, section = words(place.form, "source").partition("/")
    role = place.visitor.role_in(home)
    if not may(role, EnterEntrant):
        raise Refused("access.denied", MAY, role=role, command="copy-entrants")
    if (home, section) == (place.home, place.section):
        raise BadInput("its own entries", where="source", code="copy.same")
    store = place.form.get("store") == "yes"
    seen = optional_number(place.form, "version")
    if store and seen != place.state.version:
        raise Conflict(stream_of(place.home), seen or 0, place.state.version)
    place.told["source"] = f"{home}/{section}"
    place.told["copied"] = await asyncio.to_thread(
        partial(
            copy_entrants,
            place.office,
            (CompetitionId(home), SectionId(section)),
            (place.home, place.section),
            place.visitor.actor,
            dry_run=not store,
        )
    )
    place.refresh()
    return STAY
