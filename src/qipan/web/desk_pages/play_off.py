"""Play-offs: who is sent, who chooses, who moves first, and under which terms a game is played."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from qipan.desk.choosing import ChooseSeat, Chosen
from qipan.desk.matches import Match, match_of
from qipan.desk.nominating import ANOTHER, NominatePlayer, may_be_nominated
from qipan.desk.playoffs import (
    CHOICE,
    NOMINATED,
    SEATS,
    SECOND_WINS,
    drawn_first,
    next_play_off,
    play_off_first,
    waits_for,
)
from qipan.desk.stages import undecided
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, PersonId
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.schema import Cited, PlayOffGame, Seats, Tied
from qipan.web.desk_pages.base import DeskPage, Place
from qipan.web.forms import words


class Side(msgspec.Struct, frozen=True):
    """A team in a play-off."""

    entrant: EntrantId
    sent: str
    """Who plays for it; empty while nobody is named."""
    members: tuple[tuple[PersonId, str], ...]
    """Who may be named."""


class Decider(msgspec.Struct, frozen=True):
    """A board that is played off, as its next game stands."""

    board: int
    game: int
    clocks: tuple[str, ...]
    """Of the first mover and of the second, or of both."""
    waits: str
    sides: tuple[Side, ...] = ()
    chooser: EntrantId | None = None
    chose: str = ""
    first: EntrantId | None = None
    draw_odds: bool = False
    options: tuple[tuple[str, Any], ...] = ()
    """Options of the game that differ from the other games."""
    clauses: tuple[Cited, ...] = ()


def show(place: Place) -> Mapping[str, Any]:
    """Show every board of the latest round that must still find a winner."""
    current = place.found.current
    boards = undecided(place.state, place.found, current) if current else []
    if current is None or not place.rules.playoff:
        return {"round": None, "deciders": []}
    matches = [match_of(place.state, place.found, current.number, board) for board in boards]
    return {"round": current.number, "deciders": [_decider(place, each) for each in matches]}


def _decider(place: Place, match: Match) -> Decider:
    game, terms = next_play_off(match)
    at = (match.round.number, match.table.board)
    chosen = place.found.chosen.get((*at, game))
    waits = waits_for(match)
    cited = {found.citation: found for found in map(place.cite, _keys(game, terms))}
    return Decider(
        board=match.table.board,
        game=game,
        clocks=tuple(clocks_of(terms)),
        waits=waits.value if waits else "",
        sides=tuple(_side(place, match, team) for team in match.table.seats if terms.nominate),
        chooser=drawn_first(match, game) if terms.seats is Seats.CHOICE else None,
        chose=str(chosen.cause.facts["chosen"]) if chosen else "",
        first=play_off_first(match, game, terms),
        draw_odds=terms.drawn is Tied.SECOND_WINS,
        options=tuple(terms.rules.items()),
        clauses=tuple(cited.values()),
    )


def clocks_of(terms: PlayOffGame) -> Iterator[str]:
    """Write the clock of both movers, or of each where they differ."""
    clock = terms.clock
    yield f"{clock.minutes}′ + {clock.increment}″"
    if terms.second_minutes is not None and terms.second_minutes != clock.minutes:
        yield f"{terms.second_minutes}′ + {clock.increment}″"


def _keys(game: int, terms: PlayOffGame) -> Iterator[RuleKey]:
    if terms.nominate:
        yield NOMINATED if game == 1 else ANOTHER
    yield CHOICE if terms.seats is Seats.CHOICE else SEATS
    if terms.drawn is Tied.SECOND_WINS:
        yield SECOND_WINS


def _side(place: Place, match: Match, team: EntrantId) -> Side:
    game, _ = next_play_off(match)
    sent = place.found.nominated.get((match.round.number, match.table.board, game, team))
    members = may_be_nominated(match, team)
    return Side(
        team,
        place.about.person(sent).name if sent else "",
        tuple((each, place.about.person(each).name) for each in members),
    )


async def nominate(place: Place) -> None:
    """Take the name of the player whom a team sends."""
    person = PersonId(words(place.form, "person"))
    await place.carry_out(NominatePlayer(**place.place, entrant=place.entrant(), person=person))


async def choose(place: Place) -> None:
    """Note what the winner of the lot chose. Raises BadInput if it is neither."""
    said = words(place.form, "chosen")
    if said not in list(Chosen):
        raise BadInput(f"first or second, not {said[:20]}", where="chosen")
    await place.carry_out(ChooseSeat(**place.place, entrant=place.entrant(), chosen=Chosen(said)))


PAGE = DeskPage(
    "play-off",
    2,
    show,
    {"nominate": nominate, "choose": choose},
    fits=lambda rules: bool(rules.playoff),
)
