"""One board of a team match on its sheet: a penalty for a player, or somebody who came late.

The same acts as on the pages Conduct and Late, with match, board and person filled in.
"""

import asyncio
import re

import msgspec

from qipan.desk.conduct.commands import PunishOffence, RecordLateness
from qipan.i18n.names import shown as name_for
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo
from qipan.sections.line_ups import line_up_of
from qipan.sections.matches import match_of
from qipan.views.consequences import foreseen
from qipan.views.section import RoundView
from qipan.web.desk.conduct import offences_of, penalty_commands
from qipan.web.desk.late import lateness, seconds_late
from qipan.web.desk.page import STAY, DeskVisit
from qipan.web.shared.forms import number, words

_AT = re.compile(r"(\d{1,4})\.(\d{1,2})")


class Seated(msgspec.Struct, frozen=True):
    """Somebody at the board, with the team they play for."""

    value: str
    """Team and person, as the form sends them."""
    name: str
    team: str


class BoardAsked(msgspec.Struct, frozen=True):
    """A board of a match that something is done at."""

    at: str
    round: int
    board: int
    game: int
    seats: tuple[Seated, ...]
    offences: tuple[tuple[str, str], ...]
    """The name of each offence in the book, and its clause."""
    late: bool
    """Whether the book has a rule for who comes late."""


def board_asked(place: DeskVisit, shown: RoundView | None) -> BoardAsked | None:
    """Find the board of a match that the page was asked for; None without one."""
    found = _AT.fullmatch(place.query.get("at", "") or str(place.form.get("at", "")))
    if found is None or shown is None or not shown.published:
        return None
    board, game = int(found[1]), int(found[2])
    if board not in {each.board for each in shown.boards}:
        return None
    match = match_of(place.state, place.found, RoundNo(shown.number), BoardNo(board))
    terms = place.rules.line_ups
    if terms is None or not match.rule.boards or not 1 <= game <= match.rule.games:
        return None
    return BoardAsked(
        found[0],
        shown.number,
        board,
        game,
        tuple(_seated(place, who, shown.number, game) for who in match.table.seats),
        tuple(offences_of(place)),
        place.rules.conduct.lateness is not None,
    )


def _seated(place: DeskVisit, who: EntrantId, round_: int, game: int) -> Seated:
    terms, language = place.rules.line_ups, place.visitor.language
    assert terms is not None  # board_asked looked
    playing = line_up_of(place.found, who, RoundNo(round_), terms)
    person = PersonId(playing[game - 1]) if game <= len(playing) else PersonId("")
    name = name_for(place.about.person(person), language).both if person else "–"
    return Seated(f"{who} {person}", name, name_for(place.names[who], language).both)


def _with_whom(place: DeskVisit) -> None:
    """Read who is meant, and put it where the pages Conduct and Late look for it."""
    who, _, person = words(place.form, "whom").partition(" ")
    if who not in place.found.entrants:
        raise BadInput("a player of this board", where="whom", code="form.missing")
    place.form = {**place.form, "entrant": who, "person": person}


async def try_penalty(place: DeskVisit) -> str:
    """Say what a penalty on this board would bring; nothing is written."""
    place.require(PunishOffence)
    _with_whom(place)
    commands = penalty_commands(place)
    place.require(commands[-1])
    place.told["follows"] = await asyncio.to_thread(foreseen, place.state, place.section, commands)
    place.told["trying"] = "penalty"
    return STAY


async def penalty(place: DeskVisit) -> str:
    """Give the penalty, and stay on the sheet."""
    place.require(PunishOffence)
    _with_whom(place)
    await place.carry_out_all(penalty_commands(place))
    return _back(place)


async def try_late(place: DeskVisit) -> str:
    """Say what coming so late would bring; nothing is written."""
    place.require(RecordLateness)
    _with_whom(place)
    command = lateness(place, RoundNo(number(place.form, "round")), _who(place), _seconds(place))
    place.told["follows"] = await asyncio.to_thread(foreseen, place.state, place.section, [command])
    place.told["trying"] = "late"
    return STAY


async def late(place: DeskVisit) -> str:
    """Record that somebody came late to this board, and stay on the sheet."""
    place.require(RecordLateness)
    _with_whom(place)
    shown = RoundNo(number(place.form, "round"))
    await place.carry_out(lateness(place, shown, _who(place), _seconds(place)))
    return _back(place)


def _who(place: DeskVisit) -> EntrantId:
    return EntrantId(str(place.form["entrant"]))


def _seconds(place: DeskVisit) -> int:
    return seconds_late(place, RoundNo(number(place.form, "round")))


def _back(place: DeskVisit) -> str:
    return f"results?round={number(place.form, 'round')}#b{number(place.form, 'board')}"


ACTIONS = {
    "try-penalty": try_penalty,
    "penalty": penalty,
    "try-late": try_late,
    "late": late,
}
