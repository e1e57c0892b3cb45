"""Results changed after the fact: losses given afterwards, results annulled.

The cross table is rewritten for the rounds named; pairings, seats and colours stay as they were,
also of rounds that were paired by the old standings.
"""

from collections.abc import Collection

import msgspec

from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.points import Points
from qipan.kernel.results import How
from qipan.kernel.rules import rule

AFTERWARDS = rule(
    "go.misconduct", "Grave misconduct loses or annuls results, also after publication."
)


def lose_afterwards(
    table: Crosstable, round_no: RoundNo, losers: Collection[EntrantId]
) -> Crosstable:
    """Let one or both players of a played round lose [go.misconduct].

    An opponent who is not among the losers wins. Raises Refused if somebody named did not meet
    an opponent in that round.
    """
    cells = {who: list(row) for who, row in table.cells.items()}
    for who in losers:
        cell = _cell(table, who, round_no)
        if cell.opponent is None:
            raise Refused("go.no-opponent", AFTERWARDS, entrant=who, round=round_no)
        _award(cells, who, round_no, table.scoring.loss)
        if cell.opponent not in losers and len(table.row(cell.opponent)) >= round_no:
            _award(cells, cell.opponent, round_no, table.scoring.win)
    rows = {who: tuple(row) for who, row in cells.items()}
    return msgspec.structs.replace(table, cells=rows)


def annul(table: Crosstable, who: EntrantId, rounds: Collection[RoundNo]) -> Crosstable:
    """Annul an entrant's own results of some rounds; opponents keep theirs [go.misconduct].

    Raises Refused for a round that the entrant has no result in.
    """
    row = list(table.row(who))
    for round_no in rounds:
        cell = _cell(table, who, round_no)
        row[round_no - 1] = msgspec.structs.replace(
            cell, points=Points(0), how=How.ANNULLED, games=(), against=()
        )
    return msgspec.structs.replace(table, cells={**table.cells, who: tuple(row)})


def _cell(table: Crosstable, who: EntrantId, round_no: RoundNo) -> Cell:
    row = table.row(who)
    if not 1 <= round_no <= len(row):
        raise Refused("go.no-result-there", AFTERWARDS, entrant=who, round=round_no)
    return row[round_no - 1]


def _award(
    cells: dict[EntrantId, list[Cell]], who: EntrantId, round_no: int, points: Points
) -> None:
    old = cells[who][round_no - 1]
    cells[who][round_no - 1] = msgspec.structs.replace(
        old, points=points, how=How.ADJUDGED, games=(), against=()
    )
