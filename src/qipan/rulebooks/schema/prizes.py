"""Prizes, medals and titles."""

import msgspec


class Prizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says about prizes."""
