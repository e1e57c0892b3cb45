"""SODOS: the McMahon scores of the opponents one beat."""

from fractions import Fraction

from qipan.kernel.rules import rule
from qipan.ranking.field import NOBODY, OPPONENTS, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.notation import Spec, reject_unknown
from qipan.ranking.tiebreaks.mcmahon.start import score_of

DEFEATED = rule(
    "ranking.mcmahon-defeated",
    "A higher sum of McMahon scores of opponents beaten, drawn games by half, ranks higher.",
    zh="所胜对手麦克马洪分及所和对手麦克马洪分之半的总和高者列前。",
    th="ผลรวมคะแนนแมคมาฮอนของคู่แข่งที่ชนะ และครึ่งหนึ่งของที่เสมอ ผู้ที่มากกว่าอยู่เหนือกว่า",
    ms="Jumlah mata McMahon lawan yang ditewaskan, seri separuh; yang lebih tinggi di atas.",
)
_TABLE = """
    A: +B1 +C1 +D1 (start-score=2)
    B: -A2 +D1 +C1 (start-score=2)
    C: +D1 -A2 -B2 (start-score=1)
    D: -C2 -B2 -A2 (start-score=1)
    """


def mcmahon_defeated(field: Field, spec: Spec) -> Column:
    """Add up each opponent's McMahon score times the share of a win [ranking.mcmahon-defeated]."""
    reject_unknown(spec)
    scoring = field.scoring
    win = scoring.win - scoring.loss

    def of(i: int) -> Fraction:
        line = field.lines[i]
        products = [
            score_of(field, one) * (points - scoring.loss)
            for one, points in zip(line.opponents, line.points, strict=True)
            if one != NOBODY
        ]
        return Fraction(sum(products), win)

    return Column(field.each(spec, OPPONENTS, of), scoring.unit)


KEYS = (
    Key(
        ("mcmahon-defeated", "SODOS"),
        DEFEATED,
        mcmahon_defeated,
        called={
            "zh": "所胜对手麦克马洪分",
            "en": "McMahon scores of opponents beaten",
            "th": "คะแนนแมคมาฮอนของคู่แข่งที่ชนะ",
            "ms": "Mata McMahon lawan yang ditewaskan",
        },
        cases=(DecidingCase("mcmahon-defeated", _TABLE, "A=7 B=3 C=1 D=0", "A B C D", after=()),),
    ),
)
