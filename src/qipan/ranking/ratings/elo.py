"""Elo, with everything that lists differ in as data: K table, cap, floor, first rating.

``FIDE_2024`` is the international list's profile, by its table; ``formula=True`` gives the smooth
curve instead. Games against unrated opponents change nothing.
"""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from qipan.kernel.rules import rule
from qipan.ranking.ratings.event import (
    LOSS,
    GameChange,
    Opponent,
    PooledGame,
    Rated,
    exactly,
    rounded,
)
from qipan.ranking.ratings.table import difference, expected

CHANGE = rule("ratings.elo", "A rating changes by K times result less expectation.")
FIRST = rule(
    "ratings.first",
    "A first rating follows from the opponents' ratings and the share of points won.",
)


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
    pooled: bool = False
    """Games that are too few wait for those of later seasons …"""
    months: int | None = None
    """… as long as they lie within so many months."""


class FirstFound(msgspec.Struct, frozen=True):
    """How a first rating came about."""

    games: int
    average: Fraction
    """Of the opponents, those of the phantom draws among them."""
    share: Fraction
    """Of the points, with the phantom draws."""
    rating: int
    phantom: int
    phantoms: int


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
            after = self._first(me, counted)
            return after, self._towards(counted)
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
            return msgspec.structs.replace(me, rating=None, games=me.games + games, pool=())
        peak = max(me.peak or 0, rounded(new))
        return msgspec.structs.replace(me, rating=new, games=me.games + games, peak=peak, pool=())

    def _first(self, me: Rated, games: list[Opponent]) -> Rated:
        """Find a first rating [ratings.first]; too few games, or no point at all, give none."""
        if self.first is None:
            return me
        if self.first.fixed is not None:
            return self._after(me, Fraction(self.first.fixed), len(games))
        pool = self.pool_with(me.pool, games)
        found = self.first_found(pool)
        waiting = pool if self.first.pooled else ()
        if found is None:
            return msgspec.structs.replace(me, pool=waiting)
        after = self._after(me, Fraction(found.rating), len(pool))
        if after.rating is None and self.first.pooled:  # below the floor: they wait on
            after = me
        return msgspec.structs.replace(after, pool=waiting)

    def _towards(self, games: list[Opponent]) -> tuple[GameChange, ...]:
        """Tell the games that count towards a first rating; no single one changes anything."""
        if self.first is None or not self.first.pooled:
            return ()
        return tuple(GameChange(x.round, x.id, x.score, LOSS, LOSS) for x in games)

    def pool_with(
        self, waiting: tuple[PooledGame, ...], games: Sequence[Opponent]
    ) -> tuple[PooledGame, ...]:
        """Add games to those that wait; a first event without a point is disregarded."""
        assert self.first is not None
        found = list(waiting)
        for event in dict.fromkeys(game.event for game in games):
            mine = [game for game in games if game.event == event]
            scored = any(game.score for game in mine)
            if found or scored or not self.first.pooled:
                found += [PooledGame(x.rated.rating or LOSS, x.score, x.month) for x in mine]
        newest, months = max((each.month for each in found), default=0), self.first.months
        if months is None:
            return tuple(found)
        return tuple(x for x in found if not x.month or newest - x.month < months)

    def first_found(self, pool: Sequence[PooledGame]) -> FirstFound | None:
        """Say what first rating games give; None: they are too few, or without a point."""
        assert self.first is not None
        points = sum((game.score for game in pool), LOSS)
        if len(pool) < self.first.least_games or points == 0:
            return None
        phantoms = self.first.phantoms
        total = sum((game.rating for game in pool), LOSS)
        count = len(pool) + phantoms
        average = (total + phantoms * self.first.phantom) / count
        share = (points + Fraction(phantoms, 2)) / count
        new = min(rounded(average + difference(share)), self.first.most)
        return FirstFound(len(pool), average, share, new, self.first.phantom, phantoms)


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
