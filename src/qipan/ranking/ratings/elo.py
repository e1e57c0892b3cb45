"""Elo, with everything that lists differ in as data: K table, cap, floor, first rating.

``FIDE_2024`` is the international list's profile, by its table; ``formula=True`` gives the smooth
curve instead. Games against unrated opponents change nothing.
"""

from fractions import Fraction

import msgspec

from qipan.kernel.rules import rule
from qipan.ranking.ratings.event import LOSS, GameChange, Opponent, Rated, exactly, rounded
from qipan.ranking.ratings.table import difference, expected

CHANGE = rule("ratings.elo", "A rating changes by K times result less expectation.")
FIRST = rule("ratings.first", "A first rating follows from the opponents and the share of points.")


class KBand(msgspec.Struct, frozen=True):
    """A K that holds below a rating (None: everywhere), maybe only for the new or the young."""

    k: int
    below: int | None = None
    games_below: int | None = None
    age_below: int | None = None

    def fits(self, me: Rated, top: int) -> bool:
        """Say whether a player falls under this band."""
        return (
            (self.below is None or top < self.below)
            and (self.games_below is None or me.games < self.games_below)
            and (self.age_below is None or (me.age is not None and me.age < self.age_below))
        )


class FirstRating(msgspec.Struct, frozen=True):
    """How a first rating is found: phantom draws, least games, ceiling; or one fixed value."""

    fixed: int | None = None
    phantom: int = 1800
    phantoms: int = 2
    least_games: int = 5
    most: int = 2200


class Elo(msgspec.Struct, frozen=True):
    """A way to rate by Elo."""

    bands: tuple[KBand, ...] = (KBand(20),)
    """The first that fits counts."""
    cap: int | None = None
    """Largest difference that counts …"""
    cap_below: int | None = None
    """… for players rated below this (None: for all)."""
    floor: int | None = None
    budget: int | None = None
    """K times games is at most this."""
    formula: bool = False
    first: FirstRating | None = None

    def expectation(self, mine: Fraction, theirs: Fraction) -> Fraction:
        """Give the expected score of a player against another."""
        lead = mine - theirs
        if self.cap is not None and (self.cap_below is None or mine < self.cap_below):
            lead = max(Fraction(-self.cap), min(Fraction(self.cap), lead))
        if self.formula:
            return exactly(1 / (1 + 10 ** (-float(lead) / 400)))
        return Fraction(expected(rounded(lead)), 100)

    def k_of(self, me: Rated, games: int) -> int:
        """Give the K of a player for an event of so many games."""
        rating = 0 if me.rating is None else rounded(me.rating)
        top = max(rating, me.peak or rating)
        k = next((band.k for band in self.bands if band.fits(me, top)), 0)
        if self.budget is not None and games and k * games > self.budget:
            return self.budget // games
        return k

    def rate(self, me: Rated, games: tuple[Opponent, ...]) -> tuple[Rated, tuple[GameChange, ...]]:
        """Rate an event [ratings.elo]; an unrated player may earn a first rating."""
        counted = [game for game in games if game.rated.rating is not None]
        if me.rating is None:
            return self._first(me, counted), ()
        k = self.k_of(me, len(counted))
        changes = []
        for game in counted:
            assert game.rated.rating is not None
            hope = self.expectation(me.rating, game.rated.rating)
            change = k * (game.score - hope)
            changes.append(GameChange(game.round, game.id, game.score, hope, change))
        new = me.rating + rounded(sum((each.change for each in changes), Fraction(0)))
        return self._after(me, new, len(counted)), tuple(changes)

    def _after(self, me: Rated, new: Fraction, games: int) -> Rated:
        """Write down a new rating; one below the floor is off the list."""
        if self.floor is not None and new < self.floor:
            return msgspec.structs.replace(me, rating=None, games=me.games + games)
        peak = max(me.peak or 0, rounded(new))
        return msgspec.structs.replace(me, rating=new, games=me.games + games, peak=peak)

    def _first(self, me: Rated, games: list[Opponent]) -> Rated:
        """Find a first rating [ratings.first]; too few games, or no point at all, give none."""
        if self.first is None:
            return me
        if self.first.fixed is not None:
            return self._after(me, Fraction(self.first.fixed), len(games))
        points = sum((game.score for game in games), LOSS)
        if len(games) < self.first.least_games or points == 0:
            return me
        phantoms = self.first.phantoms
        total = sum((game.rated.rating or LOSS for game in games), LOSS)
        count = len(games) + phantoms
        average = (total + phantoms * self.first.phantom) / count
        share = (points + Fraction(phantoms, 2)) / count
        new = min(rounded(average + difference(share)), self.first.most)
        return self._after(me, Fraction(new), len(games))


FIDE_2024 = Elo(
    bands=(
        KBand(40, games_below=30),
        KBand(40, below=2300, age_below=18),
        KBand(20, below=2400),
        KBand(10),
    ),
    cap=400,
    cap_below=2650,
    floor=1400,
    budget=700,
    first=FirstRating(),
)
"""The international list since March 2024, with the cap as amended in October 2025."""
