"""Events of rounds and results."""

import msgspec

from qipan.journal.event import Cause, Event
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.results import Bye, How, Score
from qipan.kernel.rules import RuleKey


class Table(msgspec.Struct, frozen=True):
    """Who sits at a board of a round."""

    board: BoardNo
    seats: tuple[EntrantId, ...]
    causes: tuple[Cause, ...] = ()
    group: str = ""
    """The group, bracket slot or heat within the stage, where it has several."""


class Resting(msgspec.Struct, frozen=True):
    """Who has no meeting in a round, and why."""

    entrant: EntrantId
    bye: Bye
    causes: tuple[Cause, ...] = ()


class RoundPaired(Event, frozen=True, tag="round-paired/1"):
    """A round was paired; not yet public."""

    section: SectionId
    round: RoundNo
    tables: tuple[Table, ...]
    resting: tuple[Resting, ...] = ()
    causes: tuple[Cause, ...] = ()
    stage: str = ""
    """The stage of the event this round belongs to; rounds count on through the stages."""


class RoundPublished(Event, frozen=True, tag="round-published/1"):
    """A paired round became public; results can be recorded."""

    section: SectionId
    round: RoundNo


class ResultRecorded(Event, frozen=True, tag="result-recorded/1"):
    """The arbiter accepted a result. A correction is a new event, never an edit."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    how: How = How.PLAYED
    rule: RuleKey | None = None


class ResultCorrected(Event, frozen=True, tag="result-corrected/1"):
    """A recorded result was replaced; the old one stays visible."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    how: How = How.PLAYED
    rule: RuleKey | None = None
    reason: str = ""


Events = RoundPaired | RoundPublished | ResultRecorded | ResultCorrected
