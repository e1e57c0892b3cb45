"""The standings: shared places, reasons, lots, orders of keys."""

import msgspec
import pytest

from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.lots import draw
from qipan.kernel.points import Points
from qipan.kernel.results import How
from qipan.ranking import Options, rank
from ranking.tables import places, table

SECRET = bytes(range(32))
FOUR = table(
    """
    a: +b1 =c2
    b: -a2 +d1
    c: +d1 =a1
    d: -c2 -b2
    """
)
CYCLE = table(
    """
    a: +b1 -c2
    b: -a2 +c1
    c: -b2 +a1
    """
)


def test_who_stays_level_shares_a_place_and_the_next_is_counted_on():
    standings = rank(FOUR, ["points"])
    assert [(row.entrant, row.place) for row in standings.rows] == [
        ("a", 1),
        ("c", 1),
        ("b", 3),
        ("d", 4),
    ]


def test_values_are_exact_and_shown():
    (points, buchholz) = rank(FOUR, ["points", "BH"]).row("a").values
    assert (str(points.number), points.shown, points.rule) == ("3/2", "1.5", "ranking.points")
    assert (str(buchholz.number), buchholz.shown) == ("5/2", "2.5")


def test_a_tie_that_needs_a_lot_waits_for_it():
    standings = rank(FOUR, ["points", "wins", "lot"])
    assert places(standings) == "a=c b d"
    (pending,) = standings.pending_lots
    assert (pending.key, pending.tied, pending.place) == ("lot", ("a", "c"), 1)


def test_a_lot_decides_and_can_be_checked():
    drawn = draw("place 1", ["a", "b", "c"], SECRET)
    standings = rank(FOUR, ["points", "wins", "lot"], lots={"any": drawn})
    first = min("ac", key=drawn.order.index)
    assert standings.rows[0].entrant == first
    assert standings.pending_lots == ()
    assert standings.why("a", "c")[-1].draw == drawn
    assert standings.why("a", "c")[-1].broke


def test_a_lot_without_all_the_tied_does_not_count():
    drawn = draw("place 1", ["a", "b"], SECRET)
    assert rank(FOUR, ["points", "lot"], lots={"any": drawn}).pending_lots


def test_a_named_lot_is_the_only_one_asked():
    drawn = draw("final", ["a", "c"], SECRET)
    assert rank(FOUR, ["points", "lot:final"], lots={"other": drawn}).pending_lots
    assert not rank(FOUR, ["points", "lot:final"], lots={"final": drawn}).pending_lots


def test_an_order_of_keys_can_be_drawn():
    order = draw("keys", ["BH", "WIN", "PS"], SECRET)
    standings = rank(FOUR, ["points", "drawn(BH,WIN,PS)"], lots={"final": order})
    assert standings.order == ("points", *order.order)


def test_an_order_of_keys_not_yet_drawn_stops_the_ranking_there():
    standings = rank(FOUR, ["points", "drawn(BH,WIN,PS)", "PS"])
    assert places(standings) == "a=c b d"
    (pending,) = standings.pending_lots
    assert pending.candidates == ("BH", "WIN", "PS")


def test_two_drawn_orders_do_not_share_a_lot():
    order = draw("keys", ["BH", "WIN"], SECRET)
    keys = ["points", "drawn:finalists(BH,WIN)"]
    assert rank(FOUR, keys, lots={"final": order}).pending_lots
    assert not rank(FOUR, keys, lots={"finalists": order}).pending_lots


def test_why_names_every_key_up_to_the_one_that_decided():
    steps = rank(FOUR, ["points", "head-to-head", "PS"]).why("a", "c")
    assert [(step.key, step.broke) for step in steps] == [
        ("points", False),
        ("head-to-head", False),
        ("PS", False),
    ]
    assert steps[1].tied == ("a", "c")
    assert [value.shown for value in steps[1].values] == ["0.5", "0.5"]


def test_why_ends_where_the_tie_broke():
    steps = rank(FOUR, ["points", "BH"]).why("b")
    assert [(step.key, step.broke) for step in steps] == [("points", True)]


def test_why_of_one_is_empty_and_of_strangers_refused():
    alone = Crosstable(entries=(Entry(id="a", number=1),), cells={})
    assert rank(alone, ["points"]).why("a") == ()
    with pytest.raises(Unknown):
        rank(alone, ["points"]).why("z")


def test_a_cycle_of_three_stays_tied_and_ends():
    for key in ("DE", "direct-win", "head-to-head", "EDE"):
        assert places(rank(CYCLE, ["points", key])) == "a=b=c"


@pytest.mark.parametrize("order", [["points", "BH", "lot"], ["lot"], []])
def test_nobody_and_nothing_played(order):
    assert rank(Crosstable(entries=(), cells={}), order).rows == ()
    two = Crosstable(entries=(Entry(id="a", number=1), Entry(id="b", number=2)), cells={})
    assert places(rank(two, order)) == "a=b"


def test_all_byes_rank_level():
    standings = rank(table("a: bye\nb: bye"), ["points", "BH", "SB", "DE", "WIN", "PS", "KS"])
    assert places(standings) == "a=b"


def test_an_annulled_game_never_took_place():
    game = Cell(points=Points(0), how=How.ANNULLED, opponent="b", seat=0)
    cells = {"a": (game,), "b": (msgspec.structs.replace(game, opponent="a", seat=1),)}
    two = Crosstable((Entry(id="a", number=1), Entry(id="b", number=2)), cells)
    for system in ("swiss", "round-robin"):
        found = rank(two, ["points", "NUM", "DE/P", "BPG"], options=Options(system=system))
        assert places(found) == "a=b"
        assert found.row("b").written == {"points": "0.0", "NUM": "0", "DE/P": "0", "BPG": "0"}


def test_names_and_modifiers_in_small_letters():
    assert rank(FOUR, ["pts", "bh/c1"]).rows[0].written == {
        "pts": "1.5",
        "bh/c1": "1.5",
    }


def test_a_key_can_be_reversed():
    assert places(rank(FOUR, ["PTS/R"])) == "d b a=c"
    assert places(rank(FOUR, ["TPN/R"])) == "d c b a"


@pytest.mark.parametrize(
    "text", ["", "BH/", "BH/Q1", "BH:XX", "WIN(", "drawn(BH)", "A" * 300, "BH/C", "/C1", "点数"]
)
def test_an_unreadable_key_is_refused_with_words(text):
    with pytest.raises((BadInput, Unknown)) as caught:
        rank(FOUR, ["points", text], lots={})
    assert str(caught.value)


def test_an_unknown_key_or_edition_is_refused():
    with pytest.raises(Unknown):
        rank(FOUR, ["NOPE"])
    with pytest.raises(BadInput):
        rank(FOUR, ["BH"], options=Options(edition="1999"))
