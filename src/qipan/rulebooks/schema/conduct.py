"""Fouls, penalties and appeals."""

import msgspec


class Conduct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says about fouls, penalties and appeals."""
