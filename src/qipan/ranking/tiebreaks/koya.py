"""Koya: points against those who reached a share of the possible score, usually half."""

from fractions import Fraction

from qipan.kernel.rules import rule
from qipan.ranking.field import NOBODY, OPPONENTS, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec
from qipan.ranking.scores import kinds, score

KOYA = rule(
    "tiebreak.koya",
    "More points against those with at least half of the score rank higher.",
    zh="对得分过半者的得分高者列前。",
    th="คะแนนกับผู้ที่ได้ครึ่งขึ้นไปมากกว่าอยู่หน้า",
    ms="Mata menentang yang mendapat sekurang-kurangnya separuh, lebih banyak di hadapan.",
)


def koya(field: Field, spec: Spec) -> Column:
    """Add up the points against the better half [tiebreak.koya].

    ``/L60`` asks for 60 %, ``/L+1`` and ``/L-1`` for half a point more or less than half.
    """
    check(spec, "L", "X", "R", "P", "S", scores=True)
    kind, _ = kinds(field, spec)
    points = score(field, kind)
    share, shift = Fraction(1, 2), Fraction(0)
    for word in spec.modifiers:
        if word[0] != "L":
            continue
        if word[1] in "+-":
            step = Fraction(word[1:]) * points.unit
            shift = step if "." in word else step / 2
        else:
            share = Fraction(word[1:]) / 100
    limit = share * points.win * field.premise("games", lambda: _games(field)) + shift

    def of(i: int) -> int:
        return sum(
            points.rounds[i][n]
            for n, other in enumerate(field.lines[i].opponents)
            if other != NOBODY and points.totals[other] >= limit
        )

    return Column(field.each(spec, OPPONENTS, of), points.unit, least=1)


def _games(field: Field) -> int:
    """Count the games one could play: a round robin of an odd number has free rounds."""
    games = field.rounds
    if field.round_robin and len(field):
        if games % len(field) == 0:
            games -= games // len(field)
        games -= sum(all(other == NOBODY for other in line.opponents) for line in field.lines)
    return games


KEYS = (
    Key(
        ("KS", "koya"),
        KOYA,
        koya,
        called={"zh": "对半分以上者得分", "en": "Koya", "th": "โคยา", "ms": "Koya"},
        cases=(
            # Half of the score is 1: all but E have that.
            DecidingCase(
                "KS",
                """
                A: =C1 =D2
                B: +E1 -F2
                C: =A2 +E1
                D: +F1 =A1
                E: -B2 -C2
                F: -D2 +B1
                """,
                "A=1 B=0 C=0.5 D=1.5 E=0 F=1",
                "D C A=F B E",
            ),
        ),
    ),
)
