"""Keys from ratings: opponents' average, performance, perfect performance, and their averages.

Only games played at the board count. If anybody in the event has no rating these keys are void,
unless ``/U1400`` says what he counts with.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from qipan.kernel.rules import rule
from qipan.ranking.contributions import cuts
from qipan.ranking.field import NOBODY, PLAYED, Field
from qipan.ranking.keys import Column, Key, Number
from qipan.ranking.modifiers import check, number_after
from qipan.ranking.notation import Spec
from qipan.ranking.ratings.table import difference, expected, half_up

AVERAGE = rule("tiebreak.opponents-rating", "A higher average rating of opponents ranks higher.")
PERFORMANCE = rule("tiebreak.performance", "A higher tournament performance rating ranks higher.")
PERFECT = rule(
    "tiebreak.perfect-performance",
    "A higher lowest rating whose expected score reaches the score ranks higher.",
)
OF_OPPONENTS = rule(
    "tiebreak.opponents-performance", "A higher average performance of opponents ranks higher."
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

    return field.each(("rated", low, high, assumed), 0, of)


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

    return field.each((spec, method), 0, of)


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

        return Column(field.each(spec, 1, of))

    return column


KEYS = (
    Key(("ARO", "average-rating-of-opponents"), AVERAGE, _column(average)),
    Key(("TPR", "performance"), PERFORMANCE, _column(performance)),
    Key(("PTP", "perfect-performance"), PERFECT, _column(perfect)),
    Key(("APRO",), OF_OPPONENTS, _mean_of(performance)),
    Key(("APPO",), OF_OPPONENTS, _mean_of(perfect)),
)
