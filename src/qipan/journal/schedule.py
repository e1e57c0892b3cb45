"""Events of times. Local times, ISO 8601 without a zone."""

from qipan.journal.event import Event
from qipan.kernel.ids import RoundNo, SectionId


class RoundScheduled(Event, frozen=True, tag="round-scheduled/1"):
    """A round got its time, or another one."""

    section: SectionId
    round: RoundNo
    start: str
    end: str = ""
    reason: str = ""
    """Why it was moved."""
    despite: str = ""
    """Why it was accepted against the book."""


class RoundEnded(Event, frozen=True, tag="round-ended/1"):
    """The last game of a round was over."""

    section: SectionId
    round: RoundNo
    at: str


Events = RoundScheduled | RoundEnded
