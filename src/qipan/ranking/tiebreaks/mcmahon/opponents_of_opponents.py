"""SOSOS: the opponents' own sums of opponents' McMahon scores."""

from qipan.kernel.rules import rule
from qipan.ranking.field import NOBODY, THEIR_OPPONENTS, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.notation import Spec, reject_unknown
from qipan.ranking.tiebreaks.mcmahon.start import opponents_of, start_of

SECOND = rule(
    "ranking.mcmahon-opponents-opponents",
    "A higher sum of the opponents' own sums of McMahon scores ranks higher.",
    zh="对手之对手麦克马洪分总和高者列前。",
    th="ผลรวมของคะแนนแมคมาฮอนของคู่แข่งของคู่แข่ง ผู้ที่มากกว่าอยู่เหนือกว่า",
    ms="Jumlah mata McMahon lawan kepada lawan; yang lebih tinggi di atas.",
)
_TABLE = """
    A: +B1 +C1 +D1 (start-score=2)
    B: -A2 +D1 +C1 (start-score=2)
    C: +D1 -A2 -B2 (start-score=1)
    D: -C2 -B2 -A2 (start-score=1)
    """


def mcmahon_second(field: Field, spec: Spec) -> Column:
    """Add up the opponents' SOS; a round without one counts as own starts, round by round.

    [ranking.mcmahon-opponents-opponents]
    """
    reject_unknown(spec)

    def of(i: int) -> int:
        alone = start_of(field, i) * field.rounds
        met = field.lines[i].opponents
        return sum([alone if one == NOBODY else sum(opponents_of(field, one)) for one in met])

    return Column(field.each(spec, THEIR_OPPONENTS, of), field.scoring.unit)


KEYS = (
    Key(
        ("mcmahon-opponents-opponents", "SOSOS"),
        SECOND,
        mcmahon_second,
        called={
            "zh": "对手之对手麦克马洪分",
            "en": "Opponents' opponents' McMahon scores",
            "th": "คะแนนแมคมาฮอนของคู่แข่งของคู่แข่ง",
            "ms": "Mata McMahon lawan kepada lawan",
        },
        cases=(
            DecidingCase(
                "mcmahon-opponents-opponents", _TABLE, "A=29 B=28 C=26 D=25", "A B C D", after=()
            ),
        ),
    ),
)
