"""How places are decided."""

import msgspec


class DerivedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table made from the final one: filtered entrants, or units by their best places."""

    kind: str
    """``filter``, ``unit-places``, ``unit-sections`` or ``best-player``."""
    tag: str = ""
    """Who counts, for a filtered table."""
    best: int = 0
    """How many places of a unit are added."""
    events: tuple[str, ...] = ()
    """Events of the book whose best places are added; the first one breaks ties."""
    boards: tuple[int, ...] = ()
    """Boards of a team match that count, for best players; empty: all."""


class Ranking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order of keys that decides places."""

    order: tuple[str, ...]
    finalists: tuple[str, ...] = ()
    """The order that decides who reaches the next stage, where it differs."""
    edition: str = "2026-03"
    """The edition of the international tie-break rules."""
    derived: dict[str, DerivedTable] = {}

    def order_of(self, stage: int, last: int) -> tuple[str, ...]:
        """Give the order in force in a stage (counted from 0) of ``last + 1`` stages."""
        return self.finalists if self.finalists and stage < last else self.order
