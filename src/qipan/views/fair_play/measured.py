"""Thresholds and false-alarm rates: measured on games of our own making, kept as a file.

``scripts/fair_play_games.py`` plays the games and ``scripts/fair_play_table.py`` measures; nobody
writes these numbers by hand. ``docs/fair-play.md`` says what they are worth and what not.
"""

from functools import cache
from importlib.resources import files
from math import sqrt

import msgspec

from qipan.views.fair_play.agreement import LevelModel

FILE = "measured.json"
CERTAIN = 1.96
"""Standard deviations within which 95 % lie."""


class Threshold(msgspec.Struct, frozen=True):
    """From where on a figure is an alarm, and what that is worth."""

    limit: float
    false_alarms: float
    """The share of honest players, or games, beyond it: measured on others than it was set on."""
    tested: int
    """How many honest ones that was measured on."""
    alarms: int
    """How many of these were beyond it."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Give the 95 % bounds of the share of false alarms."""
        return wilson(self.alarms, self.tested)


class Detection(msgspec.Struct, frozen=True):
    """How many players of one kind a figure pointed at, among those who set no limit."""

    kind: str
    """``assisted``, ``engine`` or ``throwing``."""
    figure: str
    """``agreement``, ``strength``, ``times``, ``hidden``, ``any`` or ``loss`` (games)."""
    found: int
    tested: int

    @property
    def percent(self) -> dict[str, int]:
        """Give the share and its 95 % bounds as whole numbers."""
        low, high = wilson(self.found, self.tested)
        share = self.found / max(1, self.tested)
        names = ("share", "low", "high")
        return dict(zip(names, (round(100 * each) for each in (share, low, high)), strict=True))


class Measured(msgspec.Struct, frozen=True):
    """All that was measured for a game."""

    game: str
    nodes: int
    model: LevelModel
    agreement_game: Threshold
    agreement_player: Threshold
    strength_player: Threshold
    times_player: Threshold
    hidden_player: Threshold
    loss_game: Threshold
    detections: tuple[Detection, ...] = ()
    games: int = 0
    """That all of this was measured on."""


def wilson(found: int, of: int) -> tuple[float, float]:
    """Give the 95 % bounds of a share (Wilson's)."""
    if not of:
        return 0.0, 1.0
    share, square = found / of, CERTAIN * CERTAIN / of
    middle = share + square / 2
    reach = CERTAIN * sqrt(share * (1 - share) / of + square / (4 * of))
    return max(0.0, (middle - reach) / (1 + square)), min(1.0, (middle + reach) / (1 + square))


def detections_for(game: str) -> tuple[Detection, ...]:
    """Give what the figures found and missed for a game; nothing where none was measured."""
    known = measured().get(game)
    return known.detections if known is not None else ()


@cache
def measured() -> dict[str, Measured]:
    """Read what was measured, by game."""
    text = files(__package__).joinpath(FILE).read_bytes()
    return {each.game: each for each in msgspec.json.decode(text, type=list[Measured])}
