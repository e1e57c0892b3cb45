"""McMahon scores: the points somebody began with count like points that were won.

What an entrant began with is the mark ``start-score``, in whole points.
"""

from qipan.kernel.rules import rule
from qipan.ranking.field import NOBODY, OPPONENTS, OWN, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.notation import Spec, reject_unknown

SCORE = rule(
    "ranking.mcmahon-score",
    "The points one began with and those won since; more rank higher.",
    zh="起始分与所得积分之和高者列前。",
)
OPPONENTS_SCORE = rule(
    "ranking.mcmahon-opponents",
    "A higher sum of the McMahon scores of one's opponents ranks higher.",
    zh="对手麦克马洪分之和高者列前。",
)
START = "start-score"


def _score(field: Field, i: int) -> int:
    """Give somebody's McMahon score, in units of the scoring."""
    return field.scores[i] + _start(field, i)


def _start(field: Field, i: int) -> int:
    return field.table.entries[i].marks.get(START, 0) * field.scoring.unit


def mcmahon_score(field: Field, spec: Spec) -> Column:
    """Add what somebody began with to their points [ranking.mcmahon-score]."""
    reject_unknown(spec)
    return Column(field.each(spec, OWN, lambda i: _score(field, i)), field.scoring.unit)


def mcmahon_opponents(field: Field, spec: Spec) -> Column:
    """Add up the opponents' McMahon scores; a round without one counts as one's own start.

    [ranking.mcmahon-opponents]
    """
    reject_unknown(spec)

    def of(i: int) -> int:
        met = field.lines[i].opponents
        return sum([_start(field, i) if one == NOBODY else _score(field, one) for one in met])

    return Column(field.each(spec, OPPONENTS, of), field.scoring.unit)


KEYS = (
    Key(
        ("mcmahon-score", "MMS"),
        SCORE,
        mcmahon_score,
        called={
            "zh": "麦克马洪分",
            "en": "McMahon score",
            "th": "คะแนนแมคมาฮอน",
            "ms": "Mata McMahon",
        },
        cases=(
            DecidingCase(
                "mcmahon-score",
                "A: +B1 (start-score=1)\nB: -A2 (start-score=3)\nC: +D1\nD: -C2 (start-score=1)",
                "A=2 B=3 C=1 D=1",
                "B A C=D",
                after=(),
            ),
        ),
    ),
    Key(
        ("mcmahon-opponents", "SOS"),
        OPPONENTS_SCORE,
        mcmahon_opponents,
        called={
            "zh": "对手麦克马洪分",
            "en": "Opponents' McMahon scores",
            "th": "คะแนนแมคมาฮอนของคู่แข่ง",
            "ms": "Mata McMahon lawan",
        },
        cases=(
            DecidingCase(
                "mcmahon-opponents",
                "A: +B1 (start-score=1)\nB: -A2 (start-score=3)\nC: +D1 (start-score=1)\n"
                "D: -C2 (start-score=1)",
                "A=3 B=2 C=1 D=2",
                "B A C D",
                after=("mcmahon-score",),
            ),
        ),
    ),
)
