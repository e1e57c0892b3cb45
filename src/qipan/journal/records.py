"""Events of game records: what was played, move by move, beside the result."""

from typing import Any

import msgspec

from qipan.journal.event import Event
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.rules import RuleKey


class KeptRecord(msgspec.Struct, frozen=True):
    """A game as the journal keeps it: no headers and no remarks, which may name people."""

    game: str
    moves: tuple[str, ...]
    setup: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    """What the file says of the rules: looked at, not played by."""
    seats: int = 2
    by: dict[int, int] = {}
    """Who made a move, by its index, where it was not the first seat acting (−1: the table)."""
    clocks: dict[int, str] = {}
    stated: str = ""
    """The result as the file states it."""


class RecordAttached(Event, frozen=True, tag="record-attached/1"):
    """A record was replayed and attached to a game of a round."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    record: KeptRecord
    game: int = 1
    """Number within the match, or the board of a team match."""
    playoff: bool = False
    plies: int = 0
    """How many moves the replay took until the game was over, or all."""
    places: tuple[int, ...] = ()
    """How the game ended on the board, by the record's seats; empty: it had not."""
    rule: RuleKey | None = None
    both_lose: bool = False
    again: bool = False
    """The game had no result and is played again."""
    foul: int = 0
    """The ply of the illegal move that lost; 0: none."""
    ruling: bool = False
    """The replay came to a point that an arbiter has to rule on."""
    entrant: EntrantId | None = None
    """Who typed it in, if a player did."""
    reason: str = ""
    """Why it took the place of an earlier one."""


class RecordSettled(Event, frozen=True, tag="record-settled/1"):
    """An arbiter looked at a record that differs from the result and let both stand."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int = 1
    playoff: bool = False
    reason: str = ""


Events = RecordAttached | RecordSettled
