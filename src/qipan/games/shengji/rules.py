"""The options in which tables differ on shengji. Independent of each other, each with a default.

The regulation is silent or unclear on all of these; the defaults are the readings that the
documentation of the game explains one by one.
"""

from enum import StrEnum

import msgspec

from qipan.kernel.errors import BadInput


class Direction(StrEnum):
    """Which way the turn goes round. Seats are numbered counter-clockwise."""

    COUNTER_CLOCKWISE = "counter-clockwise"
    CLOCKWISE = "clockwise"


class OpenBanker(StrEnum):
    """Who is banker in the first deal if nobody declared."""

    FIRST_DRAWER = "first-drawer"
    LOT = "lot"


class ForcedPart(StrEnum):
    """Which part of a failed throw is played."""

    LOWEST_BEATABLE = "lowest-beatable"
    """The shortest, then lowest of those that another hand beats."""
    LOWEST = "lowest"
    """The shortest, then lowest of all."""


class BottomBy(StrEnum):
    """Which part of a thrown last trick multiplies the bottom."""

    LARGEST = "largest-part"
    SMALLEST = "smallest-part"


class Unfinished(StrEnum):
    """What becomes of a deal when time is up."""

    FINISH_IF_LED = "finish-if-led"
    VOID = "void"


class NextBanker(StrEnum):
    """Who deals next after the bank was kept."""

    PARTNER = "partner"
    SAME = "same"


class ShengjiRules(msgspec.Struct, frozen=True):
    """The rules of one shengji event."""

    direction: Direction = Direction.COUNTER_CLOCKWISE
    opening_joker_pair: bool = True
    """From the second deal on a pair of jokers may open the declarations."""
    open_banker: OpenBanker = OpenBanker.FIRST_DRAWER
    bank_gain_from: int = 120
    """Defenders' points that give them the first level; each further 40 another one."""
    negative_steps: bool = False
    """Each full 40 points below zero give the banker one more level."""
    forced_part: ForcedPart = ForcedPart.LOWEST_BEATABLE
    throw_penalty: int = 10
    """Points for each card of a failed throw."""
    throw_penalty_on_all: bool = True
    """All cards of the attempt count; else only those of the part that was forced."""
    bottom_by: BottomBy = BottomBy.LARGEST
    last_level: int = 10
    """Who passes this level wins (11 is a jack, 14 an ace)."""
    pass_as_banker: bool = False
    """The last level is only passed by winning a deal as banker at it."""
    minutes: int = 40
    """For whoever keeps the table's clock; the game itself only hears that time is up."""
    unfinished: Unfinished = Unfinished.FINISH_IF_LED
    negative_levels: bool = True
    """Penalties may bring a level below 2."""
    longest_run_due: bool = True
    """A run shorter than the led tractor is due before loose pairs."""
    next_banker: NextBanker = NextBanker.PARTNER

    @property
    def step(self) -> int:
        """Give what to add to a seat for the next one, modulo four."""
        return 1 if self.direction is Direction.COUNTER_CLOCKWISE else 3


def checked(rules: ShengjiRules) -> ShengjiRules:
    """Give the rules back. Raises BadInput if a number is out of bounds."""
    if not 3 <= rules.last_level <= 14:
        raise BadInput("the last level lies between 3 and 14", where="rules.last_level")
    if rules.bank_gain_from not in range(80, 121, 5):
        raise BadInput("levels start at 80 to 120 points", where="rules.bank_gain_from")
    if not 0 <= rules.throw_penalty <= 1000:
        raise BadInput("a throw costs 0 to 1000 points a card", where="rules.throw_penalty")
    if not 1 <= rules.minutes <= 1440:
        raise BadInput("a match lasts 1 to 1440 minutes", where="rules.minutes")
    return rules
