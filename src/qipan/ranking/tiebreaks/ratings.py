"""Keys from ratings: opponents' average, performance, perfect performance, and their averages.

Only games played at the board count. If anybody in the event has no rating these keys are void,
unless ``/U1400`` says what he counts with.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from qipan.kernel.rules import rule
from qipan.ranking.contributions import cuts
from qipan.ranking.field import NOBODY, OPPONENTS, OWN, PLAYED, Field
from qipan.ranking.keys import Column, DecidingCase, Key, Number
from qipan.ranking.modifiers import check, number_after
from qipan.ranking.notation import Spec
from qipan.ranking.ratings.table import difference, expected, half_up

AVERAGE = rule(
    "tiebreak.opponents-rating",
    "A higher average rating of opponents ranks higher.",
    zh="对手平均等级分高者列前。",
    th="เรตติ้งเฉลี่ยของคู่แข่งสูงกว่าอยู่หน้า",
    ms="Purata rating lawan lebih tinggi di hadapan.",
)
PERFORMANCE = rule(
    "tiebreak.performance",
    "A higher tournament performance rating ranks higher.",
    zh="赛事表现分高者列前。",
    th="เรตติ้งผลงานสูงกว่าอยู่หน้า",
    ms="Rating prestasi kejohanan lebih tinggi di hadapan.",
)
PERFECT = rule(
    "tiebreak.perfect-performance",
    "A higher lowest rating whose expected score reaches the score ranks higher.",
    zh="期望得分可达实际得分的最低等级分，高者列前。",
    th="เรตติ้งต่ำสุดที่คาดว่าจะได้คะแนนเท่านี้ สูงกว่าอยู่หน้า",
    ms="Rating terendah yang jangkaannya mencapai mata itu, lebih tinggi di hadapan.",
)
OF_OPPONENTS = rule(
    "tiebreak.opponents-performance",
    "A higher average performance of opponents ranks higher.",
    zh="对手平均表现分高者列前。",
    th="เรตติ้งผลงานเฉลี่ยของคู่แข่งสูงกว่าอยู่หน้า",
    ms="Purata prestasi lawan lebih tinggi di hadapan.",
)

Games = tuple[list[int], Fraction]
"""Opponents' ratings in order, and the points (1, ½, 0) scored against them."""


def games_of(field: Field, spec: Spec) -> list[Games] | None:
    """Give the rated games of everybody, without those cut; None if the method is void."""
    assumed = number_after(spec, "U")
    ratings = [assumed if entry.rating is None else entry.rating for entry in field.table.entries]
    known = [rating for rating in ratings if rating is not None]
    if len(known) < len(ratings):
        return None
    low, high = cuts(field, spec)
    draw = field.scoring.draw

    def of(i: int) -> Games:
        line = field.lines[i]
        games = sorted(
            (known[other], (points > draw) * 2 + (points == draw))
            for other, points, kind in zip(line.opponents, line.points, line.kinds, strict=True)
            if kind == PLAYED and other != NOBODY
        )
        games = games[low : max(low, len(games) - high)]
        return [each for each, _ in games], Fraction(sum(half for _, half in games), 2)

    return field.each(("rated", low, high, assumed), OWN, of)


def average(ratings: Sequence[int], points: Fraction) -> int:
    """Average the opponents' ratings, half up."""
    del points
    return half_up(Fraction(sum(ratings), len(ratings)))


def performance(ratings: Sequence[int], points: Fraction) -> int:
    """Add to the average what the share of the points is worth by the table."""
    return average(ratings, points) + difference(points / len(ratings))


def perfect(ratings: Sequence[int], points: Fraction) -> int:
    """Find the lowest rating whose expected score reaches the score."""
    if points == 0:
        return min(ratings) - 800
    wanted = points * 100
    low, high = min(ratings) - 801, max(ratings) + 801
    while high - low > 1:
        middle = (low + high) // 2
        if sum(expected(middle - each) for each in ratings) >= wanted:
            high = middle
        else:
            low = middle
    return high


Method = Callable[[Sequence[int], Fraction], int]


def _column(method: Method) -> Callable[[Field, Spec], Column]:
    def column(field: Field, spec: Spec) -> Column:
        check(spec, "C", "M", "U", "R", "P", "S")
        return Column(_values(field, spec, method))

    return column


def _values(field: Field, spec: Spec, method: Method) -> list[Number | None]:
    found = games_of(field, spec)
    if found is None:
        return [None] * len(field)
    games = found

    def of(i: int) -> Number | None:
        ratings, points = games[i]
        return method(ratings, points) if ratings else None

    return field.each((spec, method), OWN, of)


def _mean_of(method: Method) -> Callable[[Field, Spec], Column]:
    def column(field: Field, spec: Spec) -> Column:
        check(spec, "U", "R", "P", "S")
        values = _values(field, spec, method)

        def of(i: int) -> Number | None:
            line = field.lines[i]
            met = zip(line.opponents, line.kinds, strict=True)
            found = [values[other] for other, kind in met if kind == PLAYED and other != NOBODY]
            known = [value for value in found if value is not None]
            return half_up(Fraction(sum(known), len(known))) if known else None

        return Column(field.each(spec, OPPONENTS, of))

    return column


_TABLE = """
    A: +C1 -D2 (rating=1500)
    B: +E1 -F2 (rating=1550)
    C: -A2 =E1 (rating=1700)
    D: =F1 +A1 (rating=1820)
    E: -B2 =C2 (rating=1600)
    F: =D2 +B1 (rating=1900)
    """

KEYS = (
    Key(
        ("ARO", "average-rating-of-opponents"),
        AVERAGE,
        _column(average),
        called={
            "zh": "对手平均等级分",
            "en": "Average rating of opponents",
            "th": "เรตติ้งเฉลี่ยของคู่แข่ง",
            "ms": "Purata rating lawan",
        },
        cases=(
            DecidingCase("ARO", _TABLE, "A=1760 B=1750 C=1550 D=1700 E=1625 F=1685", "D F A B E C"),
        ),
    ),
    Key(
        ("TPR", "performance"),
        PERFORMANCE,
        _column(performance),
        called={
            "zh": "表现分",
            "en": "Performance rating",
            "th": "เรตติ้งผลงาน",
            "ms": "Rating prestasi",
        },
        cases=(
            DecidingCase("TPR", _TABLE, "A=1760 B=1750 C=1357 D=1893 E=1432 F=1878", "D F A B E C"),
        ),
    ),
    Key(
        ("PTP", "perfect-performance"),
        PERFECT,
        _column(perfect),
        called={
            "zh": "完美表现分",
            "en": "Perfect performance",
            "th": "ผลงานสมบูรณ์",
            "ms": "Prestasi sempurna",
        },
        cases=(
            DecidingCase("PTP", _TABLE, "A=1759 B=1747 C=1355 D=1940 E=1422 F=1897", "D F A B E C"),
        ),
    ),
    Key(
        ("APRO",),
        OF_OPPONENTS,
        _mean_of(performance),
        called={
            "zh": "对手平均表现分",
            "en": "Average performance of opponents",
            "th": "เรตติ้งผลงานเฉลี่ยของคู่แข่ง",
            "ms": "Purata prestasi lawan",
        },
        cases=(
            DecidingCase(
                "APRO", _TABLE, "A=1625 B=1655 C=1596 D=1819 E=1554 F=1822", "F D B A C E"
            ),
        ),
    ),
    Key(
        ("APPO",),
        OF_OPPONENTS,
        _mean_of(perfect),
        called={
            "zh": "对手平均完美表现分",
            "en": "Average perfect performance of opponents",
            "th": "ผลงานสมบูรณ์เฉลี่ยของคู่แข่ง",
            "ms": "Purata prestasi sempurna lawan",
        },
        cases=(
            DecidingCase(
                "APPO", _TABLE, "A=1648 B=1660 C=1591 D=1828 E=1551 F=1844", "F D B A C E"
            ),
        ),
    ),
)
