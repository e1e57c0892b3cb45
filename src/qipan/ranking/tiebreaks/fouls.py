"""Fouls: whoever committed one of conduct stands behind; fewer technical ones stand ahead."""

from qipan.kernel.rules import rule
from qipan.ranking.field import OWN, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.notation import Spec, reject_unknown

CONDUCT = rule(
    "ranking.conduct-foul",
    "Among equals, whoever committed a conduct foul is behind.",
    zh="同分者中有行为犯规者列后。",
    th="ในผู้ที่เท่ากัน ผู้ทำฟาวล์ความประพฤติอยู่หลัง",
    ms="Antara yang seri, pelaku kesalahan kelakuan di belakang.",
)
TECHNICAL = rule(
    "ranking.technical-fouls",
    "Fewer technical fouls rank higher.",
    zh="技术犯规少者列前。",
    th="ฟาวล์เทคนิคน้อยกว่าอยู่หน้า",
    ms="Kurang kesalahan teknikal di hadapan.",
)


def conduct_foul(field: Field, spec: Spec) -> Column:
    """Mark whoever has a conduct foul [ranking.conduct-foul]; ``count`` counts them instead."""
    reject_unknown(spec, variants=("count",))
    entries, flag = field.table.entries, "count" not in spec.variants

    def of(i: int) -> int:
        count = entries[i].marks.get("conduct-foul", 0)
        return int(count > 0) if flag else count

    return Column(field.each(spec, OWN, of))


def technical_fouls(field: Field, spec: Spec) -> Column:
    """Count technical fouls [ranking.technical-fouls]."""
    reject_unknown(spec)
    entries = field.table.entries
    return Column(field.each(spec, OWN, lambda i: entries[i].marks.get("technical-foul", 0)))


KEYS = (
    Key(
        ("conduct-foul", "conduct-foul-last"),
        CONDUCT,
        conduct_foul,
        higher=False,
        called={
            "zh": "行为犯规",
            "en": "Conduct foul",
            "th": "ฟาวล์ความประพฤติ",
            "ms": "Kesalahan kelakuan",
        },
        cases=(DecidingCase("conduct-foul", "A: =B1 (conduct-foul=2)\nB: =A2", "A=1 B=0", "B A"),),
    ),
    Key(
        ("technical-fouls", "fewer-technical-fouls"),
        TECHNICAL,
        technical_fouls,
        higher=False,
        called={
            "zh": "技术犯规",
            "en": "Technical fouls",
            "th": "ฟาวล์เทคนิค",
            "ms": "Kesalahan teknikal",
        },
        cases=(
            DecidingCase(
                "technical-fouls",
                "A: =B1 (technical-foul=3)\nB: =A2 (technical-foul=2)",
                "A=3 B=2",
                "B A",
            ),
        ),
    ),
)
