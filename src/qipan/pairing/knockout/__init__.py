"""Knockout for any number of entrants: the tree as a value, and what is played on it."""

from qipan.pairing.knockout.bracket import Bracket, Format, KnockoutMatch, make_bracket
from qipan.pairing.knockout.play import award, ready, record_game, seat_game
from qipan.pairing.knockout.stages import places, stage_plan, stages, why_not

__all__ = [
    "Bracket",
    "Format",
    "KnockoutMatch",
    "award",
    "make_bracket",
    "places",
    "ready",
    "record_game",
    "seat_game",
    "stage_plan",
    "stages",
    "why_not",
]
