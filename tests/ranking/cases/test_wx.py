"""WX: the 14th World Xiangqi Championship, sections 2.3 and 6."""

from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.ranking import rank
from qipan.ranking.derived import by_best_places, tagged
from qipan.ranking.prizes import Candidate, Exclusion, PrizeList, award
from ranking.tables import places, table

ORDER = (
    "points",
    "opponents-score:bye-lowest",
    "direct-encounter",
    "wins",
    "wins-as-second",
    "games-as-second",
    "highest-opponent-score",
    "technical-fouls",
    "previous-round",
)


def test_wx_2_3_the_bye_counts_as_the_lowest_score_of_all():
    found = rank(
        table("a: bye +b1\nb: +c1 -a2\nc: -b2 bye"), ["points", "opponents-score:bye-lowest"]
    )
    assert {row.entrant: row.values[1].shown for row in found.rows} == {
        "a": "2",
        "b": "3",
        "c": "2",
    }


def test_wx_2_3_a_lowest_score_of_nothing_adds_nothing():
    drawn = table("a: bye\nb: =c1\nc: =b2\nd: zero")
    lowest = rank(drawn, ["opponents-score:bye-lowest"]).row("a").values[0]
    scoring = rank(drawn, ["opponents-score:bye-lowest-scoring"]).row("a").values[0]
    assert (lowest.shown, scoring.shown) == ("0", "0.5")


def test_wx_6_1_1_a_opponents_score():
    found = rank(
        table("a: +c1 =b1\nb: +d1 =a2\nc: -a2 +d1\nd: -b2 -c2"),
        ORDER,
    )
    assert found.why("a", "b")[-1].key == "opponents-score:bye-lowest"
    assert places(found) == "a b c d"


def test_wx_6_1_1_b_direct_result():
    level = table("a: -b1 +c1\nb: +a2 -c1\nc: +b2 -a2")
    assert places(rank(level, ["points", "direct-encounter"])) == "a=b=c"
    two = table("a: -b1 +c1\nb: +a2 -d1\nc: -d2 -a2\nd: +c1 +b2")
    assert places(rank(two, ["points", "direct-encounter"])) == "d b a c"


def test_wx_6_1_1_c_d_e_wins_and_games_with_black():
    c = table("a: +c1 -d1 \nb: =c1 =d1\nc: -a2 =b2\nd: +a2 =b2")
    assert rank(c, ["points", "wins"]).why("a", "b")[-1].key == "wins"
    d = table("a: +c1 -d2\nb: +d2 -c1\nc: -a2 +b2\nd: -b1 +a1")
    found = rank(d, ["points", "wins", "wins-as-second"])
    assert (found.row("b").values[2].shown, found.row("a").values[2].shown) == ("1", "0")
    e = rank(d, ["games-as-second"])
    assert {row.entrant: row.values[0].shown for row in e.rows} == {
        "a": "1",
        "b": "1",
        "c": "2",
        "d": "0",
    }


def test_wx_6_1_1_f_highest_opponent():
    found = rank(
        table("a: +b1 -c1\nb: -a2 +d1\nc: bye +a2\nd: -fa -b2"), ["highest-opponent-score"]
    )
    assert found.row("a").values[0].shown == "2"
    assert found.row("d").values[0].shown == "1"


def test_wx_6_1_1_g_fewer_technical_fouls():
    level = table("a: =b1 (technical-foul=1)\nb: =a2")
    assert places(rank(level, ["points", "technical-fouls"])) == "b a"


def test_wx_6_1_1_last_the_ranking_one_round_before():
    """a and b are level after round 2; after round 1 a was ahead."""
    found = rank(
        table("a: +c1 -d2\nb: -d1 +c2\nc: -a2 -b1\nd: +b2 +a1"), ["points", "previous-round"]
    )
    assert places(found) == "d a b c"
    assert found.why("a", "b")[-1].facts == {"round": 1}


def test_wx_6_1_1_last_looks_back_until_somebody_was_ahead():
    found = table(
        "a: +c1 =d2 -e1\nb: =e1 +c2 -d1\nc: -a2 -b1 bye\nd: zero =a1 +b2\ne: =b2 zero +a2"
    )
    assert places(rank(found, ["points", "previous-round"])) == "a b e d c"
    once = rank(found, ["points", "previous-round:once"])
    assert once.place("a") == once.place("b")


def test_wx_6_1_3_ncnv_keeps_the_order_of_the_whole():
    entries = tuple(
        Entry(id=who, number=n, tags=frozenset({"ncnv"}) if who in "bd" else frozenset())
        for n, who in enumerate("abcd", 1)
    )
    standings = rank(Crosstable(entries, {}), ["TPN"])
    found = tagged(standings, have={"ncnv"})
    assert [(each.entrant, each.place, each.overall) for each in found] == [
        ("b", 1, 2),
        ("d", 2, 4),
    ]


def test_wx_6_1_4_no_double_prize_within_the_top_eight():
    men = [Candidate(str(n), n) for n in range(1, 12)]
    ncnv = [Candidate(who, place) for place, who in enumerate(("7", "9", "11"), 1)]
    found = award(
        [
            (PrizeList("men", (800, 700, 600, 500, 400, 300, 200, 100)), men),
            (PrizeList("ncnv", (90, 60)), ncnv),
        ],
        exclusions=[Exclusion("men", 8, "ncnv")],
    )
    assert [(each.entrant, each.cents) for each in found if each.list_name == "ncnv"] == [
        ("9", 90),
        ("11", 60),
    ]


def standing(units):
    entries = tuple(Entry(id=str(n), number=n, unit=unit) for n, unit in enumerate(units, 1))
    cells = {entry.id: (Cell(points=99 - entry.number),) for entry in entries}
    return rank(Crosstable(entries, cells), ["points"])


def test_wx_6_2_1_the_best_two_places():
    found = by_best_places(standing("CVMCVMC"), 2)
    assert [(row.unit, row.place, row.total) for row in found] == [
        ("C", 1, 5),
        ("V", 2, 7),
        ("M", 3, 9),
    ]


def test_wx_6_2_1_equal_sums_by_the_better_best_place():
    found = by_best_places(standing("CVVC"), 2)
    assert [(row.unit, row.place, row.total) for row in found] == [("C", 1, 5), ("V", 2, 5)]
    assert found[0].rule == "ranking.best-place"


def test_wx_6_2_2_fewer_than_two_players_are_not_ranked():
    found = by_best_places(standing("MCCM X".replace(" ", "")), 2)
    assert [(row.unit, row.place) for row in found if row.place is None] == [("X", None)]
