"""How lots enter a pairing: a finished draw that anybody can check, or seeded dice passed in.

Nothing here makes randomness of its own. The candidates are always put into one known order
before dice are used, so that the order of an input list never changes what is drawn.
"""

from collections.abc import Iterable
from random import Random

from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import Draw

Lots = Draw | Random
"""A finished draw over (at least) the candidates, or dice."""


def drawn_order(candidates: Iterable[EntrantId], lots: Lots | None, what: str) -> list[EntrantId]:
    """Give the candidates in drawn order. One candidate needs no lot.

    Raises BadInput if two are the same, if a lot is needed but missing, or if the draw does not
    hold every candidate.
    """
    known = sorted(candidates)
    if len(set(known)) != len(known):
        raise BadInput(f"an entrant stands twice in the lot for {what}")
    if len(known) < 2:
        return known
    if lots is None:
        raise BadInput(f"{what} is decided by lot: pass a draw or dice")
    if isinstance(lots, Random):
        lots.shuffle(known)
        return known
    wanted = set(known)
    order = [EntrantId(name) for name in lots.order if name in wanted]
    if len(order) != len(known):
        missing = ", ".join(sorted(wanted - set(lots.order))[:5])
        raise BadInput(f"the draw for {what} misses {missing}", where=lots.label)
    return order
