"""Penalties as an arbiter enters them: which side, which offence, points or levels.

``usual`` gives what an offence costs by the table; the arbiter may enter another number. Online
only a failed throw can happen, because illegal plays are refused; the rest is for real cards.
"""

from enum import StrEnum
from typing import Final

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.rules import RuleKey, rule

FAILED_THROW = rule("shengji.penalty.failed-throw", "A failed throw costs points for each card.")
DISHONEST = rule(
    "shengji.penalty.dishonest-play",
    "Too many or few cards, or a dishonest follow, ruff or discard, costs levels.",
)
WRONG_FOLLOW = rule("shengji.penalty.wrong-follow", "A wrong follow costs points for each card.")
MISSED_PAIR = rule("shengji.penalty.missed-pairs", "Pairs or tractors not followed cost points.")
OUT_OF_TURN = rule("shengji.penalty.out-of-turn", "Playing out of turn costs points.")
LOOKING_BACK = rule("shengji.penalty.looking-back", "Looking at others' last trick costs points.")
OVERDRAWN = rule("shengji.penalty.overdrawn", "Drawing into the bottom costs levels a round.")
LEFT_OVER = rule("shengji.penalty.left-over", "Leaving more than the bottom costs levels.")
REBURIED = rule("shengji.penalty.rebury-count", "Burying another number than taken costs a level.")
WRONG_COUNT = rule(
    "shengji.penalty.wrong-count",
    "If the number of cards is found wrong during play, the points go to the other side.",
)
CONCEALED = rule("shengji.penalty.concealment", "Hiding cards, if found out, costs levels.")
SCRAMBLED = rule("shengji.penalty.scrambling", "Scrambling played cards costs levels.")
SIGNALLED = rule("shengji.penalty.signalling", "Telling the partner about cards costs levels.")
BURIED_SINGLY = rule("shengji.penalty.bury-at-once", "Not burying all cards at once costs levels.")


class Adjustment(msgspec.Struct, frozen=True):
    """What one side loses for one offence in one deal; numbers are what it costs, not negative."""

    side: int
    """0 for seats 0 and 2, 1 for seats 1 and 3."""
    offence: RuleKey
    points: int = 0
    levels: int = 0


POINTS: Final[dict[RuleKey, int]] = {
    FAILED_THROW: 10,
    WRONG_FOLLOW: 10,
    MISSED_PAIR: 20,
    OUT_OF_TURN: 10,
    LOOKING_BACK: 10,
    WRONG_COUNT: 0,
}
"""For each card, pair or time."""
FLAT: Final[dict[RuleKey, int]] = {
    LEFT_OVER: 3,
    REBURIED: 1,
    CONCEALED: 3,
    SCRAMBLED: 3,
    SIGNALLED: 2,
    BURIED_SINGLY: 2,
}
GROWING: Final = (DISHONEST, OVERDRAWN)
"""One level for the first time (or round), two for the second, and so on."""
MOST = 1000


class Noticed(StrEnum):
    """When a wrong follow came to light."""

    BEFORE_NEXT_LEAD = "before-next-lead"
    LATER = "later"
    CONCEALED = "concealed"
    """At the recheck, after the player kept silent."""


def wrong_follow(noticed: Noticed) -> RuleKey:
    """Give the offence that a wrong follow is; three penalties overlap, the time decides."""
    return {
        Noticed.BEFORE_NEXT_LEAD: WRONG_FOLLOW,
        Noticed.LATER: DISHONEST,
        Noticed.CONCEALED: CONCEALED,
    }[noticed]


def usual(side: int, offence: RuleKey, count: int = 1) -> Adjustment:
    """Give what an offence usually costs.

    ``count`` is the number of cards, pairs or times for points; which time it is for a dishonest
    play; how many rounds too many for an overdraw. Raises BadInput on an unknown offence.
    """
    if offence in POINTS:
        return checked(Adjustment(side, offence, points=POINTS[offence] * count))
    if offence in FLAT:
        return checked(Adjustment(side, offence, levels=FLAT[offence]))
    return checked(Adjustment(side, offence, levels=count))


def checked(found: Adjustment) -> Adjustment:
    """Give an adjustment back. Raises BadInput if it names no side, offence or sane number."""
    if found.side not in (0, 1):
        raise BadInput(f"side 0 or 1, not {found.side}")
    if found.offence not in (*POINTS, *FLAT, *GROWING):
        raise BadInput(f"{found.offence[:60]!r} is no offence of shengji")
    if not (0 <= found.points <= MOST and 0 <= found.levels <= MOST) or found.points % 5:
        raise BadInput(f"a penalty costs 0 to {MOST} points (fives) or levels")
    return found
