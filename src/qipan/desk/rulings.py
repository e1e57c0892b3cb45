"""Rulings on games that could not be finished: drawn, lost by both, or played again.

A result that is entered by hand and one that a live table gives (``desk.online.taking``) go by the
same rules: who rules that both lose gives both the points of a loss, and a game without a result
leaves its board open.
"""

from enum import StrEnum

from qipan.desk import commands as asked
from qipan.desk.access import ARBITERS, Decisions
from qipan.desk.found import BOARD_OPEN, section_of
from qipan.desk.match_games import record_game
from qipan.desk.matches import GAME_POINTS, Match, match_of
from qipan.desk.online.taking import replayed_table
from qipan.desk.results import record_result
from qipan.journal.competition import Competition
from qipan.journal.events import CompetitionEvent
from qipan.journal.events.rulings import GameRuled
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, RoundNo, SectionId
from qipan.kernel.results import How, Score
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import Kind

DRAWN = rule("ruling.draw", "An arbiter rules a game drawn that cannot be finished.")
BOTH_LOSE = rule("ruling.both-lose", "An arbiter rules that both sides lose a game.")
REPLAY = rule("ruling.replay", "An arbiter has a game played again that has no result.")
REASONED = rule("ruling.reasoned", "A ruling on a game has a reason.")
UNFINISHED = rule("ruling.unfinished", "An arbiter rules on games that have no result yet.")


class Ruling(StrEnum):
    """What becomes of the game."""

    DRAW = "draw"
    BOTH_LOSE = "both-lose"
    REPLAY = "replay"


RULES = {Ruling.DRAW: DRAWN, Ruling.BOTH_LOSE: BOTH_LOSE, Ruling.REPLAY: REPLAY}


class RuleGame(asked.Command, frozen=True, tag=True):
    """Rule on a game that could not be finished."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    ruling: Ruling
    reason: str
    game: int | None = None
    """Number within the match, or the board of a team match; None: the next."""


def rule_game(state: Competition, command: RuleGame) -> list[CompetitionEvent]:
    """Rule. Raises Refused without a reason, after a result, or at a table of several seats."""
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    place = {"round": command.round, "board": command.board}
    if not command.reason.strip():
        raise Refused("ruling.no-reason", REASONED, **place)
    if match.rule.kind is Kind.PLACES or len(match.table.seats) != 2:
        raise Refused("ruling.two-seats", BOARD_OPEN, **place)
    game = command.game or (len(match.regular) + 1 if match.several else 1)
    done = {each.number for each in match.regular}
    if command.board in match.round.results or game in done:
        raise Refused("ruling.finished", UNFINISHED, **place, game=game)
    ruled = GameRuled(
        section=section.id,
        round=command.round,
        board=command.board,
        game=game,
        ruling=command.ruling.value,
        rule=RULES[command.ruling],
        reason=command.reason.strip(),
    )
    if command.ruling is not Ruling.REPLAY:
        return [ruled, *_recorded(state, match, command, game)]
    if command.board in match.round.seating:
        return [ruled, replayed_table(match, game)]
    return [ruled]


def _recorded(
    state: Competition, match: Match, command: RuleGame, game: int
) -> list[CompetitionEvent]:
    scoring = GAME_POINTS if match.several else match.standing.scoring
    each = scoring.draw if command.ruling is Ruling.DRAW else scoring.loss
    score = Score((each, each))
    result = asked.RecordResult(
        section=command.section,
        round=command.round,
        board=command.board,
        score=score,
        how=How.ADJUDGED,
    )
    if not match.several:
        return record_result(state, result)
    single = asked.RecordGame(
        section=result.section,
        round=result.round,
        board=result.board,
        score=score,
        how=How.ADJUDGED,
        game=game,
    )
    return record_game(state, single)


DECISIONS: Decisions = {RuleGame: (rule_game, ARBITERS)}
