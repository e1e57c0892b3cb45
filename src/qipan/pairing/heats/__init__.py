"""Heats at tables of several seats."""

from qipan.pairing.heats.heats import (
    Heat,
    Heats,
    advancing,
    make_heats,
    next_stage,
    plan,
    played_again,
    played_off,
    record,
    record_play_off,
    seated_stage,
    sizes,
    to_play_off,
)

__all__ = [
    "Heat",
    "Heats",
    "advancing",
    "make_heats",
    "next_stage",
    "plan",
    "played_again",
    "played_off",
    "record",
    "record_play_off",
    "seated_stage",
    "sizes",
    "to_play_off",
]
