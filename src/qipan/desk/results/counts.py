"""A board of Go that a referee counted in the hall: points on the board, komi and fines.

Komi is that of the table: a game with a handicap has its own, and what area counting gives White.

Points that were fined in this game reach the count here, so that a close game has the right winner.
Where only a referee counts, a photograph of the board comes first.
"""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from qipan.desk.results.commands import RecordCount, RecordGame, RecordResult
from qipan.desk.results.match_games import record_game
from qipan.desk.results.recording import record_result
from qipan.desk.roles import ARBITERS, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.results import BoardCounted
from qipan.journal.state import Competition, PenaltyKind
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.results import How, Score
from qipan.kernel.rules import rule
from qipan.sections.handicaps import given_to_white
from qipan.sections.lookup import section_of
from qipan.sections.matches import GAME_POINTS, Match, match_of

COUNTED = rule("count.fines", "Komi and points fined in a game are part of its count.")
PHOTOGRAPHED = rule("count.photograph", "The board is photographed before it is counted.")
_FINGERPRINT = re.compile(r"[0-9a-f]{16,64}")


def record_count(state: Competition, command: RecordCount) -> list[CompetitionEvent]:
    """Record a board by its count. Raises Refused without a photograph, or where none is counted.

    Raises BadInput if a number of points cannot be read.
    """
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    rules, seats = match.standing.rules, match.table.seats
    place: dict[str, Any] = {"section": section.id, "round": command.round, "board": command.board}
    if rules.game != "go" or len(command.points) != 2 or command.black not in seats:
        raise Refused("count.not-here", COUNTED, **place)
    known = [each.hash for each in section.photos.get((command.round, command.board), ())]
    photo = command.photo.lower() or (known[-1] if known else "")
    if rules.rules.get("referee_counts") and _FINGERPRINT.fullmatch(photo) is None:
        raise Refused("count.no-photograph", PHOTOGRAPHED, **place)
    game = command.game or (match.next_game if match.several else 1)
    white = seats[1] if command.black == seats[0] else seats[0]
    fines = tuple(_fined(match, who, game) for who in (command.black, white))
    komi = given_to_white(rules, match.table)
    totals = (
        _points(command.points[0]) - fines[0] - komi,
        _points(command.points[1]) - fines[1],
    )
    counted = BoardCounted(
        **place,
        game=game,
        black=command.black,
        points=command.points,
        komi=str(komi),
        fines=fines,
        totals=(str(totals[0]), str(totals[1])),
        photo=photo,
    )
    scoring = GAME_POINTS if match.several else match.standing.scoring
    worth = {command.black: scoring.draw, white: scoring.draw}
    if totals[0] != totals[1]:
        winner = command.black if totals[0] > totals[1] else white
        worth = {who: scoring.win if who == winner else scoring.loss for who in worth}
    score = Score(tuple(worth[who] for who in seats))
    if not match.several:
        return [counted, *record_result(state, RecordResult(**place, score=score))]
    single = RecordGame(**place, score=score, game=game, first=command.black, how=How.PLAYED)
    return [counted, *record_game(state, single)]


def _fined(match: Match, who: EntrantId, game: int) -> int:
    """Add up the points that an entrant was fined in a game."""
    at = (match.round.number, match.table.board)
    return sum(
        penalty.amount
        for each in match.standing.section.penalties
        if each.entrant == who and (each.round, each.board) == at
        if each.game == game or not match.several
        for penalty in each.penalties
        if penalty.kind is PenaltyKind.GAME_POINTS
    )


def _points(text: str) -> Decimal:
    try:
        found = Decimal(text)
    except InvalidOperation as error:
        raise BadInput(f"not a number of points: {text[:20]!r}", where="points") from error
    if not found.is_finite() or not 0 <= found <= 1000 or found * 2 % 1:
        raise BadInput(f"not a number of points: {text[:20]!r}", where="points")
    return found


DECISIONS: Decisions = {RecordCount: ListedCommand(record_count, ARBITERS)}
