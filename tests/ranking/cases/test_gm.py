"""GM: the national online gomoku contest 2025, 6.1.2(5) and 6.1.4; loss −2."""

import pytest

from qipan.kernel.points import Points, Scoring
from qipan.ranking import rank
from ranking.tables import places, table

SCORING = Scoring(win=Points(2), draw=Points(1), loss=Points(-2), bye=Points(2), unit=1)
ORDER = (
    "points",
    "opponents-score:plain",
    "direct-win",
    "opponents-score-1:plain",
    "opponents-score-2:plain",
    "game-time",
)


def shown(text, key, who, **kwargs):
    return rank(table(text, SCORING, **kwargs), [key]).row(who).values[0].shown


def test_gm_6_1_2_2_scores_may_be_negative():
    found = rank(table("a: +b1 =c2\nb: -a2 -d1\nc: =d1 =a1\nd: =c2 +b2", SCORING), ORDER)
    assert [(row.entrant, row.values[0].shown) for row in found.rows] == [
        ("a", "3"),
        ("d", "3"),
        ("c", "2"),
        ("b", "-4"),
    ]


def test_gm_6_1_2_5_1_sum_of_opponents_points():
    text = "a: +b1 =c2\nb: -a2 -d1\nc: =d1 =a1\nd: =c2 +b2"
    assert shown(text, "opponents-score:plain", "a") == "-2"
    assert shown(text, "opponents-score:plain", "c") == "6"


def test_gm_6_1_4_a_bye_scores_two_and_brings_no_opponent():
    text = "a: bye =b1\nb: +c1 =a2\nc: -b2 bye"
    assert shown(text, "points", "a") == "3"
    assert shown(text, "opponents-score:plain", "a") == "3"
    assert shown(text, "opponents-score:plain", "c") == "3"


def test_gm_6_1_2_5_2_direct_wins_if_all_have_met():
    """a beat b, c beat d; all four are level on points, but not all have met: void."""
    met = table("a: +b1 -c1\nb: -a2 +c2\nc: +a2 -b1", SCORING)
    found = rank(met, ["points", "direct-win"])
    assert {row.values[1].shown for row in found.rows} == {"0"}
    two = table("a: +b1 -c1\nb: -a2 +c2\nc: +a2 -b1\nd: =e1 =e1\ne: =d2 =d2", SCORING)
    assert places(rank(two, ["points", "direct-win"])) == "d=e a=b=c"
    missing = rank(table("a: +c1\nb: +d1\nc: -a2\nd: -b2", SCORING), ["points", "direct-win"])
    assert missing.why("a", "b")[1].facts["void"] == "not-all-met"


def test_gm_6_1_2_5_2_equal_points_or_still_level():
    """a, b and c are level on points; c's opponents are weaker, then a and b have met."""
    text = """
        a: +b1 -d1
        b: -a2 +d2
        c: +e1 -f1
        d: +a2 -b1
        e: -c2 =f1
        f: +c2 =e2
        """
    found = rank(table(text, SCORING), ["points", "opponents-score:plain", "direct-win"])
    literal = rank(
        table(text, SCORING), ["points", "opponents-score:plain", "direct-win:equal-points"]
    )
    assert all(row.values[2].number is None for row in literal.rows)
    assert any(row.values[2].number is not None for row in found.rows)


FEW = [
    # opponents' points,   type 1, type 2
    ((), "0", "0"),
    ((5,), "5", "0"),
    ((5, -2), "3", "0"),
    ((5, 1, -2), "3", "1"),
    ((5, 4, 1, -2), "3", "5"),
    ((8, 5, 4, 1, -2), "6", "6"),
]


@pytest.mark.parametrize(("points", "first", "second"), FEW)
def test_gm_6_1_2_5_3_and_4_highest_plus_lowest(points, first, second):
    """Opponents' scores are set through rounds in which they met nobody we look at."""
    from qipan.kernel.crosstable import Cell, Crosstable, Entry

    who = [f"o{n}" for n in range(len(points))]
    entries = tuple(Entry(id=each, number=n) for n, each in enumerate(["a", *who], 1))
    cells = {"a": tuple(Cell(points=0, opponent=each) for each in who)}
    cells |= {each: (Cell(points=score),) for each, score in zip(who, points, strict=True)}
    found = rank(
        Crosstable(entries, cells, SCORING), ["opponents-score-1:plain", "opponents-score-2:plain"]
    )
    assert [value.shown for value in found.row("a").values] == [first, second]


def test_gm_6_1_2_5_5_less_time_is_better_and_an_absent_round_counts_nothing():
    found = rank(
        table("a: =b1@600 =c1@500\nb: =a2@700 half\nc: half =a2@800", SCORING),
        ["points", "game-time"],
    )
    assert [(row.entrant, row.values[1].shown) for row in found.rows] == [
        ("b", "700"),
        ("c", "800"),
        ("a", "1100"),
    ]
