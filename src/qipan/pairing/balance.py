"""Seats of a decisive meeting: first balance the counts, then the better place, then a lot."""

from collections.abc import Mapping

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import EntrantId
from qipan.kernel.rules import rule
from qipan.pairing.by_lot import Lots, drawn_order
from qipan.pairing.plan import Reason

BALANCED = rule("colour.balance", "Who moved first less often moves first.")
BETTER_PLACE = rule("colour.better-place", "With equal counts the better placed moves first.")
BY_LOT = rule("colour.by-lot", "A lot decides who moves first.")


def balances(table: Crosstable) -> dict[EntrantId, int]:
    """Count everybody's games moved first minus those moved second; unplayed games have no seat."""
    return {
        entry.id: sum(
            (1 if cell.seat == 0 else -1)
            for cell in table.row(entry.id)
            if cell.played and cell.seat is not None
        )
        for entry in table.entries
    }


def seated(
    better: EntrantId,
    worse: EntrantId,
    balance: Mapping[EntrantId, int],
    *,
    equal_places: bool = False,
    lots: Lots | None = None,
) -> tuple[tuple[EntrantId, EntrantId], Reason]:
    """Seat two entrants and say why. Raises BadInput if only a lot can tell and none is given."""
    counts = balance.get(better, 0), balance.get(worse, 0)
    if counts[0] != counts[1]:
        seats = (better, worse) if counts[0] < counts[1] else (worse, better)
        return seats, Reason(BALANCED, {"balance": {better: counts[0], worse: counts[1]}})
    if not equal_places:
        return (better, worse), Reason(BETTER_PLACE, {"better": better})
    first, second = drawn_order((better, worse), lots, f"seats of {better} and {worse}")
    return (first, second), Reason(BY_LOT, {"drawn": first})
