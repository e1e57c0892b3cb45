"""Points, awarded as the table says: the first key of almost every book."""

from qipan.kernel.rules import rule
from qipan.ranking.field import Field
from qipan.ranking.keys import Column, Key
from qipan.ranking.notation import Spec, reject_unknown

POINTS = rule("ranking.points", "More points rank higher.")


def points(field: Field, spec: Spec) -> Column:
    """Add up the awarded points [ranking.points]."""
    reject_unknown(spec)
    return Column(field.scores, field.scoring.unit)


KEYS = (Key(("points", "PTS"), POINTS, points),)
