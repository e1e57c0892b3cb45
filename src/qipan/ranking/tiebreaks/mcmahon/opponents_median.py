"""SOSM: the McMahon scores of the opponents without the highest and the lowest."""

from qipan.kernel.rules import rule
from qipan.ranking.field import OPPONENTS, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.notation import Spec, reject_unknown
from qipan.ranking.tiebreaks.mcmahon.start import opponents_of

MEDIAN = rule(
    "ranking.mcmahon-median",
    "A higher sum of the opponents' McMahon scores but the highest and lowest ranks higher.",
    zh="去掉最高与最低后，对手麦克马洪分之和高者列前。",
    th="ผลรวมคะแนนแมคมาฮอนของคู่แข่งเมื่อตัดสูงสุดและต่ำสุดออก ผู้ที่มากกว่าอยู่เหนือกว่า",
    ms="Jumlah mata McMahon lawan tanpa yang tertinggi dan terendah; yang lebih tinggi di atas.",
)
_TABLE = """
    A: +B1 +C1 +D1 (start-score=2)
    B: -A2 +D1 +C1 (start-score=2)
    C: +D1 -A2 -B2 (start-score=1)
    D: -C2 -B2 -A2 (start-score=1)
    """


def mcmahon_median(field: Field, spec: Spec) -> Column:
    """Add up the opponents' McMahon scores but the highest and the lowest.

    [ranking.mcmahon-median]
    """
    reject_unknown(spec)
    found = field.each(spec, OPPONENTS, lambda i: sum(sorted(opponents_of(field, i))[1:-1]))
    return Column(found, field.scoring.unit)


KEYS = (
    Key(
        ("mcmahon-median", "SOSM"),
        MEDIAN,
        mcmahon_median,
        called={
            "zh": "对手麦克马洪中间分",
            "en": "Opponents' median McMahon scores",
            "th": "คะแนนแมคมาฮอนกลางของคู่แข่ง",
            "ms": "Mata McMahon median lawan",
        },
        cases=(DecidingCase("mcmahon-median", _TABLE, "A=2 B=2 C=4 D=4", "C=D A=B", after=()),),
    ),
)
