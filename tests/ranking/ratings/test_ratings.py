"""Ratings against published examples and their own invariants."""

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.kernel.errors import BadInput
from qipan.ranking.ratings import (
    FIDE_2024,
    Egf,
    Elo,
    FirstRating,
    Glicko2,
    KBand,
    Rated,
    rate_event,
)
from qipan.ranking.ratings.event import Opponent, rounded
from qipan.ranking.ratings.list_rules import read_rules
from qipan.ranking.ratings.table import difference, expected
from ranking.tables import table


def game(rating, score, number=1, deviation=None):
    return Opponent(number, str(number), Rated(rating, deviation=deviation), Fraction(score))


def test_the_table_is_symmetric_and_rises():
    shares = [expected(lead) for lead in range(-1000, 1001)]
    assert shares == sorted(shares)
    assert all(expected(lead) + expected(-lead) == 100 for lead in range(1, 1001))
    assert [expected(lead) for lead in (0, 3, 4, 391, 392, 411, 412, 735, 736)] == [
        *(50, 50, 51, 91, 92, 92, 93, 99, 100)
    ]


def test_the_table_and_its_inverse_agree():
    for hundredths in range(1, 100):
        assert expected(difference(Fraction(hundredths, 100))) == hundredths


@pytest.mark.parametrize(
    ("me", "k"),
    [
        (Rated(Fraction(1500), games=10), 40),
        (Rated(Fraction(1500), games=50), 20),
        (Rated(Fraction(1500), games=50, age=15), 40),
        (Rated(Fraction(2350), games=50, age=15), 20),
        (Rated(Fraction(2350), games=50, peak=2410), 10),
        (Rated(Fraction(2500), games=50), 10),
    ],
)
def test_international_k(me, k):
    assert FIDE_2024.k_of(me, 9) == k


def test_k_times_games_has_a_ceiling():
    assert FIDE_2024.k_of(Rated(Fraction(1500), games=1), 20) == 35


def test_the_cap_holds_below_2650_only():
    assert FIDE_2024.expectation(Fraction(2600), Fraction(2000)) == Fraction(92, 100)
    assert FIDE_2024.expectation(Fraction(2700), Fraction(2000)) == Fraction(99, 100)


def test_an_event_changes_by_whole_points_halves_away_from_zero():
    me = Rated(Fraction(2000), games=50)
    after, games = FIDE_2024.rate(me, (game(Fraction(2000), 1),))
    assert (after.rating, games[0].change) == (2010, 10)
    after, _ = Elo(bands=(KBand(15),)).rate(me, (game(Fraction(2000), 0),))
    assert after.rating == 1992


def test_formula_and_table_are_close():
    smooth = Elo(formula=True)
    for lead in range(0, 700, 50):
        mine = Fraction(1500 + lead)
        assert abs(smooth.expectation(mine, Fraction(1500)) - Fraction(expected(lead), 100)) < 0.02


def test_first_rating():
    five = tuple(game(Fraction(1800), score, n) for n, score in enumerate((1, 1, 1, 0, 0)))
    after, _ = FIDE_2024.rate(Rated(None), five)
    assert after.rating == 1800 + difference(Fraction(4, 7))
    assert FIDE_2024.rate(Rated(None), five[:4])[0].rating is None
    assert (
        FIDE_2024.rate(Rated(None), tuple(game(Fraction(1800), 0, n) for n in range(5)))[0].rating
        is None
    )
    assert Elo(first=FirstRating(fixed=1500)).rate(Rated(None), ())[0].rating == 1500


POOLED = Elo(floor=1400, first=FirstRating(pooled=True, months=26))


def month_game(rating, score, event, month):
    return Opponent(event, f"{event}", Rated(Fraction(rating)), Fraction(score), 0, event, month)


def test_games_wait_for_a_first_rating_until_there_are_five():
    me, told = POOLED.rate(
        Rated(None), (month_game(1700, 1, 0, 24300), month_game(1800, 0, 0, 24300))
    )
    assert (me.rating, me.games, len(me.pool), len(told)) == (None, 0, 2, 2)
    assert {each.change for each in told} == {0}
    me, _ = POOLED.rate(me, (month_game(1600, 1, 0, 24310), month_game(1900, 0, 1, 24311)))
    assert (me.rating, len(me.pool)) == (None, 4)
    me, _ = POOLED.rate(me, (month_game(1750, 1, 0, 24320),))
    # 3 of 5 against 8750, and two draws against 1800: 4 of 7 against an average of 12350 / 7
    assert me.rating == rounded(Fraction(12350, 7) + difference(Fraction(4, 7)))
    assert (me.games, len(me.pool)) == (5, 5)
    again, _ = POOLED.rate(me, (month_game(1750, 1, 0, 24330),))
    assert (again.pool, again.games) == ((), 6)


def test_all_at_once_is_the_same_as_season_by_season():
    games = [month_game(1500 + 60 * n, n % 2, n, 24300 + n) for n in range(1, 8)]
    whole, _ = POOLED.rate(Rated(None), tuple(games))
    me = Rated(None)
    for each in games[:5]:
        me, _ = POOLED.rate(me, (each,))
    assert me.rating == POOLED.rate(Rated(None), tuple(games[:5]))[0].rating
    assert whole.games == 7


def test_old_games_and_a_first_event_without_a_point_do_not_wait():
    none, _ = POOLED.rate(Rated(None), tuple(month_game(1700, 0, 0, 24300) for _ in range(6)))
    assert (none.rating, none.pool) == (None, ())
    one, _ = POOLED.rate(none, (month_game(1700, 1, 0, 24301),))
    lost, _ = POOLED.rate(one, tuple(month_game(1700, 0, 0, 24302) for _ in range(3)))
    assert len(lost.pool) == 4  # it is not the first event any more
    late, _ = POOLED.rate(lost, (month_game(1700, 1, 0, 24301 + 26),))
    assert (late.rating, [each.month for each in late.pool]) == (None, [24302] * 3 + [24327])
    unknown, _ = POOLED.rate(lost, (month_game(1700, 1, 0, 0),))
    assert unknown.rating is not None


def test_a_first_rating_below_the_floor_is_none_and_its_games_wait_on():
    weak, _ = POOLED.rate(Rated(None), tuple(month_game(1000, n == 0, 0, 24300) for n in range(9)))
    assert (weak.rating, len(weak.pool), weak.games) == (None, 9, 0)


def test_first_rating_has_a_ceiling_and_the_list_a_floor():
    strong = tuple(game(Fraction(2600), 1, n) for n in range(9))
    assert FIDE_2024.rate(Rated(None), strong)[0].rating == 2200
    lost = tuple(game(Fraction(1500), 0, n) for n in range(9))
    assert FIDE_2024.rate(Rated(Fraction(1420), games=1), lost)[0].rating is None


def test_egf_a_handicap_is_worth_its_stones_less_a_half_in_the_expectation_alone():
    """Four stones are worth 350 points, and level 1500 with 1850; con and bonus stay one's own."""
    black, white = Rated(Fraction(1500)), Rated(Fraction(1850))
    even = Egf().rate(black, (Opponent(1, "w", black, Fraction(1)),))
    with_stones = Egf().rate(black, (Opponent(1, "w", white, Fraction(1), 4),))
    assert with_stones[1][0].expected == Fraction(1, 2) == even[1][0].expected
    assert with_stones[0].rating == even[0].rating
    against = Egf().rate(white, (Opponent(1, "b", black, Fraction(0), -4),))
    assert against[1][0].expected == Fraction(1, 2)
    assert Egf().rate(black, (Opponent(1, "w", white, Fraction(1)),))[0].rating > even[0].rating


def test_egf_2021_example():
    after, _ = Egf().rate(Rated(Fraction(2100)), (game(Fraction(2100), 1),))
    assert after.rating == Fraction("2109.306")
    assert Egf().rate(Rated(None), (game(Fraction(2100), 1),))[0].rating is None


def egf_again(mine, theirs, score, stones):
    """Work a change out a second time, in forty decimal places, from the published formula."""
    with localcontext() as context:
        context.prec = 40
        mine, theirs = Decimal(mine), Decimal(theirs)
        lead = Decimal(100) * (Decimal(abs(stones)) - Decimal("0.5")) if stones else Decimal(0)
        own = mine + (lead if stones > 0 else 0)
        other = theirs + (lead if stones < 0 else 0)
        ratio = ((3300 - own) / (3300 - other)) ** 7  # exp(beta(other) - beta(own))
        hope = 1 / (1 + ratio)
        con = ((3300 - mine) / 200) ** Decimal("1.6")
        bonus = (1 + ((2300 - mine) / 80).exp()).ln() / 5
        change = con * (Decimal(str(score)) - hope) + bonus
        return change.quantize(Decimal("0.001"))


def test_egf_is_exact_to_the_thousandth():
    """A change by floats is the one by forty decimal places, for all ranks and handicaps."""
    compared = 0
    for mine in range(-900, 2900, 190):
        for theirs in range(-900, 2900, 230):
            for stones, score in ((0, 1), (0, 0.5), (0, 0), (3, 1), (-4, 0), (9, 0)):
                opponent = Opponent(1, "o", Rated(Fraction(theirs)), Fraction(score), stones)
                if mine + 100 * max(stones, 0) >= 3200 or theirs - 100 * min(stones, 0) >= 3200:
                    continue
                (game,) = Egf().rate(Rated(Fraction(mine)), (opponent,))[1]
                assert game.change == Fraction(str(egf_again(mine, theirs, score, stones)))
                compared += 1
    assert compared > 1800


def test_newcomers_begin_by_their_rank_and_professionals_on_a_scale_of_their_own():
    rules = read_rules("egf")
    begun = {rank: rules.rating_of(rank) for rank in ("20k", "1k", "1d", "6d", "1p", "2p", "9p")}
    assert list(begun.values()) == [100, 2000, 2100, 2600, 2700, 2730, 2940]


def test_glicko_2_example():
    me = Rated(Fraction(1500), deviation=Fraction(200), volatility=Fraction(6, 100))
    after, games = Glicko2().rate(
        me,
        (
            game(Fraction(1400), 1, 1, Fraction(30)),
            game(Fraction(1550), 0, 2, Fraction(100)),
            game(Fraction(1700), 0, 3, Fraction(300)),
        ),
    )
    assert (after.rating, after.deviation, after.volatility) == (
        Fraction("1464.05"),
        Fraction("151.52"),
        Fraction("0.059996"),
    )
    assert abs(sum(each.change for each in games) - (after.rating - 1500)) < Fraction(2, 100)


def test_glicko_2_without_games_grows_less_sure_and_refuses_nonsense():
    after, _ = Glicko2().rate(Rated(Fraction(1500), deviation=Fraction(100)), ())
    assert after.rating == 1500
    assert after.deviation > 100
    with pytest.raises(BadInput):
        Glicko2().rate(Rated(Fraction(1500), deviation=Fraction(0)), ())


@given(st.integers(-5000, 9000), st.integers(-5000, 9000), st.sampled_from((0, Fraction(1, 2), 1)))
def test_no_rating_breaks_a_method(mine, theirs, score):
    for method in (FIDE_2024, Elo(formula=True), Egf(), Glicko2()):
        method.rate(Rated(Fraction(mine)), (game(Fraction(theirs), score),))


@given(st.integers(-10_000, 10_000))
def test_rounding_is_symmetric(number):
    assert rounded(Fraction(number, 10)) == -rounded(Fraction(-number, 10))


def test_an_event_rates_played_games_only():
    found = rate_event(
        table("a: +b1 +fc half\nb: -a2 bye half\nc: bye -fa half"),
        {who: Rated(Fraction(2000), games=99) for who in "abc"},
        FIDE_2024,
    )
    assert [(each.entrant, each.after.rating, len(each.games)) for each in found] == [
        ("a", 2010, 1),
        ("b", 1990, 1),
        ("c", 2000, 0),
    ]
    assert found[0].games[0].opponent == "b"
