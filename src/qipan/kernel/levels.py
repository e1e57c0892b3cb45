"""Strengths of computer players: eight, from a child's first game to the best there is.

A game's ``computer.py`` may offer ``LEVELS``, eight of these, and
``think(state, seat, level, dice, watch)``: a search that keeps within its watch. A game without it
has its plain player at every level, more or less careless. ``gives_up(state, seat, dice)``, where a
game has it, says that a game is lost beyond doubt: a live table is told so by ``Resignation``.
"""

import msgspec

from qipan.kernel.thinking import Limits

HIGHEST = 8
LEVELS = tuple(range(1, HIGHEST + 1))
LONGEST_SECONDS = 6.0
"""What a move may take at most, on a busy machine too."""
SHORTEST_SECONDS = 0.2
"""… and what it gets at least, however many wait."""


class Resignation(msgspec.Struct, frozen=True):
    """What a computer player gives instead of a move when it gives the game up."""


class Level(msgspec.Struct, frozen=True):
    """What a strength may use."""

    nodes: int
    careless: int = 0
    """Moves out of a hundred made without thinking."""
    noise: int = 0
    """How much worse than the best a move may be, in the game's own measure."""

    @property
    def limits(self) -> Limits:
        """Give when its search ends."""
        return self.limits_among(1)

    def limits_among(self, tables: int, seconds: float | None = None) -> Limits:
        """Give when its search ends where so many tables wait for a move: they share the time.

        ``seconds`` are what its own clock leaves it.
        """
        most = max(SHORTEST_SECONDS, LONGEST_SECONDS / max(1, tables))
        return Limits(self.nodes, most if seconds is None else min(most, seconds))


PLAIN = tuple(Level(1, careless) for careless in (80, 60, 45, 30, 20, 12, 5, 0))
"""For a game that has a plain player only."""
