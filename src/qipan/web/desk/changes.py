"""What changed: the standings before and after a correction, side by side."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.conduct.annulment import moved_places
from qipan.journal.events import opened
from qipan.journal.folding import fold
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput
from qipan.office.office import stream_of
from qipan.ranking import compare
from qipan.sections.places import key_standings
from qipan.views.section import halves
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import number


def state_at(place: DeskVisit, version: int) -> Competition:
    """Give the competition as it was at a version. Raises BadInput if there is no such one."""
    if not 0 < version <= place.state.version:
        raise BadInput("no such version", where="since")
    log = place.office.around.log
    events = [opened(each) for each in log.read(stream_of(place.home)) if each.version <= version]
    return fold(events)


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Compare the standings of then and now."""
    since = number(place.query, "since", 0) or max(1, place.state.version - 1)
    before = state_at(place, since)
    section = before.sections.get(place.section)
    if section is None or not section.order or not place.found.order:
        return {"since": since, "moved": (), "touched": ()}
    found = compare(key_standings(before, section), key_standings(place.state, place.found))
    values = {each.entrant: _values(each) for each in found.touched}
    moved = moved_places(before, place.state, place.section)
    gone = {each.entrant for each in moved}
    return {
        "since": since,
        "moved": [(each, values.get(each.entrant, ())) for each in moved],
        "touched": [
            (each, values[each.entrant]) for each in found.touched if each.entrant not in gone
        ],
    }


def _values(moved: Any) -> list[tuple[str, str, str]]:
    """Give every key that says something else, with what it said before."""
    rows = []
    for change in moved.values:
        value = change.after or change.before
        rows.append(
            (
                value.key,
                halves(change.before.shown) if change.before else "–",
                halves(change.after.shown) if change.after else "–",
            )
        )
    return rows


PAGE = DeskPage("changes", 90, show, listed=False)
