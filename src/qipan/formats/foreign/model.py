"""What the file of another program says of an event, in one form for all of them.

Numbers are those of the file. Points are written as exact fractions. ``remarks`` say what was left
out or understood in a certain way, so that whoever takes the event over is told.
"""

from typing import Any

import msgspec

WIN, DRAW, LOSS = "win", "draw", "loss"


class Remark(msgspec.Struct, frozen=True):
    """Something of the file that was not taken, or is not certain: a code with its facts."""

    code: str
    facts: dict[str, Any] = {}


class ForeignPlayer(msgspec.Struct, frozen=True):
    """Somebody of the file."""

    number: int
    name: str
    rating: int | None = None
    federation: str = ""
    club: str = ""
    sex: str = ""
    title: str = ""
    licence: str = ""
    birth: str = ""
    """ISO date, or a year."""
    grade: str = ""
    """``3d``, ``12k``: where a game has grades."""


class ForeignTeam(msgspec.Struct, frozen=True):
    """A team: its players in the order of boards."""

    number: int
    name: str
    members: tuple[int, ...]
    federation: str = ""


class ForeignGame(msgspec.Struct, frozen=True):
    """A game of two players or a match of two teams; the first moved first."""

    first: int
    second: int
    results: tuple[str, str]
    """``win``, ``draw`` or ``loss`` of each."""
    forfeit: bool = False
    handicap: int = 0
    """Stones that the first was given."""
    board: int = 0
    """The board, where the file names it; 0: in the order of the file."""
    boards: tuple["ForeignGame", ...] = ()
    """Of a match of teams: the games, board 1 first; who moved first is first in each."""
    sides_turned: tuple[bool, ...] = ()
    """Of each of these whether the player of the second team moved first."""


class ForeignBye(msgspec.Struct, frozen=True):
    """Somebody without an opponent: ``U`` given by the pairing; asked for: ``F``, ``H``, ``Z``."""

    number: int
    kind: str


class ForeignRound(msgspec.Struct, frozen=True):
    """One round."""

    games: tuple[ForeignGame, ...]
    byes: tuple[ForeignBye, ...] = ()
    line_ups: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Of a team who sat at its boards, board 1 first; 0: nobody."""


class ForeignApart(msgspec.Struct, frozen=True):
    """Players who do not meet each other."""

    numbers: tuple[int, ...]
    first: int = 1
    last: int = 999


class ForeignPoints(msgspec.Struct, frozen=True):
    """What results are worth."""

    win: str = "1"
    draw: str = "1/2"
    loss: str = "0"
    bye: str = "1"


class ForeignEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A whole event."""

    form: str
    """``trf``, ``opengotha``, ``table`` or ``veg``."""
    game: str = ""
    """The game, where the file belongs to one."""
    name: str = ""
    place: str = ""
    starts: str = ""
    ends: str = ""
    chief_arbiter: str = ""
    arbiters: tuple[str, ...] = ()
    rate_of_play: str = ""
    federation: str = ""
    """Of the event, for whose ratings it counts."""
    system: str = ""
    """The pairing system as the file names it."""
    edition: str = "dutch-2026"
    tie_breaks: tuple[str, ...] = ()
    planned: int = 0
    """Rounds in all; 0: the file does not say."""
    points: ForeignPoints = ForeignPoints()
    first_seat: int = 0
    apart: tuple[ForeignApart, ...] = ()
    virtual: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Points for pairing only, by number and round."""
    byes_to_come: tuple[tuple[int, ForeignBye], ...] = ()
    """By round."""
    players: tuple[ForeignPlayer, ...] = ()
    """In the order of their numbers."""
    teams: tuple[ForeignTeam, ...] = ()
    """Where teams meet: rounds then speak of the numbers of teams."""
    boards: int = 0
    """Boards of a match between teams."""
    rounds: tuple[ForeignRound, ...] = ()
    left: int = 0
    """Rounds of the file that were not asked for."""
    seats_known: bool = True
    """Whether the file says who moved first."""
    remarks: tuple[Remark, ...] = ()


def day_of(text: str) -> str:
    """Write a date as ISO; a year alone stays one, and what is no date is nothing."""
    parts = text.strip().replace(".", "/").replace("-", "/").split("/")
    if not all(part.isascii() and part.isdigit() for part in parts):
        return ""
    if len(parts) == 3 and len(parts[2]) == 4:  # 31/12/2026, as some programs write it
        parts = parts[::-1]
    year, month, day = (*parts, "0", "0")[:3]
    if len(year) == 2 and len(parts) == 3:
        year = f"20{year}"
    if len(year) != 4:
        return ""
    if not 1 <= int(month) <= 12 or not 1 <= int(day) <= 31:
        return year
    return f"{year}-{int(month):02}-{int(day):02}"
