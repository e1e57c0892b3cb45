"""Sonneborn-Berger: opponents' scores times the own result, for persons and for teams.

``SB`` multiplies the same kind of score; ``EMMSB``, ``EMGSB``, ``EGMSB`` and ``EGGSB`` name the
opponents' score (match or game points) and then the own result; ``ESB`` is primary times
secondary.
"""

from qipan.kernel.rules import rule
from qipan.ranking.contributions import collected, cuts, products, reading, total
from qipan.ranking.field import Field
from qipan.ranking.keys import Column, Key
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec
from qipan.ranking.scores import Kind, kinds, score

SONNEBORN_BERGER = rule(
    "tiebreak.sonneborn-berger",
    "A higher sum of opponents' scores times the result against them ranks higher.",
)
EXTENDED = rule(
    "tiebreak.extended-sonneborn-berger",
    "For teams: a higher sum of opponents' scores times the result against them ranks higher.",
)
_LETTERS: dict[str, Kind] = {"M": "points", "G": "games"}


def sonneborn_berger(field: Field, spec: Spec) -> Column:
    """Sum opponents' adjusted scores times own results [tiebreak.sonneborn-berger]."""
    check(spec, "C", "M", "P", "F", "V", "S", "X", "R", "D", scores=True)
    first, second = kinds(field, spec)
    if not any(len(word) == 2 and word.upper()[1] in "MG" for word in spec.variants):
        second = first
    return _products(field, spec, first, second)


def extended(field: Field, spec: Spec) -> Column:
    """Do the same with a kind of score for each side [tiebreak.extended-sonneborn-berger]."""
    check(spec, "C", "M", "P", "F", "V", "S", "X", "R", "D", scores=True)
    first, second = kinds(field, spec)
    name = spec.name.upper()
    if len(name) == 5:
        first, second = _LETTERS[name[1]], _LETTERS[name[2]]
    return _products(field, spec, first, second)


def _products(field: Field, spec: Spec, first: Kind, second: Kind) -> Column:
    how = reading(field, spec)
    low, high = cuts(field, spec)
    met = collected(field, first, how)
    result = score(field, second)

    def of(i: int) -> int:
        values = products(field, i, met[i], result, how)
        return total(met[i], values, low, high, by_fault=True)

    return Column(field.each(spec, 1, of), score(field, first).unit * result.unit, least=2)


KEYS = (
    Key(("SB", "sonneborn-berger"), SONNEBORN_BERGER, sonneborn_berger),
    Key(("ESB", "EMMSB", "EMGSB", "EGMSB", "EGGSB"), EXTENDED, extended),
)
