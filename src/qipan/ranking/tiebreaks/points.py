"""Points: the table's own, or match points and game points of teams.

The first of these keys in an order says which score is primary for the keys behind it.
"""

from qipan.kernel.rules import rule
from qipan.ranking.field import Field
from qipan.ranking.keys import Column, Key
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec
from qipan.ranking.scores import OTHER, Kind, kinds, score

POINTS = rule("ranking.points", "More points rank higher.")
MATCH_POINTS = rule("ranking.match-points", "More match points rank higher.")
GAME_POINTS = rule("ranking.game-points", "More game points rank higher.")


def points(field: Field, spec: Spec) -> Column:
    """Add up the awarded points of the primary score [ranking.points]."""
    check(spec, "X", "R", scores=True)
    return _totals(field, kinds(field, spec)[0])


def match_points(field: Field, spec: Spec) -> Column:
    """Add up match points [ranking.match-points]."""
    check(spec, "R")
    return _totals(field, "points")


def game_points(field: Field, spec: Spec) -> Column:
    """Add up the points of all boards or games [ranking.game-points]."""
    check(spec, "R")
    return _totals(field, "games")


def secondary(field: Field, spec: Spec) -> Column:
    """Add up the score that is not primary [ranking.game-points]."""
    check(spec, "R")
    return _totals(field, OTHER[field.primary])


def _totals(field: Field, kind: Kind) -> Column:
    found = score(field, kind)
    return Column(found.totals, found.unit, least=1)


KEYS = (
    Key(("points", "PTS"), POINTS, points),
    Key(("match-points", "MP", "MPTS"), MATCH_POINTS, match_points),
    Key(("game-points", "GP", "GPTS"), GAME_POINTS, game_points),
    Key(("MPVGP", "secondary-points"), GAME_POINTS, secondary),
)
