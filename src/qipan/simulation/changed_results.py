"""Results that the games did not give: lost by a ruling or by not coming, or turned afterwards."""

from random import Random
from typing import Any

from qipan.desk.command import Command
from qipan.desk.conduct.lost_games import losing_score
from qipan.desk.results.commands import CorrectResult, RecordGame, RecordResult
from qipan.journal.state import Competition, Round, Section, Table
from qipan.kernel.ids import EntrantId
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.rulebooks.schema import MatchKind
from qipan.sections.lookup import event_of
from qipan.sections.matches import GAME_POINTS, match_of


def lost(
    state: Competition,
    section: Section,
    current: Round,
    table: Table,
    who: EntrantId,
    how: How,
) -> Command:
    """Let somebody lose: the match, its first game, or at a table of several be the last."""
    match = match_of(state, section, current.number, table.board)
    place: dict[str, Any] = {
        "section": section.id,
        "round": current.number,
        "board": table.board,
        "how": how,
    }
    if match.rule.kind is MatchKind.PLACES:
        ahead = [each for each in table.seats if each != who]
        places = {each: number for number, each in enumerate([*ahead, who], 1)}
        score = Score(tuple(Points(places[each]) for each in table.seats))
        return RecordResult(**place, score=score)
    if match.several:
        return RecordGame(**place, score=losing_score(GAME_POINTS, table.seats, who))
    scoring = match.standing.scoring
    return RecordResult(**place, score=losing_score(scoring, table.seats, who))


def turned(
    state: Competition, section: Section, found: Round, dice: Random, reason: str
) -> Command | None:
    """Turn one played result of a round: who won loses, who was first is last."""
    played = [each for each in found.tables if found.results[each.board].how is How.PLAYED]
    if not played:
        return None
    table = dice.choice(played)
    known = list(found.results[table.board].score.seats)
    if match_of(state, section, found.number, table.board).rule.kind is MatchKind.PLACES:
        best, worst = known.index(min(known)), known.index(max(known))
        known[best], known[worst] = known[worst], known[best]
        score = Score(tuple(known))
    else:
        scoring = event_of(state, section).scoring.scoring()
        better = table.seats[0] if known[0] > known[1] else table.seats[1]
        score = losing_score(scoring, table.seats, better)
    return CorrectResult(
        section=section.id,
        round=found.number,
        board=table.board,
        score=score,
        how=How.ADJUDGED,
        reason=reason,
    )
