"""Leaving a round robin: results that nobody else could get are taken out of the count.

Whoever leaves before half of the games is treated as if never entered: what was played stays in
the record but counts for nobody, and the others rest instead. Whoever leaves later has the
remaining games forfeited, and the opponents win them. The share is the book's to choose.
"""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.results import Bye
from qipan.kernel.rules import rule
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan

EARLY = rule("round-robin.early-withdrawal", "Results of one who leaves early do not count.")
LATE = rule("round-robin.late-withdrawal", "One who leaves late forfeits the remaining games.")
HALF = Fraction(1, 2)


class Consequence(StrEnum):
    """What becomes of the games."""

    ANNULLED = "annulled"
    FORFEITED = "forfeited"


class Withdrawal(msgspec.Struct, frozen=True):
    """Who left, and what follows for each game, as (round, opponent)."""

    entrant: EntrantId
    consequence: Consequence
    annulled: tuple[tuple[RoundNo, EntrantId], ...]
    """Played games that no longer count."""
    forfeited: tuple[tuple[RoundNo, EntrantId], ...]
    """Games to come that the opponent wins."""
    dropped: tuple[tuple[RoundNo, EntrantId], ...]
    """Games to come that are not held."""
    reason: Reason


def withdraw(
    plans: Sequence[RoundPlan], who: EntrantId, after: RoundNo, share: Fraction = HALF
) -> Withdrawal:
    """Say what follows when somebody leaves after a round (0: before the first).

    Raises BadInput if they are not in these rounds.
    """
    games = [
        (plan.round, other)
        for plan in plans
        for meeting in plan.meetings
        if who in meeting.seats
        for other in meeting.seats
        if other != who
    ]
    if not games:
        raise BadInput(f"{who} has no game in this round robin")
    played = tuple(game for game in games if game[0] <= after)
    coming = tuple(game for game in games if game[0] > after)
    early = Fraction(len(played), len(games)) < share
    facts = {"played": len(played), "games": len(games), "share": str(share)}
    if early:
        reason = Reason(EARLY, facts)
        return Withdrawal(who, Consequence.ANNULLED, played, (), coming, reason)
    return Withdrawal(who, Consequence.FORFEITED, (), coming, (), Reason(LATE, facts))


def without(plans: Sequence[RoundPlan], left: Withdrawal) -> list[RoundPlan]:
    """Give the rounds with the dropped games out; who would have had one rests instead."""
    dropped = dict(left.dropped)
    return [
        _without(plan, left, dropped[plan.round]) if plan.round in dropped else plan
        for plan in plans
    ]


def _without(plan: RoundPlan, left: Withdrawal, opponent: EntrantId) -> RoundPlan:
    kept: list[Meeting] = [
        meeting for meeting in plan.meetings if left.entrant not in meeting.seats
    ]
    rest = Rest(opponent, Bye.ALLOCATED, (left.reason,))
    return msgspec.structs.replace(plan, meetings=tuple(kept), rests=(*plan.rests, rest))
