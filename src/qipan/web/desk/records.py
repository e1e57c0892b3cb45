"""Game records: attached, compared with the results, and settled where they differ."""

import asyncio
from collections.abc import Mapping
from typing import Any

from qipan.desk.records.commands import AttachRecord, SettleRecord, ShowPhoto
from qipan.desk.records.comparison import compared
from qipan.desk.records.replay import REPLAYED
from qipan.formats import record_format, record_formats
from qipan.formats.kept_record import kept
from qipan.kernel.errors import BadInput
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.player.shown_photos import withheld_photos
from qipan.web.shared.forms import number, words

BYTES = (".xqf", ".cbr")
"""Formats that cannot be pasted as text."""
MOST_RECORD = 200_000
"""Letters of a record that is pasted in."""


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the records of the section, those that differ first."""
    section = place.found
    found = [(key, section.records[key], compared(section, key)) for key in sorted(section.records)]
    return {
        "clause": place.cite(REPLAYED),
        "kept": sorted(found, key=lambda each: not each[2].flagged),
        "endings": [each for each in sorted(record_formats()) if each not in BYTES],
        "round": len(section.rounds),
        "photos": [
            (*at, taken, at[1] in section.rounds[at[0] - 1].results)
            for at, taken in sorted(section.photos.items())
        ],
        "shown": section.shown_photos,
        "withheld": withheld_photos(place.about),
    }


def _game(place: DeskVisit) -> dict[str, Any]:
    """Give the game that the form names, and what is said about it. Raises BadInput."""
    return {
        **place.board,
        "game": number(place.form, "game", 1),
        "playoff": place.form.get("playoff") == "yes",
        "reason": words(place.form, "reason", ""),
    }


async def attach(place: DeskVisit) -> None:
    """Attach a record that was pasted in; its format is told by the ending."""
    content = place.form.get("record", "")
    if not content or len(content) > MOST_RECORD:
        raise BadInput(f"1 to {MOST_RECORD} letters", where="record", code="form.missing")
    ending = words(place.form, "ending", ".pgn")
    records = await asyncio.to_thread(
        record_format(f"x{ending}").read, content.encode(), f"pasted{ending}"
    )
    if not records:
        raise BadInput("there is no game in this record", where="record")
    foul = place.form.get("foul") == "yes"
    await place.carry_out(AttachRecord(**_game(place), foul=foul, record=kept(records[0])))


async def settle(place: DeskVisit) -> None:
    """Say which of record and result stands, where they differ."""
    await place.carry_out(SettleRecord(**_game(place)))


async def show_photo(place: DeskVisit) -> None:
    """Show a photograph to everybody, or no longer."""
    form = place.form
    await place.carry_out(
        ShowPhoto(
            **place.board,
            hash=words(form, "hash", most=64),
            shown=form.get("shown") == "yes",
            agreed=form.get("agreed") == "yes",
            guardians=form.get("guardians") == "yes",
        )
    )


PAGE = DeskPage(
    "records",
    4,
    show,
    {"attach-record": attach, "settle-record": settle, "show-photo": show_photo},
)
