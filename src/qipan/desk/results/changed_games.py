"""One game of a match replaced, and the match with it.

A game, or the board of a team match, that is corrected or ruled on afterwards changes alone; the
match is what its games then make of it. It may be open again: who first needs two wins has one.
"""

from qipan.desk.play_offs.replaced_results import winner_follows
from qipan.journal.events import CompetitionEvent
from qipan.journal.results import GameCorrected, ResultCleared, ResultCorrected, ResultRecorded
from qipan.journal.state import PlayedGame
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.results import Result
from qipan.kernel.rules import RuleKey
from qipan.sections.matches import GAME_ONCE, OVER, Match, match_how, match_score


def played_game(match: Match, number: int) -> PlayedGame | None:
    """Find a game of the match, before any play-off, that has a result."""
    return next((game for game in match.regular if game.number == number), None)


def changed_game(
    match: Match,
    number: int,
    result: Result,
    reason: str,
    rule: RuleKey | None = None,
    first: EntrantId | None = None,
) -> list[CompetitionEvent]:
    """Replace the result of one game, and who moved first in it; the match follows.

    Raises Refused if that game has no result, or the match would be open after its next round.
    """
    section, board = match.standing.section, match.table.board
    before = played_game(match, number)
    if before is None:
        place = {"round": match.round.number, "board": board, "game": number}
        raise Refused("match.game-open", GAME_ONCE, **place)
    corrected = GameCorrected(
        section=section.id,
        round=match.round.number,
        board=board,
        game=number,
        score=result.score,
        how=result.how,
        reason=reason,
        first=first,
    )
    return [corrected, *match_follows(match, {number: result}, reason, rule)]


def match_follows(
    match: Match, changed: dict[int, Result], reason: str, rule: RuleKey | None = None
) -> list[CompetitionEvent]:
    """Give what becomes of a match some of whose games have other results now. Raises Refused."""
    games = tuple(
        PlayedGame(game.number, changed.get(game.number, game.result), game.first)
        for game in match.regular
    )
    section, number, board = match.standing.section.id, match.round.number, match.table.board
    known = match.round.results.get(board)
    score = match_score(match.rule, games, match.standing.scoring)
    if score is None and known is None:
        return []
    if score is None:
        if number != len(match.standing.section.rounds):
            raise Refused("match.would-be-open", OVER, section=section, round=number, board=board)
        return [ResultCleared(section=section, round=number, board=board, reason=reason)]
    how = match_how(games)
    if known is None:
        return [
            ResultRecorded(
                section=section, round=number, board=board, score=score, how=how, rule=rule
            )
        ]
    if (known.score, known.how) == (score, how):
        return []
    return [
        ResultCorrected(
            section=section,
            round=number,
            board=board,
            score=score,
            how=how,
            rule=rule,
            reason=reason,
        ),
        *winner_follows(match, score),
    ]
