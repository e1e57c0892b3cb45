"""Matches between teams over rounds or match days, as a cross table the keys can rank.

Match points follow from the boards: more board points win the match. A board that nobody can
decide any more is void and gives both teams half of its points [league.void-board].
"""

from collections.abc import Sequence

import msgspec

from qipan.kernel.crosstable import Cell, Crosstable, Entry, absent
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, Seat
from qipan.kernel.points import Points, Scoring
from qipan.kernel.results import How
from qipan.kernel.rules import rule

MATCH_RESULT = rule("league.match-result", "More points on the boards win the match.")
VOID_BOARD = rule("league.void-board", "A void board gives half a point to both teams.")


class Board(msgspec.Struct, frozen=True):
    """One board of a match: both teams' points in units; ``void`` splits them evenly."""

    home: Points = Points(0)
    away: Points = Points(0)
    void: bool = False


class TeamMatch(msgspec.Struct, frozen=True):
    """One match; ``day`` counts from 1. The home team has the first move on board 1."""

    day: int
    home: EntrantId
    away: EntrantId
    boards: tuple[Board, ...]
    how: How = How.PLAYED


class LeagueScoring(msgspec.Struct, frozen=True):
    """What a match and a board are worth, in the same unit."""

    match: Scoring
    board: Scoring


def board_points(board: Board, worth: Scoring) -> tuple[Points, Points]:
    """Give both teams' points of a board; a void one is drawn [league.void-board]."""
    return (worth.draw, worth.draw) if board.void else (board.home, board.away)


def league_table(
    entries: Sequence[Entry], matches: Sequence[TeamMatch], scoring: LeagueScoring
) -> Crosstable:
    """Turn matches into a cross table, a column a match day [league.match-result].

    Raises BadInput if somebody plays twice on a day, against himself, or is not entered.
    """
    known = {entry.id for entry in entries}
    days = max((match.day for match in matches), default=0)
    cells = {entry.id: [absent()] * days for entry in entries}
    busy: set[tuple[EntrantId, int]] = set()
    for match in matches:
        for who in (match.home, match.away):
            if who not in known or match.day < 1 or match.home == match.away:
                raise BadInput(f"no such match: {match.home} – {match.away}, day {match.day}")
            if (who, match.day) in busy:
                raise BadInput(f"{who} plays twice on day {match.day}")
            busy.add((who, match.day))
        home, away = match_cells(match, scoring)
        cells[match.home][match.day - 1] = home
        cells[match.away][match.day - 1] = away
    return Crosstable(
        entries=tuple(entries),
        cells={who: tuple(row) for who, row in cells.items()},
        scoring=scoring.match,
        planned=days,
        boards=max((len(match.boards) for match in matches), default=0),
        board=scoring.board,
    )


def match_cells(match: TeamMatch, scoring: LeagueScoring) -> tuple[Cell, Cell]:
    """Give the cells of both teams: match points, board points and who moved first where."""
    both = [board_points(board, scoring.board) for board in match.boards]
    mine, theirs = tuple(a for a, _ in both), tuple(b for _, b in both)
    home, away = _result(sum(mine) - sum(theirs), scoring.match)
    seats = tuple(Seat(n % 2) for n in range(len(both)))
    others = tuple(Seat(1 - seat) for seat in seats)
    return (
        Cell(home, match.how, match.away, Seat(0), None, mine, theirs, seats),
        Cell(away, match.how, match.home, Seat(1), None, theirs, mine, others),
    )


def _result(lead: int, worth: Scoring) -> tuple[Points, Points]:
    if lead == 0:
        return worth.draw, worth.draw
    return (worth.win, worth.loss) if lead > 0 else (worth.loss, worth.win)
