"""CUSS: the McMahon scores after each round, added up."""

from itertools import accumulate

from qipan.kernel.rules import rule
from qipan.ranking.field import OWN, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.notation import Spec, reject_unknown
from qipan.ranking.tiebreaks.mcmahon.start import start_of

CUMULATIVE = rule(
    "ranking.mcmahon-cumulative",
    "A higher sum of the McMahon scores after each round ranks higher.",
    zh="各轮后麦克马洪分累计之和高者列前。",
    th="ผลรวมคะแนนแมคมาฮอนหลังแต่ละรอบ ผู้ที่มากกว่าอยู่เหนือกว่า",
    ms="Jumlah mata McMahon selepas setiap pusingan; yang lebih tinggi di atas.",
)
_TABLE = """
    A: +B1 +C1 +D1 (start-score=2)
    B: -A2 +D1 +C1 (start-score=2)
    C: +D1 -A2 -B2 (start-score=1)
    D: -C2 -B2 -A2 (start-score=1)
    """


def mcmahon_cumulative(field: Field, spec: Spec) -> Column:
    """Add up the McMahon scores after each round [ranking.mcmahon-cumulative]."""
    reject_unknown(spec)

    def of(i: int) -> int:
        points = field.lines[i].points
        return sum(accumulate(points)) + start_of(field, i) * len(points)

    return Column(field.each(spec, OWN, of), field.scoring.unit)


KEYS = (
    Key(
        ("mcmahon-cumulative", "CUSS"),
        CUMULATIVE,
        mcmahon_cumulative,
        called={
            "zh": "麦克马洪累积分",
            "en": "Cumulative McMahon score",
            "th": "คะแนนแมคมาฮอนสะสม",
            "ms": "Mata McMahon kumulatif",
        },
        cases=(
            DecidingCase("mcmahon-cumulative", _TABLE, "A=12 B=9 C=6 D=3", "A B C D", after=()),
        ),
    ),
)
