"""Counts, ratings, fouls, lots and the standing of the round before."""

import msgspec
import pytest

from qipan.kernel.errors import BadInput
from qipan.kernel.lots import Draw
from qipan.kernel.points import Points, Scoring
from qipan.ranking import Running, rank
from ranking.tables import places, reason, said, table

THREE_ONE = Scoring(Points(3), Points(1), Points(0), Points(3), 1)
UNPLAYED = """
    A: +B1 zero half
    B: -A2 +D1 bye
    C: +D1 +fE1 full
    D: -C2 -B2 =E1
    E: bye -fC2 =D2
    """
FOULS = """
    A: =B1 (conduct-foul=2)
    B: =A2 (conduct-foul=1)
    """
RATED = """
    A: +C1 -D2 (rating=1500)
    B: +E1 -F2 (rating=1550)
    C: -A2 =E1 (rating=1700)
    D: =F1 +A1 (rating=1820)
    E: -B2 =C2 (rating=1600)
    F: =D2 +B1 (rating=1900)
    """
# A met B at the board and C by forfeit only; D never played.
FORFEIT = """
    A: +B1 +fC1 (rating=1500)
    B: -A2 bye (rating=1601)
    C: bye -fA2 (rating=1700)
    D: zero zero (rating=1900)
    """
EXTREMES = """
    A: {}B1 {}C1 (rating=900)
    B: {}A2 zero (rating=1000)
    C: zero {}A2 (rating=2000)
    """
HALVES = """
    A: +B1 +C1 (rating=1)
    B: -A2 zero (rating=1600)
    C: zero -A2 (rating=1601)
    """
UNRATED = RATED.replace("(rating=1550)", "")
# A and B both have a point; B had it first, and C, who is level with nobody, behind D.
EARLIER = """
    A: -D1 +C1
    B: +C2 -D1
    C: -B1 -A2
    D: +A2 +B2
    """
# After the second round A and B are level, after the first B is ahead.
LONG = """
    A: -D1 +C1 =D2
    B: +C2 -D1 =C1
    C: -B1 -A2 =B2
    D: +A2 +B2 =A1
    """

VALUES = [
    ("REP", UNPLAYED, {}, "A=1 B=3 C=3 D=3 E=2"),
    ("NUM", UNPLAYED, {}, "A=1 B=2 C=1 D=3 E=1"),
    ("RIP", UNPLAYED, {}, "A=1 B=3 C=3 D=3 E=3"),
    ("VUR", UNPLAYED, {}, "A=2 B=0 C=0 D=0 E=1"),
    ("STD", UNPLAYED, {}, "A=1.5 B=2 C=3 D=0.5 E=1.5"),
    ("STD", UNPLAYED, {"scoring": THREE_ONE}, "A=1.5 B=2 C=3 D=0.5 E=1.5"),
    # a match may be given otherwise than its boards say
    ("STD", "A: +B1[+--]\nB: -A2[-++]", {}, "A=1 B=0"),
    ("STD:GP", "A: +B1[+--]\nB: -A2[-++]", {}, "A=0 B=1"),
    ("TPN", UNPLAYED, {}, "A=1 B=2 C=3 D=4 E=5"),
    ("RTNG", RATED, {}, "A=1500 B=1550 C=1700 D=1820 E=1600 F=1900"),
    ("RTNG", UNRATED, {}, ""),
    ("RTNG/U1400", UNRATED, {}, "A=1500 B=1400 C=1700 D=1820 E=1600 F=1900"),
    ("RTNG/U1400/U1300", UNRATED, {}, "A=1500 B=1300 C=1700 D=1820 E=1600 F=1900"),
    ("conduct-foul", FOULS, {}, "A=1 B=1"),
    ("conduct-foul:count", FOULS, {}, "A=2 B=1"),
    ("technical-fouls", FOULS, {}, "A=0 B=0"),
    ("game-time", "A: +B1@30 -B2@31\nB: -A2@1 +A1", {}, "A=61 B=1"),
    ("ARO/C1", RATED, {}, "A=1820 B=1900 C=1600 D=1900 E=1700 F=1820"),
    ("ARO/M1", RATED, {}, ""),
    ("ARO", UNRATED, {}, ""),
    ("ARO/U1400", UNRATED, {}, "A=1760 B=1750 C=1550 D=1700 E=1550 F=1610"),
    ("ARO", FORFEIT, {}, "A=1601 B=1500"),
    (
        "ARO",
        "A: +B1 +C1 (rating=1)\nB: -A2 (rating=1600)\nC: zero -A2 (rating=1601)",
        {},
        "A=1601 B=1 C=1",
    ),
    # a clean score is worth 800 more than the average, none 800 less
    ("TPR", FORFEIT, {}, "A=2401 B=700"),
    ("PTP", FORFEIT, {}, "A=2337 B=700"),
    # the lowest rating that reaches the score, wherever it lies between or beyond the opponents
    ("PTP", EXTREMES.format("+", "+", "-", "-"), {}, "A=2736 B=100 C=100"),
    ("PTP", EXTREMES.format("=", "-", "=", "+"), {}, "A=997 B=897 C=1636"),
    ("PTP", EXTREMES.format("-", "-", "+", "+"), {}, "A=200 B=1636 C=1636"),
    ("TPR/C1", RATED, {}, "A=1020 B=1100 C=1600 D=1900 E=1700 F=1820"),
    ("APRO", FORFEIT, {}, "A=700 B=2401"),
    ("APPO", FORFEIT, {}, "A=700 B=2337"),
    ("previous-round", EARLIER, {}, "A=3 B=1"),
    ("previous-round", LONG, {}, "A=3 B=2"),
    ("previous-round:once", LONG, {}, "A=2 B=2"),
    ("previous-round", "A: =B1\nB: =A2", {}, ""),
]


@pytest.mark.parametrize(("key", "text", "how", "values"), VALUES)
def test_values(key, text, how, values):
    assert said(key, text, **{"system": "swiss", **how}) == values


def test_the_round_before_is_named_or_there_is_none():
    assert reason("previous-round", LONG, "A", "B", after=("points",)) == {"round": 2}
    found = reason("previous-round", "A: =B1\nB: =A2", "A", "B", after=("points",))
    assert found == {"void": "no-earlier-round"}


def test_only_the_keys_before_it_are_asked_about_the_round_before():
    order = ["points", "previous-round:once", "TPN"]
    assert places(rank(table(LONG), order)) == "D A B C"
    assert places(rank(table(LONG), ["points", "TPN/R", "previous-round:once"])) == "D B A C"
    assert places(rank(table(LONG), ["points", "previous-round", "TPN"])) == "D B A C"


def test_the_key_behind_it_is_not_asked_about_the_round_before():
    found = rank(table("A: =B1 =B2\nB: =A2 =A1"), ["points", "previous-round", "TPN/R"])
    assert [value.shown for value in found.row("A").values] == ["1", "1", "1"]
    assert [value.shown for value in found.row("B").values] == ["1", "1", "2"]
    assert places(found) == "B A"


def test_it_may_stand_in_a_drawn_order():
    drawn = {"x": lot("previous-round TPN")}
    found = rank(table(LONG), ["points", "drawn(TPN,previous-round)"], lots=drawn)
    assert places(found) == "D B A C"


# All have 1½ and the same opponents' scores; after two rounds C, whom A met, is ahead of D.
SWAPPED = """
    A: =C1 =E1 =B1
    B: =D1 =F1 =A2
    C: =A2 +D1 -D2 (technical-foul=1)
    D: =B2 -C2 +C1 (technical-foul=1)
    E: =F1 =A2 =F2 (technical-foul=1)
    F: =E2 =B2 =E1 (technical-foul=1)
    """


def test_a_correction_that_changes_only_the_round_before_is_noticed():
    before = table(SWAPPED)
    order = ["points", "technical-fouls", "BH", "previous-round"]
    running = Running(before, order)
    assert places(running.standings) == "A B C E=F D"
    rows = {
        who: (first, third, second)
        for who, (first, second, third) in before.cells.items()
        if who in "CD"
    }
    after = msgspec.structs.replace(before, cells={**before.cells, **rows})
    assert places(running.update(after)) == places(rank(after, order)) == "B A D E=F C"


LEVEL = "A: =B1\nB: =A2\nC: =D1\nD: =C2"
KEYS = "A: =C1 =D2\nB: -D2 +C1\nC: =A2 -B2\nD: +B1 =A1"


def lot(order, candidates=None):
    names = tuple(order.split())
    return Draw("lot", tuple((candidates or order).split()), "", "", names)


def test_a_lot_counts_only_with_all_who_are_tied():
    assert places(rank(table(LEVEL), ["lot"], lots={"x": lot("D C B A")})) == "D C B A"
    assert places(rank(table(LEVEL), ["lot"], lots={"x": lot("E D C B A")})) == "D C B A"
    for short in (lot("D C B"), lot("D C B", "A B C D")):
        found = rank(table(LEVEL), ["lot"], lots={"x": short})
        assert (places(found), len(found.pending_lots)) == ("A=B=C=D", 1)
    both = {"x": lot("D C"), "y": lot("B A D C")}
    assert places(rank(table(LEVEL), ["lot"], lots=both)) == "B A D C"
    assert places(rank(table(LEVEL), ["lot:y"], lots=both)) == "B A D C"
    assert places(rank(table(LEVEL), ["lot:x"], lots=both)) == "A=B=C=D"
    assert places(rank(table(LEVEL), ["lot:z"], lots=both)) == "A=B=C=D"


def test_a_drawn_order_is_of_exactly_the_keys_in_brackets():
    order = ["points", "drawn(PS,WIN)"]
    assert places(rank(table(KEYS), order, lots={"x": lot("PS WIN")})) == "D A B C"
    assert places(rank(table(KEYS), order, lots={"x": lot("WIN PS")})) == "D B A C"
    for other in (lot("PS WIN BH"), lot("WIN"), lot("PS", "PS WIN")):
        found = rank(table(KEYS), order, lots={"x": other})
        assert (places(found), found.pending_lots[0].candidates) == ("D A=B C", ("PS", "WIN"))


@pytest.mark.parametrize("text", ["drawn", "drawn(PS)", "drawn(PS,/C1)"])
def test_a_drawn_order_names_two_keys_that_can_be_read(text):
    with pytest.raises(BadInput):
        rank(table(KEYS), [text])
