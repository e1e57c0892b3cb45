"""Chinese rules: a ruling only where no doubtful label can change it.

Every doubtful label may be a chase, joint or not, or idle; whether a chase is joint is left open
until an arbiter says so, unless one piece alone chases another that has no root. The ruling is
certain if all these readings lead to the same side.
"""

from collections.abc import Sequence
from enum import Enum
from itertools import product

from qipan.games.xiangqi.repetition.labels import SIDES, Act, Label, of_side


class Stand(Enum):
    """How one side stands in the ruling table."""

    ALL_CHECKS = "all-checks"
    HEAVY = "heavy"
    LIGHT = "light"
    ALLOWED = "allowed"


def is_certain(labels: Sequence[Label]) -> bool:
    """Say whether every reading of the doubtful labels gives the same ruling."""
    red, black = (_stands(of_side(labels, side)) for side in SIDES)
    return len({_loser(one, two) for one, two in product(red, black)}) == 1


def _stands(labels: Sequence[Label]) -> set[Stand]:
    """Give every stand that one side may have."""
    if all(label.act is Act.CHECK for label in labels):
        return {Stand.ALL_CHECKS}
    found = set()
    if any(not _must_offend(label) for label in labels):
        found.add(Stand.ALLOWED)
    if all(_may_offend(label) for label in labels):
        if not any(label.settled and label.light for label in labels):
            found.add(Stand.HEAVY)
        if any(_may_be_light(label) for label in labels):
            found.add(Stand.LIGHT)
    return found


def _may_be_light(label: Label) -> bool:
    if label.settled:
        return label.light
    return not label.alone and (label.act is Act.CHASE or not label.sure)


def _must_offend(label: Label) -> bool:
    return label.act is Act.CHECK or (label.sure and label.act in (Act.KILL, Act.CHASE))


def _may_offend(label: Label) -> bool:
    return not label.sure or label.act in (Act.CHECK, Act.KILL, Act.CHASE)


def _loser(red: Stand, black: Stand) -> int:
    """Give 1 if Red must vary, −1 if Black, 0 for a draw: the ruling table by stands."""
    order = {Stand.ALL_CHECKS: 3, Stand.HEAVY: 2, Stand.LIGHT: 1, Stand.ALLOWED: 0}
    return (order[red] > order[black]) - (order[red] < order[black])
