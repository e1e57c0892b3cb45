"""Prizes, medals and titles."""

from typing import Literal

import msgspec


class PrizeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The prizes of one table."""

    table: str = ""
    """A derived table; empty: the final table itself."""
    money: tuple[int | str, ...] = ()
    """By place, first place first."""
    goods: dict[str, int] = {}
    """Trophies, medals …: down to which place each is given."""
    sharing: Literal["", "none", "average", "hort"] = ""
    """How money is divided among who share a place of this table; empty: as in the others."""


class NoDouble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is placed in ``first`` down to ``upto`` does not also win in ``second``."""

    first: str
    upto: int
    second: str
    passes_on: bool = True


class Delay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Larger prizes are paid later."""

    least: int
    """From this amount on."""
    days: int


class Titles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Titles that can be applied for; the table of places comes with the section."""

    standard: dict[str, str] = {}
    """By age group, the standard that applies."""
    full_field: int = 0
    safe: int = 0
    steps: int = 0


class Prizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says about prizes."""

    currency: str = ""
    sharing: Literal["none", "average", "hort"] = "none"
    """How money is divided among who share a place."""
    lists: dict[str, PrizeTable] = {}
    no_double: tuple[NoDouble, ...] = ()
    delay: Delay | None = None
    titles: Titles | None = None
