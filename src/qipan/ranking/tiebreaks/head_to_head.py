"""The game between exactly two who are level on points: its winner stands ahead.

A group of three or more is never looked at, not even when other keys have made two of it: the
group meant is the one on equal points. Drawn, or never met: the next key decides.
"""

from collections import Counter
from collections.abc import Mapping

from qipan.kernel.lots import Draw
from qipan.kernel.rules import rule
from qipan.ranking.field import PLAYED, Field
from qipan.ranking.keys import Cut, DecidingCase, Group, Key, NeedsLot, Void
from qipan.ranking.notation import Spec, reject_unknown

HEAD_TO_HEAD = rule(
    "ranking.head-to-head",
    "Of exactly two on equal points the winner of their game is ahead.",
    zh="恰有两人同分时，相互对局的胜者列前。",
    th="หากเท่ากันสองคนพอดี ผู้ชนะเกมระหว่างกันอยู่หน้า",
    ms="Jika tepat dua orang sama mata, pemenang permainan mereka di hadapan.",
)


def head_to_head(
    field: Field, spec: Spec, group: Group, lots: Mapping[str, Draw]
) -> Cut | Void | NeedsLot:
    """Compare the games of two with each other [ranking.head-to-head].

    ``exactly-two`` is the rule and the default; ``still-tied`` also serves two who are left of a
    larger group; ``forfeits`` counts a game that nobody played.
    """
    del lots
    reject_unknown(spec, variants=("exactly-two", "still-tied", "forfeits"))
    if len(group) != 2:
        return Void({"void": "more-than-two", "tied": len(group)})
    a, b = group
    if "still-tied" not in spec.variants:
        level = field.shared("level", lambda: Counter(field.scores))[field.scores[a]]
        if level != 2 or field.scores[a] != field.scores[b]:
            return Void({"void": "more-than-two", "tied": level})
    unplayed = "forfeits" in spec.variants
    mine = _against(field, a, b, unplayed)
    theirs = _against(field, b, a, unplayed)
    if not mine:
        return Void({"void": "not-met"})
    return Cut((sum(mine), sum(theirs)), field.scoring.unit, facts={"games": len(mine)})


def _against(field: Field, a: int, b: int, unplayed: bool) -> list[int]:
    line = field.lines[a]
    return [
        line.points[n]
        for n, other in enumerate(line.opponents)
        if other == b and (unplayed or line.kinds[n] == PLAYED)
    ]


KEYS = (
    Key(
        ("head-to-head", "H2H"),
        HEAD_TO_HEAD,
        split=head_to_head,
        local=lambda spec: "still-tied" in spec.variants,
        called={
            "zh": "相互胜负",
            "en": "Head to head",
            "th": "ผลระหว่างคู่",
            "ms": "Pertemuan sesama",
        },
        also={
            "head-to-head:exactly-two": {
                "zh": "相互胜负（两人同分）",
                "en": "Head to head (two tied)",
                "th": "ผลระหว่างคู่ (เสมอสองคน)",
                "ms": "Pertemuan sesama (dua seri)",
            },
        },
        cases=(
            DecidingCase(
                "head-to-head",
                """
                A: -B2 +C1 =D2
                B: +A1 -D2 =C2
                C: =D1 -A2 =B1
                D: =C2 +B1 =A1
                """,
                "A=0 B=1",
                "D B A C",
            ),
        ),
    ),
)
