"""Time used: the sum of the own clock over all rounds; a round one missed counts nothing."""

from qipan.kernel.rules import rule
from qipan.ranking.field import OWN, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.notation import Spec, reject_unknown

TIME = rule(
    "ranking.game-time",
    "Less time used over all rounds ranks higher.",
    zh="总用时少者列前。",
    th="ใช้เวลารวมน้อยกว่าอยู่หน้า",
    ms="Kurang masa digunakan dalam semua pusingan di hadapan.",
)


def game_time(field: Field, spec: Spec) -> Column:
    """Add up the seconds used [ranking.game-time]."""
    reject_unknown(spec)
    ids = field.ids
    return Column(
        field.each(spec, OWN, lambda i: sum([each.seconds for each in field.table.row(ids[i])]))
    )


KEYS = (
    Key(
        ("game-time",),
        TIME,
        game_time,
        higher=False,
        called={"zh": "局时", "en": "Game time", "th": "เวลาที่ใช้", "ms": "Masa permainan"},
        cases=(
            DecidingCase(
                "game-time",
                """
                A: +B1@300 -B2@310
                B: -A2@280 +A1@320
                """,
                "A=610 B=600",
                "B A",
            ),
        ),
    ),
)
