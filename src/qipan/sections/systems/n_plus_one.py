"""One round more: the two best play the final, the others another Swiss round."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol, cast

from qipan.journal.events import Cause
from qipan.journal.state import Round
from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.pairing.n_plus_one import extra_round, final_meeting
from qipan.pairing.n_plus_one.extra_round import FINAL as FINAL_PAIR
from qipan.pairing.plan import Meeting, Reason, RoundPlan
from qipan.pairing.protections import Protections
from qipan.sections.stages import FINAL, Standing
from qipan.sections.systems.cross import winners_of
from qipan.sections.systems.system import Place, Places, System, by_keys, moved_up
from qipan.sections.tables import stage_crosstable

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

    def final(self, standing: Standing) -> Meeting:
        """Give the final of the round to be paired, on the first board unless it is moved."""
        before = standing.before() or standing
        return final_meeting(stage_crosstable(standing), self._system_of(before).advancing(before))

    def group_of(self, standing: Standing, meeting: Meeting) -> str:
        """The final is a pair, on whichever board: the one known, else what the pairing says."""
        if standing.final:
            return FINAL if set(meeting.seats) == set(standing.final) else ""
        return FINAL if any(reason.rule == FINAL_PAIR for reason in meeting.reasons) else ""

    def passed_over(
        self, standing: Standing, found: Round, who: EntrantId, planned: int = 0
    ) -> tuple[Reason, ...]:
        """Ask the Swiss again about the main group; the finalists stood before nobody."""
        del planned
        before, main = standing.before(), _main_group(found)
        if before is None or not any(who in table.seats for table in main.tables):
            return ()
        return self._system_of(before).passed_over(before, main, who, found.number)

    def kept_from_bye(
        self, standing: Standing, found: Round, whom: Sequence[EntrantId], planned: int = 0
    ) -> dict[EntrantId, Reason]:
        """Ask the Swiss again about the main group."""
        del planned
        before, main = standing.before(), _main_group(found)
        inside = {who for table in main.tables for who in table.seats}
        if before is None:
            return {}
        asked = [who for who in whom if who in inside]
        return self._system_of(before).kept_from_bye(before, main, asked, found.number)

    def places(self, standing: Standing) -> Places:
        """First and second by the final alone; everybody else by the keys of the book.

        Until the final has a winner it gives no place, and the keys give them all.
        """
        final, keyed = _final(standing.rounds), by_keys(standing)
        if final is None:
            return keyed
        cause, winner = Cause(BY_FINAL, final), final["winner"]
        pair = [
            Place(who, 1 if who == winner else 2, cause)
            for who in sorted(final["pair"], key=lambda each: each != winner)
        ]
        others = [row for row in keyed.rows if row.entrant not in final["pair"]]
        return Places((*pair, *moved_up(others, 3)), keyed.tables)


def _main_group(found: Round) -> Round:
    """Leave the final out of a round."""
    return replace(found, tables=tuple(each for each in found.tables if each.group != FINAL))


def _final(rounds: list[Round]) -> dict[str, Any] | None:
    """Say who played the final and who won it; None if nobody has, or if it was annulled."""
    for found in rounds:
        for table in found.tables:
            if table.group != FINAL:
                continue
            result = found.results.get(table.board)
            played_off = table.board in found.decided
            if result is not None and result.how is How.ANNULLED and not played_off:
                return None
            facts = {"pair": list(table.seats), "round": found.number, "board": table.board}
            winner = winners_of(found).get(frozenset(table.seats))
            if winner is None:
                return None
            return facts | {"winner": winner, "play-off": played_off}
    return None
