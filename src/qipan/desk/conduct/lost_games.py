"""The events that make somebody lose a board, whatever a match there consists of."""

from qipan.desk.play_offs.replaced_results import winner_follows
from qipan.desk.results.changed_games import changed_game, played_game
from qipan.desk.results.commands import RecordGame
from qipan.desk.results.match_games import record_game
from qipan.journal.events import CompetitionEvent
from qipan.journal.results import GameCorrected, ResultCorrected, ResultRecorded
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.points import Scoring
from qipan.kernel.results import How, Result, Score
from qipan.kernel.rules import rule
from qipan.sections.lookup import BOARD_OPEN
from qipan.sections.matches import GAME_ONCE, GAME_POINTS, Match, match_of

LOST = rule("conduct.game-lost", "An arbiter rules a game lost.")

At = tuple[RoundNo, BoardNo]


def losing_score(scoring: Scoring, seats: tuple[EntrantId, ...], entrant: EntrantId) -> Score:
    """Give the score with which one of two loses."""
    return lost_scores(scoring, seats, (entrant,))


def lost_scores(
    scoring: Scoring, seats: tuple[EntrantId, ...], losers: tuple[EntrantId, ...]
) -> Score:
    """Give the score with which some lose, or all."""
    return Score(tuple(scoring.loss if who in losers else scoring.win for who in seats))


def lost_events(
    state: Competition,
    section: Section,
    at: At,
    entrant: EntrantId,
    reason: str,
    *,
    forfeit: bool = False,
    whole: bool = False,
    game: int | None = None,
) -> list[CompetitionEvent]:
    """Let an entrant lose: the game under way, or the result that stands [conduct.game-lost].

    ``whole``: the whole match at once; ``game``: this board of a team match.
    Raises Refused if they do not sit there or the table has more than two seats.
    """
    number, board = at
    match = match_of(state, section, number, board)
    seats = match.table.seats
    if entrant not in seats or len(seats) != 2:
        raise Refused("conduct.not-at-board", BOARD_OPEN, entrant=entrant, board=board)
    how = How.FORFEIT if forfeit else How.ADJUDGED
    known = match.round.results.get(board)
    if match.several and not whole:
        single = Result(losing_score(GAME_POINTS, seats, entrant), how)
        return _lost_game(match, single, reason, game)
    score = losing_score(match.standing.scoring, seats, entrant)
    if known is None:
        return [
            ResultRecorded(
                section=section.id, round=number, board=board, score=score, how=how, rule=LOST
            )
        ]
    if (known.score, known.how) == (score, how):
        return []
    kept = winner_follows(match, score)
    return [_corrected(section, at, Result(score, how, LOST), reason), *kept]


def both_lost(match: Match, reason: str, game: int | None = None) -> list[CompetitionEvent]:
    """Let both lose by not being there, where one of them has lost so already."""
    seats = match.table.seats
    if game is not None:
        nothing = Result(lost_scores(GAME_POINTS, seats, seats), How.FORFEIT)
        return changed_game(match, game, nothing, reason, LOST)
    section, at = match.standing.section, (match.round.number, match.table.board)
    result = Result(lost_scores(match.standing.scoring, seats, seats), How.FORFEIT, LOST)
    kept = winner_follows(match, result.score)
    return [_corrected(section, at, result, reason), *kept]


def _lost_game(
    match: Match, result: Result, reason: str, game: int | None
) -> list[CompetitionEvent]:
    """Let one game of a match be lost, with or without a result there; the match follows.

    Raises Refused if the match is over and nobody says which game is meant.
    """
    number, board = match.round.number, match.table.board
    over = board in match.round.results
    if game is None and over:
        raise Refused("conduct.which-game", LOST, round=number, board=board, games=len(match.games))
    if game is not None and played_game(match, game) is not None:
        return changed_game(match, game, result, reason, LOST)
    if over:
        raise Refused("match.no-such-game", GAME_ONCE, round=number, board=board, game=game)
    command = RecordGame(
        section=match.standing.section.id,
        round=number,
        board=board,
        score=result.score,
        game=game,
        how=result.how,
    )
    return record_game(match.standing.state, command)


def _corrected(section: Section, at: At, result: Result, reason: str) -> CompetitionEvent:
    return ResultCorrected(
        section=section.id,
        round=at[0],
        board=at[1],
        score=result.score,
        how=result.how,
        rule=result.rule,
        reason=reason,
    )


def replaced(
    state: Competition,
    section: Section,
    at: At,
    worth: tuple[int, int],
    how: How,
    reason: str,
    game: int | None = None,
) -> list[CompetitionEvent]:
    """Replace a result that stands, or one game of it and the match with it.

    ``worth`` gives each seat 1 for a win and 0 for a loss.
    """
    match = match_of(state, section, *at)
    standing = match.standing.scoring
    if not match.several:
        score = Score(tuple(standing.win if each else standing.loss for each in worth))
        return [_corrected(section, at, Result(score, how, LOST), reason)]
    single = Result(
        Score(tuple(GAME_POINTS.win if each else GAME_POINTS.loss for each in worth)), how
    )
    if game is not None:
        return changed_game(match, game, single, reason, LOST)
    events: list[CompetitionEvent] = [
        GameCorrected(
            section=section.id,
            round=at[0],
            board=at[1],
            game=each.number,
            score=single.score,
            how=how,
            reason=reason,
        )
        for each in match.regular
    ]
    whole = Score(tuple(standing.win if each else standing.loss for each in worth))
    return [*events, _corrected(section, at, Result(whole, how, LOST), reason)]
