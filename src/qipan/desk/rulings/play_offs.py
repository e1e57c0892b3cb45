"""Rulings on games of a play-off, before or after they have a result; the outcome follows.

The next game is ruled on as it would be recorded. The last one may be ruled on anew, also when it
decided the match: then it decides for somebody else, or the play-off goes on. Of an earlier game
the later ones are in the way: they are first played again, the last one first, which takes them
out. Where both lose, nobody has won, and the play-off goes on.
"""

from typing import Any

import msgspec

from qipan.desk.play_offs.games import (
    PLAYED_OFF,
    SEATS,
    play_off_first_checked,
    play_off_terms,
    won_by,
)
from qipan.desk.results.commands import RecordGame
from qipan.desk.results.match_games import record_game
from qipan.desk.results.recording import REASON
from qipan.desk.rulings.commands import RULES, RuleGame, Ruling, ruled, score_of
from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.play_offs import MatchReopened, PlayOffGameAgain
from qipan.journal.results import GameCorrected, MatchDecided
from qipan.journal.state import Competition, PlayedGame
from qipan.kernel.errors import Refused
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import Tied
from qipan.sections.matches import GAME_POINTS, OVER, Match
from qipan.sections.stages import is_decisive
from qipan.sections.trees import TREE

LAST = rule("ruling.last-game", "Of a play-off the last game is ruled on, or the next.")


def rule_play_off(state: Competition, match: Match, command: RuleGame) -> list[CompetitionEvent]:
    """Rule on a game of a play-off.

    Raises Refused if the match has none, another game is the last or the next, a later round was
    made of its winner, or the game could not have begun.
    """
    number = _number(match, command)
    if number > len(match.playoff):
        return _next(state, match, command, number)
    game = match.playoff[-1]
    if command.round != len(match.standing.section.rounds):
        latest = len(match.standing.section.rounds)
        raise Refused("ruling.later-round", TREE, **_place(command, number), latest=latest)
    if command.ruling is Ruling.REPLAY:
        return [ruled(command, number), _again(match, command, number)]
    return [ruled(command, number), *_anew(match, command, game)]


def _place(command: RuleGame, number: int) -> dict[str, int]:
    return {"round": command.round, "board": command.board, "game": number}


def _number(match: Match, command: RuleGame) -> int:
    """Find the game that is meant. Raises Refused."""
    board, last = command.board, len(match.playoff)
    result = match.round.results.get(board)
    level = result is not None and len(set(result.score.seats)) == 1
    play_off_terms(match, 1)
    if not level or not is_decisive(match.standing, match.table):
        raise Refused("ruling.no-play-off", PLAYED_OFF, round=command.round, board=board)
    over = board in match.round.decided
    number = command.game or (last if over else last + 1)
    if number == last + 1 and over:
        section = match.standing.section.id
        raise Refused("match.over", OVER, section=section, **_place(command, number))
    if number < 1 or number not in (last, last + 1):
        raise Refused("ruling.last-game", LAST, **_place(command, number), last=last)
    return number


def _next(
    state: Competition, match: Match, command: RuleGame, number: int
) -> list[CompetitionEvent]:
    """Rule on the game that is on: it is recorded as ruled, or played again."""
    score = score_of(match, command, GAME_POINTS)
    record = RecordGame(
        section=command.section,
        round=command.round,
        board=command.board,
        score=score,
        how=How.ADJUDGED,
    )
    said = ruled(command, number)
    if command.ruling is Ruling.REPLAY:
        play_off_first_checked(match, record)  # it cannot have begun before
        seated = command.board in match.round.seating
        return [said, _again(match, command, number)] if seated else [said]
    return [said, *(_with_ruling(each, command) for each in record_game(state, record))]


def _with_ruling(event: CompetitionEvent, command: RuleGame) -> CompetitionEvent:
    """Say in the decision of a match that an arbiter ruled, and why."""
    if not isinstance(event, MatchDecided):
        return event
    return msgspec.structs.replace(event, cause=_because(event.cause, command))


def _because(cause: Cause, command: RuleGame) -> Cause:
    facts = {"ruling": command.ruling.value, "reason": command.reason.strip()}
    return Cause(cause.rule, {**cause.facts, **facts})


def _again(match: Match, command: RuleGame, number: int) -> PlayOffGameAgain:
    return PlayOffGameAgain(
        section=command.section,
        round=command.round,
        board=command.board,
        game=number,
        table_game=match.before_play_off + number,
        reason=command.reason.strip(),
    )


def _anew(match: Match, command: RuleGame, game: PlayedGame) -> list[CompetitionEvent]:
    """Replace the last game's result; who wins the match by it, or that it goes on, follows."""
    score = score_of(match, command, GAME_POINTS)
    place: dict[str, Any] = {
        "section": command.section,
        "round": command.round,
        "board": command.board,
    }
    if (score, How.ADJUDGED) == (game.result.score, game.result.how):
        raise Refused("result.unchanged", REASON, **place)
    terms = play_off_terms(match, game.number)
    if command.ruling is Ruling.DRAW and terms.drawn is Tied.SECOND_WINS and game.first is None:
        raise Refused("ruling.no-colours", SEATS, **_place(command, game.number))
    events: list[CompetitionEvent] = [
        GameCorrected(
            **place,
            game=game.number,
            score=score,
            how=How.ADJUDGED,
            reason=command.reason.strip(),
            playoff=True,
        )
    ]
    found = won_by(match, game.number, score, game.first)
    if found is not None:
        winner, key = found
        cause = _because(Cause(key, {"game": game.number, "first": game.first}), command)
        events.append(MatchDecided(**place, winner=winner, cause=cause))
    elif command.board in match.round.decided:
        cause = _because(Cause(RULES[command.ruling], {"game": game.number}), command)
        events.append(MatchReopened(**place, cause=cause))
    return events
