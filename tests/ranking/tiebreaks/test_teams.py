"""Keys of teams: match and game points, boards, their own matches, score and schedule."""

import pytest

from qipan.kernel.points import Points, Scoring
from ranking.tables import reason, said

TWO_ONE = Scoring(Points(4), Points(2), Points(0), Points(4), 2)
"""A match is worth 2, 1 or 0, a board 1, ½ or 0."""
NOTHING = Scoring(Points(0), Points(0), Points(0), Points(0), 2)
"""Matches are worth nothing, only boards count."""
TEAMS = """
    A: +C1[+++-] -D2[----]
    B: =D1[++--] -C1[+---]
    C: -A2[---+] +B2[-+++]
    D: =B2[--++] +A1[++++]
    """
UNPLAYED = """
    A: bye =B1[+-=]
    B: half =A2[-+=]
    C: zero +fD1
    D: -E1[--+] -fC2
    E: +D2[++-]
    """
# A and B won a match against each other; A has 3½ games of them.
RETURN = """
    A: -B1[+--] +B2[+=+]
    B: +A2[-++] -A1[-=-]
    """
LEVEL = """
    A: =B1[-++-]
    B: =A2[+--+]
    """
# Won in a circle: A 4 games, B 3, C 2.
CIRCLE = """
    A: +B1[+++] -C1[+--] bye
    B: -A2[---] bye +C1[+++]
    C: bye +A2[-++] -B2[---]
    """
# Three with all matches drawn; A won board 1 against both.
DRAWN = """
    A: =B1[+-] =C2[+-] bye
    B: =A2[-+] bye =C1[+-]
    C: bye =A1[-+] =B2[-+]
    """
OFTEN = """
    A: +B1[++] +B2[++] =B1[+-]
    B: -A2[--] -A1[--] =A2[-+]
    """
FIVE = """
    A: =B1[+-]
    B: =A2[-+]
    C: =D1[+-]
    D: =C2[-+]
    E: half
    """

VALUES = [
    ("points", TEAMS, {}, "A=1 B=0.5 C=1 D=1.5"),
    ("points:GP", TEAMS, {}, "A=3 B=3 C=4 D=6"),
    ("points/X", TEAMS, {}, "A=3 B=3 C=4 D=6"),
    ("MP", TEAMS, {"after": ("GP",)}, "A=1 B=0.5 C=1 D=1.5"),
    ("GP", TEAMS, {"after": ("MP",)}, "A=3 B=3 C=4 D=6"),
    ("MPVGP", TEAMS, {"after": ("points:GP",)}, "A=1 B=0.5 C=1 D=1.5"),
    # what nobody played gives every board what the match gave
    ("GP", UNPLAYED, {}, "A=4.5 B=3 C=3 D=1 E=2"),
    ("BC", UNPLAYED, {}, "A=8.5 B=6.5 C=6 D=3 E=3"),
    ("TBR", UNPLAYED, {"after": ()}, "A=1 B=4 C=2 D=5 E=3"),
    ("BBE", UNPLAYED, {"after": ()}, "A=1 B=4 C=2 D=5 E=2"),
    ("BBE", "A: =B1[+--+]\nB: =A2[-++-]", {}, "A=2 B=1"),
    ("BBE", "A: =B1[+--+=]\nB: =A2[-++-=]", {}, "A=2 B=1"),
    ("BBE", "A: =B1[++--]\nB: =A2[--++]", {}, "A=1 B=2"),
    ("TBR", "A: =B1[=-+=]\nB: =A2[=+-=]", {}, "A=2 B=1"),
    ("TBR", "A: =B1[==]\nB: =A2[==]", {}, ""),
    ("EDE", RETURN, {}, "A=1 B=2"),
    ("EDE", LEVEL, {}, ""),
    ("EDEC", LEVEL, {}, ""),
    ("EDEC", "A: =B1[-+]\nB: =A2[+-]", {}, "A=2 B=1"),
    ("EDET", LEVEL, {}, "A=2 B=1"),
    ("EDET", "A: =B1[=-+]\nB: =A2[=+-]", {}, "A=2 B=1"),
    ("EDEB", LEVEL, {}, "A=1 B=2"),
    ("EDEB", "A: =B1[-+=]\nB: =A2[+-=]", {}, "A=2 B=1"),
    ("EDEBT", LEVEL, {}, "A=2 B=1"),
    ("EDEBT", "A: =B1[-+]\nB: =A2[+-]", {}, "A=2 B=1"),
    ("EDEBB", LEVEL, {}, "A=1 B=2"),
    ("edebb", LEVEL, {}, "A=1 B=2"),
    # match points first, then game points; boards only of exactly two
    ("EDE", CIRCLE, {}, "A=1 B=2 C=3"),
    ("EDE:GP", CIRCLE, {}, "A=1 B=2 C=3"),
    ("EDEC", DRAWN, {}, ""),
    ("EDEC", "A: =B1[-+] =B2[-+]\nB: =A2[+-] =A1[+-]", {}, "A=2 B=1"),
    ("EDE", "A: +fB1\nB: -fA2\nC: bye\nD: -E1[-]\nE: +D2[+]", {"after": ()}, ""),
    # the own game points, and Buchholz over rounds × match ÷ games, a whole number, at least 1
    ("SSSC", TEAMS, {}, "A=5.5 B=5.5 C=5.5 D=7.5"),
    ("SSSC", TEAMS, {"scoring": TWO_ONE}, "A=8 B=8 C=7 D=9"),
    ("SSSC", OFTEN, {}, "A=6.5 B=8.5"),
    ("SSSC", OFTEN, {"scoring": TWO_ONE}, "A=6 B=6"),
    ("SSSC/K2", TEAMS, {"scoring": TWO_ONE}, "A=5.5 B=5.5 C=5.5 D=7.5"),
    ("SSSC/K3", TEAMS, {"scoring": TWO_ONE}, "A=4.67 B=4.67 C=5 D=7"),
    ("SSSC/K5", TEAMS, {"scoring": TWO_ONE}, "A=4 B=4 C=4.6 D=6.6"),
    # or with game points first: match points, and Buchholz over rounds × games ÷ match
    ("SSSC", TEAMS, {"scoring": TWO_ONE, "after": ("GP",)}, "A=4.5 B=3.5 C=3.5 D=4.5"),
    ("SSSC", OFTEN, {"scoring": TWO_ONE, "after": ("GP",)}, "A=6 B=6"),
    ("SSSC", TEAMS, {"scoring": NOTHING, "after": ("GP",)}, "A=0.63 B=0.63 C=0.38 D=0.38"),
]


@pytest.mark.parametrize(("key", "text", "how", "values"), VALUES)
def test_values(key, text, how, values):
    assert said(key, text, **{"system": "swiss", **how}) == values


def test_teams_could_be_caught_where_a_lost_match_costs_points():
    costly = Scoring(Points(2), Points(1), Points(-2), Points(1), 1)
    text = "A: +B1[++]\nB: -A2[--]\nC: bye"
    assert reason("EDE", text, "A", "B", costly, system="swiss")["void"] == "not-decided"
    assert reason("EDE", text, "A", "B", system="swiss")["void"] == "not-all-met"


FACTS = [
    ("EDE", RETURN, {"points": {"A": "0.5", "B": "0.5"}, "not_met": 0}),
    ("EDE", LEVEL, {"void": "not-decided", "points": {"A": "0.5", "B": "0.5"}, "not_met": 0}),
    ("EDE", FIVE, {"void": "not-all-met", "tied": 5}),
    ("TBR", "A: =B1[==]\nB: =A2[==]", {"void": "level"}),
]


@pytest.mark.parametrize(("key", "text", "facts"), FACTS)
def test_the_reason_says_what_was_found(key, text, facts):
    assert reason(key, text, "A", "B", system="swiss") == facts
