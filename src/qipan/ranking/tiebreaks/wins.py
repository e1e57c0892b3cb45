"""Wins, and games as the second mover."""

from qipan.kernel.rules import rule
from qipan.ranking.field import PLAYED, Field
from qipan.ranking.keys import Column, Key
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec, reject_unknown
from qipan.ranking.scores import boards, game_scoring

WINS = rule("ranking.wins", "More rounds with the points of a win rank higher.")
GAMES_WON = rule("ranking.games-won", "More games won at the board rank higher.")
BOARD_WINS = rule("ranking.board-wins", "More single games won in all matches rank higher.")
SECOND_POINTS = rule("ranking.points-as-second", "More points as second mover rank higher.")
SECOND_WINS = rule("ranking.wins-as-second", "More wins as second mover rank higher.")
SECOND_GAMES = rule("ranking.games-as-second", "More games as second mover rank higher.")


def wins(field: Field, spec: Spec) -> Column:
    """Count rounds worth a win, byes and forfeits too [ranking.wins]; ``played``: games only."""
    if "played" in spec.variants:
        return games_won(field, Spec(spec.text, spec.name))
    reject_unknown(spec, variants=("played", "MP", "GP"), modifiers=("R",))
    if "GP" in spec.variants:
        return board_wins(field, Spec(spec.text, spec.name))
    win = field.scoring.win
    return Column(
        field.each(spec, 0, lambda i: sum([points >= win for points in field.lines[i].points]))
    )


def games_won(field: Field, spec: Spec) -> Column:
    """Count games won at the board [ranking.games-won]."""
    check(spec, "R")
    win = field.scoring.win

    def of(i: int) -> int:
        line = field.lines[i]
        both = zip(line.points, line.kinds, strict=True)
        return sum(points >= win and kind == PLAYED for points, kind in both)

    return Column(field.each(spec, 0, of))


def points_as_second(field: Field, spec: Spec) -> Column:
    """Add up the points of games played as second mover [ranking.points-as-second]."""
    check(spec, "R")
    games = _second(field)
    found = field.each(spec, 0, lambda i: sum([points for points, _ in games[i]]))
    return Column(found, field.scoring.unit, least=1)


def wins_as_second(field: Field, spec: Spec) -> Column:
    """Count games won as second mover [ranking.wins-as-second]."""
    check(spec, "R")
    games = _second(field)
    return Column(field.each(spec, 0, lambda i: sum([won for _, won in games[i]])))


def games_as_second(field: Field, spec: Spec) -> Column:
    """Count games played as second mover [ranking.games-as-second]."""
    check(spec, "R")
    games = _second(field)
    return Column(field.each(spec, 0, lambda i: len(games[i])))


def board_wins(field: Field, spec: Spec) -> Column:
    """Count single games or boards won over all matches [ranking.board-wins]."""
    reject_unknown(spec)
    win, count, match = game_scoring(field).win, boards(field), field.scoring

    def of(i: int) -> int:
        won = 0
        for cell in field.table.row(field.ids[i]):
            if cell.games:
                won += sum(points >= win for points in cell.games)
            elif cell.points >= match.win:
                won += count
        return won

    return Column(field.each(spec, 0, of))


def _second(field: Field) -> list[list[tuple[int, bool]]]:
    """Give points and whether it was a win of every game that everybody had as second mover."""
    return field.each("second", 0, lambda i: _second_of(field, i))


def _second_of(field: Field, i: int) -> list[tuple[int, bool]]:
    line, win = field.lines[i], field.scoring.win
    if not field.teams:
        return [
            (points, points >= win)
            for points, kind, seat in zip(line.points, line.kinds, line.seats, strict=True)
            if seat == 1 and kind == PLAYED
        ]
    single = game_scoring(field).win
    found: list[tuple[int, bool]] = []
    for cell in field.table.row(field.ids[i]):
        if not cell.played:
            continue
        if cell.seats:
            found += [
                (points, points >= single)
                for points, seat in zip(cell.games, cell.seats, strict=False)
                if seat == 1
            ]
        elif cell.seat == 1:
            found.append((cell.points, cell.points >= win))
    return found


KEYS = (
    Key(("wins", "WIN"), WINS, wins),
    Key(("games-won", "WON"), GAMES_WON, games_won),
    Key(("points-as-second",), SECOND_POINTS, points_as_second),
    Key(("wins-as-second", "BWG"), SECOND_WINS, wins_as_second),
    Key(("board-wins",), BOARD_WINS, board_wins),
    Key(("games-as-second", "BPG"), SECOND_GAMES, games_as_second),
)
