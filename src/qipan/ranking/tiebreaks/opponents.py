"""Opponents' scores as regulations of our games count them.

Every reading of an unplayed round is a named variant, so that a book can choose it:

- (none): a dummy, as the international rules have it; cuts know no exception;
- ``fide``: the same, and a cut takes a round missed by one's own doing first;
- ``plain``: a round without a game contributes nothing;
- ``bye-lowest``: a bye counts like an opponent with the lowest score of all;
- ``bye-lowest-scoring``: the lowest score of those who have any points;
- ``paired``: with any of these, a forfeited pairing counts like a game.
"""

from collections.abc import Callable, Sequence

from qipan.kernel.rules import rule
from qipan.ranking.contributions import NOTHING, Reading, Rounds, collected, reading, total
from qipan.ranking.field import ALLOCATED, FULL_BYE, NOBODY, OPPONENTS, PLAYED, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.notation import Spec, reject_unknown

SUM = rule(
    "ranking.opponents-score",
    "A higher sum of the opponents' points ranks higher.",
    zh="对手积分之和高者列前。",
    th="ผลรวมคะแนนคู่แข่งสูงกว่าอยู่หน้า",
    ms="Jumlah mata lawan lebih tinggi di hadapan.",
)
MEDIAN = rule(
    "ranking.median-opponents-score",
    "A higher sum of the opponents' points without the highest and the lowest ranks higher.",
    zh="去掉最高与最低后的对手分之和高者列前。",
    th="ผลรวมคะแนนคู่แข่งหลังตัดสูงสุดและต่ำสุด สูงกว่าอยู่หน้า",
    ms="Jumlah mata lawan tanpa tertinggi dan terendah, lebih tinggi di hadapan.",
)
HIGHEST = rule(
    "ranking.highest-opponent",
    "A higher score of the best opponent ranks higher.",
    zh="最高对手分高者列前。",
    th="คะแนนของคู่แข่งที่ดีที่สุดสูงกว่าอยู่หน้า",
    ms="Mata lawan terbaik lebih tinggi di hadapan.",
)
TYPE_1 = rule(
    "ranking.opponents-score-1",
    "A higher sum of the best and the worst opponent's points.",
    zh="最高与最低对手分之和高者列前。",
    th="ผลรวมคะแนนคู่แข่งสูงสุดและต่ำสุด สูงกว่าอยู่หน้า",
    ms="Jumlah mata lawan terbaik dan terburuk, lebih tinggi di hadapan.",
)
TYPE_2 = rule(
    "ranking.opponents-score-2",
    "The same after the best and the worst opponent have been left out.",
    zh="去掉最高与最低对手分后，其余最高与最低之和高者列前。",
    th="เช่นเดียวกันหลังตัดคู่แข่งสูงสุดและต่ำสุดออก",
    ms="Sama, setelah lawan terbaik dan terburuk diketepikan.",
)
READINGS = ("fide", "plain", "bye-lowest", "bye-lowest-scoring", "paired")


def met(field: Field, spec: Spec) -> list[Rounds]:
    """Give the opponents' scores of everybody under the reading that a key names."""
    how = reading(field, Spec(spec.text, spec.name))
    if "paired" in spec.variants:
        how = how._replace(predetermined=True)
    named = [word for word in spec.variants if word in READINGS[1:4]]
    if not named:
        return collected(field, "points", how)
    return _plain(field, named[0], how)


def _plain(field: Field, reading_: str, how: Reading) -> list[Rounds]:
    bye = field.premise(("bye", reading_), lambda: _bye(field, reading_))
    scores, rounds = field.scores, range(field.rounds)

    def of(i: int) -> Rounds:
        line = field.lines[i]
        if not any(line.kinds) and NOBODY not in line.opponents:
            return Rounds(tuple([scores[other] for other in line.opponents]), rounds, NOTHING)
        seen = []
        for other, kind in zip(line.opponents, line.kinds, strict=True):
            if other != NOBODY and (kind == PLAYED or how.predetermined):
                seen.append(scores[other])
            elif bye is not None and kind in (ALLOCATED, FULL_BYE):
                seen.append(bye)
        return Rounds(tuple(seen), rounds, NOTHING)

    return field.each(("met", reading_, how), OPPONENTS, of)


def _bye(field: Field, reading_: str) -> int | None:
    if reading_ == "plain" or not field.scores:
        return None
    if reading_ == "bye-lowest":
        return min(field.scores)
    return min((points for points in field.scores if points > 0), default=min(field.scores))


def opponents_score(field: Field, spec: Spec) -> Column:
    """Add up the opponents' points [ranking.opponents-score]."""
    reject_unknown(spec, variants=READINGS)
    mine = met(field, spec)
    return Column(
        field.each(spec, OPPONENTS, lambda i: sum(mine[i].seen)), field.scoring.unit, least=1
    )


def median(field: Field, spec: Spec) -> Column:
    """Leave out the highest and the lowest [ranking.median-opponents-score]; ``two``: two each."""
    reject_unknown(spec, variants=(*READINGS, "two"))
    cut = 2 if "two" in spec.variants else 1
    by_fault = "fide" in spec.variants
    everybody = met(field, spec)

    def of(i: int) -> int:
        mine = everybody[i]
        if by_fault and mine.voluntary:
            return total(mine, mine.seen, cut, cut, by_fault=True)
        return sum(sorted(mine.seen)[cut:-cut])

    return Column(field.each(spec, OPPONENTS, of), field.scoring.unit, least=1)


def highest(field: Field, spec: Spec) -> Column:
    """Take the best opponent's points [ranking.highest-opponent]; None without any opponent."""
    reject_unknown(spec, variants=READINGS)
    if not spec.variants:
        spec = Spec(spec.text, spec.name, ("plain",))
    mine = met(field, spec)
    best = field.each(spec, OPPONENTS, lambda i: max(mine[i].seen, default=None))
    return Column(best, field.scoring.unit, least=1)


def ends(field: Field, spec: Spec) -> Column:
    """Add the best and the worst opponent's points [ranking.opponents-score-1]."""
    return _ends(field, spec, lambda seen: seen)


def inner_ends(field: Field, spec: Spec) -> Column:
    """Do so after leaving out the best and the worst [ranking.opponents-score-2]."""
    return _ends(field, spec, lambda seen: seen[1:-1])


def _ends(field: Field, spec: Spec, left: Callable[[Sequence[int]], Sequence[int]]) -> Column:
    """Add both ends of what is left; a single one counts once, or ``twice``; nothing is 0."""
    reject_unknown(spec, variants=(*READINGS, "twice"))
    mine, twice = met(field, spec), "twice" in spec.variants

    def of(i: int) -> int:
        seen = left(sorted(mine[i].seen))
        if len(seen) == 1 and not twice:
            return seen[0]
        return seen[0] + seen[-1] if seen else 0

    return Column(field.each(spec, OPPONENTS, of), field.scoring.unit, least=1)


_TABLE = """
    A: =C1 =D2
    B: +E1 -F2
    C: =A2 +E1
    D: +F1 =A1
    E: -B2 -C2
    F: -D2 +B1
    """
_LONGER = """
    A: =F1 -C2 -B2 -E2
    B: -D2 =E2 +A1 =F1
    C: =E1 +A1 =F2 =D1
    D: +B1 =F1 -E1 =C2
    E: =C2 =B1 +D2 +A1
    F: =A2 =D2 =C1 =B2
    """

KEYS = (
    Key(
        ("opponents-score",),
        SUM,
        opponents_score,
        called={
            "zh": "对手分",
            "en": "Opponents’ score",
            "th": "คะแนนคู่แข่ง",
            "ms": "Mata lawan",
        },
        cases=(
            DecidingCase("opponents-score", _TABLE, "A=3 B=1 C=1 D=2 E=2.5 F=2.5", "D C A F B E"),
        ),
    ),
    Key(
        ("median-opponents-score", "MBH"),
        MEDIAN,
        median,
        called={
            "zh": "中间对手分",
            "en": "Median opponents’ score",
            "th": "คะแนนคู่แข่งตัดสูงต่ำ",
            "ms": "Mata lawan tengah",
        },
        cases=(
            DecidingCase(
                "median-opponents-score", _LONGER, "A=4.5 B=4 C=4 D=4.5 E=4 F=4", "E C D B=F A"
            ),
        ),
    ),
    Key(
        ("highest-opponent-score", "highest-opponent"),
        HIGHEST,
        highest,
        called={
            "zh": "最高对手分",
            "en": "Highest opponent’s score",
            "th": "คะแนนคู่แข่งสูงสุด",
            "ms": "Mata lawan tertinggi",
        },
        cases=(
            DecidingCase(
                "highest-opponent-score", _LONGER, "A=3 B=3 C=3 D=3 E=2.5 F=2.5", "E C B=D F A"
            ),
        ),
    ),
    Key(
        ("opponents-score-1",),
        TYPE_1,
        ends,
        called={
            "zh": "对手分1型",
            "en": "Opponents’ score, type 1",
            "th": "คะแนนคู่แข่งแบบ 1",
            "ms": "Mata lawan jenis 1",
        },
        cases=(
            DecidingCase(
                "opponents-score-1", _LONGER, "A=5 B=3.5 C=3.5 D=5 E=3 F=3", "E C D B F A"
            ),
        ),
    ),
    Key(
        ("opponents-score-2",),
        TYPE_2,
        inner_ends,
        called={
            "zh": "对手分2型",
            "en": "Opponents’ score, type 2",
            "th": "คะแนนคู่แข่งแบบ 2",
            "ms": "Mata lawan jenis 2",
        },
        cases=(
            DecidingCase(
                "opponents-score-2", _LONGER, "A=4.5 B=4 C=4 D=4.5 E=4 F=4", "E C D B=F A"
            ),
        ),
    ),
)
