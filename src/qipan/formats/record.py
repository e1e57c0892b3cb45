"""A game record, whatever file it came from: what was set up, what was played, how it ended."""

from typing import Any

import msgspec


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
