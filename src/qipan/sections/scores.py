"""Events that say what their scores mean without any book.

A score is stored in the smallest unit of its book. Beside it stands what it means: points as
people write them, and who won.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import msgspec

from qipan.journal.conduct import PenaltyImposed
from qipan.journal.events import CompetitionEvent
from qipan.journal.results import GameCorrected, GameRecorded, ResultCorrected, ResultRecorded
from qipan.journal.state import Competition, PenaltyKind, Round, Section
from qipan.kernel.points import Points, Scoring
from qipan.kernel.results import Score
from qipan.rulebooks.schema import MatchKind
from qipan.sections.lookup import event_of
from qipan.sections.matches import GAME_POINTS
from qipan.sections.stages import match_rule_of, stage_of_round


def gives_places(state: Competition, section: Section, found: Round) -> bool:
    """Say whether the tables of a round give everybody a place, and no points."""
    rule = match_rule_of(stage_of_round(state, section, found), found)
    return rule.kind is MatchKind.PLACES


def figures(state: Competition, section: Section, found: Round) -> Callable[[Points], str]:
    """Say how the scores of a round are written: places as they are, points as the book counts."""
    if gives_places(state, section, found):
        return lambda place: str(int(place))
    return event_of(state, section).scoring.scoring().show


def self_described(state: Competition, event: CompetitionEvent) -> CompetitionEvent:
    """Give the event with the meaning of its scores written into it."""
    match event:
        case ResultRecorded(points=(_, *_)) | GameRecorded(points=(_, *_)):
            return event  # said already: it came together with its round
        case ResultRecorded() | ResultCorrected():
            section = state.sections[event.section]
            found = section.rounds[event.round - 1]
            standing = stage_of_round(state, section, found)
            if match_rule_of(standing, found).kind is MatchKind.PLACES:
                return msgspec.structs.replace(event, points=tuple(map(str, event.score.seats)))
            return with_meaning(event, standing.scoring)
        case GameRecorded() | GameCorrected():
            return with_meaning(event, GAME_POINTS)
        case PenaltyImposed():
            scoring = event_of(state, state.sections[event.section]).scoring.scoring()
            points = tuple(
                written(Points(each.amount), scoring)
                for each in event.penalties
                if each.kind is PenaltyKind.POINTS
            )
            return msgspec.structs.replace(event, points=points)
        case _:
            return event


def written(points: Points, scoring: Scoring) -> str:
    """Write points exactly: ``1``, ``1/2``, ``-2``."""
    return str(Fraction(points, scoring.unit))


def outcome_of(points: Points, scoring: Scoring) -> str:
    """Say whether points are those of a win, a draw or a loss; empty if of none."""
    for word, worth in (("win", scoring.win), ("draw", scoring.draw), ("loss", scoring.loss)):
        if points == worth:
            return word
    return ""


def rescored(score: Score, old: Scoring, new: Scoring) -> Score | None:
    """Give a score in the units of another scoring: a win stays a win. None if it has no such."""
    found = []
    for points in score.seats:
        word = outcome_of(points, old)
        exact = Fraction(points, old.unit) * new.unit
        if word:
            found.append({"win": new.win, "draw": new.draw, "loss": new.loss}[word])
        elif exact.denominator == 1:
            found.append(Points(int(exact)))
        else:
            return None
    return Score(tuple(found))


def with_meaning(
    event: ResultRecorded | ResultCorrected | GameRecorded | GameCorrected, scoring: Scoring
) -> CompetitionEvent:
    """Write beside a score what it means in points, and who won."""
    points, outcome = _meaning(event.score.seats, scoring)
    return msgspec.structs.replace(event, points=points, outcome=outcome)


@lru_cache(maxsize=4096)
def _meaning(
    seats: tuple[Points, ...], scoring: Scoring
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give points and outcomes of a score; few differ, and every event of a journal keeps them."""
    return (
        tuple(written(each, scoring) for each in seats),
        tuple(outcome_of(each, scoring) for each in seats),
    )
