"""The state of a Go table: an immutable value, from the first stone to the confirmed count."""

from enum import StrEnum
from functools import lru_cache

import msgspec

from qipan.games.go.count import Count, Fine, Marks
from qipan.games.go.grid import Grid, grid
from qipan.games.go.rules import GoRules
from qipan.kernel.game import Outcome
from qipan.kernel.ids import Seat


class Phase(StrEnum):
    """Where a game stands."""

    PLAY = "play"
    STATUS = "status"
    """After the first passes: life and death is agreed, place by place."""
    SECOND = "second-passes"
    COUNT = "count"
    """A referee counts, or a boundary is open."""
    CONFIRM = "confirm"
    OVER = "over"


_DIGITS = bytes.maketrans(bytes(range(4)), b"0123")


def key_of(turn: int, cells: bytes) -> bytes:
    """Name a position with a side to move, in a quarter of its cells: a game keeps them all."""
    return bytes((turn,)) + packed(cells)


def packed(cells: bytes) -> bytes:
    """Write cells four to a byte; boards of one size are equal where this is."""
    return int(cells.translate(_DIGITS), 4).to_bytes(-(-len(cells) // 4), "big")


def unpacked(written: bytes, count: int) -> bytes:
    """Read so many cells that ``packed`` wrote."""
    number = int.from_bytes(written, "big")
    return bytes(number >> 2 * place & 3 for place in reversed(range(count)))


class Ply(msgspec.Struct, frozen=True, gc=False):
    """One entry of the table's log."""

    seat: Seat
    text: str
    taken: int = 0
    """How many stones it captured."""

    @property
    def is_stone(self) -> bool:
        """Say whether a stone was put; all other words begin small."""
        return self.text[:1].isupper()


@lru_cache(maxsize=4096)
def stone_ply(seat: Seat, text: str, taken: int) -> Ply:
    """Give the entry of a stone, one object for all games: there are few, and open tables many."""
    return Ply(seat, text, taken)


class Cycle(msgspec.Struct, frozen=True):
    """A proven repetition: the whole board came back with the same side to move."""

    since: int
    """Log entries before the position occurred last."""
    moves: tuple[str, ...]
    captures: tuple[int, int]
    """Stones captured within the cycle by each seat."""
    occurrences: int
    """How often the position has stood on the board, this time included."""


class Position(msgspec.Struct, frozen=True):
    """All that is known of one game."""

    rules: GoRules
    cells: bytes
    turn: Seat = Seat(0)
    prisoners: tuple[int, int] = (0, 0)
    ko: int = 0
    """The point where a ko may not be retaken, 0 if none."""
    banned: int = 0
    """The colour that may not retake it."""
    held: bool = False
    """Whether the ban outlasts the other side's moves, after a lost turn that lifts nothing."""
    phase: Phase = Phase.PLAY
    log: tuple[Ply, ...] = ()
    seen: tuple[bytes, ...] = ()
    """The position before each log entry: side to move, then the cells, packed."""
    passes: int = 0
    first_passer: Seat | None = None
    marks: Marks = Marks()
    proposed: bool = False
    """Whether the table has proposed dead stones, where it does."""
    agreed: tuple[bool, bool] = (False, False)
    confirmed: tuple[bool, bool] = (False, False)
    wants_draw: tuple[bool, bool] = (False, False)
    cycle: Cycle | None = None
    choice: Seat | None = None
    """Who may choose a draw at a one-sided repetition, once the referee has said so."""
    counted: Count | None = None
    gaps: tuple[tuple[int, ...], ...] = ()
    """Open boundaries found when a count was tried."""
    fines: tuple[Fine, ...] = ()
    photo: str = ""
    handicap: int = 0
    ended: Outcome | None = None

    @property
    def on(self) -> Grid:
        """Give the grid."""
        return grid(self.rules.size)

    @property
    def colour(self) -> int:
        """Give the colour to move."""
        return self.turn + 1

    @property
    def key(self) -> bytes:
        """Give what is compared to find a repetition."""
        return key_of(self.turn, self.cells)
