"""Game records: attached, compared with the results, and settled where they differ."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.records.comparison import compared
from qipan.desk.records.replay import REPLAYED
from qipan.formats import record_formats
from qipan.web.desk.page import DeskPage, DeskVisit

BYTES = (".xqf", ".cbr")
"""Formats that cannot be pasted as text."""


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the records of the section, those that differ first."""
    section = place.found
    kept = [(key, section.records[key], compared(section, key)) for key in sorted(section.records)]
    return {
        "clause": place.cite(REPLAYED),
        "kept": sorted(kept, key=lambda each: not each[2].flagged),
        "endings": [each for each in sorted(record_formats()) if each not in BYTES],
        "round": len(section.rounds),
        "photos": [
            (*at, taken, at[1] in section.rounds[at[0] - 1].results)
            for at, taken in sorted(section.photos.items())
        ],
    }


PAGE = DeskPage("records", 4, show)
