"""Decisions on results: which scores a book knows, recording, correcting."""

from typing import Any

from qipan.desk.play_offs.replaced_results import winner_follows
from qipan.desk.results.changed_games import changed_game, played_game
from qipan.desk.results.commands import CorrectResult, RecordResult
from qipan.desk.roles import ARBITERS, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.results import (
    ResultConfirmed,
    ResultCorrected,
    ResultRecorded,
    SeatsTurned,
)
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.points import Points, Scoring
from qipan.kernel.results import How, Result, Score
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import MatchKind
from qipan.sections.lookup import BOARD_OPEN, board_of, event_of, section_of
from qipan.sections.matches import GAME_POINTS, Match, match_of
from qipan.sections.scores import figures
from qipan.sections.stages import match_rule_of, stage_of_round

SCORES = rule("desk.result.scores", "A result must be a score the regulation knows.")
RECORD_ONCE = rule("desk.result.once", "A result is recorded once; a change is a correction.")
REASON = rule("desk.result.reason", "A correction needs a reason and must change something.")

REPORTED = rule("desk.result.confirmed", "What a player reports counts when it is confirmed.")
GAMES_DECIDE = rule(
    "desk.result.games-decide", "What was played in a match is corrected game by game."
)
FIRST_IN_FACT = rule("desk.result.first", "The result records who actually moved first.")
PLACES = rule("desk.result.places", "At a table of several players everyone gets a place.")
RECORDED = (How.PLAYED, How.FORFEIT, How.ADJUDGED)

_SIGNS = {"+": 1, "-": 0}


def allowed_scores(scoring: Scoring, how: How) -> set[tuple[int, ...]]:
    """Give the scores of two seats that a book knows for a result that came about so."""
    win, draw, loss = scoring.win, scoring.draw, scoring.loss
    decided: set[tuple[int, ...]] = {(win, loss), (loss, win)}
    if how is How.PLAYED:
        return decided | {(draw, draw)}
    if how is How.FORFEIT:
        return decided | {(loss, loss)}
    return decided | {(draw, draw), (loss, loss), (draw, loss), (loss, draw)}


def read_score(text: str, scoring: Scoring) -> tuple[Score, How]:
    """Read ``1-0``, ``½-½``, ``0.5-0.5``, ``1:0``; ``+-``, ``-+``, ``--`` are forfeits.

    Raises BadInput if it is none of these; whether the book knows it is decided later.
    """
    word = text.strip().replace("–", "-").replace("—", "-").replace("−", "-").replace(" ", "")
    if len(word) == 2 and set(word) <= set(_SIGNS):
        values = (scoring.loss, scoring.win)
        return Score(tuple(values[_SIGNS[sign]] for sign in word)), How.FORFEIT
    for mark in (":", "-"):
        first, found, second = word.partition(mark)
        if found and first and second:
            return Score((scoring.read(first), scoring.read(second))), How.PLAYED
    raise BadInput(f"not a result: {text[:20]!r} (try 1-0, 0.5-0.5, 0-1, +-, -+, --)")


def read_places(text: str) -> Score:
    """Read the places of several seats: ``3-1-2``, ``3 1 2``. Raises BadInput."""
    words = text.replace("–", "-").replace("-", " ").replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        raise BadInput(f"not places: {text[:40]!r} (try 1-2-3-4-5-6, in the order of the seats)")
    return Score(tuple(Points(int(word)) for word in words))


def record_result(state: Competition, command: RecordResult) -> list[CompetitionEvent]:
    """Decide; touch nothing. Raises Refused if the board is not open or the score unknown."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    _check(state, section, command)
    known = found.results.get(command.board)
    if known is not None and command.board in found.reported:
        return _settled(state, section, command)
    if known is not None:
        raise Refused(
            "result.recorded",
            RECORD_ONCE,
            section=section.id,
            round=command.round,
            board=command.board,
            score=_shown(state, section, found, known.score),
        )
    return [
        *turned_seats(state, section, command),
        ResultRecorded(
            section=section.id,
            round=command.round,
            board=command.board,
            score=command.score,
            how=command.how,
        ),
    ]


def _settled(state: Competition, section: Section, command: RecordResult) -> list[CompetitionEvent]:
    """Let an arbiter's word stand for what a player reported: the same, or another one."""
    place: dict[str, Any] = {
        "section": section.id,
        "round": command.round,
        "board": command.board,
    }
    turned = turned_seats(state, section, command)
    known = section.rounds[command.round - 1].results[command.board]
    score = Score(known.score.seats[::-1]) if turned else known.score
    if (score, known.how) == (command.score, command.how):
        return [*turned, ResultConfirmed(**place, rule=REPORTED)]
    return [
        *turned,
        ResultCorrected(**place, score=command.score, how=command.how, rule=REPORTED),
        *winner_follows(match_of(state, section, command.round, command.board), command.score),
    ]


def turned_seats(
    state: Competition, section: Section, command: RecordResult | CorrectResult
) -> list[CompetitionEvent]:
    """Turn the seats if somebody else moved first in fact. Raises Refused if they do not sit here.

    In a match of several games each game says itself who moved first.
    """
    if command.first is None:
        return []
    table = board_of(section, command.round, command.board).table(command.board)
    seats = table.seats if table is not None else ()
    if command.first not in seats or len(seats) != 2:
        raise Refused("match.not-seated", FIRST_IN_FACT, entrant=command.first, board=command.board)
    if match_of(state, section, command.round, command.board).several:
        raise Refused("match.which-game", FIRST_IN_FACT, board=command.board)
    if command.first == seats[0]:
        return []
    return [
        SeatsTurned(
            section=section.id,
            round=command.round,
            board=command.board,
            first=command.first,
            reason=getattr(command, "reason", "").strip(),
        )
    ]


def correct_result(state: Competition, command: CorrectResult) -> list[CompetitionEvent]:
    """Decide on a correction. Raises Refused if there is nothing to correct, or no reason."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    known = found.results.get(command.board)
    place: dict[str, Any] = {
        "section": section.id,
        "round": command.round,
        "board": command.board,
    }
    match = match_of(state, section, command.round, command.board)
    if command.game is not None:
        if match.several:
            return _correct_game(match, command.game, command)
        if command.game != 1:
            raise Refused("match.no-such-game", BOARD_OPEN, **place, game=command.game, games=1)
    if known is None:
        raise Refused("result.nothing-to-correct", BOARD_OPEN, **place)
    if match.several and match.regular and command.how is How.PLAYED:
        raise Refused("match.which-game", GAMES_DECIDE, **place)
    _check(state, section, command)
    if not command.reason.strip():
        raise Refused("result.no-reason", REASON, **place)
    turned = turned_seats(state, section, command)
    score = Score(known.score.seats[::-1]) if turned else known.score
    if (score, known.how) == (command.score, command.how):
        if turned:  # only who moved first was wrong
            return turned
        raise Refused("result.unchanged", REASON, **place)
    return [
        *turned,
        ResultCorrected(
            section=section.id,
            round=command.round,
            board=command.board,
            score=command.score,
            how=command.how,
            reason=command.reason.strip(),
        ),
        *winner_follows(match, command.score),
    ]


def _correct_game(match: Match, game: int, command: CorrectResult) -> list[CompetitionEvent]:
    """Correct one game of a match, and the match with it. Raises Refused."""
    place = {"round": command.round, "board": command.board}
    known = allowed_scores(GAME_POINTS, command.how)
    if command.how not in RECORDED or command.score.seats not in known:
        shown = "-".join(map(GAME_POINTS.show, command.score.seats))
        raise Refused("result.not-in-book", SCORES, **place, score=shown, known=[])
    before = played_game(match, game)
    if not command.reason.strip():
        raise Refused("result.no-reason", REASON, **place)
    first = command.first
    if first is not None and first not in match.table.seats:
        raise Refused("match.not-seated", FIRST_IN_FACT, entrant=first, board=command.board)
    result = Result(command.score, command.how)
    if (
        before is not None
        and (before.result.score, before.result.how)
        == (
            result.score,
            result.how,
        )
        and first in (None, before.first)
    ):
        raise Refused("result.unchanged", REASON, **place)
    return changed_game(match, game, result, command.reason.strip(), first=first)


def _check(state: Competition, section: Section, command: RecordResult | CorrectResult) -> None:
    found = board_of(section, command.round, command.board)
    table = found.table(command.board)
    rule_ = match_rule_of(stage_of_round(state, section, found), found)
    if rule_.kind is MatchKind.PLACES and table is not None:
        _check_places(command, len(table.seats))
        return
    scoring = event_of(state, section).scoring.scoring()
    known = allowed_scores(scoring, command.how)
    if command.how not in RECORDED or command.score.seats not in known:
        raise Refused(
            "result.not-in-book",
            SCORES,
            section=section.id,
            round=command.round,
            board=command.board,
            score="-".join(scoring.show(each) for each in command.score.seats),
            known=sorted("-".join(map(scoring.show, each)) for each in known),
        )


def _check_places(command: RecordResult | CorrectResult, seats: int) -> None:
    """A game of several seats gives each a place; who ties shares the better one."""
    places = command.score.seats
    right = len(places) == seats and all(
        place == 1 + sum(other < place for other in places) for place in places
    )
    if not right or command.how not in RECORDED:
        raise Refused(
            "result.not-places",
            PLACES,
            round=command.round,
            board=command.board,
            seats=seats,
            places=[int(each) for each in command.score.seats],
        )


def _shown(state: Competition, section: Section, found: Round, score: Score) -> str:
    return "-".join(map(figures(state, section, found), score.seats))


DECISIONS: Decisions = {
    RecordResult: ListedCommand(record_result, ARBITERS),
    CorrectResult: ListedCommand(correct_result, ARBITERS),
}
