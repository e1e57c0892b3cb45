"""Lots: committed to first, drawn in public, checked by anybody."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.lots import COMMITTED, NUMBERS, CommitLot, DrawNumbers, DrawTie
from qipan.kernel.errors import BadInput
from qipan.sections.places import pending_lots
from qipan.views.agenda import agenda
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import words
from qipan.web.shared.reader_names import candidate_names


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the lots that wait, and those that were drawn."""
    section = place.found
    tasks = agenda(place.state, section, place.now)
    return {
        "waiting": [task for task in tasks if task.kind.page == PAGE.name],
        "mine": {each for each in (CommitLot, DrawNumbers, DrawTie) if place.may(each)},
        "committed": section.commitments,
        "drawn": section.lots,
        "among": {
            lot: candidate_names(place.names, place.visitor.language, candidates)
            for lot, candidates in pending_lots(place.state, section).items()
        },
        "clause": place.cite(COMMITTED),
    }


async def commit(place: DeskVisit) -> None:
    """Publish the commitment of a lot."""
    lot = words(place.form, "lot", NUMBERS)
    place.require(CommitLot)
    waiting = agenda(place.state, place.found, place.now)
    if lot != NUMBERS and not any(task.lot == lot for task in waiting):
        raise BadInput("this lot is not waited for", where="lot", code="lot.no-tie")
    await place.through_office(place.office.commit_lot, lot)


async def draw(place: DeskVisit) -> None:
    """Mix in what was said aloud, reveal the secret and draw."""
    lot = words(place.form, "lot", NUMBERS)
    said = words(place.form, "entropy", "")
    entropy = (said,) if said else ()
    place.require(DrawNumbers)
    if lot == NUMBERS:
        await place.through_office(place.office.draw_numbers, entropy)
    else:
        await place.through_office(place.office.draw_tie, lot, entropy)


PAGE = DeskPage("lots", 5, show, {"commit": commit, "draw": draw})
