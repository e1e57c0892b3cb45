"""Pairs that must not or should not meet, and pairings made by hand."""

from qipan.pairing.protections.forbidden import (
    NONE,
    Protection,
    Protections,
    Strength,
    by_unit,
    protect,
)
from qipan.pairing.protections.manual import ManualPairing, begin, differences, end

__all__ = [
    "NONE",
    "ManualPairing",
    "Protection",
    "Protections",
    "Strength",
    "begin",
    "by_unit",
    "differences",
    "end",
    "protect",
]
