"""Points: the table's own, or match points and game points of teams.

The first of these keys in an order says which score is primary for the keys behind it.
"""

from qipan.kernel.rules import rule
from qipan.ranking.field import Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec
from qipan.ranking.scores import OTHER, Kind, kinds, score

POINTS = rule(
    "ranking.points",
    "More points rank higher.",
    zh="积分高者列前。",
    th="คะแนนมากกว่าอยู่หน้า",
    ms="Lebih banyak mata di hadapan.",
)
MATCH_POINTS = rule(
    "ranking.match-points",
    "More match points rank higher.",
    zh="场分高者列前。",
    th="คะแนนคู่มากกว่าอยู่หน้า",
    ms="Lebih banyak mata perlawanan di hadapan.",
)
GAME_POINTS = rule(
    "ranking.game-points",
    "More game points rank higher.",
    zh="局分高者列前。",
    th="แต้มเกมมากกว่าอยู่หน้า",
    ms="Lebih banyak mata permainan di hadapan.",
)


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


_TEAMS = """
    A: +C1[+++-] -D2[----]
    B: =D1[++--] -C1[+---]
    C: -A2[---+] +B2[-+++]
    D: =B2[--++] +A1[++++]
    """

KEYS = (
    Key(
        ("points", "PTS"),
        POINTS,
        points,
        called={"zh": "积分", "en": "Points", "th": "คะแนน", "ms": "Mata"},
        cases=(DecidingCase("points", "A: =B1\nB: =A2\nC: bye", "A=0.5 B=0.5 C=1", "C A=B", ()),),
    ),
    Key(
        ("match-points", "MP", "MPTS"),
        MATCH_POINTS,
        match_points,
        called={"zh": "场分", "en": "Match points", "th": "คะแนนแมตช์", "ms": "Mata perlawanan"},
        cases=(
            # 3 of 8 games for both: A won a match with them.
            DecidingCase("match-points", _TEAMS, "A=1 B=0.5 C=1 D=1.5", "D C A B", ("GP",)),
        ),
    ),
    Key(
        ("game-points", "GP", "GPTS"),
        GAME_POINTS,
        game_points,
        called={"zh": "局分", "en": "Game points", "th": "คะแนนเกม", "ms": "Mata permainan"},
        cases=(DecidingCase("game-points", _TEAMS, "A=3 B=3 C=4 D=6", "D C A B"),),
    ),
    Key(
        ("MPVGP", "secondary-points"),
        GAME_POINTS,
        secondary,
        called={
            "zh": "次要积分",
            "en": "Secondary points",
            "th": "คะแนนรอง",
            "ms": "Mata sekunder",
        },
        cases=(
            DecidingCase("MPVGP", _TEAMS, "A=3 B=3 C=4 D=6", "D C A B", ("MP",)),
            DecidingCase("MPVGP", _TEAMS, "A=1 B=0.5 C=1 D=1.5", "D C A B", ("GP",)),
        ),
    ),
)
