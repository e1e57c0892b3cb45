"""The documents of a section, inside the desk."""

from collections.abc import Mapping
from typing import Any

from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.public.documents import offered


def show(place: DeskVisit) -> Mapping[str, Any]:
    """List what can be printed now."""
    listed, rounds = offered(place.context, place.state, place.found, staff=True)
    return {
        "public": [each for each in listed if not each.staff],
        "staff_only": [each for each in listed if each.staff],
        "rounds": rounds,
    }


DOCUMENTS_PAGE = DeskPage("documents", 2, show)
