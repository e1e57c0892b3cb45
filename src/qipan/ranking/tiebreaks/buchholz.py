"""Buchholz and its kin: sums of the opponents' scores, as the international rules count them.

``BH`` takes cuts (``/C1``), medians (``/M1``), a score (``:GP``), ``/P`` (a forfeited pairing
counts like a game), ``/F`` (fore mode), ``/V2024`` or ``/V2026`` (that text) and ``/S`` (as in a
Swiss). In a round robin an unplayed pairing counts like a game by itself.
"""

from fractions import Fraction

from qipan.kernel.rules import rule
from qipan.ranking.contributions import adjusted, collected, cuts, mean, reading, total
from qipan.ranking.field import NOBODY, OPPONENTS, PLAYED, THEIR_OPPONENTS, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec
from qipan.ranking.scores import kinds, score

BUCHHOLZ = rule(
    "tiebreak.buchholz",
    "A higher sum of the opponents' scores ranks higher.",
    zh="对手分之和高者列前。",
    th="ผลรวมคะแนนคู่แข่งสูงกว่าอยู่หน้า",
    ms="Jumlah mata lawan lebih tinggi di hadapan.",
)
FORE = rule(
    "tiebreak.fore-buchholz",
    "Buchholz with the paired games of the last round counted as draws ranks higher.",
    zh="末轮已编排对局按和棋计算的对手分高者列前。",
    th="บุคโฮลทซ์ที่นับเกมรอบสุดท้ายเป็นเสมอสูงกว่าอยู่หน้า",
    ms="Buchholz dengan permainan pusingan akhir dikira seri, lebih tinggi di hadapan.",
)
AVERAGE = rule(
    "tiebreak.average-opponents-buchholz",
    "A higher average of the Buchholz sums of opponents met at the board ranks higher.",
    zh="实际相遇对手的对手分平均值高者列前。",
    th="ค่าเฉลี่ยบุคโฮลทซ์ของคู่แข่งที่เล่นจริงสูงกว่าอยู่หน้า",
    ms="Purata Buchholz lawan yang ditemui di papan, lebih tinggi di hadapan.",
)
ADJUSTED = rule(
    "tiebreak.adjusted-score",
    "The score as opponents see it; higher ranks higher.",
    zh="按对手所见的调整分，高者列前。",
    th="คะแนนปรับตามที่คู่แข่งเห็นสูงกว่าอยู่หน้า",
    ms="Mata terlaras seperti dilihat lawan; lebih tinggi di hadapan.",
)


def sums(field: Field, spec: Spec, *, fore: bool = False) -> tuple[list[int], int]:
    """Give everybody's Buchholz sum and its unit."""
    kind, _ = kinds(field, spec)
    how = reading(field, spec, fore=fore)
    low, high = cuts(field, spec)
    met = collected(field, kind, how)

    def of(i: int) -> int:
        mine = met[i]
        if mine.voluntary:
            return total(mine, mine.seen, low, high, by_fault=True)
        if not low:  # and then not high either: only ``/M`` cuts there, at both ends
            return sum(mine.seen)
        return sum(sorted(mine.seen)[low : max(low, len(mine.seen) - high)])

    return field.each(("buchholz", kind, how, low, high), OPPONENTS, of), score(field, kind).unit


def buchholz(field: Field, spec: Spec) -> Column:
    """Sum the opponents' adjusted scores [tiebreak.buchholz]."""
    check(spec, "C", "M", "P", "F", "V", "S", "X", "R", scores=True)
    found, unit = sums(field, spec)
    return Column(found, unit, least=1)


def fore_buchholz(field: Field, spec: Spec) -> Column:
    """Sum them as if the last round had been drawn [tiebreak.fore-buchholz]."""
    check(spec, "C", "M", "P", "V", "S", "X", "R", scores=True)
    found, unit = sums(field, spec, fore=True)
    return Column(found, unit, least=1)


def average_buchholz(field: Field, spec: Spec) -> Column:
    """Average the Buchholz of opponents met at the board [tiebreak.average-opponents-buchholz]."""
    check(spec, "C", "M", "P", "F", "V", "S", "X", "R", scores=True)
    found, unit = sums(field, spec)

    def of(i: int) -> Fraction | None:
        line = field.lines[i]
        met = zip(line.opponents, line.kinds, strict=True)
        return mean([found[other] for other, kind in met if kind == PLAYED and other != NOBODY])

    return Column(field.each(spec, THEIR_OPPONENTS, of), unit, places=2, least=2)


def adjusted_score(field: Field, spec: Spec, *, fore: bool = False) -> Column:
    """Give the score that opponents see [tiebreak.adjusted-score]."""
    check(spec, "X", "V", "R", scores=True)
    kind, _ = kinds(field, spec)
    seen, _ = adjusted(field, kind, fore)
    return Column(seen, score(field, kind).unit, least=1)


def adjusted_fore(field: Field, spec: Spec) -> Column:
    """Give the same with the last round drawn [tiebreak.adjusted-score]."""
    return adjusted_score(field, spec, fore=True)


_TABLE = """
    A: =C1 =D2
    B: +E1 -F2
    C: =A2 +E1
    D: +F1 =A1
    E: -B2 -C2
    F: -D2 +B1
    """
_UNPLAYED = """
    A: +B1 zero
    B: -A2 +D1
    C: +D1 bye
    D: -C2 -B2
    """

KEYS = (
    Key(
        ("BH", "buchholz"),
        BUCHHOLZ,
        buchholz,
        called={
            "zh": "对手分",
            "en": "Opponents’ score",
            "th": "คะแนนคู่แข่ง",
            "ms": "Mata lawan",
        },
        also={
            "buchholz": {"zh": "对手分", "en": "Buchholz", "th": "บุคโฮลซ์", "ms": "Buchholz"},
        },
        cases=(
            DecidingCase("BH", _TABLE, "A=3 B=1 C=1 D=2 E=2.5 F=2.5", "D C A F B E"),
            # What A and C did not play is worth 1: the own score, at most ½ a round. A counts 1½.
            DecidingCase("BH", _UNPLAYED, "A=2 B=1.5 C=1 D=3", "C A B D"),
        ),
    ),
    Key(
        ("FB", "fore-buchholz"),
        FORE,
        fore_buchholz,
        called={
            "zh": "末轮前对手分",
            "en": "Fore-Buchholz",
            "th": "ฟอร์บุคโฮลซ์",
            "ms": "Fore-Buchholz",
        },
        cases=(
            # With the second round drawn: A 1, B 1½, C 1, D 1½, E ½, F ½.
            DecidingCase("FB", _TABLE, "A=2.5 B=1 C=1.5 D=1.5 E=2.5 F=3", "C=D F A B E"),
        ),
    ),
    Key(
        ("AOB", "average-opponents-buchholz"),
        AVERAGE,
        average_buchholz,
        called={
            "zh": "对手的对手分平均值",
            "en": "Average of opponents’ Buchholz",
            "th": "ค่าเฉลี่ยบุคโฮลซ์ของคู่แข่ง",
            "ms": "Purata Buchholz lawan",
        },
        cases=(DecidingCase("AOB", _TABLE, "A=1.5 B=2.5 C=2.75 D=2.75 E=1 F=1.5", "C=D B A=F E"),),
    ),
    Key(
        ("ABH",),
        ADJUSTED,
        adjusted_score,
        called={"zh": "调整分", "en": "Adjusted score", "th": "คะแนนปรับ", "ms": "Mata larasan"},
        cases=(
            # The round that A sat out at the end counts as a draw.
            DecidingCase("ABH", _UNPLAYED, "A=1.5 B=1 C=2 D=0", "C A B D"),
        ),
    ),
    Key(
        ("AFB",),
        ADJUSTED,
        adjusted_fore,
        called={
            "zh": "末轮前调整分",
            "en": "Fore adjusted score",
            "th": "คะแนนปรับก่อนรอบสุดท้าย",
            "ms": "Mata larasan sebelum pusingan akhir",
        },
        cases=(
            # The game of B and D counts as a draw as well.
            DecidingCase("AFB", _UNPLAYED, "A=1.5 B=0.5 C=2 D=0.5", "C A B D"),
        ),
    ),
)
