"""Keys about the games of those who are tied: who has met, forfeits, several games, void."""

import msgspec
import pytest

from qipan.kernel.points import Points, Scoring
from qipan.ranking import Running
from ranking.tables import places, reason, said, table

COSTLY = Scoring(Points(2), Points(1), Points(-2), Points(1), 1)
"""A loss takes two points away."""
# A, B and C are level on 1½ and have met.
THREE = """
    A: +B1 -E2 =C1
    B: -A2 =C1 +D1
    C: =F1 =B2 =A2
    D: -E1 =F1 -B2
    E: +D2 +A1 +F1
    F: =C2 =D2 -E2
    """
# A and B have 2 from all games, C and D 1; B beat A and C beat D.
FOUR = """
    A: -B1 +C1 +D1
    B: +A2 +C2 -D1
    C: +D1 -A2 -B1
    D: -C2 +B2 -A2
    """
AHEAD = """
    A: +B1 +C1
    B: -A2 zero
    C: zero -A2
    """
OPEN = """
    A: +B1 zero
    B: -A2 zero
    C: zero zero
    """
TWO = """
    A: +B1
    B: -A2
    """
FORFEIT = """
    A: +fB1
    B: -fA2
    """
TWICE = """
    A: =B1 =B2 -C1 zero
    B: =A2 =A1 zero =C1
    C: zero zero +A2 =B2
    """
EACH_ONE = """
    A: -B2 +B1 +B2
    B: +A1 -A2 -A1
    """
# A, B and C have a point; A beat B, and C, who committed a foul, met neither.
STRANGER = """
    A: +B1 -D2
    B: -A2 +E1
    C: bye zero (conduct-foul=1)
    D: +E1 +A1
    E: -D2 -B2
    """
FOURS = """
    A: +B1
    B: -A2
    C: =D1
    D: =C2
    """

# A and B, who have no foul, are not level on points; A and C are.
UNEQUAL = """
    A: -B2 bye
    B: +A1 bye
    C: bye zero (conduct-foul=1)
    """
CAUGHT = """
    A: +B1 =C1
    B: -A2 zero
    C: zero =A2
    """
LAST_AHEAD = """
    A: -C2 zero
    B: zero -C2
    C: +A1 +B1
    """
# Only C and D have not met.
ONE_MISSING = """
    A: +B1 +C1 +D1
    B: -A2 +D1 +C1
    C: zero -A2 -B2
    D: zero -B2 -A2
    """
HALF_MET = """
    A: +B1 =C1
    B: -A2 =D1
    C: +D1 =A2
    D: -C2 =B2
    """
BEHIND = {"after": ("points", "conduct-foul")}

VALUES = [
    ("DE", THREE, {}, "A=1 B=3 C=2"),
    # those still level are taken again among themselves
    ("DE", FOUR, {"after": ()}, "A=2 B=1 C=3 D=4"),
    # A is ahead whatever the game of B and C had given
    ("DE", AHEAD, {"after": ()}, "A=1 B=2 C=2"),
    ("DE", OPEN, {"after": ()}, ""),
    # C could still have as many points as A
    ("DE", CAUGHT, {"after": ()}, ""),
    ("DE", LAST_AHEAD, {"after": ()}, "A=2 B=2 C=1"),
    ("DE", ONE_MISSING, {"after": ()}, "A=1 B=2 C=3 D=3"),
    # in a round robin what was not played is nobody's concern
    ("DE", OPEN, {"after": (), "system": "round-robin"}, "A=1 B=2 C=2"),
    ("DE", FOURS, {"after": (), "system": "round-robin"}, "A=1 B=4 C=2 D=2"),
    ("DE", TWO, {"after": ()}, "A=1 B=2"),
    ("DE", FORFEIT, {"after": ()}, ""),
    ("DE/P", FORFEIT, {"after": ()}, "A=1 B=2"),
    ("DE", FORFEIT, {"after": (), "system": "round-robin"}, "A=1 B=2"),
    ("DE/S", FORFEIT, {"after": (), "system": "round-robin"}, ""),
    # two games with one opponent count with their average
    ("DE", TWICE, {"after": ()}, "A=3 B=2 C=1"),
    ("DE", FOURS, {"after": ()}, ""),
    ("direct-win", THREE, {}, "A=1.5 B=0.5 C=1"),
    ("direct-win", TWO, {"after": ()}, "A=1 B=0"),
    ("direct-win", EACH_ONE, {"after": ()}, "A=2 B=1"),
    ("direct-win", AHEAD, {"after": ()}, ""),
    ("direct-win", FORFEIT, {"after": ()}, ""),
    ("direct-win:forfeits", FORFEIT, {"after": ()}, "A=1 B=0"),
    # asked of who is still level, or of all on equal points
    ("direct-win", STRANGER, BEHIND, "A=1 B=0"),
    ("direct-win:equal-points", STRANGER, BEHIND, ""),
    ("direct-win:equal-points", THREE, {}, "A=1.5 B=0.5 C=1"),
    ("head-to-head:still-tied", STRANGER, BEHIND, "A=1 B=0"),
    ("head-to-head", STRANGER, BEHIND, ""),
    ("head-to-head:exactly-two", STRANGER.replace("bye", "zero"), BEHIND, "A=1 B=0"),
    ("head-to-head", TWO, {"after": ()}, ""),
    ("head-to-head:still-tied", TWO, {"after": ()}, "A=1 B=0"),
    ("head-to-head", EACH_ONE, {"after": ()}, ""),
    ("head-to-head:still-tied", EACH_ONE, {"after": ()}, "A=2 B=1"),
    ("head-to-head:still-tied", FORFEIT, {"after": ()}, ""),
    ("head-to-head:still-tied:forfeits", FORFEIT, {"after": ()}, "A=1 B=0"),
    ("head-to-head", THREE, {}, ""),
    ("head-to-head", UNEQUAL, {"after": ("conduct-foul",)}, ""),
    ("head-to-head:still-tied", UNEQUAL, {"after": ("conduct-foul",)}, "A=0 B=1"),
]


@pytest.mark.parametrize(("key", "text", "how", "values"), VALUES)
def test_values_inside_the_group(key, text, how, values):
    assert said(key, text, **{"system": "swiss", **how}) == values


@pytest.mark.parametrize("key", ["head-to-head", "direct-win:equal-points"])
def test_somebody_who_joins_them_on_points_is_noticed_as_results_come_in(key):
    before = table(STRANGER.replace("bye", "zero"))
    running = Running(before, ["points", "conduct-foul", key])
    assert places(running.standings) == "D A B E C"
    row = table(STRANGER).row("C")
    joined = msgspec.structs.replace(before, cells={**before.cells, "C": row})
    assert places(running.update(joined)) == "D A=B C E"


FACTS = [
    ("DE", FOURS, "A", "B", {"void": "not-all-met", "tied": 4}),
    (
        "DE",
        OPEN,
        "A",
        "B",
        {"void": "not-decided", "points": {"A": "1", "B": "0", "C": "0"}, "not_met": 2},
    ),
    ("DE", AHEAD, "A", "B", {"points": {"A": "2", "B": "0", "C": "0"}, "not_met": 1}),
    ("DE", TWICE, "A", "B", {"points": {"A": "0.5", "B": "1", "C": "1.5"}, "not_met": 0}),
    ("direct-win", AHEAD, "A", "B", {"void": "not-all-met", "tied": 3}),
    ("direct-win", FOURS, "A", "B", {"void": "not-all-met", "tied": 4}),
    ("direct-win", TWO, "A", "B", {"tied": 2}),
    ("head-to-head", THREE, "A", "B", {"void": "more-than-two", "tied": 6}),
    ("head-to-head", TWO, "A", "B", {"void": "more-than-two", "tied": 1}),
    ("head-to-head:still-tied", FORFEIT, "A", "B", {"void": "not-met"}),
    ("head-to-head:still-tied", EACH_ONE, "A", "B", {"games": 3}),
]


def test_where_a_loss_costs_points_one_who_has_not_met_may_still_be_caught():
    found = reason("DE", OPEN.replace(" zero", ""), "A", "B", COSTLY, system="swiss")
    assert found["void"] == "not-decided"
    found = reason("DE", OPEN.replace(" zero", ""), "A", "B", system="swiss")
    assert found["void"] == "not-all-met"


def test_with_half_of_the_games_somebody_could_still_be_ahead():
    assert reason("DE", HALF_MET, "A", "B", system="swiss")["void"] == "not-decided"
    worth = Scoring(Points(3), Points(2), Points(1), Points(3), 1)
    assert reason("DE", THREE, "A", "B", worth, system="swiss")["void"] == "not-decided"


@pytest.mark.parametrize(("key", "text", "a", "b", "facts"), FACTS)
def test_the_reason_says_what_was_found(key, text, a, b, facts):
    assert reason(key, text, a, b, system="swiss") == facts
