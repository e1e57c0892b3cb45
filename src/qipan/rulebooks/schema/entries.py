"""Who may enter an event, how many, and until when."""

import msgspec


class Entries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many may enter."""

    least: int = 2
    most: int | None = None
