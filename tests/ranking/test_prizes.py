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
    # nobody is level with somebody of other points, whatever place they share
    ("average", "a1/9 b2/8 c3/8 d4/8", (90, 60, 30), {"a": 90, "b": 30, "c": 30, "d": 30}),
    ("average", "a1 b2 c2 d4", (90, 61, 30, 10), {"a": 90, "b": 46, "c": 45, "d": 10}),
    # half by place (shared where the place is), half evenly; an odd cent is shared
    ("hort", "a1/9 b2/9 c2/9 d4/7", (100, 60, 40, 21), {"a": 84, "b": 58, "c": 58, "d": 21}),
    ("hort", "a1/9 b2/8", (101, 51), {"a": 101, "b": 51}),
    ("hort", "a1/9 b2/9", (101, 51), {"a": 89, "b": 63}),
    ("none", "a1/9 b2/9", (100, 50, 20), {"a": 100, "b": 50}),
    ("none", "a1 b2 c2", (100,), {"a": 100}),
    ("none", "a1 b1 c3", (70, 70, 10), {"a": 70, "b": 70, "c": 10}),
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


SHARED = [
    # places, money, and who must first be decided between
    ("a1 b1", (100, 50), 1, ["a", "b"]),
    ("a1 b1", (100,), 1, ["a", "b"]),
    ("a1 b2 c2", (100, 50), 2, ["b", "c"]),
    ("a1 b2 c2 d2", (100, 50, 50), 2, ["b", "c", "d"]),
    ("a1 b1 c3 d3", (70, 70, 40, 30), 3, ["c", "d"]),
]


@pytest.mark.parametrize(("places", "cents", "place", "tied"), SHARED)
def test_a_shared_place_with_different_money_is_named(places, cents, place, tied):
    with pytest.raises(Refused) as caught:
        money(ranked(places), PrizeList("main", cents))
    refusal = caught.value.refusal
    assert (refusal.rule, refusal.facts) == ("prizes.by-place", {"place": place, "entrants": tied})


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


def given_in(found, name):
    """Write the prizes of a list: ``d1:50`` is 50 for d in place 1."""
    mine = [each for each in found if each.list_name == name]
    return " ".join(f"{each.entrant}{each.place}:{each.cents}" for each in mine)


def double(guests, money_, sharing="none", upto=1, men="a1 b2", passes_on=True, goods=None):
    """Award two lists: who is among the first men wins nothing among the guests."""
    return award(
        [
            (PrizeList("men", (100,)), ranked(men)),
            (PrizeList("guests", money_, sharing, goods or {}), ranked(guests)),
        ],
        exclusions=[Exclusion("men", upto, "guests", passes_on)],
    )


CLOSED_UP = [
    # who is in the list, its money, how it is shared, and what is given without a
    ("a1 b2 c3", (50, 30), "none", "b1:50 c2:30"),
    ("b1 a2 c3", (50, 30), "none", "b1:50 c2:30"),
    # those level stay level, at the top and further down
    ("a1 b2 c2 d4", (50, 50, 30), "none", "b1:50 c1:50 d3:30"),
    ("a1 b2 c3 d3 e5", (50, 30, 30, 10), "none", "b1:50 c2:30 d2:30 e4:10"),
    ("a1 b1 c3", (50, 30), "none", "b1:50 c2:30"),
    ("a1 b2 c2", (50, 31), "average", "b1:41 c1:40"),
    ("b1 c1 a3 d4", (50, 50, 30), "none", "b1:50 c1:50 d3:30"),
]


@pytest.mark.parametrize(("guests", "cents", "sharing", "given_"), CLOSED_UP)
def test_places_close_up_behind_somebody_taken_out(guests, cents, sharing, given_):
    found = double(guests, cents, sharing)
    assert given_in(found, "guests") == given_
    assert given_in(found, "men") == "a1:100"


def test_who_moved_up_is_noted_and_nobody_else():
    notes = {each.entrant: each.notes for each in double("b1 a2 c3 d4", (50, 30, 10))}
    assert notes == {
        "a": (),
        "b": (),
        "c": ("prizes.no-double",),
        "d": ("prizes.no-double",),
    }


EXCLUSIONS = [
    # down to which place of the men, whether the prize passes on, and what the guests get
    (1, True, "b1:50 c2:30 d3:10"),
    (2, True, "c1:50 d2:30"),
    (0, True, "a1:50 b2:30 c3:10"),
    (1, False, "b2:30 c3:10"),
    (2, False, "c3:10"),
]


@pytest.mark.parametrize(("upto", "passes_on", "given_"), EXCLUSIONS)
def test_down_to_which_place_somebody_is_excluded(upto, passes_on, given_):
    found = double("a1 b2 c3 d4", (50, 30, 10), upto=upto, passes_on=passes_on)
    assert given_in(found, "guests") == given_


def test_an_exclusion_is_about_its_own_two_lists():
    lists = [(PrizeList(name, (9,)), ranked("a1 b2")) for name in ("men", "guests", "youth")]
    found = award(lists, exclusions=[Exclusion("men", 1, "guests"), Exclusion("none", 1, "youth")])
    assert [given_in(found, name) for name in ("men", "guests", "youth")] == [
        "a1:9",
        "b1:9",
        "a1:9",
    ]


def test_goods_go_down_to_their_place_with_or_without_money():
    found = double("b1 c2 d3", (5,), goods={"cup": 1, "medal": 2})
    assert [(each.entrant, each.goods) for each in found if each.list_name == "guests"] == [
        ("b", ("cup", "medal")),
        ("c", ("medal",)),
    ]


DELAYS = [
    # from how many cents, and the days and notes of 500, 499 and 1
    (500, [(7, ("prizes.delayed-payment",)), (0, ()), (0, ())]),
    (1, [(7, ("prizes.delayed-payment",))] * 3),
    (None, [(0, ())] * 3),
]


@pytest.mark.parametrize(("least", "due"), DELAYS)
def test_larger_prizes_are_paid_later(least, due):
    lists = [(PrizeList("main", (500, 499, 1)), ranked("a1 b2 c3"))]
    found = award(lists, delay_from=least, delay_days=7)
    assert [(each.due_days, each.notes) for each in found] == due


@pytest.mark.parametrize(
    ("sharing", "rule"),
    [("none", "prizes.by-place"), ("average", "prizes.average"), ("hort", "prizes.hort")],
)
def test_a_prize_cites_how_it_was_shared(sharing, rule):
    (found,) = award([(PrizeList("main", (10,), sharing), ranked("a1/1"))])
    assert (found.rule, found.list_name, found.cents) == (rule, "main", 10)


def test_a_double_prize_lapses_where_the_book_says_so():
    found = award(LISTS, exclusions=[Exclusion("men", 3, "guests", passes_on=False)])
    guests = [(each.entrant, each.cents) for each in found if each.list_name == "guests"]
    assert guests == [("d", 30)]


def test_candidates_of_a_standing_are_level_on_points():
    standings = rank(table("a: +b1 +c1\nb: -a2 +d1\nc: +d1 -a2\nd: -c2 -b2"), ["points", "TPN"])
    amounts = money(candidates(standings), PrizeList("main", (100, 60, 20), "average"))
    assert amounts == {"a": 100, "b": 40, "c": 40, "d": 0}


def test_candidates_may_be_level_by_place_instead():
    standings = rank(table("a: +b1 +c1\nb: -a2 +d1\nc: +d1 -a2\nd: -c2 -b2"), ["points", "TPN"])
    by_points, by_place = candidates(standings), candidates(standings, level_on_points=False)
    assert [each.level for each in by_points] == [4, 2, 2, 0]
    assert [each.level for each in by_place] == [None] * 4
    amounts = money(by_place, PrizeList("main", (100, 60, 20), "average"))
    assert amounts == {"a": 100, "b": 60, "c": 20, "d": 0}
    assert candidates(rank(table("a: bye"), []))[0].level is None
