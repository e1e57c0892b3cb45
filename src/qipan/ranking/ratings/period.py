"""Rate a season: several events, by persons, every game with its part of the change.

*Together* all games count with the ratings at the beginning (FIDE, Glicko-2); else the events are
rated one after the other (EGF). Who is on the list and did not play is rated too: Glicko-2 grows
less sure of them.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import EntrantId
from qipan.ranking.ratings.event import Method, Opponent, Rated, score_of


class RatedEvent(msgspec.Struct, frozen=True):
    """An event to rate: its games, and which person an entrant is."""

    table: Crosstable
    people: Mapping[EntrantId, str]
    weight: Fraction = Fraction(1)
    """What part of a change counts; only where events are rated one after the other."""
    month: int = 0
    """When it was, counted from the year 0; 0: not known."""


class SeasonGame(msgspec.Struct, frozen=True):
    """What one game did to somebody's rating."""

    event: int
    """Which of the events, from 0."""
    round: int
    opponent: str
    opponent_rating: Fraction | None
    score: Fraction
    expected: Fraction
    change: Fraction
    handicap: int = 0


class SeasonChange(msgspec.Struct, frozen=True):
    """What a season did to somebody's rating."""

    person: str
    before: Rated
    after: Rated
    games: tuple[SeasonGame, ...] = ()


class _Met(msgspec.Struct, frozen=True):
    event: int
    round: int
    opponent: str
    score: Fraction
    handicap: int


def rate_season(
    events: Sequence[RatedEvent], players: Mapping[str, Rated], method: Method, *, together: bool
) -> tuple[SeasonChange, ...]:
    """Rate a season; ``players`` are all who are on the list or played, as they enter it."""
    if together:
        return tuple(_rated(events, range(len(events)), players, method).values())
    now = dict(players)
    games: dict[str, list[SeasonGame]] = {}
    for index, event in enumerate(events):
        for who, found in _rated(events, [index], now, method).items():
            now[who] = _weighed(found, event.weight).after
            games.setdefault(who, []).extend(_weighed(found, event.weight).games)
    return tuple(
        SeasonChange(who, before, now[who], tuple(games.get(who, ())))
        for who, before in players.items()
    )


def _rated(
    events: Sequence[RatedEvent],
    which: Sequence[int],
    players: Mapping[str, Rated],
    method: Method,
) -> dict[str, SeasonChange]:
    """Rate the games of some events with the ratings given."""
    met: dict[str, list[_Met]] = {}
    for index in which:
        for who, game in _games(index, events[index]):
            met.setdefault(who, []).append(game)
    found = {}
    for who, before in players.items():
        mine = met.get(who, [])
        opponents = tuple(
            Opponent(
                at,
                EntrantId(each.opponent),
                players[each.opponent],
                each.score,
                each.handicap,
                each.event,
                events[each.event].month,
            )
            for at, each in enumerate(mine)
        )
        if not mine and len(which) == 1 and len(events) > 1:
            found[who] = SeasonChange(who, before, before)
            continue
        after, changes = method.rate(before, opponents)
        games = tuple(
            SeasonGame(
                event=mine[each.round].event,
                round=mine[each.round].round,
                opponent=mine[each.round].opponent,
                opponent_rating=players[mine[each.round].opponent].rating,
                score=each.score,
                expected=each.expected,
                change=each.change,
                handicap=mine[each.round].handicap,
            )
            for each in changes
        )
        found[who] = SeasonChange(who, before, after, games)
    return found


def _games(index: int, event: RatedEvent) -> list[tuple[str, _Met]]:
    """Give the games played at the board, from both sides."""
    found = []
    for entry in event.table.entries:
        me = event.people.get(entry.id)
        for number, cell in enumerate(event.table.row(entry.id), 1):
            other = event.people.get(cell.opponent) if cell.opponent is not None else None
            if me is None or other is None or not cell.played:
                continue
            score = score_of(cell.points, event.table.scoring)
            stones = -cell.handicap if cell.seat else cell.handicap
            found.append((me, _Met(index, number, other, score, stones)))
    return found


def _weighed(change: SeasonChange, weight: Fraction) -> SeasonChange:
    """Let a part of a change count."""
    before, after = change.before.rating, change.after.rating
    if weight == 1 or before is None or after is None:
        return change
    games = tuple(
        msgspec.structs.replace(game, change=game.change * weight) for game in change.games
    )
    rating = before + sum((game.change for game in games), Fraction(0))
    after_ = msgspec.structs.replace(change.after, rating=rating)
    return SeasonChange(change.person, change.before, after_, games)
