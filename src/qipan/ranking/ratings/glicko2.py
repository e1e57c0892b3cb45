"""Glicko-2: rating, deviation and volatility over one rating period.

Floats inside; what leaves is rounded: ratings and deviations to hundredths, volatilities to
millionths.
"""

from fractions import Fraction
from math import exp, log, pi, sqrt

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.rules import rule
from qipan.ranking.ratings.event import GameChange, Opponent, Rated, exactly

CHANGE = rule("ratings.glicko-2", "Rating, deviation and volatility follow Glicko-2.")
SCALE = 173.7178
MIDDLE = 1500.0


def _logistic(x: float) -> float:
    """Give the expected score, never quite 0 or 1, so that a variance exists."""
    return min(max(1 / (1 + exp(-min(max(x, -50.0), 50.0))), 1e-12), 1 - 1e-12)


class Glicko2(msgspec.Struct, frozen=True):
    """A way to rate by Glicko-2; unrated players start in the middle."""

    tau: float = 0.5
    deviation: Fraction = Fraction(350)
    volatility: Fraction = Fraction(6, 100)
    tolerance: float = 1e-6

    def rate(self, me: Rated, games: tuple[Opponent, ...]) -> tuple[Rated, tuple[GameChange, ...]]:
        """Rate a period [ratings.glicko-2]; without games only the deviation grows.

        Raises BadInput on a deviation or volatility that is not positive.
        """
        mu, phi, sigma = self._scaled(me)
        others = [self._scaled(game.rated) for game in games]
        if not games:
            return self._shown(me, mu, min(sqrt(phi**2 + sigma**2), self._widest()), sigma, 0), ()
        weights = [1 / sqrt(1 + 3 * other[1] ** 2 / pi**2) for other in others]
        hopes = [
            _logistic(weight * (mu - other[0]))
            for weight, other in zip(weights, others, strict=True)
        ]
        variance = 1 / sum(w**2 * e * (1 - e) for w, e in zip(weights, hopes, strict=True))
        gains = [
            weight * (float(game.score) - hope)
            for weight, game, hope in zip(weights, games, hopes, strict=True)
        ]
        sigma = self._volatility(phi, sigma, variance, variance * sum(gains))
        phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / variance)
        after = self._shown(me, mu + phi**2 * sum(gains), phi, sigma, len(games))
        changes = tuple(
            GameChange(
                game.round,
                game.id,
                game.score,
                exactly(hope),
                exactly(phi**2 * gain * SCALE, 2),
            )
            for game, hope, gain in zip(games, hopes, gains, strict=True)
        )
        return after, changes

    def _scaled(self, who: Rated) -> tuple[float, float, float]:
        rating = MIDDLE if who.rating is None else float(who.rating)
        deviation = float(self.deviation if who.deviation is None else who.deviation)
        volatility = float(self.volatility if who.volatility is None else who.volatility)
        if volatility <= 0 or deviation <= 0:
            raise BadInput(f"deviation {deviation} and volatility {volatility} must be positive")
        return (rating - MIDDLE) / SCALE, deviation / SCALE, volatility

    def _widest(self) -> float:
        return float(self.deviation) / SCALE

    def _shown(self, me: Rated, mu: float, phi: float, sigma: float, games: int) -> Rated:
        return msgspec.structs.replace(
            me,
            rating=exactly(mu * SCALE + MIDDLE, 2),
            deviation=exactly(phi * SCALE, 2),
            volatility=exactly(sigma, 6),
            games=me.games + games,
        )

    def _volatility(self, phi: float, sigma: float, variance: float, delta: float) -> float:
        """Solve for the new volatility by regula falsi (Illinois)."""
        a = log(sigma**2)

        def f(x: float) -> float:
            grown = phi**2 + variance + exp(x)
            return exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - a) / self.tau**2

        low = a
        if delta**2 > phi**2 + variance:
            high = log(delta**2 - phi**2 - variance)
        else:
            step = 1
            while f(a - step * self.tau) < 0:
                step += 1
            high = a - step * self.tau
        at_low, at_high = f(low), f(high)
        for _ in range(100):
            if abs(high - low) <= self.tolerance:
                break
            middle = low + (low - high) * at_low / (at_high - at_low)
            value = f(middle)
            if value * at_high <= 0:
                low, at_low = high, at_high
            else:
                at_low /= 2
            high, at_high = middle, value
        return exp(low / 2)
