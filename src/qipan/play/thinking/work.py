"""A move to be found, and who finds it."""

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from qipan.play.error_containment import ErrorContainment
from qipan.play.thinking.process import Thought

Then = Callable[[Any], None]
"""Takes a move, or the containment of what broke down."""


class Work(msgspec.Struct, frozen=True):
    """A move to be found: here, or by whoever can take a thought elsewhere."""

    table: str
    here: Callable[[], Any]
    thought: Thought | None = None
    wanted: Callable[[], bool] = lambda: True
    """Says whether somebody still waits for it."""

    def contained(self, find: Callable[[], Any] | None = None) -> Any:
        """Find the move, by default here; a breakdown is given back, not raised."""
        with ErrorContainment(_kept, self.table) as kept:  # reported on the owner's thread
            return (find or self.here)()
        return kept


class Background(Protocol):
    """Works somewhere, and gives what was found on the owner's thread."""

    def __call__(self, work: Work, then: Then, /) -> None:
        """Begin."""

    def interrupt(self, table: str) -> None:
        """Nobody waits any more for what is being thought about at a table."""

    def stop(self) -> None:
        """Work no more."""


class AtOnce:
    """Works right here."""

    def __call__(self, work: Work, then: Then) -> None:
        """Work and tell."""
        then(work.contained())

    def interrupt(self, table: str) -> None:
        """Nothing is ever under way."""

    def stop(self) -> None:
        """Nothing is ever under way."""


def _kept(table: str, error: Exception) -> None:
    """Say nothing yet: what a computer player broke down with is reported when it is back."""
