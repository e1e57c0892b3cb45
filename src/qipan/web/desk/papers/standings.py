"""The standings inside the desk: as the public sees them, with the figures the staff checks."""

from collections.abc import Mapping
from typing import Any

from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.long_lists.row_parts import PART, asked_part, row_part


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show who stands where."""
    view = place.view
    return {
        "view": view,
        "lines": row_part(view.lines, asked_part(place.query.get(PART))),
        "keys": view.order if place.found.order else (),
    }


STANDINGS_PAGE = DeskPage("standings", 1, show)
