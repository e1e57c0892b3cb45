"""Lots: committed to first, drawn in public, checked by anybody."""

import asyncio
from collections.abc import Mapping
from typing import Any

from qipan.desk.lots import COMMITTED, NUMBERS, CommitLot, DrawNumbers, DrawTie
from qipan.kernel.errors import BadInput
from qipan.views.agenda import agenda
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import words


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the lots that wait, and those that were drawn."""
    section = place.found
    tasks = agenda(place.state, section, place.now)
    return {
        "waiting": [task for task in tasks if task.kind.page == PAGE.name],
        "mine": {each for each in (CommitLot, DrawNumbers, DrawTie) if place.may(each)},
        "committed": section.commitments,
        "drawn": section.lots,
        "clause": place.cite(COMMITTED),
    }


async def commit(place: DeskVisit) -> None:
    """Publish the commitment of a lot."""
    lot = words(place.form, "lot", NUMBERS)
    place.require(CommitLot(section=place.section, lot=lot, commitment=""))
    if not any(task.lot == lot for task in agenda(place.state, place.found, place.now)):
        raise BadInput("this lot is not waited for", where="lot", code="lot.no-tie")
    await asyncio.to_thread(
        place.office.commit_lot, place.home, place.section, place.visitor.actor, lot
    )


async def draw(place: DeskVisit) -> None:
    """Mix in what was said aloud, reveal the secret and draw."""
    lot = words(place.form, "lot", NUMBERS)
    said = words(place.form, "entropy", "")
    entropy = (said,) if said else ()
    at = (place.home, place.section, place.visitor.actor)
    place.require(DrawNumbers(section=place.section))
    if lot == NUMBERS:
        await asyncio.to_thread(place.office.draw_numbers, *at, entropy)
    else:
        await asyncio.to_thread(place.office.draw_tie, *at, lot, entropy)


PAGE = DeskPage("lots", 5, show, {"commit": commit, "draw": draw})
