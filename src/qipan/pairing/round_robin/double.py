"""The double round robin: two cycles of the same table, seats reversed in the second.

The last two rounds of the first cycle change places. Without that somebody would sit on the same
side three times running where the cycles meet.
"""

from collections.abc import Sequence

import msgspec

from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.pairing.plan import Meeting, Reason, RoundPlan
from qipan.pairing.round_robin.berger import single_round_robin

REVERSED = rule("round-robin.second-cycle", "In the second cycle colours are reversed.")


def double_round_robin(entrants: Sequence[EntrantId]) -> list[RoundPlan]:
    """Pair both cycles; the order of ``entrants`` is the order of the drawn numbers."""
    cycle = single_round_robin(entrants)
    first = [*cycle[:-2], *reversed(cycle[-2:])]
    both = [*first, *(_reversed(plan) for plan in cycle)]
    return [
        msgspec.structs.replace(plan, round=RoundNo(number)) for number, plan in enumerate(both, 1)
    ]


def _reversed(plan: RoundPlan) -> RoundPlan:
    meetings = tuple(
        Meeting(
            meeting.board,
            meeting.seats[::-1],
            (meeting.reasons[0], Reason(REVERSED, {"round-of-cycle": plan.round})),
        )
        for meeting in plan.meetings
    )
    return msgspec.structs.replace(plan, meetings=meetings)
