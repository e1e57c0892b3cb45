"""One round more: the two best play the final, the others another Swiss round."""

from collections.abc import Callable
from typing import Protocol, cast

from qipan.journal.events import Cause
from qipan.journal.state import Round
from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.pairing.n_plus_one import extra_round
from qipan.pairing.plan import Meeting, RoundPlan
from qipan.pairing.protections import Protections
from qipan.sections.stages import FINAL, Standing
from qipan.sections.systems.system import Placed, System
from qipan.sections.tables import stage_crosstable, stage_standings

BY_FINAL = rule("n-plus-one.places", "The final alone decides first and second place.")


class _Swiss(Protocol):
    def swiss(
        self, standing: Standing, table: Crosstable, number: RoundNo, protections: Protections
    ) -> RoundPlan: ...


class NPlusOne(System):
    """The extra round after a Swiss stage."""

    by_hand = True

    def __init__(self, system_of: Callable[[Standing], System]) -> None:
        """Take how the system of the stage before is found."""
        self._system_of = system_of

    def rounds(self, standing: Standing) -> int:
        """One."""
        del standing
        return 1

    def needs_lot(self, standing: Standing) -> bool:
        """As the Swiss before it."""
        before = standing.before()
        return before is not None and self._system_of(before).needs_lot(before)

    def pair(self, standing: Standing) -> RoundPlan:
        """Pair the final and the main group."""
        before = standing.before() or standing
        before = Standing(
            standing.state, standing.section, standing.rules, before.index, standing.lots
        )
        system = self._system_of(before)
        order = system.advancing(before)
        table = stage_crosstable(standing)
        table = Crosstable(table.entries, table.cells, table.scoring, standing.number)

        def swiss(rest: Crosstable, number: RoundNo, protections: Protections) -> RoundPlan:
            return cast(_Swiss, system).swiss(before, rest, number, protections)

        return extra_round(table, standing.number, order, swiss)

    def group_of(self, standing: Standing, meeting: Meeting) -> str:
        """The first board is the final."""
        del standing
        return FINAL if meeting.board == 1 else ""

    def places(self, standing: Standing) -> tuple[Placed, ...]:
        """First and second by the final alone; everybody else by the keys of the book."""
        rows = stage_standings(standing).rows
        final = _final(standing.rounds)
        if final is None:
            return tuple(Placed(row.entrant, row.place) for row in rows)
        first, second = final
        cause = Cause(BY_FINAL, {"winner": first})
        placed = [Placed(first, 1, cause), Placed(second, 2, cause)]
        others = [row for row in rows if row.entrant not in final]
        for row in others:
            ahead = sum(other.place < row.place for other in others)
            placed.append(Placed(row.entrant, ahead + 3))
        return tuple(placed)


def _final(rounds: list[Round]) -> tuple[EntrantId, EntrantId] | None:
    if not rounds or not rounds[0].tables or rounds[0].tables[0].group != FINAL:
        return None
    one, two = rounds[0].tables[0].seats
    board = BoardNo(1)
    winner = rounds[0].decided.get(board)
    result = rounds[0].results.get(board)
    if winner is None and result is not None:
        a, b = result.score.seats
        winner = one if a > b else two if b > a else None
    if winner is None:
        return None
    return (one, two) if winner == one else (two, one)
