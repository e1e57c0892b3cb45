"""The European Go Federation's ratings of 2021.

Logarithms need floats; every game's change is rounded to thousandths, so that sums are exact.
"""

from fractions import Fraction
from math import exp, log

import msgspec

from qipan.kernel.rules import rule
from qipan.ranking.ratings.event import GameChange, Opponent, Rated, exactly

CHANGE = rule("ratings.egf", "A rating changes by con times result less expectation, plus a bonus.")
TOP = 3300
LOWEST = Fraction(-900)
RANK = 100
"""Rating points of one rank, and of one stone."""


def expectation(mine: float, theirs: float) -> float:
    """Give the expected score of a player against another."""
    return 1 / (1 + exp(_beta(theirs) - _beta(mine)))


def con(rating: float) -> float:
    """Give how far one game can move a rating."""
    return float(((TOP - min(rating, TOP - 1)) / 200) ** 1.6)


def bonus(rating: float) -> float:
    """Give what every game adds, against deflation."""
    return log(1 + exp((2300 - max(rating, float(LOWEST))) / 80)) / 5


def worth(stones: int) -> float:
    """Give what a handicap adds to the rating of who is given it, for the expectation alone."""
    return RANK * (stones - 0.5) if stones > 0 else 0.0


def _sane(rating: Fraction) -> float:
    return float(max(LOWEST, rating))


def _beta(rating: float) -> float:
    return -7 * log(TOP - min(rating, TOP - 1))


class Egf(msgspec.Struct, frozen=True):
    """A way to rate by the 2021 system; unrated opponents do not count."""

    first: Fraction | None = None
    """A rating for newcomers, usually from their declared grade; None: not rated."""

    def rate(self, me: Rated, games: tuple[Opponent, ...]) -> tuple[Rated, tuple[GameChange, ...]]:
        """Rate an event [ratings.egf]."""
        start = self.first if me.rating is None else me.rating
        counted = [game for game in games if game.rated.rating is not None]
        if start is None:
            return me, ()
        mine = _sane(start)
        changes = []
        for game in counted:
            theirs = _sane(game.rated.rating or Fraction(0))
            hope = expectation(mine + worth(game.handicap), theirs + worth(-game.handicap))
            change = exactly(con(mine) * (float(game.score) - hope) + bonus(mine), 3)
            changes.append(GameChange(game.round, game.id, game.score, exactly(hope), change))
        new = max(LOWEST, start + sum((each.change for each in changes), Fraction(0)))
        after = msgspec.structs.replace(me, rating=new, games=me.games + len(counted))
        return after, tuple(changes)
