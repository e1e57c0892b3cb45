"""Berger tables in closed form, for any number of entrants.

Positions count from 1. With N even and m = N − 1, in round r the position
k = ((r − 1) · N/2 mod m) + 1 meets N and moves first if r is odd; the others meet symmetrically
around k. An odd field gets a last position that nobody holds: who meets it rests.
"""

from collections.abc import Sequence

from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.results import Bye
from qipan.kernel.rules import rule
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan

EVERYBODY = rule("round-robin.everybody", "Everybody meets everybody else once.")
COLOURS = rule("round-robin.colours", "The round-robin table says who moves first.")
ODD = rule(
    "round-robin.odd-rests", "With an odd number of entrants, one has the bye in each round."
)


def berger(size: int) -> list[list[tuple[int, int]]]:
    """Give every round as (first, second) positions from 1. Raises BadInput below two.

    For an odd size the position ``size + 1`` stands for the rest.
    """
    if size < 2:
        raise BadInput(f"a round robin needs at least two entrants, not {size}")
    even = size + size % 2
    return [_berger_round(even, number) for number in range(1, even)]


def _berger_round(even: int, number: int) -> list[tuple[int, int]]:
    around = even - 1
    centre = (number - 1) * (even // 2) % around
    top = (centre + 1, even) if number % 2 else (even, centre + 1)
    return [
        top,
        *(
            ((centre + step) % around + 1, (centre - step) % around + 1)
            for step in range(1, even // 2)
        ),
    ]


def single_round_robin(entrants: Sequence[EntrantId]) -> list[RoundPlan]:
    """Pair all rounds at once; the order of ``entrants`` is the order of the drawn numbers."""
    return [
        _plan(RoundNo(number), pairs, entrants)
        for number, pairs in enumerate(berger(len(entrants)), 1)
    ]


def _plan(
    number: RoundNo, pairs: Sequence[tuple[int, int]], entrants: Sequence[EntrantId]
) -> RoundPlan:
    meetings: list[Meeting] = []
    rests = []
    for first, second in pairs:
        if max(first, second) > len(entrants):
            resting = min(first, second)
            why = Reason(ODD, {"round": number, "position": resting})
            rests.append(Rest(entrants[resting - 1], Bye.ALLOCATED, (why,)))
            continue
        facts = {"round": number, "first": first, "second": second}
        meetings.append(
            Meeting(
                BoardNo(len(meetings) + 1),
                (entrants[first - 1], entrants[second - 1]),
                (Reason(EVERYBODY, facts), Reason(COLOURS, facts)),
            )
        )
    return RoundPlan(number, tuple(meetings), tuple(rests))


def why_not(
    plans: Sequence[RoundPlan], number: RoundNo, pair: tuple[EntrantId, EntrantId]
) -> Reason:
    """Say why two do not meet in a round: the table has them meet in these others.

    Raises BadInput if they are not both in the table, or do meet in that round.
    """
    rounds = [
        plan.round for plan in plans for meeting in plan.meetings if set(meeting.seats) == set(pair)
    ]
    if not rounds or number in rounds:
        raise BadInput(f"{pair[0]} and {pair[1]} meet in round {number}, or not at all")
    return Reason(EVERYBODY, {"rounds": rounds})
