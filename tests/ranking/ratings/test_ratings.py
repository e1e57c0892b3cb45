"""Ratings against published examples and their own invariants."""

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
