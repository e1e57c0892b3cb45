"""Counting: by territory, by area, by filling in; what is refused and what is warned."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goboards import cells_of
from qipan.games.go.count import Fine, Marks, count, fill_in, open_regions, whole_chains
from qipan.games.go.grid import grid
from qipan.games.go.rules import Counting, GoRules, Odds, check, preset
from qipan.kernel.errors import BadInput, Refused, Unknown
from qipan.kernel.rules import RuleKey

SPLIT = """
.X.O.
XX.OO
.X.O.
.XXO.
.X.O.
"""


def rules(komi="0", **options):
    return GoRules(size=5, komi=Decimal(komi), **options)


def test_territory_prisoners_dead_stones_and_komi():
    _, cells = cells_of(SPLIT)
    found = count(cells, Marks(), rules("6.5"), prisoners=(3, 1))
    assert [side.territory for side in found.sides] == [4, 4]
    assert (found.totals, str(found)) == ((14, 23), "W+4.5")


def test_a_dead_stone_counts_twice_its_place():
    on, cells = cells_of(
        """
        .X.O.
        XX.OO
        OX.O.
        .XXO.
        .X.O.
        """
    )
    dead = frozenset({on.read("A3")})
    found = count(cells, Marks(dead=dead), rules())
    assert (found.sides[0].territory, found.sides[0].dead) == (4, 1)
    assert str(found) == "B+1"


def test_area_counts_stones_and_territory():
    _, cells = cells_of(SPLIT)
    found = count(cells, Marks(), rules(counting=Counting.AREA), prisoners=(9, 0))
    assert found.totals == (2 * 11, 2 * 10)


def test_area_counts_eyes_in_seki_and_territory_does_not():
    on, cells = cells_of(SPLIT)
    seki = Marks(seki=frozenset(at for at in on.points if cells[at]))
    assert count(cells, seki, rules()).totals == (0, 0)
    assert count(cells, seki, rules(counting=Counting.AREA)).totals == (22, 20)


@pytest.mark.parametrize(
    ("odds", "given"), [(Odds.NONE, 0), (Odds.STONES, 4), (Odds.STONES_LESS_ONE, 3)]
)
def test_handicap_odds_in_area_counting(odds, given):
    _, cells = cells_of(SPLIT)
    asked = rules(counting=Counting.AREA, odds=odds)
    assert count(cells, Marks(), asked, handicap=4).totals[1] == 20 + 2 * given


def test_a_point_marked_neutral_is_no_territory():
    on, cells = cells_of(SPLIT)
    found = count(cells, Marks(neutral=frozenset({on.read("A5")})), rules())
    assert found.sides[0].territory == 3


def test_an_open_boundary_is_refused_with_its_gaps():
    _, cells = cells_of(".X.O. .X.O. ..... .X.O. .X.O.")
    with pytest.raises(Refused) as caught:
        count(cells, Marks(), rules())
    assert caught.value.code == "go.open-boundary"
    assert caught.value.facts["gaps"] == [["C1", "C2", "C4", "C5"]]
    assert count(cells, Marks(), rules(), open_is_neutral=True).totals == (0, 0)


def test_an_empty_board_counts_nothing():
    found = count(grid(5).empty, Marks(), rules())
    assert (found.totals, found.dame) == ((0, 0), ())


def test_marks_are_put_on_stones():
    on, cells = cells_of(SPLIT)
    assert whole_chains(cells, on, [on.read("B5")]) == frozenset(
        at for at in on.points if cells[at] == 1
    )
    with pytest.raises(Refused, match="no-stone"):
        whole_chains(cells, on, [on.read("A5")])


@given(
    st.lists(st.sampled_from(".XO"), min_size=25, max_size=25),
    st.tuples(st.integers(0, 40), st.integers(0, 40)),
)
def test_filling_in_gives_the_same_difference(contents, prisoners):
    _, cells = cells_of(" ".join("".join(contents[row * 5 : row * 5 + 5]) for row in range(5)))
    found = count(cells, Marks(), rules(), prisoners=prisoners, open_is_neutral=True)
    assert fill_in(found).margin * 2 == found.margin


@given(st.lists(st.sampled_from(".XO"), min_size=25, max_size=25))
def test_every_point_is_counted_once(contents):
    on, cells = cells_of(" ".join("".join(contents[row * 5 : row * 5 + 5]) for row in range(5)))
    found = count(cells, Marks(), rules(counting=Counting.AREA), open_is_neutral=True)
    counted = sum(side.territory + side.stones for side in found.sides)
    untouched = not any(cells[at] in (1, 2) for at in on.points)
    assert counted + len(found.dame) + (25 if untouched else 0) == 25


def test_fines_come_off_before_the_comparison():
    _, cells = cells_of(SPLIT)
    fined = count(cells, Marks(), rules("0.5"), fines=[Fine(1, 3, RuleKey("go.disturbance"))])
    assert str(fined) == "B+2.5"


def test_a_region_around_seki_is_never_open():
    on, cells = cells_of(".X.O. .X.O. ..... .X.O. .X.O.")
    seki = Marks(seki=frozenset(at for at in on.points if cells[at]))
    assert open_regions(cells, on, seki) == []


@pytest.mark.parametrize("komi", ["0.25", "NaN", "Infinity", "1001"])
def test_a_strange_komi_is_refused(komi):
    with pytest.raises(BadInput):
        check(GoRules(komi=Decimal(komi)))


def test_presets_are_found_by_name():
    assert preset(" Japanese ").counting is Counting.TERRITORY
    assert preset("New Zealand").suicide
    with pytest.raises(Unknown, match="korean"):
        preset("martian")
