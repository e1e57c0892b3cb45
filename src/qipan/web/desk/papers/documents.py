"""The documents of a section, inside the desk."""

from collections.abc import Mapping
from typing import Any

from qipan.formats.report.go_checks import FORMS, GoFinding, findings
from qipan.office.reports import make_report
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.public.documents import offered


def show(place: DeskVisit) -> Mapping[str, Any]:
    """List what can be printed now."""
    listed, rounds = offered(place.context, place.state, place.found, staff=True)
    return {
        "public": [each for each in listed if not each.staff],
        "staff_only": [each for each in listed if each.staff],
        "rounds": rounds,
        "rating_files": rating_files(place),
    }


def rating_files(place: DeskVisit) -> list[tuple[str, list[GoFinding]]]:
    """Check the files for the rating sites of Go; nothing for other games and before round 1."""
    if not place.found.rounds or place.rules.line_ups is not None or place.rules.game != "go":
        return []
    report = make_report(place.office, place.home, place.section)
    return [(form, findings(report, form)) for form in FORMS]


DOCUMENTS_PAGE = DeskPage("documents", 2, show)
