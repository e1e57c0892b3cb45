"""Matches of several games, line-ups and play-offs."""

from enum import StrEnum
from typing import Any

import msgspec

from qipan.rulebooks.schema.scoring import Clock


class MatchKind(StrEnum):
    """How the games of a match make its result."""

    SUM = "sum"
    """All games are played; more game points win the match, equal ones draw it."""
    FIRST_TO = "first-to"
    """Who first has so many wins wins the match; a drawn game is played again."""
    PLACES = "places"
    """One game gives a place to every seat."""


class MatchRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match consists of."""

    kind: MatchKind = MatchKind.SUM
    games: int = 1
    """Games (or boards of a team match) for ``sum``."""
    wins: int = 0
    """Wins needed for ``first-to``."""
    boards: bool = False
    """The games are boards played side by side by the members of two teams."""
    bye_games: str = ""
    """Game points a bye brings, where they count; empty: as many as a full win."""


class Seats(StrEnum):
    """Who moves first in a play-off game."""

    SWAPPED = "swapped"
    LOT = "lot"
    CHOICE = "choice"
    """A lot gives the right to choose."""


class Tied(StrEnum):
    """What a drawn play-off game means."""

    NEXT = "next"
    SECOND_WINS = "second-wins"


class PlayOffGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game of a play-off."""

    clock: Clock
    second_minutes: int | None = None
    """Main time of the second mover, where it differs."""
    seats: Seats = Seats.SWAPPED
    drawn: Tied = Tied.NEXT
    nominate: bool = False
    """Each team nominates a player."""
    rules: dict[str, Any] = {}
    """Options of the game that differ in it."""


class LineUps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Line-ups of teams."""

    boards: int
    reserves: int = 0
    fixed: dict[str, str] = {}
    """Boards kept for members with a tag: ``{ 4 = "junior" }``."""
    minutes_before: int = 0
    """Due so long before the round; later, the previous line-up stands."""
    by_parts: bool = False
    """Before any is handed in members play by their parts, not in the order of entry."""


SINGLE = MatchRule()
