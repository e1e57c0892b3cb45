"""SOS: the McMahon scores of the opponents."""

from qipan.kernel.rules import rule
from qipan.ranking.field import OPPONENTS, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.notation import Spec, reject_unknown
from qipan.ranking.tiebreaks.mcmahon.start import opponents_of

OPPONENTS_SCORE = rule(
    "ranking.mcmahon-opponents",
    "A higher sum of the McMahon scores of one's opponents ranks higher.",
    zh="对手麦克马洪分之和高者列前。",
    th="ผลรวมคะแนนแมคมาฮอนของคู่แข่งมากกว่าอยู่เหนือกว่า",
    ms="Jumlah mata McMahon lawan yang lebih tinggi di atas.",
)


def mcmahon_opponents(field: Field, spec: Spec) -> Column:
    """Add up the opponents' McMahon scores; a round without one counts as one's own start.

    [ranking.mcmahon-opponents]
    """
    reject_unknown(spec)
    found = field.each(spec, OPPONENTS, lambda i: sum(opponents_of(field, i)))
    return Column(found, field.scoring.unit)


KEYS = (
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
