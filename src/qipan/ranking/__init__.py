"""Who stands where, with reasons.

``rank(table, order)`` gives ``Standings``; ``Standings.why`` gives the chain of reasons;
``compare`` sets two standings side by side. Beside them: ``derived`` tables, ``prizes``, the
``ledger``, ``ratings`` and ``titles``. Whoever uses this room has all tie-breaks with their
clauses.
"""

from qipan.ranking.diff import Difference, Moved, Passing, ValueChange, compare
from qipan.ranking.field import Field, Options
from qipan.ranking.keys import registry
from qipan.ranking.levels import Value
from qipan.ranking.partition import PendingLot
from qipan.ranking.running import Running
from qipan.ranking.standings import Row, Standings, Step, rank, rank_field

__all__ = [
    "Difference",
    "Field",
    "Moved",
    "Options",
    "Passing",
    "PendingLot",
    "Row",
    "Running",
    "Standings",
    "Step",
    "Value",
    "ValueChange",
    "compare",
    "rank",
    "rank_field",
]

registry()
