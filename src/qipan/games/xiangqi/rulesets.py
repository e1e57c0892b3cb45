"""The rulesets of xiangqi as data: what is counted, who must ask, what a false claim costs.

A ruleset says *when* something may be ruled and at what price; how moves are judged is one of two
families (``asian`` judges by captures possible next move, ``chinese`` by labels of every move).
"""

from enum import StrEnum
from functools import cache
from typing import Final

import msgspec

from qipan.kernel.errors import Unknown


class Family(StrEnum):
    """How the moves of a repetition are judged."""

    ASIAN = "asian"
    CHINESE = "chinese"


class Count(StrEnum):
    """Which moves without capture a limit claim counts."""

    BACK = "back"
    """All since the last capture, played before the claim or not."""
    FORWARD = "forward"
    """Only those after the request."""


class FalseClaim(msgspec.Struct, frozen=True):
    """What a wrong claim of the move limit costs."""

    technical_fouls: int = 1
    minutes: int = 0
    """Taken off the claimant's clock; who has less loses."""
    loses_at: int = 2
    """The claim with this number, if false, loses; counted by ``per_stage``."""
    per_stage: bool = False
    """Whether false claims are counted anew after each capture."""


class Ruleset(msgspec.Struct, frozen=True):
    """One set of rules on repetitions, limits and claims."""

    name: str
    family: Family
    occurrences: int = 3
    """How often a position must have stood before a repetition is ruled."""
    claimed: bool = True
    """Whether a player must ask; else the ruling comes by itself."""
    grace: int = 0
    """Rounds a side has to vary after being told; one-sided perpetual check has none."""
    long_cycle: int | None = None
    """Rounds of forbidden moves over three or more points that may be ruled without threefold."""
    limit: int = 50
    """Rounds (two plies each) without capture that make a draw."""
    count: Count = Count.BACK
    checks_counted: int | None = None
    """Most checks of one side that count towards the limit."""
    false_claim: FalseClaim = FalseClaim()
    draw_from: int = 1
    """First round in which a draw may be agreed."""


RULESETS: Final = {
    ruleset.name: ruleset
    for ruleset in (
        Ruleset("axf", Family.ASIAN, limit=50),
        Ruleset(
            "wxf-2018",
            Family.ASIAN,
            limit=50,
            checks_counted=10,
            false_claim=FalseClaim(minutes=5),
        ),
        Ruleset(
            "cxa-2011",
            Family.CHINESE,
            grace=2,
            long_cycle=9,
            limit=60,
            false_claim=FalseClaim(per_stage=True),
        ),
        Ruleset(
            "cxa-2020",
            Family.CHINESE,
            grace=2,
            long_cycle=9,
            limit=60,
            false_claim=FalseClaim(per_stage=True),
        ),
    )
}


def ruleset_named(name: str) -> Ruleset:
    """Find a ruleset. Raises Unknown and lists what there is."""
    if name not in RULESETS:
        raise Unknown("xiangqi ruleset", name, tuple(RULESETS))
    return RULESETS[name]


class XiangqiRules(msgspec.Struct, frozen=True):
    """The rules of one event: a ruleset, and what the event changes in it (None: nothing)."""

    ruleset: str = "axf"
    occurrences: int | None = None
    claimed: bool | None = None
    grace: int | None = None
    limit: int | None = None
    count: Count | None = None
    checks_counted: int | None = None
    draw_from: int | None = None
    false_claim_minutes: int | None = None
    """Taken off the clock for a wrong claim of the move limit."""

    def settled(self) -> Ruleset:
        """Give the ruleset with the event's changes. Raises Unknown on a wrong name."""
        return _settled(self)


@cache
def _settled(rules: XiangqiRules) -> Ruleset:
    found = ruleset_named(rules.ruleset)
    own = ("ruleset", "false_claim_minutes")
    changes = {
        field: value
        for field in rules.__struct_fields__
        if field not in own and (value := getattr(rules, field)) is not None
    }
    if rules.false_claim_minutes is not None:
        cost = msgspec.structs.replace(found.false_claim, minutes=rules.false_claim_minutes)
        changes["false_claim"] = cost
    return msgspec.structs.replace(found, **changes)
