"""Wins and games as second: byes, forfeits, single boards and their seats."""

import pytest

from ranking.tables import said

UNPLAYED = """
    A: bye +B1 half
    B: +fC1 -A2 full
    C: -fB2 bye zero
    """
SECOND = """
    A: +fB2 =B2 -B1
    B: -fA1 =A1 +A2
    """
SEATED = """
    A: +fB2 =B1[+1=2-1=2]
    B: -fA1 =A2[-2=1+2=1]
    """
BY_MATCH = """
    A: bye +B2[++] -C1[--]
    B: zero -A1[--] =D2[+-]
    C: =D2[+=] bye +A2[++]
    D: =C1[-=] zero =B1[-+]
    """
MIXED = """
    A: =B2[+-] +B1[+2-1]
    B: =A1[-+] -A2[-1+2]
    """
FORFEITED = """
    A: +B1[+=] bye half
    B: -A2[-=] +fC1 =D1[+-]
    C: bye -fB2 zero
    D: zero zero =B2[-+]
    """

COUNTS = [
    ("wins", UNPLAYED, "A=2 B=2 C=1"),
    ("WIN", UNPLAYED, "A=2 B=2 C=1"),
    ("wins:MP", UNPLAYED, "A=2 B=2 C=1"),
    ("wins:played", UNPLAYED, "A=1 B=0 C=0"),
    ("games-won", UNPLAYED, "A=1 B=0 C=0"),
    ("WON", UNPLAYED, "A=1 B=0 C=0"),
    ("points-as-second", SECOND, "A=0.5 B=1"),
    ("wins-as-second", SECOND, "A=0 B=1"),
    ("games-as-second", SECOND, "A=1 B=1"),
    # of a match every board counts by its own seat, and what nobody played does not
    ("points-as-second", SEATED, "A=1 B=1"),
    ("wins-as-second", SEATED, "A=0 B=1"),
    ("games-as-second", SEATED, "A=2 B=2"),
    # without seats of the boards a match has the seat of its first
    ("points-as-second", BY_MATCH, "A=1 B=0.5 C=1.5 D=0"),
    ("wins-as-second", BY_MATCH, "A=1 B=0 C=1 D=0"),
    ("games-as-second", BY_MATCH, "A=1 B=1 C=2 D=0"),
    ("points-as-second", MIXED, "A=1.5 B=1"),
    ("wins-as-second", MIXED, "A=1 B=1"),
    ("games-as-second", MIXED, "A=2 B=1"),
    # a match won without play, or a bye, counts as won on both boards
    ("board-wins", FORFEITED, "A=3 B=3 C=2 D=1"),
    ("wins:GP", FORFEITED, "A=3 B=3 C=2 D=1"),
    ("wins", FORFEITED, "A=2 B=1 C=1 D=0"),
]


@pytest.mark.parametrize(("key", "table", "values"), COUNTS)
def test_what_is_counted(key, table, values):
    assert said(key, table, system="swiss") == values
