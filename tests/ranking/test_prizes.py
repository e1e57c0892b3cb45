"""Prize money: exact, complete, and given once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.kernel.errors import BadInput, Refused
from qipan.ranking import rank
from qipan.ranking.prizes import Candidate, Exclusion, PrizeList, award, candidates, divide, money
from ranking.tables import table


def ranked(text):
    """Read ``a1/9 b2/8 c2/8``: entrant, place, points."""
    found = []
    for word in text.split():
        who, _, level = word.partition("/")
        found.append(Candidate(who[0], int(who[1:]), level or None))
    return found


SHARING = [
    # rule,     places and points,      money,              given
    ("none", "a1/9 b2/9 c3/7", (100, 50, 20), {"a": 100, "b": 50, "c": 20}),
    ("none", "a1/9 b1/9", (70, 70), {"a": 70, "b": 70}),
    ("average", "a1/9 b2/9 c3/7", (100, 50, 20), {"a": 75, "b": 75, "c": 20}),
    ("average", "a1 b1 c1", (100, 50, 20), {"a": 57, "b": 57, "c": 56}),
    ("average", "a1/9 b2/9", (101,), {"a": 51, "b": 50}),
    ("hort", "a1/9 b2/9 c3/7", (100, 50, 20), {"a": 88, "b": 62, "c": 20}),
]


@pytest.mark.parametrize(("sharing", "places", "cents", "given_"), SHARING)
def test_sharing(sharing, places, cents, given_):
    assert money(ranked(places), PrizeList("main", cents, sharing)) == given_


def test_a_shared_place_is_refused_where_money_is_not_shared():
    with pytest.raises(Refused) as caught:
        money(ranked("a1 b1"), PrizeList("main", (100, 50)))
    assert caught.value.code == "prizes.place-shared"
    with pytest.raises(Refused):
        money(ranked("a1 b1"), PrizeList("main", (100,)))


def test_money_is_not_negative():
    with pytest.raises(BadInput):
        money(ranked("a1"), PrizeList("main", (-1,)))


@given(
    st.lists(st.integers(0, 10**6), max_size=12),
    st.lists(st.integers(0, 3), min_size=1, max_size=20),
    st.sampled_from(("average", "hort")),
)
def test_totals_always_add_up(cents, points, sharing):
    points.sort(reverse=True)
    field = [Candidate(str(n), points.index(each) + 1, each) for n, each in enumerate(points)]
    found = money(field, PrizeList("main", tuple(cents), sharing))
    assert sum(found.values()) == sum(cents[: len(points)])
    assert all(amount >= 0 for amount in found.values())


@given(st.integers(0, 10**9), st.integers(1, 50))
def test_a_division_loses_nothing(cents, shares):
    assert sum(divide(cents, shares)) == cents
    assert max(divide(cents, shares)) - min(divide(cents, shares)) <= 1


def test_goods_and_late_payment():
    found = award(
        [(PrizeList("main", (300_000, 50_000, 49_999), goods={"trophy": 2}), ranked("a1 b2 c3"))],
        delay_from=50_000,
        delay_days=7,
    )
    assert [(each.entrant, each.due_days, each.goods) for each in found] == [
        ("a", 7, ("trophy",)),
        ("b", 7, ("trophy",)),
        ("c", 0, ()),
    ]


LISTS = [
    (PrizeList("men", (100, 80, 60)), ranked("a1 b2 c3 d4 e5")),
    (PrizeList("guests", (50, 30)), ranked("b1 d2 e3")),
]


def test_a_double_prize_passes_on():
    found = award(LISTS, exclusions=[Exclusion("men", 3, "guests")])
    guests = [
        (each.entrant, each.place, each.cents) for each in found if each.list_name == "guests"
    ]
    assert guests == [("d", 1, 50), ("e", 2, 30)]
    assert {each.notes for each in found if each.list_name == "guests"} == {("prizes.no-double",)}


def test_a_double_prize_lapses_where_the_book_says_so():
    found = award(LISTS, exclusions=[Exclusion("men", 3, "guests", passes_on=False)])
    guests = [(each.entrant, each.cents) for each in found if each.list_name == "guests"]
    assert guests == [("d", 30)]


def test_candidates_of_a_standing_are_level_on_points():
    standings = rank(table("a: +b1 +c1\nb: -a2 +d1\nc: +d1 -a2\nd: -c2 -b2"), ["points", "TPN"])
    amounts = money(candidates(standings), PrizeList("main", (100, 60, 20), "average"))
    assert amounts == {"a": 100, "b": 40, "c": 40, "d": 0}
