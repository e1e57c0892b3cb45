"""Wins, and games as the second mover."""

from qipan.kernel.rules import rule
from qipan.ranking.field import PLAYED, Field, Line
from qipan.ranking.keys import Column, Key
from qipan.ranking.notation import Spec, reject_unknown

WINS = rule("ranking.wins", "More rounds with the points of a win rank higher.")
GAMES_WON = rule("ranking.games-won", "More games won at the board rank higher.")
SECOND_POINTS = rule("ranking.points-as-second", "More points as second mover rank higher.")
SECOND_WINS = rule("ranking.wins-as-second", "More wins as second mover rank higher.")
SECOND_GAMES = rule("ranking.games-as-second", "More games as second mover rank higher.")


def wins(field: Field, spec: Spec) -> Column:
    """Count rounds worth a win, byes and forfeits too [ranking.wins]; ``played``: games only."""
    reject_unknown(spec, variants=("played",))
    if "played" in spec.variants:
        return games_won(field, Spec(spec.text, spec.name))
    win = field.scoring.win
    return Column([sum(points >= win for points in line.points) for line in field.lines])


def games_won(field: Field, spec: Spec) -> Column:
    """Count games won at the board [ranking.games-won]."""
    reject_unknown(spec)
    win = field.scoring.win
    return Column(
        [
            sum(
                points >= win and kind == PLAYED
                for points, kind in zip(line.points, line.kinds, strict=True)
            )
            for line in field.lines
        ]
    )


def points_as_second(field: Field, spec: Spec) -> Column:
    """Add up the points of games played as second mover [ranking.points-as-second]."""
    reject_unknown(spec)
    return Column([sum(_second(line)) for line in field.lines], field.scoring.unit)


def wins_as_second(field: Field, spec: Spec) -> Column:
    """Count games won as second mover [ranking.wins-as-second]."""
    reject_unknown(spec)
    win = field.scoring.win
    return Column([sum(points >= win for points in _second(line)) for line in field.lines])


def games_as_second(field: Field, spec: Spec) -> Column:
    """Count games played as second mover [ranking.games-as-second]."""
    reject_unknown(spec)
    return Column([len(_second(line)) for line in field.lines])


def _second(line: Line) -> list[int]:
    return [
        points
        for points, kind, seat in zip(line.points, line.kinds, line.seats, strict=True)
        if seat == 1 and kind == PLAYED
    ]


KEYS = (
    Key(("wins", "WIN"), WINS, wins),
    Key(("games-won", "WON"), GAMES_WON, games_won),
    Key(("points-as-second",), SECOND_POINTS, points_as_second),
    Key(("wins-as-second", "BWG"), SECOND_WINS, wins_as_second),
    Key(("games-as-second", "BPG"), SECOND_GAMES, games_as_second),
)
