"""Score and strength of schedule in one number, for teams."""

from fractions import Fraction

from qipan.kernel.rules import rule
from qipan.ranking.field import Field
from qipan.ranking.keys import Column, Key
from qipan.ranking.modifiers import check, number_after
from qipan.ranking.notation import Spec
from qipan.ranking.scores import kinds, score
from qipan.ranking.tiebreaks.buchholz import sums

COMBINED = rule(
    "tiebreak.score-and-schedule",
    "A higher secondary score plus a share of the primary Buchholz ranks higher.",
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

    return Column(field.each(spec, 1, of), places=2, least=2)


def _divisor(field: Field, first: str) -> int:
    match, games = score(field, "points"), score(field, "games")
    if first == "points":
        found = Fraction(match.win * field.rounds, games.win or 1)
    else:
        found = Fraction(games.win * field.rounds, match.win or 1)
    return max(1, found.numerator // found.denominator)


KEYS = (Key(("SSSC", "score-and-schedule"), COMBINED, combined),)
