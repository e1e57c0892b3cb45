"""Small points of a round robin: all points of those beaten and half of those drawn with."""

from qipan.kernel.rules import rule
from qipan.ranking.field import NOBODY, OPPONENTS, PLAYED, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.notation import Spec, reject_unknown

SMALL = rule(
    "ranking.small-points",
    "More points of beaten opponents, plus half of those drawn with, rank higher.",
    zh="所胜对手积分之和加所和对手积分之半，高者列前。",
    th="คะแนนของผู้ที่ชนะบวกครึ่งของผู้ที่เสมอ มากกว่าอยู่หน้า",
    ms="Mata lawan yang ditewaskan tambah separuh mata lawan yang seri, lebih banyak di hadapan.",
)


def small_points(field: Field, spec: Spec) -> Column:
    """Add up beaten opponents' points and half of drawn ones' [ranking.small-points].

    ``played``: games at the board only; otherwise forfeited pairings count as in a round robin.
    """
    reject_unknown(spec, variants=("played",))
    win, draw, scores = field.scoring.win, field.scoring.draw, field.scores
    played = "played" in spec.variants

    def of(i: int) -> int:
        line = field.lines[i]
        return sum(
            scores[other] * (2 if points >= win else int(points == draw))
            for other, points, kind in zip(line.opponents, line.points, line.kinds, strict=True)
            if other != NOBODY and (kind == PLAYED or not played)
        )

    return Column(field.each(spec, OPPONENTS, of), 2 * field.scoring.unit, least=2)


KEYS = (
    Key(
        ("small-points",),
        SMALL,
        small_points,
        called={"zh": "小分", "en": "Small points", "th": "คะแนนย่อย", "ms": "Mata kecil"},
        cases=(
            DecidingCase(
                "small-points",
                """
                A: =C1 =D2
                B: +E1 -F2
                C: =A2 +E1
                D: +F1 =A1
                E: -B2 -C2
                F: -D2 +B1
                """,
                "A=1.5 B=0 C=0.5 D=1.5 E=0 F=1",
                "D C A F B E",
            ),
        ),
    ),
)
