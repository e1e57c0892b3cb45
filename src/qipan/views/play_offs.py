"""Play-offs as pages show them: who is sent, who chooses, who moves first, under which terms.

The desk sees everything. A player's page names whom the other team sent only when both teams have
handed in: nobody's page says it to one captain before the other one is bound as well.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from qipan.desk.play_offs.games import (
    CHOICE,
    NOMINATED,
    SEATS,
    SECOND_WINS,
    drawn_first,
    next_play_off,
    not_nominated,
    play_off_first,
    waits_for,
)
from qipan.desk.play_offs.nominations import ANOTHER, may_be_nominated
from qipan.kernel.ids import EntrantId, PersonId
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.clocks import clock_text
from qipan.rulebooks.schema import Cited, PlayOffGame, Seats, Tied
from qipan.sections.matches import Match


class PlayOffSide(msgspec.Struct, frozen=True):
    """A team in a play-off."""

    entrant: EntrantId
    handed: bool
    """Whether it has named its player."""
    sent: str
    """Who plays for it; empty while nobody is named, or the reader is not to know yet."""
    members: tuple[tuple[PersonId, str], ...]
    """Who may be named, for whoever names them."""


class Decider(msgspec.Struct, frozen=True):
    """A board that is played off, as its next game stands."""

    board: int
    game: int
    clocks: tuple[str, ...]
    """Of the first mover and of the second, or of both."""
    waits: str
    sides: tuple[PlayOffSide, ...] = ()
    chooser: EntrantId | None = None
    chose: str = ""
    first: EntrantId | None = None
    draw_odds: bool = False
    options: tuple[tuple[str, Any], ...] = ()
    """Options of the game that differ from the other games."""
    clauses: tuple[Cited, ...] = ()


class Reader(msgspec.Struct, frozen=True):
    """Who reads about a play-off, and how rules and people are told."""

    cite: Callable[[RuleKey], Cited]
    name: Callable[[PersonId], str]
    entrant: EntrantId | None = None
    """A side of the match; None: the desk."""


def decider(match: Match, reader: Reader) -> Decider:
    """Describe the next game of a play-off for somebody."""
    game, terms = next_play_off(match)
    at = (match.round.number, match.table.board)
    chosen = match.standing.section.chosen.get((*at, game))
    waits = waits_for(match)
    cited = {found.citation: found for found in map(reader.cite, _keys(game, terms))}
    return Decider(
        board=match.table.board,
        game=game,
        clocks=tuple(clocks_of(terms)),
        waits=waits.value if waits else "",
        sides=tuple(_side(match, reader, team) for team in match.table.seats if terms.nominate),
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
    yield clock_text(clock)
    if terms.second_minutes is not None and terms.second_minutes != clock.minutes:
        yield clock_text(msgspec.structs.replace(clock, minutes=terms.second_minutes))


def _keys(game: int, terms: PlayOffGame) -> Iterator[RuleKey]:
    if terms.nominate:
        yield NOMINATED if game == 1 else ANOTHER
    yield CHOICE if terms.seats is Seats.CHOICE else SEATS
    if terms.drawn is Tied.SECOND_WINS:
        yield SECOND_WINS


def _side(match: Match, reader: Reader, team: EntrantId) -> PlayOffSide:
    game, terms = next_play_off(match)
    at = (match.round.number, match.table.board, game, team)
    sent = match.standing.section.nominated.get(at)
    own = reader.entrant in (None, team)
    known = own or not not_nominated(match, game, terms)
    return PlayOffSide(
        entrant=team,
        handed=sent is not None,
        sent=reader.name(sent) if sent and known else "",
        members=tuple((each, reader.name(each)) for each in may_be_nominated(match, team))
        if own
        else (),
    )
