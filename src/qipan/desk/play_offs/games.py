"""Play-offs of drawn matches: whose turn it is, what a game waits for, its lot and its winner.

A game of a play-off begins when all is there that the book wants for it, in this order: the
players whom teams nominate, the lot, and the choice that the lot gave somebody. What a lot gives
is the book's: the first move itself (``seats = "lot"``) or the right to choose it (``"choice"``).
"""

from enum import StrEnum
from typing import Protocol

from qipan.desk.play_offs.commands import DrawPlayOff
from qipan.desk.roles import CHIEF, REVEALED, Decisions, Fill, ListedCommand, Through
from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.lots import LotDrawn
from qipan.journal.results import MatchDecided
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.lots import commit, draw
from qipan.kernel.results import How, Score
from qipan.kernel.rules import RuleKey, rule
from qipan.rulebooks.schema import PlayOffGame, Seats, Tied
from qipan.sections.lookup import section_of
from qipan.sections.matches import GAME_POINTS, Match, match_of

PLAYED_OFF = rule("playoff.won", "Who wins a game of the play-off wins the match.")
SECOND_WINS = rule(
    "playoff.draw-odds", "In the last game a draw wins for the player who moves second."
)
SEATS = rule("playoff.seats", "The regulation says who moves first in a play-off game.")
CHOICE = rule("playoff.choice", "The winner of the lot chooses to move first or second.")
NOMINATED = rule("playoff.nominated", "A nomination for a play-off game is final.")


class GameToRecord(Protocol):
    """A game of a play-off as whoever records it gives it."""

    @property
    def section(self) -> SectionId: ...
    @property
    def round(self) -> RoundNo: ...
    @property
    def board(self) -> BoardNo: ...
    @property
    def score(self) -> Score: ...
    @property
    def how(self) -> How: ...
    @property
    def first(self) -> EntrantId | None: ...


class Waits(StrEnum):
    """What the next game of a play-off waits for."""

    NOMINATION = "nomination"
    LOT = "lot"
    CHOICE = "choice"


def play_off_lot(number: RoundNo, board: BoardNo, game: int) -> str:
    """Name the lot for the seats of a play-off game."""
    return f"play-off-{number}-{board}-{game}"


def next_play_off(match: Match) -> tuple[int, PlayOffGame]:
    """Give number and terms of the next play-off game. Raises Refused if the book has none."""
    number = len(match.playoff) + 1
    return number, play_off_terms(match, number)


def require_next(match: Match, game: int | None, key: RuleKey) -> None:
    """Raise Refused if another game than the next is meant: a page was left open over a game."""
    number, _ = next_play_off(match)
    if game not in (None, number):
        place = {"round": match.round.number, "board": match.table.board}
        raise Refused("playoff.other-game", key, **place, game=game, due=number)


def play_off_terms(match: Match, number: int) -> PlayOffGame:
    """Give the terms of a play-off game; the last ones are repeated. Raises Refused."""
    steps = match.standing.rules.playoff
    if not steps:
        raise Refused("playoff.none", PLAYED_OFF, stage=match.standing.stage.id)
    return steps[min(number, len(steps)) - 1]


def drawn_first(match: Match, number: int) -> EntrantId | None:
    """Say whom the lot of a play-off game names; None while it is not drawn."""
    lots = match.standing.section.lots
    lot = lots.get(play_off_lot(match.round.number, match.table.board, number))
    return None if lot is None else EntrantId(lot.order[0])


def play_off_first(match: Match, number: int, terms: PlayOffGame) -> EntrantId | None:
    """Say who moves first in a play-off game; None while a lot or a choice is missing."""
    seats = match.table.seats
    if terms.seats is Seats.SWAPPED:
        before = match.games[-1].first if match.games else seats[0]
        return seats[1] if before == seats[0] else seats[0]
    if terms.seats is Seats.LOT:
        return drawn_first(match, number)
    chosen = match.standing.section.chosen.get((match.round.number, match.table.board, number))
    return None if chosen is None else chosen.first


def not_nominated(match: Match, number: int, terms: PlayOffGame) -> tuple[EntrantId, ...]:
    """List the teams that still have to say who plays a game of the play-off."""
    if not terms.nominate:
        return ()
    at = (match.round.number, match.table.board, number)
    known = match.standing.section.nominated
    return tuple(team for team in match.table.seats if (*at, team) not in known)


def waits_for(match: Match) -> Waits | None:
    """Say what the next game of the play-off waits for; None if it can begin."""
    if not match.standing.rules.playoff:
        return None
    number, terms = next_play_off(match)
    if not_nominated(match, number, terms):
        return Waits.NOMINATION
    if terms.seats is not Seats.SWAPPED and drawn_first(match, number) is None:
        return Waits.LOT
    return Waits.CHOICE if play_off_first(match, number, terms) is None else None


def play_off_first_checked(match: Match, command: GameToRecord) -> EntrantId | None:
    """Say who moved first in the game that is recorded.

    Raises Refused while a nomination, the lot or the choice is missing, or if it is somebody
    else's move. A forfeit waits for neither lot nor choice, and not for the player of the side
    that did not come.
    """
    number, terms = next_play_off(match)
    place = {"round": command.round, "board": command.board, "game": number}
    forfeit = command.how is How.FORFEIT
    absent = _losers(match, command.score) if forfeit else ()
    missing = [team for team in not_nominated(match, number, terms) if team not in absent]
    if missing:
        raise Refused("playoff.not-nominated", NOMINATED, entrant=missing[0], **place)
    due = play_off_first(match, number, terms)
    if due is None and forfeit:
        return None
    if terms.seats is not Seats.SWAPPED and drawn_first(match, number) is None:
        raise Refused("playoff.no-lot", SEATS, **place)
    if due is None:
        chooser = drawn_first(match, number)
        raise Refused("playoff.not-chosen", CHOICE, entrant=chooser, **place)
    if command.first not in (None, due):
        raise Refused("playoff.seats", SEATS, first=command.first, due=due)
    return due


def _losers(match: Match, score: Score) -> tuple[EntrantId, ...]:
    points = zip(match.table.seats, score.seats, strict=True)
    return tuple(who for who, each in points if each == GAME_POINTS.loss)


def won_by(
    match: Match, number: int, score: Score, first: EntrantId | None
) -> tuple[EntrantId, RuleKey] | None:
    """Say who wins the match by a game of its play-off, and by which rule; None if nobody does."""
    one, two = score.seats
    seats = match.table.seats
    if one != two:
        return seats[0] if one > two else seats[1], PLAYED_OFF
    if one == GAME_POINTS.draw and play_off_terms(match, number).drawn is Tied.SECOND_WINS:
        return seats[1] if first == seats[0] else seats[0], SECOND_WINS
    return None


def play_off_decided(
    match: Match, command: GameToRecord, first: EntrantId | None
) -> MatchDecided | None:
    """Say who wins the match by the next game of its play-off; None if it goes on."""
    number, _ = next_play_off(match)
    found = won_by(match, number, command.score, first)
    if found is None:
        return None
    winner, key = found
    return MatchDecided(
        section=command.section,
        round=command.round,
        board=command.board,
        winner=winner,
        cause=Cause(key, {"game": number, "first": first}),
    )


def lot_to_draw(match: Match) -> str:
    """Name the lot that the next play-off game waits for.

    Raises Refused if it waits for none, or a team has not said who plays: the players draw.
    """
    number, terms = next_play_off(match)
    place = {"round": match.round.number, "board": match.table.board, "game": number}
    if not match.to_play_off or terms.seats is Seats.SWAPPED:
        raise Refused("playoff.no-draw", SEATS, **place)
    missing = not_nominated(match, number, terms)
    if missing:
        raise Refused("playoff.not-nominated", NOMINATED, entrant=missing[0], **place)
    return play_off_lot(match.round.number, match.table.board, number)


def draw_play_off(state: Competition, command: DrawPlayOff) -> list[CompetitionEvent]:
    """Draw for the next play-off game. Raises Refused if no lot was committed to or none is due."""
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    lot = lot_to_draw(match)
    if lot in section.lots or section.commitments.get(lot) != commit(command.secret):
        raise Refused("lot.not-committed", SEATS, section=section.id, lot=lot)
    found = draw(f"{section.id}/{lot}", sorted(match.table.seats), command.secret, command.entropy)
    return [LotDrawn(section=section.id, lot=lot, draw=found)]


DECISIONS: Decisions = {
    DrawPlayOff: ListedCommand(
        draw_play_off,
        CHIEF,
        filled={"secret": Fill.SECRET},
        through=Through("play-off-lot", REVEALED),
    )
}
