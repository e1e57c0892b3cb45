"""Decisions on results that are in the wrong place: cleared, or moved to their board."""

from typing import Any

from qipan.desk.play_offs.replaced_results import winner_follows
from qipan.desk.results.commands import ClearResult, MoveResult
from qipan.desk.roles import ARBITERS, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.results import (
    GameCleared,
    GameRecorded,
    ResultCleared,
    ResultCorrected,
    ResultRecorded,
)
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo
from qipan.kernel.rules import rule
from qipan.sections.lookup import BOARD_OPEN, board_of, section_of
from qipan.sections.matches import GAME_ONCE, Match, match_of

CLEAR = rule("desk.result.clear", "A result is cleared for a reason, before the next round.")
MOVE = rule("desk.result.move", "A result is moved to a board of the same round, for a reason.")


def clear_result(state: Competition, command: ClearResult) -> list[CompetitionEvent]:
    """Clear a board. Raises Refused without a result or a reason, or after the next round."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    place: dict[str, Any] = {
        "section": section.id,
        "round": command.round,
        "board": command.board,
    }
    match = match_of(state, section, command.round, command.board)
    games = found.games.get(command.board, ())
    if command.board not in found.results and not games:
        raise Refused("result.nothing-to-clear", BOARD_OPEN, **place)
    reason = _reason(command.reason, place)
    _is_last(section, found, place)
    if command.board in found.seating:
        raise Refused("result.live", CLEAR, **place)
    if command.game is not None and match.several:
        return [*_without_game(match, command.game, place, reason)]
    if command.game not in (None, 1):
        raise Refused("match.no-such-game", GAME_ONCE, **place, game=command.game, games=1)
    cleared: list[CompetitionEvent] = []
    if command.board in found.results:
        cleared.append(ResultCleared(**place, reason=reason))
    return cleared + [
        GameCleared(**place, game=game.number, reason=reason, playoff=game.playoff)
        for game in games
    ]


def _without_game(
    match: Match, number: int, place: dict[str, Any], reason: str
) -> list[CompetitionEvent]:
    """Clear one game of a match; the match is open again."""
    if not any(game.number == number for game in match.regular):
        raise Refused("match.game-open", GAME_ONCE, **place, game=number)
    events: list[CompetitionEvent] = [GameCleared(**place, game=number, reason=reason)]
    if match.table.board in match.round.results:
        events.append(ResultCleared(**place, reason=reason))
    return events + [
        GameCleared(**place, game=game.number, reason=reason, playoff=True)
        for game in match.playoff
    ]


def _reason(text: str, place: dict[str, Any]) -> str:
    if not text.strip():
        raise Refused("result.no-reason", CLEAR, **place)
    return text.strip()


def _is_last(section: Section, found: Round, place: dict[str, Any]) -> None:
    if found.number != len(section.rounds):
        raise Refused("result.later-round", CLEAR, **place, later=len(section.rounds))


def move_result(state: Competition, command: MoveResult) -> list[CompetitionEvent]:
    """Move a result. Raises Refused without one, without a reason, or where they do not fit."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    board_of(section, command.round, command.to)
    place: dict[str, Any] = {
        "section": section.id,
        "round": command.round,
        "board": command.board,
    }
    reason = _reason(command.reason, place)
    if command.to == command.board:
        raise Refused("result.unchanged", MOVE, **place)
    here = match_of(state, section, command.round, command.board)
    there = match_of(state, section, command.round, command.to)
    if here.rule.kind is not there.rule.kind or len(here.table.seats) != len(there.table.seats):
        raise Refused("result.other-kind", MOVE, **place)
    if command.board in found.seating or command.to in found.seating:
        raise Refused("result.live", MOVE, **place)
    if here.several:
        return _games_moved(found, command, place, reason)
    known, other = found.results.get(command.board), found.results.get(command.to)
    if known is None:
        raise Refused("result.nothing-to-clear", BOARD_OPEN, **place)
    spot: dict[str, Any] = {"section": section.id, "round": command.round, "board": command.to}
    if other is None:
        _is_last(section, found, place)
        return [
            ResultCleared(**place, reason=reason),
            ResultRecorded(**spot, score=known.score, how=known.how, rule=known.rule),
        ]
    if (known.score, known.how) == (other.score, other.how):
        raise Refused("result.unchanged", MOVE, **place)
    return [
        ResultCorrected(**place, score=other.score, how=other.how, rule=other.rule, reason=reason),
        *winner_follows(here, other.score),
        ResultCorrected(**spot, score=known.score, how=known.how, rule=known.rule, reason=reason),
        *winner_follows(there, known.score),
    ]


def _games_moved(
    found: Round, command: MoveResult, place: dict[str, Any], reason: str
) -> list[CompetitionEvent]:
    """Move the games of a match to one that has none yet."""
    games = [game for game in found.games.get(command.board, ()) if not game.playoff]
    if not games:
        raise Refused("result.nothing-to-clear", BOARD_OPEN, **place)
    if found.games.get(command.to) or command.to in found.results:
        raise Refused("result.taken", MOVE, **place, to=command.to)
    spot: dict[str, Any] = {**place, "board": command.to}
    events: list[CompetitionEvent] = []
    if command.board in found.results:
        known = found.results[command.board]
        events.append(ResultCleared(**place, reason=reason))
        events.append(ResultRecorded(**spot, score=known.score, how=known.how, rule=known.rule))
    events += [GameCleared(**place, game=game.number, reason=reason) for game in games]
    return events + [
        GameRecorded(
            **spot,
            game=game.number,
            score=game.result.score,
            how=game.result.how,
            first=_seat_of(found, command, game.first),
        )
        for game in games
    ]


def _seat_of(found: Round, command: MoveResult, first: Any) -> Any:
    """Give who moves first at the other table: whoever has the same seat there."""
    here, there = found.table(BoardNo(command.board)), found.table(BoardNo(command.to))
    if first is None or here is None or there is None or first not in here.seats:
        return None
    return there.seats[here.seats.index(first)]


DECISIONS: Decisions = {
    ClearResult: ListedCommand(clear_result, ARBITERS),
    MoveResult: ListedCommand(move_result, ARBITERS),
}
