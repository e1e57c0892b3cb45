"""The options in which books differ on Go. Independent of each other, each with a default.

The defaults are territory counting in the Korean manner: two sets of passes, whoever passed first
resumes, whole-board repetition is presented and not forbidden, komi 6.5.
"""

from decimal import Decimal
from enum import StrEnum

import msgspec

from qipan.games.go.grid import SIZES
from qipan.kernel.errors import BadInput, Unknown


class Counting(StrEnum):
    """What is counted."""

    TERRITORY = "territory"
    """Surrounded points, prisoners and dead stones; nothing in seki."""
    AREA = "area"
    """Living stones and surrounded points, also in seki."""


class Repetition(StrEnum):
    """What happens when the whole board comes back, beyond the simple ko."""

    PRESENT = "present"
    """It is shown to both players and the referee, who decide."""
    POSITIONAL = "positional-superko"
    """No move may bring back an earlier position."""
    SITUATIONAL = "situational-superko"
    """No move may bring back an earlier position with the same side to move."""


class Resume(StrEnum):
    """Who moves when play goes on after the passes."""

    FIRST_PASSER = "first-passer"
    OPPONENT = "opponent"
    """The opponent of the side that asks to go on."""


class Odds(StrEnum):
    """What White is given in area counting for handicap stones."""

    NONE = "none"
    STONES = "stones"
    STONES_LESS_ONE = "stones-less-one"


class GoRules(msgspec.Struct, frozen=True):
    """The rules of one event."""

    size: int = 19
    komi: Decimal = Decimal("6.5")
    """What White is given; a multiple of a half."""
    counting: Counting = Counting.TERRITORY
    repetition: Repetition = Repetition.PRESENT
    occurrences: int = 2
    """At which occurrence of a position the repetition is presented; 2 is the first repeat."""
    suicide: bool = False
    """Whether a side may take off several own stones."""
    second_passes: bool = True
    """Whether life and death is agreed between a first and a second set of passes."""
    referee_counts: bool = False
    """Whether only a referee counts, after a photograph of the board."""
    resume: Resume = Resume.FIRST_PASSER
    ko_after_lost_turn: bool = True
    """Whether a turn lost by a ruling lifts a ko, as a pass does."""
    odds: Odds = Odds.NONE
    strict_ending: bool = False
    """Whether a set of passes needs a pass of both, nobody is told where a boundary is open, a
    referee closes one only where it decides nothing, and a count names a photograph."""
    one_ending: bool = False
    """Whether the table proposes dead stones after two passes, the clocks stand meanwhile, and the
    game is over as soon as both accept the count as it is shown."""
    pass_stones: bool = False
    """Whether a pass hands over a prisoner, which makes both ways of counting agree."""


_JAPANESE = GoRules(second_passes=False, resume=Resume.OPPONENT, occurrences=3)
PRESETS: dict[str, GoRules] = {
    "korean": GoRules(),
    "japanese": _JAPANESE,
    "chinese": GoRules(
        counting=Counting.AREA,
        komi=Decimal("7.5"),
        second_passes=False,
        repetition=Repetition.POSITIONAL,
        resume=Resume.OPPONENT,
        odds=Odds.STONES,
    ),
    "aga": GoRules(
        counting=Counting.AREA,
        komi=Decimal("7.5"),
        second_passes=False,
        repetition=Repetition.SITUATIONAL,
        resume=Resume.OPPONENT,
        odds=Odds.STONES_LESS_ONE,
        pass_stones=True,
    ),
    "new-zealand": GoRules(
        counting=Counting.AREA,
        komi=Decimal(7),
        second_passes=False,
        repetition=Repetition.SITUATIONAL,
        resume=Resume.OPPONENT,
        suicide=True,
    ),
}
"""Rules under the names that records and people give them."""


def preset(name: str) -> GoRules:
    """Find rules by name. Raises Unknown and lists what there is."""
    found = PRESETS.get(name.strip().lower().replace(" ", "-"))
    if found is None:
        raise Unknown("Go rules", name, tuple(PRESETS))
    return found


def check(rules: GoRules) -> None:
    """Raise BadInput where an option makes no sense."""
    if rules.size not in SIZES:
        raise BadInput(f"a Go board has 5 to 25 lines, not {rules.size}", where="rules.size")
    if not rules.komi.is_finite() or abs(rules.komi) > 1000 or rules.komi * 2 % 1:
        raise BadInput(f"komi is a multiple of a half, not {rules.komi}", where="rules.komi")
    if not 2 <= rules.occurrences <= 10:
        raise BadInput("a repetition is presented from the 2nd to the 10th occurrence")


def halves(points: Decimal) -> int:
    """Turn points into half points, the smallest unit of any score here."""
    return int(points * 2)
