"""What becomes of the winner of a match whose result is replaced.

Whoever went on in a tree stays in it. A play-off counts only while the match is drawn: one that
is put right to a win is won by that, and if it is drawn again, what was played off counts again.
"""

from typing import Any

from qipan.desk.play_offs.games import won_by
from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.play_offs import MatchReopened
from qipan.journal.results import MatchDecided
from qipan.kernel.results import Score
from qipan.kernel.rules import rule
from qipan.sections.matches import Match
from qipan.sections.stages import is_decisive
from qipan.sections.trees import is_settled, who_went_on

WHILE_DRAWN = rule("playoff.while-drawn", "A play-off counts only while the match is drawn.")


def winner_follows(match: Match, score: Score) -> list[CompetitionEvent]:
    """Say who wins a match that has this score from now on. Raises Refused as ``who_went_on``."""
    state, section = match.standing.state, match.standing.section
    number, board = match.round.number, match.table.board
    if is_settled(state, section, number):
        return who_went_on(state, section, number, board)
    if not match.playoff or not is_decisive(match.standing, match.table):
        return []
    place: dict[str, Any] = {"section": section.id, "round": number, "board": board}
    decided = board in match.round.decided
    if len(set(score.seats)) > 1:
        return [MatchReopened(**place, cause=Cause(WHILE_DRAWN))] if decided else []
    game = match.playoff[-1]
    won = won_by(match, game.number, game.result.score, game.first)
    if decided or won is None:
        return []
    winner, key = won
    cause = Cause(key, {"game": game.number, "first": game.first})
    return [MatchDecided(**place, winner=winner, cause=cause)]
