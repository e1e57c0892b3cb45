"""What can be asked for about rounds at live tables."""

from qipan.desk.command import Command
from qipan.journal.state import KeptRecord
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId


class OpenContest(Command, frozen=True, tag=True):
    """Play a section at live tables."""

    section: SectionId
    zone: str = "+00:00"
    mode: str = "online"
    check_in: int = 30
    automatic: bool = True
    delay: int | None = None
    """Seconds by which spectators see boards, clocks and ends later; left out: as the book says."""


class PlanRounds(Command, frozen=True, tag=True):
    """Set the times of all rounds to come: from the book's windows, or as they are given."""

    section: SectionId
    days: tuple[str, ...] = ()
    """The days of the windows; empty: those of the section's period in the book."""
    starts: tuple[str, ...] = ()
    """Where the book has no windows: when each round begins."""
    reason: str = ""
    """Why rounds that have a time get another."""
    despite: str = ""
    """Why it is set against the book."""


class ShiftRounds(Command, frozen=True, tag=True):
    """Move a round and all that follow it by so many minutes."""

    section: SectionId
    round: RoundNo
    minutes: int
    reason: str


class CheckInForRound(Command, frozen=True, tag=True):
    """Say that somebody is there for a round."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId
    at: str
    """UTC, ISO 8601."""


class NoteArrival(Command, frozen=True, tag=True):
    """Note that people sat down at their tables."""

    section: SectionId
    round: RoundNo
    entrants: tuple[EntrantId, ...]
    seats: tuple[tuple[BoardNo, int, EntrantId], ...] = ()
    """Board, game and entrant of those whose lateness counts."""
    at: str = ""
    """UTC, ISO 8601; needed with ``seats``."""


class SeatRound(Command, frozen=True, tag=True):
    """Play a published round at live tables."""

    section: SectionId
    round: RoundNo
    at: str


class LoseLate(Command, frozen=True, tag=True):
    """Let everybody lose the round who has not come when the book's limit is over."""

    section: SectionId
    round: RoundNo
    at: str


class TakeTable(Command, frozen=True, tag=True):
    """Take the end of a table over as the result of its game."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    table: str
    version: int
    places: tuple[int, ...]
    """By seat of the table, 1 the best."""
    adjudged: bool = False
    """An arbiter decided it."""
    used: tuple[int, ...] = ()
    """Milliseconds, by seat of the table."""
    record: KeptRecord | None = None
    """The moves, where there are some to keep."""
    both_lose: bool = False
    """An arbiter let both sides lose."""
    again: bool = False
    """The game had no result: it is played again."""
    at: str = ""
    """UTC, ISO 8601; needed with ``delay``."""
    delay: int = 0
    """Milliseconds by which spectators of the table are behind."""


class ReopenBoard(Command, frozen=True, tag=True):
    """Take a board's result back and play it again, from a game on."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    reason: str
    at: str
    game: int = 1
