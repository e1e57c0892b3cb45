"""Progressive (cumulative) score: the sum of the scores after each round."""

from itertools import accumulate

from qipan.kernel.rules import rule
from qipan.ranking.contributions import cuts
from qipan.ranking.field import OWN, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec
from qipan.ranking.scores import kinds, score

PROGRESSIVE = rule(
    "tiebreak.progressive",
    "A higher sum of the scores after each round ranks higher.",
    zh="各轮累计分之和高者列前。",
    th="ผลรวมคะแนนสะสมทุกรอบสูงกว่าอยู่หน้า",
    ms="Jumlah mata terkumpul selepas setiap pusingan lebih tinggi di hadapan.",
)


def progressive(field: Field, spec: Spec) -> Column:
    """Add up the scores after each round, leaving out the first ``/C`` [tiebreak.progressive]."""
    check(spec, "C", "X", "R", scores=True)
    kind, _ = kinds(field, spec)
    points = score(field, kind)
    first, _ = cuts(field, spec)
    found = field.each(spec, OWN, lambda i: sum(list(accumulate(points.rounds[i]))[first:]))
    return Column(found, points.unit, least=1)


KEYS = (
    Key(
        ("PS", "progressive", "cumulative"),
        PROGRESSIVE,
        progressive,
        called={
            "zh": "累积分",
            "en": "Cumulative score",
            "th": "คะแนนสะสม",
            "ms": "Mata kumulatif",
        },
        also={
            "progressive": {
                "zh": "累进分",
                "en": "Progressive score",
                "th": "คะแนนก้าวหน้า",
                "ms": "Mata progresif",
            },
        },
        cases=(
            DecidingCase(
                "PS",
                """
                A: -D1 +C1
                B: +C2 -D1
                C: -B1 -A2
                D: +A2 +B2
                """,
                "A=1 B=2 C=0 D=3",
                "D B A C",
            ),
        ),
    ),
)
