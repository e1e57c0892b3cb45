"""Rate a finished event: every game's change, and everybody's new rating.

A *method* says what one game changes; this module finds the games and adds up. All games of an
event are rated with the ratings at its beginning. Only games played at the board count.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

import msgspec

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import EntrantId
from qipan.kernel.points import Scoring
from qipan.kernel.rules import rule

PLAYED_ONLY = rule("ratings.played-only", "Only games actually played are rated.")

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)


class PooledGame(msgspec.Struct, frozen=True):
    """A game of somebody unrated that waits until there are enough for a first rating."""

    rating: Fraction
    """The opponent's, when it was played."""
    score: Fraction
    month: int = 0
    """Of the event, counted from the year 0; 0: not known, it never grows old."""


class Rated(msgspec.Struct, frozen=True):
    """A player as he enters an event."""

    rating: Fraction | None
    """None: not rated yet."""
    games: int = 0
    """Rated games so far."""
    age: int | None = None
    peak: int | None = None
    """The highest rating he ever had."""
    deviation: Fraction | None = None
    volatility: Fraction | None = None
    pool: tuple[PooledGame, ...] = ()
    """Games towards a first rating, or those it came from in the season of a first one."""


class GameChange(msgspec.Struct, frozen=True):
    """What one game did to one player's rating."""

    round: int
    opponent: EntrantId
    score: Fraction
    expected: Fraction
    change: Fraction


class EventChange(msgspec.Struct, frozen=True):
    """What an event did to one player's rating."""

    entrant: EntrantId
    before: Rated
    after: Rated
    games: tuple[GameChange, ...] = ()


class Opponent(msgspec.Struct, frozen=True):
    """One game as a method sees it."""

    round: int
    id: EntrantId
    rated: Rated
    score: Fraction
    handicap: int = 0
    """Stones that one was given; fewer than none: that one gave. Methods may mind them."""
    event: int = 0
    """Which of the events of a season it belongs to."""
    month: int = 0
    """When that was, counted from the year 0; 0: not known."""


class Method(Protocol):
    """A way to rate."""

    def rate(self, me: Rated, games: tuple[Opponent, ...]) -> tuple[Rated, tuple[GameChange, ...]]:
        """Give the new rating and every game's part of the change."""


def rate_event(
    table: Crosstable, players: Mapping[EntrantId, Rated], method: Method
) -> tuple[EventChange, ...]:
    """Rate all games played [ratings.played-only]; who is not among ``players`` is unrated."""
    unknown = Rated(None)
    found = []
    for entry in table.entries:
        games = tuple(
            Opponent(
                number,
                cell.opponent,
                players.get(cell.opponent, unknown),
                score_of(cell.points, table.scoring),
                -cell.handicap if cell.seat else cell.handicap,
            )
            for number, cell in enumerate(table.row(entry.id), 1)
            if cell.played and cell.opponent is not None
        )
        me = players.get(entry.id, unknown)
        after, changes = method.rate(me, games)
        found.append(EventChange(entry.id, me, after, changes))
    return tuple(found)


def score_of(points: int, scoring: Scoring) -> Fraction:
    """Give a game's points as 1, ½ or 0."""
    if points >= scoring.win:
        return WIN
    return DRAW if points >= scoring.draw else LOSS


def rounded(value: Fraction) -> int:
    """Round to a whole number, halves away from zero."""
    whole = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return whole if value >= 0 else -whole


def exactly(value: float, places: int = 6) -> Fraction:
    """Turn a computed float into a fraction with so many decimals, the same on every machine."""
    return Fraction(round(value * 10**places), 10**places)
