"""Buchholz and its kin: sums of the opponents' scores, as the international rules count them.

``BH`` takes cuts (``/C1``), medians (``/M1``), a score (``:GP``), ``/P`` (a forfeited pairing
counts like a game), ``/F`` (fore mode), ``/V2024`` or ``/V2026`` (that text) and ``/S`` (as in a
Swiss). In a round robin an unplayed pairing counts like a game by itself.
"""

from fractions import Fraction

from qipan.kernel.rules import rule
from qipan.ranking.contributions import adjusted, collected, cuts, mean, reading, total
from qipan.ranking.field import NOBODY, PLAYED, Field
from qipan.ranking.keys import Column, Key
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec
from qipan.ranking.scores import kinds, score

BUCHHOLZ = rule("tiebreak.buchholz", "A higher sum of the opponents' scores ranks higher.")
FORE = rule(
    "tiebreak.fore-buchholz",
    "Buchholz with the paired games of the last round counted as draws ranks higher.",
)
AVERAGE = rule(
    "tiebreak.average-opponents-buchholz",
    "A higher average of the Buchholz sums of opponents met at the board ranks higher.",
)
ADJUSTED = rule("tiebreak.adjusted-score", "The score as opponents see it; higher ranks higher.")


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
        if not low and not high:
            return sum(mine.seen)
        return sum(sorted(mine.seen)[low : max(low, len(mine.seen) - high)])

    return field.each(("buchholz", kind, how, low, high), 1, of), score(field, kind).unit


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

    return Column(field.each(spec, 2, of), unit, places=2, least=2)


def adjusted_score(field: Field, spec: Spec, *, fore: bool = False) -> Column:
    """Give the score that opponents see [tiebreak.adjusted-score]."""
    check(spec, "X", "V", "R", scores=True)
    kind, _ = kinds(field, spec)
    seen, _ = adjusted(field, kind, fore)
    return Column(seen, score(field, kind).unit, least=1)


def adjusted_fore(field: Field, spec: Spec) -> Column:
    """Give the same with the last round drawn [tiebreak.adjusted-score]."""
    return adjusted_score(field, spec, fore=True)


KEYS = (
    Key(("BH", "buchholz"), BUCHHOLZ, buchholz),
    Key(("FB", "fore-buchholz"), FORE, fore_buchholz),
    Key(("AOB", "average-opponents-buchholz"), AVERAGE, average_buchholz),
    Key(("ABH",), ADJUSTED, adjusted_score),
    Key(("AFB",), ADJUSTED, adjusted_fore),
)
