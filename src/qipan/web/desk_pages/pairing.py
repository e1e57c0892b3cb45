"""Pairing: the round as the system gives it, with its reasons, before anybody else sees it."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.stages import stage_of_round
from qipan.web.desk_pages.base import DeskPage, Place
from qipan.web.pages.pictures import round_picture
from qipan.web.reasons import Reader
from qipan.web.views import section_view


def show(place: Place) -> Mapping[str, Any]:
    """Show the latest round with the reasons of every board."""
    state, section = place.state, place.found
    current = section.current
    if current is None:
        return {"shown": None, "reasons": {}, "whole": [], "resting": {}, "picture": None}
    view = section_view(state, section, place.names, staff=True)
    reader = Reader(
        place.book,
        stage_of_round(state, section, current).scoring,
        place.names,
        place.visitor.say,
        place.visitor.language,
    )
    return {
        "shown": view.rounds[-1],
        "reasons": {table.board: reader.reasons(table.causes) for table in current.tables},
        "resting": {rest.entrant: reader.reasons(rest.causes) for rest in current.resting},
        "whole": reader.reasons(current.causes),
        "picture": round_picture(state, section, current, place.names, place.visitor),
    }


PAGE = DeskPage("pairing", 2, show)
