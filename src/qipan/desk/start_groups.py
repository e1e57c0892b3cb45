"""A McMahon start score set by hand, where rank or rating misjudges somebody."""

from typing import Any

from qipan.desk.command import Command
from qipan.desk.roles import CHIEF_AND_ORGANISER, Decisions, ListedCommand
from qipan.journal.competition import StartScoreSet
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, SectionId
from qipan.kernel.rules import rule
from qipan.sections.lookup import entrant_of, event_of, section_of
from qipan.sections.start_scores import begins_with, set_by_hand, start_scores_of

BY_HAND = rule(
    "mcmahon.start-by-hand",
    "The organiser may set a player's start score by hand, giving a reason.",
    zh="主办方可说明理由，为个别棋手另定起始分。",
    th="ผู้จัดอาจกำหนดคะแนนเริ่มต้นของผู้แข่งขันบางคนเป็นอย่างอื่นได้โดยแจ้งเหตุผล",
    ms="Penganjur boleh menetapkan mata permulaan lain bagi seseorang pemain, dengan sebab.",
)


class SetStartScore(Command, frozen=True, tag=True):
    """Let somebody begin a McMahon event with other points than their rank or rating gives."""

    section: SectionId
    entrant: EntrantId
    points: int | None = None
    """From nothing up to what the bar gives; null: by their own rank or rating again."""
    reason: str = ""


def set_start_score(state: Competition, command: SetStartScore) -> list[CompetitionEvent]:
    """Set a start score. Raises Refused without groups, out of bounds or without a reason."""
    section = section_of(state, command.section)
    start = start_scores_of(event_of(state, section))
    if start is None:
        raise Refused("mcmahon.no-start", BY_HAND, section=section.id)
    known = section.entrants[entrant_of(section, command.entrant)]
    facts: dict[str, Any] = {"section": section.id, "entrant": known.id}
    own, by_hand = start.of(known.rating, known.rank), set_by_hand(section, known.id)
    if command.points is None:
        if by_hand is None:
            raise Refused("start-score.same", BY_HAND, **facts, points=own)
        return [StartScoreSet(**facts, points=own, reason=_reason(command))]
    if not 0 <= command.points <= start.top:
        raise Refused("start-score.bounds", BY_HAND, **facts, most=start.top)
    if command.points == begins_with(start, section, known):
        raise Refused("start-score.same", BY_HAND, **facts, points=command.points)
    level = None if command.points == own else start.counts_as(command.points)
    return [StartScoreSet(**facts, points=command.points, counts_as=level, reason=_reason(command))]


def _reason(command: SetStartScore) -> str:
    """Give the reason. Raises Refused if there is none."""
    if not command.reason.strip():
        raise Refused("start-score.no-reason", BY_HAND, entrant=command.entrant)
    return command.reason.strip()


DECISIONS: Decisions = {SetStartScore: ListedCommand(set_start_score, CHIEF_AND_ORGANISER)}
