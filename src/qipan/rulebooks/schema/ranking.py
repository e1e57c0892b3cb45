"""How places are decided."""

import msgspec


class Ranking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order of keys that decides places."""

    order: tuple[str, ...]
