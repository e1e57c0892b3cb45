"""Who is late: noted when the round begins, counted down, and settled as the book says."""

import asyncio
from collections.abc import Mapping
from typing import Any

from qipan.desk.attendance import ABSENT, ClearAbsence, NoteAbsence, missing_at_boards
from qipan.desk.conduct.commands import RecordLateness
from qipan.desk.conduct.lateness import LATE
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.moments import at_time
from qipan.sections.stages import match_rule_of, stage_of_round
from qipan.views.consequences import foreseen
from qipan.web.desk.conduct import penalty_words
from qipan.web.desk.page import STAY, DeskPage, DeskVisit, ignoring
from qipan.web.shared.forms import number, optional_number

MINUTE = 60


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show who is awaited, and the boards where somebody may be missing."""
    section, current = place.found, place.found.current
    playing = current is not None and current.published
    missing = missing_at_boards(place.state, section)
    away = {each.entrant for each in missing}
    number_ = current.number if current is not None else RoundNo(0)
    terms = place.rules.conduct.lateness
    timed = section.times.get(number_)
    return {
        "round": number_,
        "playing": playing,
        "started": at_time(timed.start) if timed else None,
        "terms": terms,
        "clause": place.cite(LATE) if terms else None,
        "missing": missing,
        "boards": current is not None
        and match_rule_of(stage_of_round(place.state, section, current), current).boards,
        "left": {
            each.entrant: int((each.lost_at - place.now).total_seconds())
            for each in missing
            if each.lost_at is not None
        },
        "open": [
            (table.board, [who for who in table.seats if who not in away])
            for table in (current.tables if playing and current else ())
            if current and table.board in current.missing
        ],
        "follows": place.told.get("follows"),
        "trying": place.told.get("trying", ""),
        "seconds": place.told.get("seconds", 0),
        "in_words": penalty_words(place),
        "late": {who: taken for (at, who), taken in section.late.items() if at == number_},
    }


def _at(place: DeskVisit) -> tuple[RoundNo, EntrantId]:
    return RoundNo(number(place.form, "round")), place.entrant()


async def absent(place: DeskVisit) -> None:
    """Note somebody as missing; a second tap changes nothing."""
    shown, who = _at(place)
    try:
        await place.carry_out(NoteAbsence(section=place.section, round=shown, entrant=who))
    except Refused as error:
        ignoring("attendance.noted-already", error)


async def here(place: DeskVisit) -> None:
    """Say that somebody was there after all."""
    shown, who = _at(place)
    try:
        await place.carry_out(ClearAbsence(section=place.section, round=shown, entrant=who))
    except Refused as error:
        ignoring("attendance.not-noted", error)


async def came(place: DeskVisit) -> None:
    """Record how late somebody came: as typed, else by the clock on the wall."""
    shown, who = _at(place)
    await place.carry_out(lateness(place, shown, who, seconds_late(place, shown)))


async def try_late(place: DeskVisit) -> str:
    """Say what coming so late would bring; nothing is written."""
    shown, who = _at(place)
    seconds = seconds_late(place, shown)
    command = lateness(place, shown, who, seconds)
    place.require(command)
    place.told["follows"] = await asyncio.to_thread(foreseen, place.state, place.section, [command])
    place.told["trying"], place.told["seconds"] = who, seconds
    return STAY


async def never(place: DeskVisit) -> None:
    """Record that somebody did not come in time. Raises Refused while there is time left."""
    shown, who = _at(place)
    terms = place.rules.conduct.lateness
    seconds = seconds_late(place, shown)
    if terms is not None and seconds <= terms.minutes * MINUTE:
        left = terms.minutes - seconds // MINUTE
        raise Refused("attendance.time-left", ABSENT, round=shown, minutes=left)
    await place.carry_out(lateness(place, shown, who, seconds))


def seconds_late(place: DeskVisit, shown: RoundNo) -> int:
    """Read how late somebody came: as it was looked at, as typed, else by the clock on the wall."""
    seconds = optional_number(place.form, "seconds")
    if seconds is not None:
        return seconds
    minutes = optional_number(place.form, "minutes")
    if minutes is not None:
        return minutes * MINUTE
    timed = place.found.times.get(shown)
    if timed is None:
        raise BadInput("minutes", where="minutes", code="form.missing")
    return max(0, int((place.now - at_time(timed.start)).total_seconds()))


def lateness(place: DeskVisit, shown: RoundNo, who: EntrantId, seconds: int) -> RecordLateness:
    """Ask for what the book gives for coming so late."""
    found = place.found.rounds[shown - 1].tables if 0 < shown <= len(place.found.rounds) else ()
    board = next((table.board for table in found if who in table.seats), BoardNo(0))
    return RecordLateness(
        section=place.section,
        round=shown,
        board=board,
        entrant=who,
        seconds=seconds,
        game=optional_number(place.form, "game"),
    )


PAGE = DeskPage(
    "late",
    3,
    show,
    {"absent": absent, "here": here, "try": try_late, "came": came, "never": never},
)
