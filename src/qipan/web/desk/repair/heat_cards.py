"""A table at which everybody gets a place as a card: who sits there, and who came in where."""

from collections.abc import Mapping

import msgspec

from qipan.kernel.ids import BoardNo
from qipan.kernel.results import How
from qipan.sections.scores import gives_places
from qipan.views.section import RoundView, Seated
from qipan.web.desk.page import DeskVisit


class HeatSeat(msgspec.Struct, frozen=True):
    """Somebody at a table, by the number of the seat."""

    seat: int
    who: Seated
    place: int = 0
    """Nought while there is none."""


def heat_cards(place: DeskVisit, shown: RoundView) -> Mapping[int, tuple[HeatSeat, ...]]:
    """Make the cards of a round, by table: as they came in, else as they sit."""
    round_ = place.found.rounds[shown.number - 1]
    if not gives_places(place.state, place.found, round_):
        return {}
    found: dict[int, tuple[HeatSeat, ...]] = {}
    for row in shown.boards:
        result = round_.results.get(BoardNo(row.board))
        counts = result is not None and result.how is not How.ANNULLED
        came_in = result.score.seats if result and counts else [0] * len(row.seats)
        seats = [HeatSeat(seat, who, int(came_in[seat])) for seat, who in enumerate(row.seats)]
        found[row.board] = tuple(sorted(seats, key=lambda each: each.place))
    return found
