"""Open matching: random opponents among those waiting, until a target is reached.

Online, the lobby matches people as they come. Over the desk a round is one sitting: everybody who
has not reached the target yet meets somebody else than last time.
"""

from qipan.kernel.ids import BoardNo, EntrantId
from qipan.kernel.results import Bye
from qipan.kernel.rules import rule
from qipan.pairing.by_lot import drawn_order
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan
from qipan.sections.stages import Standing
from qipan.sections.systems.system import System
from qipan.sections.tables import stage_crosstable

RANDOM = rule("open.random", "Opponents are matched at random among those waiting.")
AGAIN = rule("open.not-again", "Nobody meets the opponent of the match before.")
WAITS = rule("open.waits", "Who finds no opponent waits for the next match.")
TARGET = rule("open.target", "Who reaches the target qualifies.")


class OpenMatching(System):
    """Random matches, as many sittings as the organiser sets."""

    by_hand = True

    def rounds(self, standing: Standing) -> int:
        """Take the number the organiser set."""
        chosen = standing.section.options.get("rounds")
        return chosen if isinstance(chosen, int) else 0

    def needs_lot(self, standing: Standing) -> bool:
        """Always."""
        del standing
        return True

    def pair(self, standing: Standing) -> RoundPlan:
        """Pair neighbours of the drawn order, swapping where two have just met."""
        order = drawn_order(standing.active, standing.lots, f"round {standing.number}")
        last = self._last(standing)
        rests: tuple[Rest, ...] = ()
        if len(order) % 2:
            rests = (Rest(order.pop(), Bye.ABSENT, (Reason(WAITS),)),)
        for at in range(0, len(order), 2):
            if last.get(order[at]) == order[at + 1]:
                other = at + 2 if at + 2 < len(order) else at - 2
                if other >= 0:
                    order[at + 1], order[other] = order[other], order[at + 1]
        meetings = tuple(
            Meeting(
                BoardNo(at // 2 + 1), (order[at], order[at + 1]), (Reason(RANDOM), Reason(AGAIN))
            )
            for at in range(0, len(order), 2)
        )
        return RoundPlan(standing.number, meetings, rests)

    def _last(self, standing: Standing) -> dict[EntrantId, EntrantId]:
        last: dict[EntrantId, EntrantId] = {}
        if standing.rounds:
            for table in standing.rounds[-1].tables:
                one, two = table.seats
                last[one], last[two] = two, one
        return last

    def advancing(self, standing: Standing) -> tuple[EntrantId, ...]:
        """Give who reached the target, best first [open.target]."""
        target = standing.scoring.read(standing.stage.target)
        scores = stage_crosstable(standing).scores
        return tuple(each for each in super().advancing(standing) if scores[each] >= target)
