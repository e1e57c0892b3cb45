"""Thresholds and false-alarm rates: measured on games of our own making, kept as a file.

``scripts/fair_play_games.py`` plays the games and ``scripts/fair_play_table.py`` measures; nobody
writes these numbers by hand. ``docs/fair-play.md`` says what they are worth and what not.
"""

from functools import cache
from importlib.resources import files

import msgspec

from qipan.views.fair_play.agreement import LevelModel

FILE = "measured.json"


class Threshold(msgspec.Struct, frozen=True):
    """From where on a figure is an alarm, and what that is worth."""

    limit: float
    false_alarms: float
    """The share of honest players, or games, beyond it: measured on others than it was set on."""
    tested: int
    """How many honest ones that was measured on."""


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


@cache
def measured() -> dict[str, Measured]:
    """Read what was measured, by game."""
    text = files(__package__).joinpath(FILE).read_bytes()
    return {each.game: each for each in msgspec.json.decode(text, type=list[Measured])}
