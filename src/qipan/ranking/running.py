"""Standings that follow an event result by result.

``Running`` keeps the arrays and the partition of the ranking before; a table with one more result
computes again only the numbers that result reaches, and parts again only the groups they are in.
What comes out is what ``rank`` would give.
"""

from collections.abc import Mapping, Sequence

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.lots import Draw
from qipan.ranking.field import Field, Options
from qipan.ranking.partition import Memory
from qipan.ranking.standings import Standings, rank_field


class Running:
    """A ranking that remembers."""

    field: Field
    standings: Standings
    _memory: Memory

    def __init__(
        self,
        table: Crosstable,
        order: Sequence[str],
        *,
        lots: Mapping[str, Draw] | None = None,
        options: Options | None = None,
    ) -> None:
        """Rank for the first time. Raises BadInput or Unknown as ``rank`` does."""
        self.order, self.lots, self.options = tuple(order), dict(lots or {}), options
        self._begin(table)

    def update(self, table: Crosstable) -> Standings:
        """Take in the table as it is now and give the new standings.

        Rows that are the same objects as before are not looked at; a table with other entries,
        scoring or rounds is ranked from the beginning. Raises BadInput if a key refuses the groups
        that there are now; the standings stay as they were.
        """
        if not self.field.update(table):
            self._begin(table)
        else:
            memory = self._memory
            self._memory = Memory()  # if a key refuses: half a ranking is not built on
            self.standings = rank_field(self.field, self.order, self.lots, memory)
            self._memory = memory
        return self.standings

    def _begin(self, table: Crosstable) -> None:
        field, memory = Field(table, self.options), Memory()
        self.standings = rank_field(field, self.order, self.lots, memory)
        self.field = field
        self._memory = memory
