"""The criteria in their order, as rule keys, and what each asks of a pair.

Absolute criteria forbid; the others are compared one after the other, best first.
"""

from qipan.kernel.rules import RuleKey, rule
from qipan.pairing.swiss.dutch.colours import Preference, Strength

NO_REMATCH = rule("swiss.no-rematch", "Nobody meets the same opponent twice.")
NO_SECOND_BYE = rule(
    "swiss.no-second-bye",
    "Who had a bye, or a win's points without playing, gets no pairing-allocated bye.",
)
NO_SAME_ABSOLUTE = rule(
    "swiss.no-same-absolute-colour",
    "Two players who must both have the same colour do not meet; topscorers may in the last round.",
)
FORBIDDEN = rule("swiss.forbidden-pair", "The organiser keeps these players apart.")
COMPLETION = rule("swiss.completion", "Whoever is not yet paired can still be paired.")
BYE_SCORE = rule("swiss.dutch.bye-score", "The bye goes to the lowest score possible.")
MOST_PAIRS = rule("swiss.dutch.most-pairs", "As few players as possible leave their bracket.")
FLOATER_SCORES = rule("swiss.dutch.floater-scores", "Those who leave have the lowest scores.")
NEXT_BRACKET = rule(
    "swiss.dutch.next-bracket", "Those who leave let the next bracket pair as many as possible."
)
BYE_UNPLAYED = rule(
    "swiss.dutch.bye-unplayed", "The bye goes to the player with the fewest unplayed games."
)
TOP_DIFFERENCE = rule(
    "swiss.dutch.top-colour-difference",
    "As few topscorers or their opponents as possible get a colour difference above two.",
)
TOP_REPEAT = rule(
    "swiss.dutch.top-colour-repeat",
    "As few topscorers or their opponents as possible get a colour three times running.",
)
COLOUR = rule("swiss.dutch.colour", "As few colour preferences as possible are not granted.")
STRONG_COLOUR = rule(
    "swiss.dutch.strong-colour", "As few strong colour preferences as possible are not granted."
)
DOWN_AGAIN = rule("swiss.dutch.down-again", "Few float down as they did in the last round.")
UP_AGAIN = rule("swiss.dutch.up-again", "Few are met from above as they were in the last round.")
DOWN_BEFORE = rule("swiss.dutch.down-before", "Few float down as they did two rounds ago.")
UP_BEFORE = rule("swiss.dutch.up-before", "Few are met from above as they were two rounds ago.")
DOWN_AGAIN_GAP = rule(
    "swiss.dutch.down-again-gap", "Small score differences for those floating down again."
)
UP_AGAIN_GAP = rule("swiss.dutch.up-again-gap", "Small score differences for those met again.")
DOWN_BEFORE_GAP = rule(
    "swiss.dutch.down-before-gap", "Small score differences for floaters of two rounds ago."
)
UP_BEFORE_GAP = rule(
    "swiss.dutch.up-before-gap", "Small score differences for those met two rounds ago."
)
ORDER = rule(
    "swiss.dutch.order",
    "Of equally good pairings the first in the order of transpositions and exchanges is taken.",
)

QUALITY: tuple[RuleKey, ...] = (
    MOST_PAIRS,
    FLOATER_SCORES,
    NEXT_BRACKET,
    BYE_UNPLAYED,
    TOP_DIFFERENCE,
    TOP_REPEAT,
    COLOUR,
    STRONG_COLOUR,
    DOWN_AGAIN,
    UP_AGAIN,
    DOWN_BEFORE,
    UP_BEFORE,
    DOWN_AGAIN_GAP,
    UP_AGAIN_GAP,
    DOWN_BEFORE_GAP,
    UP_BEFORE_GAP,
)
"""What makes one pairing of a bracket better than another, most important first."""


def clashes(one: Preference, two: Preference) -> tuple[bool, bool, bool, bool]:
    """Say which colour criteria a pair fails: difference, repeat, preference, strong preference."""
    if one.seat is None or one.seat != two.seat:
        return False, False, False, False
    both = one.strength is Strength.ABSOLUTE and two.strength is Strength.ABSOLUTE
    strong = min(one.strength, two.strength) >= Strength.STRONG and not both
    return (
        one.difference > 1 and two.difference > 1,
        both and _repeats(one, two),
        True,
        strong,
    )


def _repeats(one: Preference, two: Preference) -> bool:
    """Say whether whoever gives way has the same colour a third time."""
    assert one.seat is not None
    if one.difference == two.difference:
        return one.repeated is not None and one.repeated == two.repeated
    giving = two if one.difference > two.difference else one
    return giving.repeated == 1 - one.seat
