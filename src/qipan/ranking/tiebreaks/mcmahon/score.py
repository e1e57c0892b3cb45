"""McMahon score: the points somebody began with count like points that were won."""

from qipan.kernel.rules import rule
from qipan.ranking.field import OWN, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.notation import Spec, reject_unknown
from qipan.ranking.tiebreaks.mcmahon.start import score_of

SCORE = rule(
    "ranking.mcmahon-score",
    "The points one began with and those won since; more rank higher.",
    zh="起始分与所得积分之和高者列前。",
    th="คะแนนเริ่มต้นรวมกับคะแนนที่ได้ ผู้ที่มากกว่าอยู่เหนือกว่า",
    ms="Mata permulaan dan mata yang dimenangi; yang lebih tinggi di atas.",
)


def mcmahon_score(field: Field, spec: Spec) -> Column:
    """Add what somebody began with to their points [ranking.mcmahon-score]."""
    reject_unknown(spec)
    return Column(field.each(spec, OWN, lambda i: score_of(field, i)), field.scoring.unit)


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
)
