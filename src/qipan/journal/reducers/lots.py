"""Adding events of lots and numbers."""

from qipan.journal.folding import Folding, Reducers
from qipan.journal.lots import LotCommitted, LotDrawn, NumbersAssigned


def committed(folding: Folding, event: LotCommitted) -> None:
    """Keep the commitment."""
    folding.section(event.section).commitments[event.lot] = event.commitment


def drawn(folding: Folding, event: LotDrawn) -> None:
    """Keep the draw."""
    folding.section(event.section).lots[event.lot] = event.draw


def numbered(folding: Folding, event: NumbersAssigned) -> None:
    """Keep the order of numbers."""
    section = folding.section(event.section)
    section.order, section.numbered = event.order, event.cause


REDUCERS: Reducers = {LotCommitted: committed, LotDrawn: drawn, NumbersAssigned: numbered}
