"""A game record, whatever file it came from: what was set up, what was played, how it ended."""

from typing import Any

import msgspec


class Branch(msgspec.Struct, frozen=True):
    """A variation: another way on from some point of the main line or of an earlier branch."""

    of: int
    """0 for the main line, n for the n-th branch before this one."""
    after: int
    """After how many moves of that line it leaves it."""
    moves: tuple[str, ...]
    by: dict[int, int] = {}
    comments: dict[int, str] = {}


class Record(msgspec.Struct, frozen=True):
    """One game as a reader found it. Moves are in the game's canonical text form."""

    game: str
    moves: tuple[str, ...]
    rules: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    seats: int = 2
    tags: dict[str, str] = {}
    """Headers of the file under the file's own names."""
    result: str | None = None
    """As the file states it; not checked."""
    comments: dict[int, str] = {}
    """After how many moves a comment stands; 0 is before the first."""
    by: dict[int, int] = {}
    """Who made a move, by its index, where it was not the first seat acting (−1: the table)."""
    clocks: dict[int, str] = {}
    """After how many moves the file tells the mover's time left, as it tells it."""
    branches: tuple[Branch, ...] = ()
