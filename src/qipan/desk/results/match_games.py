"""Decisions on the games of a match: each is recorded once, and the match when they decide it."""

from qipan.desk.play_offs.games import next_play_off, play_off_decided, play_off_first_checked
from qipan.desk.results.commands import RecordGame
from qipan.desk.results.recording import SCORES, allowed_scores
from qipan.desk.roles import ARBITERS, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.results import GameRecorded, ResultRecorded
from qipan.journal.state import Competition, PlayedGame
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.results import Result, shared_score
from qipan.rulebooks.schema import MatchKind
from qipan.sections.lookup import BOARD_OPEN, section_of
from qipan.sections.matches import (
    BY_SUM,
    FIRST_TO,
    GAME_ONCE,
    GAME_POINTS,
    OVER,
    Match,
    first_missing,
    first_of,
    match_how,
    match_of,
    match_score,
)
from qipan.sections.stages import is_decisive


def record_game(state: Competition, command: RecordGame) -> list[CompetitionEvent]:
    """Record a game of a match, and the match once it is decided. Raises Refused."""
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    result = match.round.results.get(command.board)
    place = {"section": section.id, "round": command.round, "board": command.board}
    if command.score.seats not in allowed_scores(GAME_POINTS, command.how):
        raise Refused("result.not-in-book", SCORES, **place, score=str(command.score), known=[])
    if result is None and match.several:
        return _regular(match, command)
    level = result is not None and len(set(result.score.seats)) == 1
    if level and is_decisive(match.standing, match.table):
        if command.board in match.round.decided:
            raise Refused("match.over", OVER, **place)
        return _play_off(match, command)
    if any(game.number == command.game for game in match.regular):
        raise Refused("match.game-recorded", GAME_ONCE, **place, game=command.game)
    raise Refused("match.over", OVER, **place)


def _require_new(match: Match, number: int, before: tuple[PlayedGame, ...]) -> None:
    """Raise Refused for a game that the match does not have, or that has a result."""
    limit = match.rule.games if match.rule.kind is MatchKind.SUM else first_missing(before)
    known = any(game.number == number for game in before)
    if 1 <= number <= limit and not known:
        return
    place = {"round": match.round.number, "board": match.table.board, "game": number}
    if known and number <= limit:
        raise Refused("match.game-recorded", GAME_ONCE, **place)
    raise Refused("match.no-such-game", GAME_ONCE, **place, games=limit)


def _regular(match: Match, command: RecordGame) -> list[CompetitionEvent]:
    before = match.regular
    number = command.game if command.game is not None else first_missing(before)
    _require_new(match, number, before)
    first = command.first or first_of(match, number)
    if first not in match.table.seats:
        raise Refused("match.not-seated", BOARD_OPEN, entrant=first, board=command.board)
    game = _game(command, number, first, playoff=False)
    done = (
        *before,
        PlayedGame(number, Result(command.score, command.how), first, False, command.seconds),
    )
    score = match_score(match.rule, done, match.standing.scoring)
    if score is None:
        return [game]
    key = FIRST_TO if match.rule.kind is MatchKind.FIRST_TO else BY_SUM
    return [
        game,
        ResultRecorded(
            section=command.section,
            round=command.round,
            board=command.board,
            score=shared_score(score.seats),
            how=match_how(done),
            rule=key,
        ),
    ]


def _game(
    command: RecordGame, number: int, first: EntrantId | None, *, playoff: bool
) -> GameRecorded:
    return GameRecorded(
        section=command.section,
        round=command.round,
        board=command.board,
        game=number,
        score=command.score,
        first=first,
        how=command.how,
        playoff=playoff,
        seconds=command.seconds,
    )


def _play_off(match: Match, command: RecordGame) -> list[CompetitionEvent]:
    number, _ = next_play_off(match)
    first = play_off_first_checked(match, command)
    game = _game(command, number, first, playoff=True)
    decided = play_off_decided(match, command, first)
    return [game] if decided is None else [game, decided]


DECISIONS: Decisions = {RecordGame: ListedCommand(record_game, ARBITERS)}
