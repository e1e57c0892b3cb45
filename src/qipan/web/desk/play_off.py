"""Play-offs: who is sent, who chooses, who moves first, and under which terms a game is played."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from qipan.desk.play_offs.commands import ChooseSeat, DrawPlayOff, NominatePlayer
from qipan.desk.play_offs.games import waits_for
from qipan.desk.play_offs.seat_choice import read_chosen
from qipan.desk.rulings.commands import RuleGame, Ruling
from qipan.journal.state import Round
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, PersonId
from qipan.sections.matches import match_of
from qipan.sections.stages import undecided
from qipan.views.play_offs import Reader, decider
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import optional_number, words


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show every board of the latest round that must still find a winner."""
    current = place.found.current
    boards = undecided(place.state, place.found, current) if current else []
    if current is None or not place.rules.playoff:
        return {"round": None, "deciders": [], "rulable": []}
    matches = [match_of(place.state, place.found, current.number, board) for board in boards]
    reader = Reader(place.cite, lambda who: place.about.person(who).name)
    return {
        "round": current.number,
        "deciders": [decider(each, reader) for each in matches],
        "rulable": list(_rulable(place, current)),
    }


class Rulable(msgspec.Struct, frozen=True):
    """A board of which games of the play-off may be ruled on."""

    board: int
    seats: tuple[EntrantId, ...]
    games: tuple[int, ...]
    """The last one that has a result, and the one that is on."""
    winner: EntrantId | None


def _rulable(place: DeskVisit, current: Round) -> Iterator[Rulable]:
    for table in current.tables:
        if table.board not in current.results:
            continue
        match = match_of(place.state, place.found, current.number, table.board)
        last = len(match.playoff)
        games = [last] if last else []
        if match.to_play_off and waits_for(match) is None:
            games.append(last + 1)
        if games:
            winner = current.decided.get(table.board)
            yield Rulable(table.board, table.seats, tuple(games), winner)


async def nominate(place: DeskVisit) -> None:
    """Take the name of the player whom a team sends."""
    await place.carry_out(
        NominatePlayer(
            **place.board,
            entrant=place.entrant(),
            person=PersonId(words(place.form, "person")),
            game=optional_number(place.form, "game"),
        )
    )


async def choose(place: DeskVisit) -> None:
    """Note what the winner of the lot chose. Raises BadInput if it is neither."""
    await place.carry_out(
        ChooseSeat(
            **place.board,
            entrant=place.entrant(),
            chosen=read_chosen(words(place.form, "chosen")),
            game=optional_number(place.form, "game"),
        )
    )


async def draw_lot(place: DeskVisit) -> None:
    """Commit to and draw the lot of the next game."""
    place.require(DrawPlayOff)
    at = place.board["round"], place.board["board"]
    await place.through_office(place.office.draw_play_off, at)


async def rule_game(place: DeskVisit) -> None:
    """Rule on a game. Raises BadInput if there is no such ruling."""
    said = words(place.form, "ruling")
    if said not in list(Ruling):
        raise BadInput(f"no ruling: {said[:20]}", where="ruling")
    await place.carry_out(
        RuleGame(
            **place.board,
            ruling=Ruling(said),
            reason=words(place.form, "reason", ""),
            game=optional_number(place.form, "game"),
            playoff=place.form.get("playoff") == "yes",
            entrant=EntrantId(words(place.form, "entrant", "")) or None,
        )
    )


PAGE = DeskPage(
    "play-off",
    2,
    show,
    {"nominate": nominate, "choose": choose, "play-off-lot": draw_lot, "rule-game": rule_game},
    fits=lambda rules: bool(rules.playoff),
)
