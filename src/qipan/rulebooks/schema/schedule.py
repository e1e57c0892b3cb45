"""When rounds are played."""

import msgspec


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says about times of rounds."""
