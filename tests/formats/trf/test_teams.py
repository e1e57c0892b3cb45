"""Team records and acceleration."""

from fractions import Fraction

import pytest

from qipan.formats.trf import decode, read_trf
from qipan.formats.trf.walk import boosts_of
from qipan.kernel.errors import BadInput
from vectors import vectors

PLAYER = "001    1      One"
TEAMS = "\n".join(
    [
        "013 India                              1    5   15",
        "310   1 India                            IND     2486   15.0   28.0  11     1    5   15",
        "300   1  16   4  242    0  243",
        "320  1.0  2.0          50  49",
        "330 -+   6  36  27",
        "352 WBWB",
        "362 TW 2.0   TD 1.0   TL 0.0",
        PLAYER,
    ]
)


def test_team_records_are_read():
    found = read_trf(TEAMS).teams
    (team,) = found.teams
    assert (team.number, team.name, team.federation) == (1, "India", "IND")
    assert team.members == (1, 5, 15)
    assert found.line_ups[0].boards == (242, 0, 243)
    assert found.forfeits[0].result == "-+"
    assert found.resting == (0, 0, 50, 49)
    assert found.boards == (0, 1, 0, 1)
    assert found.match_points == {"TW": Fraction(2), "TD": Fraction(1), "TL": Fraction(0)}


BAD = [
    ("013 India                              1    x", 45, "member"),
    ("300   1  16   y  242", 13, "other team"),
    ("330 ++   6  36  27", 5, "forfeit"),
    ("352 WXW", 5, "colours"),
    ("362 2.0", 5, "sign"),
]


@pytest.mark.parametrize(("text", "column", "words"), BAD)
def test_bad_team_records_are_named(text, column, words):
    with pytest.raises(BadInput, match=words) as caught:
        read_trf(f"{text}\n{PLAYER}", "bad.trf")
    assert (caught.value.line, caught.value.column) == (1, column)


def test_the_published_samples_are_read():
    new = read_trf(decode(vectors("tiebreaks", "example_trf26.trf").read_bytes()))
    assert (len(new.players), len(new.teams.teams), new.played) == (249, 50, 14)
    assert new.teams.teams[0].members == (1, 5, 15, 28, 44)
    old = read_trf(decode(vectors("tiebreaks", "example_trf16.trf").read_bytes()))
    assert (len(old.players), old.played) == (284, 7)


def accelerated(players, rounds):
    rows = "\n".join(f"001 {number:4}" for number in range(1, players + 1))
    return read_trf(f"142 {rounds}\n192 FIDE_DUTCH_2026_BAKU\n{rows}")


def test_baku_acceleration():
    found = boosts_of(accelerated(9, 9))
    assert sorted(map(int, found)) == [1, 2, 3, 4, 5, 6]
    assert set(found.values()) == {(2, 2, 2, 1, 1)}
    assert set(boosts_of(accelerated(8, 1)).values()) == {(2,)}
    assert sorted(map(int, boosts_of(accelerated(8, 5)))) == [1, 2, 3, 4]
    with pytest.raises(BadInput, match="number of rounds"):
        boosts_of(read_trf(f"192 FIDE_DUTCH_2026_BAKU\n{PLAYER}"))
