"""Who stands where, with reasons.

``rank(table, order)`` gives ``Standings``; ``Standings.why`` gives the chain of reasons.
"""

from qipan.ranking.field import Field, Options
from qipan.ranking.standings import (
    PendingLot,
    Row,
    Standings,
    Step,
    Value,
    rank,
    rank_field,
)

__all__ = [
    "Field",
    "Options",
    "PendingLot",
    "Row",
    "Standings",
    "Step",
    "Value",
    "rank",
    "rank_field",
]
