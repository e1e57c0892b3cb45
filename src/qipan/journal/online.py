"""Events of rounds that are played at live tables: by timetable, online or in a hall."""

import msgspec

from qipan.journal.event import Event
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.results import How, Score


class ContestOpened(Event, frozen=True, tag="contest-opened/1"):
    """A section is played at live tables, by its timetable; the latest one counts."""

    section: SectionId
    zone: str
    """Where its times are local: ``Asia/Shanghai`` or ``+08:00``."""
    mode: str = "online"
    """``online``; or ``hall``: boards stand in a hall, moves or results are entered there."""
    check_in: int = 30
    """Minutes before a round from which one can check in."""
    automatic: bool = True
    """Rounds are paired at their time without anybody's doing."""


class EntrantArrived(Event, frozen=True, tag="entrant-arrived/1"):
    """Somebody checked in for a round, or sat down at their table."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId
    board: BoardNo = BoardNo(0)
    game: int = 0
    """The table they sat down at, where lateness counts there; 0: not said."""
    late: int = 0
    """Seconds after play could begin."""


class SeatedBoard(msgspec.Struct, frozen=True):
    """A board and the name from which those of its tables are made."""

    board: BoardNo
    table: str


class RoundSeated(Event, frozen=True, tag="round-seated/1"):
    """A round is played at these tables; stored together with its pairing."""

    section: SectionId
    round: RoundNo
    boards: tuple[SeatedBoard, ...]
    at: str
    """UTC, ISO 8601: when play could begin; lateness counts from here at the earliest."""


class TableTaken(Event, frozen=True, tag="table-taken/1"):
    """The end of a table reached the desk; the record of the game is the table's journal."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    table: str
    version: int
    """The version of the table's stream that was taken."""
    score: Score
    """As the table ended, in the order of the match's seats."""
    how: How
    seconds: tuple[int, ...] = ()
    """Time used, in the same order."""


class BoardReopened(Event, frozen=True, tag="board-reopened/1"):
    """An arbiter took a board's result back, from a game on; it is played again."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    at: str
    reason: str
    only: bool = False
    """This game alone; the others of the match stand."""


Events = ContestOpened | EntrantArrived | RoundSeated | TableTaken | BoardReopened
