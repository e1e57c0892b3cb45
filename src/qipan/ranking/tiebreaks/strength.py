"""Score and strength of schedule in one number, for teams."""

from fractions import Fraction

from qipan.kernel.points import Points, Scoring
from qipan.kernel.rules import rule
from qipan.ranking.field import OPPONENTS, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.modifiers import check, number_after
from qipan.ranking.notation import Spec
from qipan.ranking.scores import kinds, score
from qipan.ranking.tiebreaks.buchholz import sums

COMBINED = rule(
    "tiebreak.score-and-schedule",
    "A higher secondary score plus a share of the primary Buchholz ranks higher.",
    zh="次要积分加主要对手分的一定份额，高者列前。",
    th="คะแนนรองบวกส่วนของบุคโฮลทซ์หลักสูงกว่าอยู่หน้า",
    ms="Mata kedua tambah sebahagian Buchholz utama, lebih tinggi di hadapan.",
)


def combined(field: Field, spec: Spec) -> Column:
    """Add to the secondary score the primary Buchholz, scaled down [tiebreak.score-and-schedule].

    The divisor is the whole part of the highest primary score over what one match can give in the
    secondary; ``/K3`` names it.
    """
    check(spec, "C", "M", "P", "F", "V", "S", "X", "K", "R", scores=True)
    first, second = kinds(field, spec)
    found, unit = sums(field, spec)
    secondary = score(field, second)
    divisor = number_after(spec, "K") or _divisor(field, first)

    def of(i: int) -> Fraction:
        own = Fraction(secondary.totals[i], secondary.unit)
        return own + Fraction(found[i], unit * divisor)

    return Column(field.each(spec, OPPONENTS, of), places=2, least=2)


def _divisor(field: Field, first: str) -> int:
    match, games = score(field, "points"), score(field, "games")
    if first == "points":
        found = Fraction(match.win * field.rounds, games.win or 1)
    else:
        found = Fraction(games.win * field.rounds, match.win or 1)
    return max(1, found.numerator // found.denominator)


KEYS = (
    Key(
        ("SSSC", "score-and-schedule"),
        COMBINED,
        combined,
        called={
            "zh": "综合分",
            "en": "Score and schedule strength",
            "th": "คะแนนและความแข็งของคู่แข่ง",
            "ms": "Mata dan kekuatan lawan",
        },
        cases=(
            # A match is worth 2, its games 2: of two rounds half of Buchholz is added.
            DecidingCase(
                "SSSC",
                """
                A: =C1[+-] =D2[-+]
                B: +E1[++] -F2[-=]
                C: =A2[-+] +E1[+=]
                D: +F1[=+] =A1[+-]
                E: -B2[--] -C2[-=]
                F: -D2[=-] +B1[+=]
                """,
                "A=5 B=3.5 C=3.5 D=4.5 E=3 F=4.5",
                "D C A F B E",
                scoring=Scoring(Points(4), Points(2), Points(0), Points(4), 2),
            ),
        ),
    ),
)
