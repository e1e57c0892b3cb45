"""What can be asked for about times."""

from qipan.desk.command import Command
from qipan.kernel.ids import RoundNo, SectionId


class ScheduleRound(Command, frozen=True, tag=True):
    """Set the time of a round, or move it."""

    section: SectionId
    round: RoundNo
    start: str
    end: str = ""
    reason: str = ""
    """Why it is moved."""
    despite: str = ""
    """Why it is set against the book."""


class EndRound(Command, frozen=True, tag=True):
    """Say when the last game of a round was over."""

    section: SectionId
    round: RoundNo
    at: str
