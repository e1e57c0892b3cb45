"""What an arbiter may rule of a game, and what each ruling is worth."""

from enum import StrEnum

from qipan.desk.command import Command
from qipan.journal.rulings import GameRuled
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.points import Scoring
from qipan.kernel.results import Score
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import MatchKind
from qipan.sections.lookup import BOARD_OPEN
from qipan.sections.matches import Match

WON = rule("ruling.win", "An arbiter rules a game won for one side.")
LOST = rule("ruling.loss", "An arbiter rules a game lost for one side.")
DRAWN = rule("ruling.draw", "An arbiter rules a game drawn that cannot be finished.")
BOTH_LOSE = rule("ruling.both-lose", "An arbiter rules that both sides lose a game.")
REPLAY = rule("ruling.replay", "An arbiter has a game played again that has no result.")
REASONED = rule("ruling.reasoned", "A ruling on a game needs a reason.")


class Ruling(StrEnum):
    """What becomes of the game."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    BOTH_LOSE = "both-lose"
    REPLAY = "replay"


RULES = {
    Ruling.WIN: WON,
    Ruling.LOSS: LOST,
    Ruling.DRAW: DRAWN,
    Ruling.BOTH_LOSE: BOTH_LOSE,
    Ruling.REPLAY: REPLAY,
}
ONE_SIDED = (Ruling.WIN, Ruling.LOSS)


class RuleGame(Command, frozen=True, tag=True):
    """Rule on a game: one that could not be finished, or one of a play-off."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    ruling: Ruling
    reason: str
    game: int | None = None
    """Number within the match or the play-off, or the board of a team match; None: the next, or
    the last one of a play-off that is over."""
    playoff: bool = False
    entrant: EntrantId | None = None
    """Who wins, or loses."""
    by: PersonId | None = None
    """The official who uses discretion; one with a conflict of interest may not."""


def check_ruling(match: Match, command: RuleGame) -> None:
    """Raise Refused without a reason, at a table of several seats, or for somebody not there."""
    place = {"round": command.round, "board": command.board}
    if not command.reason.strip():
        raise Refused("ruling.no-reason", REASONED, **place)
    if match.rule.kind is MatchKind.PLACES or len(match.table.seats) != 2:
        raise Refused("ruling.two-seats", BOARD_OPEN, **place)
    if command.ruling in ONE_SIDED and command.entrant not in match.table.seats:
        raise Refused(
            "ruling.not-seated", RULES[command.ruling], **place, entrant=command.entrant or ""
        )


def score_of(match: Match, command: RuleGame, scoring: Scoring) -> Score:
    """Write a ruling as a score, in the order of the table's seats."""
    if command.ruling in ONE_SIDED:
        wins = command.ruling is Ruling.WIN
        return Score(
            tuple(
                scoring.win if (who == command.entrant) is wins else scoring.loss
                for who in match.table.seats
            )
        )
    each = scoring.draw if command.ruling is Ruling.DRAW else scoring.loss
    return Score((each, each))


def ruled(command: RuleGame, game: int) -> GameRuled:
    """Give the event of a ruling; what follows from it are events of their own."""
    return GameRuled(
        section=command.section,
        round=command.round,
        board=command.board,
        game=game,
        ruling=command.ruling.value,
        rule=RULES[command.ruling],
        reason=command.reason.strip(),
        playoff=command.playoff,
        entrant=command.entrant if command.ruling in ONE_SIDED else None,
    )
