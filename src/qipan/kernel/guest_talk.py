"""Talking to a strong program of somebody else, line by line: what protocols are written on.

A game's ``guest.py`` offers ``PROTOCOLS``: by name, how a move is asked for. It knows no process;
whoever runs the program keeps its time and bounds what it may say.
"""

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from qipan.kernel.errors import QipanError


class GuestFailed(QipanError):
    """The program gave no move: it is gone, too slow, or says what nobody understands."""

    def __init__(self, why: str) -> None:
        """Say why."""
        super().__init__(f"no move from the guest: {why[:200]}")


class GuestNotAsked(GuestFailed):
    """The house decides this, as always: no failure of the guest."""


class Talk(Protocol):
    """Lines to a program and back."""

    fresh: bool
    """Whether the program was just started and has not been greeted."""

    def say(self, line: str) -> None:
        """Write a line. Raises GuestFailed."""

    def hear(self) -> str:
        """Read the next line, without its end. Raises GuestFailed when the time is up."""


class GuestMove(msgspec.Struct, frozen=True):
    """What a guest answered."""

    text: str
    """The move in the game's own text form; ``resign`` gives the game up."""
    value: int | None = None
    """How the guest sees the game for the side to move, in its own measure."""


AskGuest = Callable[[Any, Talk, float], GuestMove]
"""Asks for a move in a position within so many seconds. Raises GuestFailed."""
RESIGN = "resign"


def hear_until(talk: Talk, first: str) -> list[str]:
    """Read lines until one begins with a word; gives its words. Raises GuestFailed."""
    while True:
        words = talk.hear().split()
        if words and words[0] == first:
            return words
