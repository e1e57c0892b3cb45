"""MY: the Malaysian national xiangqi rules, section 6; MY-V 5 and MY-VI 5."""

import pytest

from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.lots import draw
from qipan.ranking import rank
from qipan.ranking.derived import Scored, best_players, by_sections
from qipan.ranking.prizes import Candidate, PrizeList, award
from ranking.tables import places, table

SECTION_6 = (
    "points",
    "head-to-head:exactly-two",
    "conduct-foul",
    "drawn(opponents-score,median-opponents-score,wins)",
    "points-as-second",
    "wins-as-second",
    "cumulative",
    "technical-fouls",
    "lot",
)
SECRET = bytes(32)


def keys_drawn(*order):
    """Find a lot that gives this order; there are six."""
    for n in range(256):
        found = draw("keys", sorted(order), bytes([n]) * 32)
        if found.order == order:
            return {"keys": found}
    raise AssertionError(order)


LOTS = keys_drawn("opponents-score", "median-opponents-score", "wins")


def test_my_6_1_of_two_the_winner_is_ahead():
    """b has the better opponents, but a beat him."""
    found = rank(
        table(
            """
            a: +b1 -c1 =d2
            b: -a2 +c2 =e1
            c: +a2 -b1 +f1
            d: =f1 +e1 =a1
            e: =g1 -d2 =b2
            f: =d2 =g1 -c2
            g: =e2 =f2 bye
            """
        ),
        SECTION_6,
        lots=LOTS,
    )
    assert [row.place for row in found.rows if row.entrant in "ab"] == [4, 5]
    assert found.place("a") < found.place("b")
    assert found.why("a", "b")[-1].key == "head-to-head:exactly-two"


def test_my_6_1_three_level_do_not_use_it_even_when_two_are_left():
    """a, b, c are level on points; the foul takes c away; a beat b, but that does not count."""
    text = """
        a: +b1 -d1
        b: -a2 +d2
        c: +e1 -d1 {}
        d: +a2 +c2
        e: -c2 -f1
        f: bye +e2
        """
    found = rank(table(text.format("(conduct-foul=1)")), SECTION_6, lots=LOTS)
    steps = found.why("a", "b")
    assert [step.key for step in steps][:3] == list(SECTION_6[:3])
    assert steps[1].facts["void"] == "more-than-two"
    assert found.place("c") > max(found.place("a"), found.place("b"))


@pytest.mark.parametrize(
    ("games", "void"),
    [
        ("a: =b1\nb: =a2", None),
        ("a: bye\nb: bye", "not-met"),
        ("a: +fc\nb: +fd\nc: -fa\nd: -fb", "not-met"),
    ],
)
def test_my_6_1_drawn_or_not_met_leaves_it_to_the_next_rule(games, void):
    found = rank(table(games), SECTION_6[:2])
    assert places(found).split()[0] == "a=b"
    assert found.why("a", "b")[1].facts.get("void") == void


def test_my_6_2_a_conduct_foul_ranks_behind_whatever_comes_later():
    found = rank(
        table(
            """
            a: +d1 (conduct-foul=1)
            b: +e2
            c: +f1
            d: -a2
            e: -b1
            f: -c2
            """
        ),
        SECTION_6,
        lots=LOTS,
    )
    assert found.place("a") == 3
    assert found.why("a", "b")[-1].rule == "ranking.conduct-foul"


def test_my_6_2_is_a_flag_not_a_count():
    level = table("a: =b1 (conduct-foul=3)\nb: =a2 (conduct-foul=1)")
    assert places(rank(level, ["points", "conduct-foul"])) == "a=b"
    assert places(rank(level, ["points", "conduct-foul:count"])) == "b a"


SIX_3 = table(
    """
    a: +g1 -b2 +h1
    b: +h1 +a1 +e2
    c: +i1 =d2 =e1
    d: +j1 =c1 =f1
    e: +f1 =i2 =c2
    f: -e2 +j1 =d2
    g: -a2 -h1 bye
    h: -b2 +g2 -a2
    i: -c2 =e1 +j1
    j: -d2 -f2 -i2
    """
)


def test_my_6_3_the_lot_says_which_key_comes_first():
    by_wins = rank(
        SIX_3, SECTION_6, lots=keys_drawn("wins", "opponents-score", "median-opponents-score")
    )
    by_opponents = rank(
        SIX_3, SECTION_6, lots=keys_drawn("opponents-score", "wins", "median-opponents-score")
    )
    assert by_wins.why("a", "c")[-1].rule == "ranking.wins"
    assert by_opponents.why("a", "c")[-1].rule == "ranking.opponents-score"
    assert by_wins.place("a") < by_wins.place("c")
    assert by_opponents.place("c") < by_opponents.place("a")


def test_my_6_3_two_separate_lots():
    keys = "drawn:{}(opponents-score,median-opponents-score,wins)"
    lots = {
        "finalists": keys_drawn("wins", "opponents-score", "median-opponents-score")["keys"],
        "final": keys_drawn("opponents-score", "wins", "median-opponents-score")["keys"],
    }
    first = rank(SIX_3, ["points", keys.format("finalists")], lots=lots)
    last = rank(SIX_3, ["points", keys.format("final")], lots=lots)
    assert first.order[1:] == ("wins", "opponents-score", "median-opponents-score")
    assert last.order[1:] == ("opponents-score", "wins", "median-opponents-score")


def test_my_6_3_without_the_lot_nobody_is_ranked_by_these_keys():
    found = rank(SIX_3, SECTION_6)
    assert found.pending_lots
    assert found.pending_lots[0].candidates == (
        "opponents-score",
        "median-opponents-score",
        "wins",
    )


def test_my_6_3_points_and_wins_as_second():
    found = rank(
        table("a: -b1 +c2\nb: +a2 -d1\nc: +d1 -a1\nd: -c2 +b2"),
        ["points", "points-as-second", "wins-as-second"],
    )
    assert places(found) == "a=b=d c"
    drawn = table("a: =c2 =d2 -b1\nb: +a2 zero zero\nc: =a1 zero zero\nd: zero =a1 zero")
    assert [
        value.shown for value in rank(drawn, ["points-as-second", "wins-as-second"]).row("a").values
    ] == ["1", "0"]


def test_my_6_4_cumulative_then_technical_fouls():
    found = rank(
        table(
            """
            a: +c1 -d2
            b: -d1 +c2 (technical-foul=1)
            c: -a2 -b1
            d: +b2 +a1
            """
        ),
        ["points", "cumulative", "technical-fouls"],
    )
    assert places(found) == "d a b c"
    level = table("a: =b1 (technical-foul=2)\nb: =a2 (technical-foul=1)")
    assert places(rank(level, ["points", "cumulative", "technical-fouls"])) == "b a"


def test_my_6_5_and_6_6_a_lot_that_can_be_checked():
    level = table("a: =b1\nb: =a2")
    order = [key for key in SECTION_6 if not key.startswith(("drawn", "points-as"))]
    assert rank(level, order).pending_lots[0].tied == ("a", "b")
    found = draw("places 1-2", ["a", "b"], SECRET)
    standings = rank(level, order, lots={"places": found})
    assert [row.entrant for row in standings.rows] == list(found.order)
    assert standings.why("a", "b")[-1].draw == found


# -- MY-V: teams ------------------------------------------------------------------------------

TEAM_ORDER = (
    "match-points",
    "head-to-head:exactly-two",
    "conduct-foul",
    "opponents-score",
    "wins",
    "game-points",
    "board-wins",
    "cumulative",
    "lot",
)


def ranked(text, order=TEAM_ORDER):
    return rank(table(text), order)


def test_my_v_5_1_match_and_game_points():
    found = ranked("a: +b1[++=-]\nb: -a2[--=+]\nc: =d1[==+-]\nd: =c2[==-+]", ["MP", "GP"])
    assert places(found) == "a c=d b"
    assert [row.written["MP"] for row in found.rows] == ["1.0", "0.5", "0.5", "0.0"]
    assert found.row("a").written["GP"] == "2.5"
    assert found.row("b").written["GP"] == "1.5"


def test_my_v_5_4_two_teams_the_winner_of_their_match():
    found = ranked(
        """
        a: +b1[+===] -d1[----]
        b: -a2[-===] +c1[++++]
        c: -d1[----] -b2[----]
        d: +c2[++++] +a2[++++]
        """
    )
    assert found.why("a", "b")[-1].rule == "ranking.head-to-head"
    assert found.place("a") < found.place("b")


def test_my_v_5_4_the_list_in_its_order():
    """All four are level on match points; the list parts them key by key."""
    found = ranked(
        """
        a: +b1[++=-] =d1[-+==] -c2[--=+]
        b: -a2[--=+] +c1[++=-] =d1[=-+=]
        c: =d1[====] -b2[--=+] +a1[++=-]
        d: =c2[====] =a2[+-==] =b2[=+-=]
        """
    )
    assert found.why("a", "b")[1].facts["void"] == "more-than-two"
    assert found.why("a", "d")[-1].key == "wins"
    assert found.why("a", "c")[-1].key == "board-wins"
    assert found.why("a", "b")[-1].key == "cumulative"
    assert places(found) == "a b c d"


def test_my_v_5_4_games_won_counts_boards():
    found = ranked("a: +b1[++=-]\nb: -a2[--=+]\nc: =d1[====]\nd: =c2[====]", ["board-wins"])
    assert {row.entrant: row.written["board-wins"] for row in found.rows} == {
        "a": "2",
        "b": "1",
        "c": "0",
        "d": "0",
    }


def test_my_v_5_7_best_player_by_score_then_team():
    standings = ranked("a: +b[+===]\nb: -a[-===]\nc: +d[+++=]\nd: -c[---=]", ["MP", "GP"])
    found = best_players(
        [Scored("x", 9, "b"), Scored("y", 9, "a"), Scored("z", 8, "c"), Scored("w", 8, "c")],
        standings,
    )
    assert [(each.entrant, each.place) for each in found] == [
        ("y", 1),
        ("x", 2),
        ("z", 3),
        ("w", 3),
    ]


# -- MY-VI: schools ---------------------------------------------------------------------------


def section(text):
    """Rank entrants as written; ``a1:S`` is entrant a1 of unit S, ``!`` marks a filler."""
    entries = []
    for n, word in enumerate(text.split(), 1):
        who, _, unit = word.partition(":")
        tags = frozenset({"filler"}) if who.endswith("!") else frozenset()
        entries.append(Entry(id=who, number=n, unit=unit, tags=tags))
    cells = {entry.id: (Cell(points=100 - entry.number),) for entry in entries}
    return rank(Crosstable(tuple(entries), cells), ["points"])


def test_my_vi_5_6_sum_of_best_places():
    found = by_sections(
        {
            "senior": section("a:S b:P c:S d:K"),
            "junior": section("e:P f:S g:K"),
            "primary": section("h:P i:K j:S"),
        },
        decider="senior",
    )
    assert [(row.unit, row.place, row.total) for row in found] == [
        ("P", 1, 4),
        ("S", 2, 6),
        ("K", 3, 9),
    ]


def test_my_vi_5_6_equal_sums_by_the_senior_place():
    found = by_sections(
        {"senior": section("a:S b:P"), "junior": section("c:P d:S"), "primary": section("e:X")},
        decider="senior",
    )
    assert all(row.place is None for row in found)
    found = by_sections(
        {"senior": section("a:S b:P"), "junior": section("c:P d:S")}, decider="senior"
    )
    assert [(row.unit, row.place, row.total) for row in found] == [("S", 1, 3), ("P", 2, 3)]
    assert found[0].rule == "ranking.best-place-in-section"


def test_my_vi_3_6_a_filler_counts_for_nobody():
    found = by_sections({"senior": section("x!:H a:S b:P"), "junior": section("c:P d:S")})
    assert {row.unit: row.total for row in found} == {"S": 3, "P": 3}


def test_my_vi_5_6_a_unit_without_a_section_is_not_ranked():
    found = by_sections({"senior": section("a:S b:P"), "junior": section("c:P")})
    assert [(row.unit, row.place) for row in found] == [("P", 1), ("S", None)]


# -- MY-I: prizes -----------------------------------------------------------------------------


def test_my_i_4_2_prizes_trophies_and_late_payment():
    ringgit = (3000, 2000, 1200, 800, 600, 400, 300, 200, 200, 100, 100, 100)
    prizes = PrizeList("men", tuple(each * 100 for each in ringgit), goods={"trophy": 8})
    found = award(
        [(prizes, [Candidate(str(n), n) for n in range(1, 15)])], delay_from=50_000, delay_days=7
    )
    assert sum(each.cents for each in found) == 900_000
    assert len(found) == 12
    assert [each.entrant for each in found if each.goods] == list("12345678")
    assert [each.entrant for each in found if each.due_days] == list("12345")
