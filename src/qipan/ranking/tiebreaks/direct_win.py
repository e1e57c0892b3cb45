"""Direct wins: points among those who are level, valid only if all of them have met."""

from collections.abc import Mapping

from qipan.kernel.lots import Draw
from qipan.kernel.rules import rule
from qipan.ranking.field import PLAYED, Field
from qipan.ranking.keys import Cut, Group, Key, NeedsLot, Void
from qipan.ranking.notation import Spec, reject_unknown

DIRECT_WIN = rule(
    "ranking.direct-win", "If all who are level have met, more points among them rank higher."
)


def direct_win(
    field: Field, spec: Spec, group: Group, lots: Mapping[str, Draw]
) -> Cut | Void | NeedsLot:
    """Add up the points inside a group of which all have met [ranking.direct-win].

    The group is who is still level; ``equal-points`` takes all on equal points, and those must
    all have met. ``forfeits`` counts a pairing that nobody played.
    """
    del lots
    reject_unknown(spec, variants=("equal-points", "forfeits"))
    members = list(group)
    if "equal-points" in spec.variants:
        members = field.shared("by-points", lambda: _by_points(field))[field.scores[group[0]]]
    if len(members) - 1 > field.rounds:
        return Void({"void": "not-all-met", "tied": len(members)})
    inside = frozenset(members)
    sums = {}
    for i in members:
        line = field.lines[i]
        games = {
            n: other
            for n, other in enumerate(line.opponents)
            if other in inside and (line.kinds[n] == PLAYED or "forfeits" in spec.variants)
        }
        if len(set(games.values())) < len(members) - 1:
            return Void({"void": "not-all-met", "tied": len(members)})
        sums[i] = sum(line.points[n] for n in games)
    return Cut([sums[i] for i in group], field.scoring.unit, facts={"tied": len(members)})


def _by_points(field: Field) -> dict[int, list[int]]:
    """List who has how many points, once for all groups of a large field."""
    found: dict[int, list[int]] = {}
    for i, points in enumerate(field.scores):
        found.setdefault(points, []).append(i)
    return found


KEYS = (
    Key(
        ("direct-win", "direct-wins"),
        DIRECT_WIN,
        split=direct_win,
        local=lambda spec: "equal-points" not in spec.variants,
    ),
)
